"""A record holds all that a labelled paper does."""

from dataclasses import asdict, replace

from papertaxa.report.record import DIGITS, to_record


def test_a_record_has_every_member_at_every_depth_and_scores_rounded(rows, result, link):
    for row in (replace(row, results=(result,), link_kinds=(link,)) for row in rows):
        expected = {key: value for key, value in asdict(row).items() if value or key != "extra"}
        for scored in (expected["primary"], *expected["topics"], *expected["areas"]):
            if scored is not None:
                scored["score"] = round(scored["score"], DIGITS)
        record = to_record(row)
        assert record == expected
        assert list(record) == list(expected)
