"""What each term adds to a score."""

import pytest

from papertaxa.classifier.contributions import contributions
from papertaxa.classifier.predict import raw_scores
from papertaxa.features import count


@pytest.mark.parametrize("kind", ["classifier", "informed"])
def test_contributions_and_the_constant_part_add_up_to_the_linear_score(kind, unseen, request):
    classifier = request.getfixturevalue(kind)
    topics = [classifier.labels[place] for place in classifier.learnt]
    constants = []
    for paper in unseen[0][:10]:
        raw = raw_scores(classifier, count([paper], classifier.counted)).topic[0]
        parts = contributions(classifier, paper, topics)
        constants.append([score - sum(its.values()) for score, its in zip(raw, parts, strict=True)])
    # The knowledge of the fixtures has no offset, so the constant is the same for all papers.
    for constant in constants[1:]:
        assert constant == pytest.approx(constants[0], abs=1e-5)


def test_the_words_of_a_topic_speak_for_it(classifier, unseen):
    papers, topics = unseen
    place = next(row for row, its in enumerate(topics) if its == ("depth",))
    depth, proteins = contributions(classifier, papers[place], ["depth", "proteins"])
    assert max(depth, key=depth.get).split()[0] in {
        "stereo",
        "depth",
        "camera",
        "disparity",
        "lens",
    }
    assert max(depth.values()) > max(proteins.values())


def test_a_topic_that_was_never_learnt_has_no_terms(classifier, unseen):
    assert contributions(classifier, unseen[0][0], ["astrology"]) == [{}]
