"""Papers that fit no topic."""

import random

import numpy as np
import pytest

from papertaxa.classifier import decide, fit, make_training_set, score
from papertaxa.classifier.outside import OUTSIDE, none_fits
from papertaxa.domain import Paper
from papertaxa.text import clean_paper


def test_it_is_the_probability_that_no_independent_topic_applies():
    scores = np.array([[0.5, 0.5], [1.0, 0.0], [0.1, 0.0]])
    assert none_fits(scores) == pytest.approx([0.25, 0.0, 0.9])


def test_a_paper_without_text_is_not_called_outside():
    assert none_fits(np.zeros((2, 3))).tolist() == [0.0, 0.0]


def vague(words, number, seed):
    """Papers of one topic each that say little of it among much else."""
    dice = random.Random(seed)
    others = [word for its in words.values() for word in its.split()]
    common = [
        f"{a}{b}" for a in ("model", "bound", "large", "net", "data") for b in ("", "ed", "al")
    ]
    for n, topic in enumerate(list(words) * (number // len(words))):
        text = dice.choices(words[topic].split(), k=dice.randint(2, 5))
        text += dice.choices(others, k=2) + dice.choices(common, k=20)
        dice.shuffle(text)
        yield f"{seed}-{n}", clean_paper(Paper(id="p", abstract=" ".join(text))), (topic,)


def test_papers_of_a_topic_left_out_of_training_mostly_fit_less_than_others(taxonomy):
    words = {
        "bandits": "regret bandit arm exploration pull reward",
        "planning": "planner rollout horizon tree plan search",
        "segmentation": "pixel mask segmentation boundary image contour",
        "depth": "stereo depth camera disparity lens baseline",
        "proteins": "protein residue fold enzyme binding sequence",
    }
    rows = [row for row in vague(words, 400, 1) if row[2] != ("proteins",)]
    classifier = fit(make_training_set(*zip(*rows, strict=True)), taxonomy)
    _, papers, topics = zip(*vague(words, 200, 2), strict=True)
    none = none_fits(score(classifier, papers).topics)
    outside = np.array([its == ("proteins",) for its in topics])
    larger = (none[outside][:, None] > none[~outside]).mean()  # the area under the ROC curve
    assert larger > 0.85


def test_a_decision_says_whether_a_paper_may_be_outside(classifier, taxonomy, unseen):
    papers = [*unseen[0], clean_paper(Paper(id="z", abstract="zebra")), clean_paper(Paper(id="e"))]
    scores = score(classifier, papers)
    decisions = decide(classifier, taxonomy, scores)
    expected = none_fits(scores.topics) >= OUTSIDE
    assert [decision.outside for decision in decisions] == expected.tolist()
    assert decisions[-2].outside
    assert not decisions[-1].outside
