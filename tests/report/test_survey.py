import csv
import io
import json
import re

import pytest

from papertaxa.report.labelled import NameFound, PaperFound
from papertaxa.report.survey import survey
from papertaxa.report.survey_data import to_csv, to_jsonl
from papertaxa.report.survey_page import to_html
from papertaxa.report.survey_text import to_table


def paper(*names, topics=(), areas=("fruit",), status="ok"):
    found = []
    for name in names:
        kind, text, *rest = name.split("|")
        canonical = rest[0] if rest and rest[0] else text
        found.append(NameFound(kind, text, canonical, "new" in rest[1:]))
    return PaperFound(status=status, topics=topics, areas=areas, names=tuple(found))


PAPERS = [
    paper("method|PPOF|Pear Picking Order", "benchmark|PomeBench", topics=("pears", "apples")),
    paper("method|PPOF", "method|Pear picking orders", "benchmark|Pome-Bench", topics=("pears",)),
    paper("method|GPT-4", "method|PomeBench", topics=("apples",)),
    paper("method|GPT-4o", "method|PPX||new", topics=("apples",)),
    paper(status="not-english", areas=()),
]


@pytest.fixture
def counted():
    return survey(iter(PAPERS), order=["apples", "pears", "plums"])


def by_name(counted):
    return {name.name: name for name in counted.names}


def test_a_paper_counts_once_for_a_name_whatever_forms_it_has(counted):
    name = by_name(counted)["Pear Picking Order"]
    assert (name.papers, name.proposed, name.short) == (2, 0, "PPOF")
    assert name.forms == {"PPOF": 2, "Pear Picking Order": 1, "Pear picking orders": 1}


def test_counts_by_topic_are_in_the_taxonomys_order(counted):
    assert counted.groups == {"apples": 3, "pears": 2}
    assert list(by_name(counted)["Pear Picking Order"].groups.items()) == [
        ("apples", 1),
        ("pears", 2),
    ]
    assert counted.ungrouped == 1
    assert counted.statuses == {"ok": 4, "not-english": 1}


def test_the_kind_is_what_most_papers_say(counted):
    assert [name.name for name in counted.of("benchmark")] == ["PomeBench"]
    assert by_name(counted)["PomeBench"].papers == 3


def test_versions_are_counted_apart(counted):
    assert by_name(counted)["GPT-4"].papers == by_name(counted)["GPT-4o"].papers == 1


def test_who_introduces_a_name_is_counted(counted):
    assert by_name(counted)["PPX"].proposed == 1


def test_areas_may_be_counted_instead():
    counted = survey(PAPERS, by="area")
    assert counted.groups == {"fruit": 4}
    assert by_name(counted)["PPX"].groups == {"fruit": 1}


def test_the_order_of_papers_changes_no_count():
    one, other = survey(PAPERS), survey(PAPERS[::-1])
    assert one.names == other.names


def test_no_papers_give_an_empty_survey():
    counted = survey([])
    assert (counted.papers, counted.names) == (0, ())
    assert "0 papers (none)" in to_table(counted, [])
    assert to_jsonl(counted, []) == ""
    assert "<h1>" in to_html(counted, [])


def test_csv_has_a_column_a_topic(counted):
    rows = list(csv.DictReader(io.StringIO(to_csv(counted, counted.names))))
    first = rows[0]
    assert (first["name"], first["short"], first["papers"]) == ("Pear Picking Order", "PPOF", "2")
    assert (first["apples"], first["pears"]) == ("1", "2")
    assert len(rows) == len(counted.names)


def test_json_lines_have_the_counts_that_are_not_zero(counted):
    rows = [json.loads(line) for line in to_jsonl(counted, counted.names).splitlines()]
    assert rows[0]["topics"] == {"apples": 1, "pears": 2}
    assert next(row for row in rows if row["name"] == "GPT-4")["short"] is None


def test_the_table_fits_80_columns_and_names_topics(counted):
    text = to_table(counted, counted.names[:2], title={"apples": "Apples", "pears": "Pears"}.get)
    assert max(map(len, text.splitlines())) <= 80
    assert "PPOF (Pear Picking Order)" in text
    assert "and 2 more" in text
    assert re.search(r"Pears \(2\)\n  methods: PPOF 2", text)
    assert "without a sure topic (1)" in text
    assert text == "\n".join(line.rstrip() for line in text.split("\n"))


def test_the_page_escapes_names_and_loads_nothing():
    odd = survey([paper("method|<b>Pear</b>", topics=("a&b",))])
    page = to_html(odd, odd.names)
    assert "<b>Pear" not in page
    assert "&lt;b&gt;Pear&lt;/b&gt;" in page
    assert "a&amp;b" in page
    assert "<script" not in page
    assert "http" not in page


def test_every_cell_of_the_pages_cross_table_is_under_its_topic(counted):
    page = to_html(counted, counted.names)
    table = page[page.index("Methods by topic") :]
    heads = re.findall(r"<th scope=\"col\"><span>(.*?)</span>", table[: table.index("</thead>")])
    assert heads == ["apples", "pears"]
    row = re.search(r"<th scope=\"row\">PPOF</th>(.*?)</tr>", table)[1]
    assert re.findall(r"<td class=\"n\">(.*?)</td>", row) == ["1", "2"]
