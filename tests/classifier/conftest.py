"""Invented papers: each topic has words of its own, each sentence some filler."""

import random

import numpy as np
import pytest

from papertaxa.classifier import Knowledge, fit, make_training_set, quantise
from papertaxa.domain import Paper
from papertaxa.features import Vocabulary
from papertaxa.taxonomy import Taxonomy, Topic
from papertaxa.text import clean_paper

WORDS = {
    "bandits": "regret bandit arm exploration pull reward",
    "planning": "planner rollout horizon tree plan search",
    "segmentation": "pixel mask segmentation boundary image contour",
    "depth": "stereo depth camera disparity image lens",
    "proteins": "protein residue fold enzyme binding sequence",
}
AREAS = {
    "decisions": ("bandits", "planning"),
    "vision": ("segmentation", "depth"),
    "biology": ("proteins",),
}
FILLER = ["model", "training", "data", "large", "efficient", "bound", "network", "learning"]


def make_taxonomy(areas=AREAS):
    topics = []
    for area, children in areas.items():
        topics.append(Topic(id=area, name=area.title()))
        topics += [Topic(id=child, name=child.title(), parent=area) for child in children]
    return Taxonomy(tuple(topics))


def make_paper(topics, dice, paper_id="p"):
    words = [word for topic in topics for word in WORDS[topic].split()]
    sentences = [
        " ".join(dice.choices(words, k=4) + dice.choices(FILLER, k=4)) + "." for _ in range(5)
    ]
    title = " ".join(dice.choices(words, k=3))
    return clean_paper(Paper(id=paper_id, title=title, abstract=" ".join(sentences)))


def papers_of_topics(number, seed=0):
    """Return ids, papers and topics: one topic a paper, every fourth paper two."""
    dice = random.Random(seed)
    names = list(WORDS)
    topics = [
        (names[i % 5], names[(i + 2) % 5]) if i % 4 == 0 else (names[i % 5],) for i in range(number)
    ]
    papers = [make_paper(its, dice) for its in topics]
    return [f"{seed}-{i}" for i in range(number)], papers, topics


@pytest.fixture(scope="session")
def make_papers():
    return papers_of_topics


@pytest.fixture(scope="session")
def taxonomy():
    return make_taxonomy()


@pytest.fixture(scope="session")
def training():
    return make_training_set(*papers_of_topics(120))


@pytest.fixture(scope="session")
def knowledge():
    """Directions that tell the three areas apart, over some of the words."""
    words = tuple(sorted({word for text in WORDS.values() for word in text.split()} - {"regret"}))
    matrix = np.zeros((len(words), 3))
    for column, children in enumerate(AREAS.values()):
        for child in children:
            for word in WORDS[child].split():
                if word in words:
                    matrix[words.index(word), column] = 1
    directions, scale = quantise(matrix)
    return Knowledge(
        vocabulary=Vocabulary(words),
        idf=np.ones(len(words), dtype=np.float32),
        directions=directions,
        scale=scale,
        offset=np.zeros(3, dtype=np.float32),
        share=0.5,
    )


@pytest.fixture(scope="session")
def classifier(training, taxonomy):
    return fit(training, taxonomy)


@pytest.fixture(scope="session")
def informed(training, taxonomy, knowledge):
    return fit(training, taxonomy, knowledge=knowledge)


@pytest.fixture(scope="session")
def unseen():
    _, papers, topics = papers_of_topics(60, seed=9)
    return papers, topics
