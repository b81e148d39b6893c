import numpy as np
import pytest

from papertaxa.classifier import extend, make_training_set, relabel
from papertaxa.classifier.training_set import least_papers
from papertaxa.domain import Paper
from papertaxa.errors import TrainingError
from papertaxa.features import Vocabulary
from papertaxa.text import clean_paper


def paper(abstract):
    return clean_paper(Paper(id="p", abstract=abstract))


def small(ids, texts, topics, **options):
    return make_training_set(ids, [paper(text) for text in texts], topics, **options)


def test_papers_without_text_or_without_a_topic_are_left_out():
    made = small(["a", "b", "c"], ["graph kernel", "", "tree"], [["x"], ["x"], []])
    assert made.ids == ("a",)
    assert made.topics == (("x",),)


@pytest.mark.parametrize(("texts", "topics"), [([""], [["x"]]), (["graph"], [[]]), ([], [])])
def test_nothing_to_learn_from_is_an_error_that_says_what_to_check(texts, topics):
    with pytest.raises(TrainingError, match="the labels and the papers use the same ids"):
        small([str(i) for i in range(len(texts))], texts, topics)


def test_a_repeated_id_is_named():
    with pytest.raises(TrainingError, match="'a' stands twice"):
        small(["a", "b", "a"], ["graph"] * 3, [["x"]] * 3)


@pytest.mark.parametrize(("papers", "least"), [(2, 1), (899, 1), (900, 2), (3500, 4), (10**6, 4)])
def test_terms_have_to_stand_in_more_papers_the_more_there_are(papers, least):
    assert least_papers(papers) == least


def test_terms_of_too_few_papers_are_not_kept():
    texts = ["common"] * 900 + ["unique"]
    made = small([str(i) for i in range(901)], texts, [["x"]] * 901)
    assert made.counts.vocabulary.terms == ("common",)


def test_terms_known_from_elsewhere_are_counted_however_rare():
    texts = ["common"] * 900 + ["unique"]
    known = Vocabulary(("unique",))
    made = small([str(i) for i in range(901)], texts, [["x"]] * 901, vocabulary=known)
    assert made.counts.vocabulary.terms == ("common", "unique")


def test_all_papers_are_representative_unless_some_are_said_to_be():
    assert small(["a", "b"], ["graph"] * 2, [["x"]] * 2).representative.all()
    some = small(["a", "b"], ["graph"] * 2, [["x"]] * 2, representative=[True, False])
    assert some.representative.tolist() == [True, False]


def test_added_papers_replace_those_of_the_same_id_and_bring_their_terms():
    base = small(["a", "b"], ["graph graph", "tree"], [["x"], ["y"]])
    more = small(["c", "a"], ["kernel", "graph tree"], [["z"], ["y"]])
    both = extend(base, more)
    assert both.ids == ("b", "c", "a")
    assert both.topics == (("y",), ("z",), ("y",))
    terms = both.counts.vocabulary.terms
    rows = both.counts.abstract.toarray()
    assert [rows[i][terms.index("graph")] for i in range(3)] == [0, 0, 1]
    assert [rows[i][terms.index("kernel")] for i in range(3)] == [0, 1, 0]


def test_labels_change_without_text():
    base = small(["a", "b"], ["graph", "tree"], [["x"], ["y"]])
    changed = relabel(base, {"a": ["y", "x"], "unknown": ["z"]})
    assert changed.topics == (("y", "x"), ("y",))
    assert np.array_equal(changed.counts.abstract.toarray(), base.counts.abstract.toarray())


def test_an_empty_label_takes_a_paper_out():
    base = small(["a", "b"], ["graph", "tree"], [["x"], ["y"]])
    assert relabel(base, {"a": []}).ids == ("b",)


def test_taking_every_paper_out_is_an_error():
    base = small(["a"], ["graph"], [["x"]])
    with pytest.raises(TrainingError, match="no labelled paper is left"):
        relabel(base, {"a": ()})
