import numpy as np
import pytest

from papertaxa.evaluate import Predictions
from papertaxa.taxonomy import Taxonomy, Topic


@pytest.fixture(scope="session")
def taxonomy():
    """Two areas of three and two topics, and one that is its own area; labels: a1 … c."""
    return Taxonomy(
        (
            Topic("a", "A"),
            Topic("a1", "A one", parent="a"),
            Topic("a2", "A two", parent="a"),
            Topic("a3", "A three", parent="a"),
            Topic("b", "B"),
            Topic("b1", "B one", parent="b"),
            Topic("b2", "B two", parent="b"),
            Topic("c", "C"),
        )
    )


@pytest.fixture(scope="session")
def make(taxonomy):
    """Make predictions of scores alone: every topic from 0.5 up is given, best first."""

    def make(scores) -> Predictions:
        scores = np.asarray(scores, dtype=float)
        topics = [
            [taxonomy.labels[i] for i in np.argsort(-row, kind="stable") if row[i] >= 0.5]
            for row in scores
        ]
        best = [taxonomy.labels[int(np.argmax(row))] for row in scores]
        return Predictions(
            topics=topics,
            areas=[list(dict.fromkeys(map(taxonomy.area_of, its))) for its in topics],
            primary_topics=best,
            primary_areas=[taxonomy.area_of(topic) for topic in best],
            scores=scores,
        )

    return make
