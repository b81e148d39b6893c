"""What is known of names from papers without labels."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.extract.usage import COLUMNS, Tally, Usage, hashed

SURE = [0.99, 0.01, 0.01]
NEW = [0.99, 0.01, 0.99]
NEITHER = [0.01, 0.01, 0.01]


def usage(names: dict[str, tuple[int, list[float]]]) -> Usage:
    keys = [name for name, (papers, _) in names.items() for _ in range(papers)]
    answers = np.array([answer for papers, answer in names.values() for _ in range(papers)])
    return Usage.merged([Tally.of(keys, answers)])


def test_a_name_is_known_by_its_papers_and_by_what_it_was_there() -> None:
    known = usage({"adam": (50, SURE), "fern": (50, NEW), "speed": (5, NEITHER)})
    papers, methods, benchmarks, proposed, unknown, *_ = known.of(["adam", "fern", "speed"]).T
    assert np.allclose(papers, np.log1p([50, 50, 5]), atol=0.04)
    assert methods[0] > 2 > -2 > methods[2]
    assert benchmarks.max() < -1
    assert proposed[1] > 2 > -2 > proposed[0]
    assert not unknown.any()


def test_a_name_of_one_paper_is_not_kept_and_reads_like_an_unknown_one() -> None:
    known = usage({"adam": (2, SURE), "once": (1, SURE)})
    assert len(known.keys) == 1
    assert np.array_equal(*known.of(["once", "never"]))
    assert np.array_equal(known.of(["never"]), Usage.none().of(["never"]))


def test_rates_of_a_name_of_two_papers_count_less_than_those_of_a_name_of_many() -> None:
    few, many = usage({"few": (2, SURE), "many": (40, SURE)}).of(["few", "many"])
    assert not few[5:].any()
    assert many[5:].all()
    assert few[1] < many[1]


def test_what_several_found_is_averaged() -> None:
    one = Tally.of(["adam"] * 8, np.array([SURE] * 8))
    other = Tally.of(["adam"] * 4 + ["fern"] * 2, np.array([NEITHER] * 4 + [SURE] * 2))
    merged = Usage.merged([one, other])
    assert len(merged.keys) == 1  # the other name has two papers in one of the two, one by average
    row = merged.of(["adam"])[0]
    assert row[0] == pytest.approx(np.log1p(6), abs=0.04)
    assert (
        Usage.merged([other]).of(["adam"])[0, 1] < row[1] < Usage.merged([one]).of(["adam"])[0, 1]
    )


def test_what_is_written_is_read(tmp_path: Path) -> None:
    known = usage({f"name{n}": (n, SURE) for n in range(1, 9)})
    known.to_disk(tmp_path)
    names = [f"name{n}" for n in range(12)]
    assert np.array_equal(Usage.from_disk(tmp_path).of(names), known.of(names))


@given(st.dictionaries(st.text(max_size=8), st.integers(1, 300), max_size=20))
def test_every_name_gets_finite_numbers_and_common_ones_are_found(papers: dict[str, int]) -> None:
    known = usage({name: (count, SURE) for name, count in papers.items()} or {"a": (1, SURE)})
    rows = known.of([*papers, "\0absent"])
    assert rows.shape == (len(papers) + 1, COLUMNS)
    assert np.isfinite(rows).all()
    kept = np.array([count > 1 for count in papers.values()], bool)
    assert np.array_equal(rows[:-1, 4] == 0, kept)


def test_hashes_stay_what_they_are_for_models_hold_them() -> None:
    assert hashed(["", "a"]).tolist() == [0, 4133964586]
