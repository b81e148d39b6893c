import pytest

from papertaxa.domain import Label, Paper, TopicScore
from papertaxa.taxonomy import Taxonomy, Topic
from papertaxa.web.engine import Suggestion
from papertaxa.web.listing import Listing, View, select, step

TREE = Taxonomy(
    (
        Topic("one", "One"),
        Topic("a", "A", parent="one"),
        Topic("two", "Two"),
        Topic("b", "B", parent="two"),
    )
)
LISTING = Listing.of(
    Paper(id=i, title=f"Title {i}", abstract=text)
    for i, text in [("p", "Straße am See"), ("q", "boats"), ("r", "BOATS and lakes"), ("q", "x")]
)


def said(topic, score, *, confident=True):
    area = TREE.area_of(topic)
    return Suggestion(topics=(TopicScore(id=topic, area=area, score=score),), confident=confident)


KNOWN = {"p": said("a", 0.9), "q": said("b", 0.4, confident=False), "r": said("b", 0.7)}


def chosen(labels=None, known=KNOWN, queue=None, **view):
    return select(
        LISTING, View(**view), labels=labels or {}, known=known, taxonomy=TREE, queue=queue
    )


def test_of_two_rows_with_one_id_the_first_counts():
    assert [paper.id for paper in LISTING.papers] == ["p", "q", "r"]
    assert LISTING.repeated == 1
    assert LISTING.by_id["q"].abstract == "boats"


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("", ["p", "q", "r"]),
        ("boats", ["q", "r"]),
        ("LAKES boats", ["r"]),
        ("strasse", ["p"]),
        ("title p", ["p"]),
        ("zebra", []),
    ],
)
def test_search_finds_papers_with_all_words_in_any_case(search, found):
    assert chosen(search=search) == found


def test_an_area_holds_labelled_papers_by_their_labels_and_others_by_the_suggestion():
    labels = {"r": Label(id="r", topics=("a", "gone"))}
    assert chosen(labels, area="two") == ["q"]
    assert chosen(labels, area="one") == ["p", "r"]


def test_uncertain_papers_come_first_and_unknown_ones_last():
    known = {key: KNOWN[key] for key in "pq"}
    assert chosen(known=known, order="uncertain") == ["q", "p", "r"]
    assert chosen(order="uncertain") == ["q", "r", "p"]


def test_the_queue_orders_what_it_names():
    assert chosen(order="queue", queue=lambda: ["r", "p"]) == ["r", "p", "q"]
    assert chosen(order="queue") == ["p", "q", "r"]


@pytest.mark.parametrize(
    ("current", "by", "skipped", "found"),
    [
        (None, 1, "", "p"),
        ("p", 1, "", "q"),
        ("r", 1, "", "p"),
        ("p", -1, "", "r"),
        ("p", 1, "q", "r"),
        ("q", 1, "r", "p"),
        ("elsewhere", 1, "", "p"),
        ("elsewhere", -1, "", "r"),
        ("p", 1, "qr", None),
        ("p", 1, "pqr", None),
    ],
)
def test_steps_go_round_and_over_what_is_skipped(current, by, skipped, found):
    assert step(["p", "q", "r"], current, by, skip=set(skipped).__contains__) == found


def test_there_is_no_step_in_an_empty_selection():
    assert step([], "p", 1, skip=lambda _: False) is None
