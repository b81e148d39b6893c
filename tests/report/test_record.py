"""A record holds all that a labelled paper does."""

from dataclasses import asdict, replace

from papertaxa.domain import Link, Mention, Result
from papertaxa.report.record import DIGITS, to_record

TITLE = Mention(field="title", start=0, end=4)
RESULT = Result(
    value="3",
    unit="kg",
    metric="harvest",
    change=True,
    direction="up",
    baseline=None,
    hedge="",
    benchmark=None,
    mention=TITLE,
)
LINK = Link(url="https://example.org", kind="data", mention=TITLE)


def test_a_record_has_every_member_at_every_depth_and_scores_rounded(rows):
    for row in (replace(row, results=(RESULT,), link_kinds=(LINK,)) for row in rows):
        expected = {key: value for key, value in asdict(row).items() if value or key != "extra"}
        for scored in (expected["primary"], *expected["topics"], *expected["areas"]):
            if scored is not None:
                scored["score"] = round(scored["score"], DIGITS)
        record = to_record(row)
        assert record == expected
        assert list(record) == list(expected)
