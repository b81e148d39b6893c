import math

import pytest

from papertaxa.domain import Label
from papertaxa.errors import LabelsError
from papertaxa.labels.agree import agree
from papertaxa.labels.agreement import render, to_json
from papertaxa.labels.opinions import unfold


def said(annotator: str, paper: str, *topics: str, **more):
    label = Label(id=paper, topics=topics, **more)
    return next(unfold(label, annotator=annotator))


@pytest.fixture
def opinions():
    return [
        said("reader_a", "p", "lemon", "fig", methods=("Zest-Net", "Peel")),
        said("reader_a", "q", "plum"),
        said("reader_a", "r", "pear"),
        said("reader_a", "only-reader_a", "stone"),
        said("reader_b", "p", "fig", "lemon", "apple", methods=("ZestNet",)),
        said("reader_b", "q", "plum"),
        said("reader_b", "r", "pear"),
    ]


def test_two_annotators_are_compared_on_the_papers_they_share(opinions):
    found = agree(opinions)
    assert (found.annotators, found.papers) == (("reader_a", "reader_b"), 3)
    (pair,) = found.pairs
    assert pair.papers == 3
    assert pair.topic_f1 == pytest.approx(2 * 4 / (4 + 5))
    assert pair.primary == pytest.approx(2 / 3)
    assert pair.names_f1 == {"methods": pytest.approx(2 / 3)}
    # apple: agreement 2/3, all of it expected by chance, for reader_a never gives it.
    assert pair.kappa["apple"] == pytest.approx(0)
    assert pair.kappa["lemon"] == 1


def test_topics_are_compared_one_by_one(opinions, taxonomy):
    found = agree(opinions, taxonomy=taxonomy)
    assert [topic.id for topic in found.topics] == ["lemon", "apple", "plum", "pear", "fig"]
    apple = found.topics[1]
    assert (apple.papers, apple.unanimous) == (1, 0)
    assert apple.alpha == pytest.approx(1 - 1 / (1 * 5 / 5))
    assert [topic.id for topic in agree(opinions).topics] == sorted(t.id for t in found.topics)


def test_papers_on_which_they_differ_are_listed_with_what_each_says(opinions):
    (item,) = agree(opinions).disagreements
    assert (item.id, item.only, item.primary) == ("p", ((), ("apple",)), ("lemon", "fig"))


def test_another_order_of_secondary_topics_is_no_disagreement():
    found = agree([said("reader_a", "p", "a", "b", "c"), said("reader_b", "p", "a", "c", "b")])
    assert found.disagreements == ()
    assert found.pairs[0].topic_f1 == 1


def test_three_annotators_make_three_pairs_and_need_not_share_all_papers():
    found = agree(
        [
            *(said("reader_a", paper, "a") for paper in "pqr"),
            *(said("reader_b", paper, "b") for paper in "pq"),
            said("reader_0", "p", "a"),
        ]
    )
    assert found.papers == 2
    assert [(pair.annotators, pair.papers) for pair in found.pairs] == [
        (("reader_a", "reader_b"), 2),
        (("reader_a", "reader_0"), 1),
        (("reader_b", "reader_0"), 1),
    ]
    assert math.isnan(found.pairs[1].kappa["a"])
    assert found.topics[0].kappa == 0  # the mean of the pairs that have a value


def test_full_agreement_is_one(opinions):
    reader_a = [opinion for opinion in opinions if opinion.annotator == "reader_a"]
    twin = [said("twin", o.label.id, *o.label.topics) for o in reader_a]
    found = agree([*reader_a, *twin])
    assert found.alpha == 1
    assert {topic.alpha for topic in found.topics} == {1}
    assert found.pairs[0].primary_kappa == 1


def test_the_text_ends_with_the_figure_for_all(opinions):
    lines = render(agree(opinions)).splitlines()
    assert lines[:3] == [
        "p:",
        "  reader_a: nothing more; primary lemon",
        "  reader_b: only apple; primary fig",
    ]
    assert lines[-2].startswith(
        "reader_a and reader_b: 3 papers; F1 of topics 0.89, methods 0.67; same"
    )
    assert lines[-1].startswith("2 annotators, 3 shared papers, Krippendorff's alpha")


def test_json_has_null_where_there_is_no_value():
    found = to_json(agree([said("reader_a", "p", "a"), said("reader_b", "p", "a")]))
    assert found["alpha"] is None
    assert found["pairs"][0]["kappa"] == {"a": None}
    assert found["pairs"][0]["topic_f1"] == 1
    assert "–" in render(agree([said("reader_a", "p", "a"), said("reader_b", "p", "a")]))


@pytest.mark.parametrize(
    ("opinions", "message"),
    [
        ([], "all labels are by nobody: give the files of two people"),
        ([said("reader_a", "p", "a")], "all labels are by reader_a"),
        (
            [said("reader_a", "p", "a"), said("reader_b", "q", "a")],
            "no paper is labelled by two of reader_a, reader_b",
        ),
    ],
)
def test_nothing_to_compare_is_an_error_with_a_remedy(opinions, message):
    with pytest.raises(LabelsError, match=message):
        agree(opinions)
