import numpy as np
import pytest
import scipy.sparse as sp

from papertaxa.classifier import fit, make_training_set, score
from papertaxa.classifier.directions import Descriptions, learn_knowledge
from papertaxa.domain import Paper
from papertaxa.features import count, find_vocabulary
from papertaxa.text import clean_paper


@pytest.fixture(scope="module")
def corpus(make_papers):
    """Counts of 300 invented papers, and their areas as a venue would state them."""
    _, papers, topics = make_papers(300, seed=4)
    areas = ["decisions", "vision", "biology"]
    of = {"bandits": 0, "planning": 0, "segmentation": 1, "depth": 1, "proteins": 2}
    rows = np.arange(0, 300, 2)
    tags = np.zeros((len(rows), len(areas)), dtype=np.float32)
    for position, row in enumerate(rows):
        tags[position, of[topics[row][0]]] = 1
    stated = Descriptions(rows=rows, tags=sp.csr_matrix(tags), share=0.5)
    return count(papers, find_vocabulary(papers, least=5)), [stated]


def cosine(knowledge, one, other):
    papers = [clean_paper(Paper(id="p", abstract=text)) for text in (one, other)]
    places = knowledge.place(count(papers, knowledge.vocabulary))
    return float(places[0] @ places[1]) / knowledge.share


def test_papers_of_one_area_lie_together_though_they_share_no_word(corpus):
    knowledge = learn_knowledge(*corpus, directions=4)
    assert cosine(knowledge, "regret arm", "planner horizon") > 0.5
    assert cosine(knowledge, "regret arm", "enzyme residue") < 0.2


def test_no_more_directions_are_kept_than_asked_for(corpus):
    knowledge = learn_knowledge(*corpus, directions=3)
    assert knowledge.directions.shape == (len(knowledge.vocabulary), 3)
    assert knowledge.directions.dtype == np.int8


def test_a_corpus_without_descriptions_is_enough(corpus):
    knowledge = learn_knowledge(corpus[0], [], directions=4)
    assert cosine(knowledge, "pixel mask", "pixel contour") > 0.5


def test_learning_twice_gives_the_same_knowledge(corpus):
    one, two = (learn_knowledge(*corpus, directions=4, seed=1) for _ in range(2))
    assert np.array_equal(one.directions, two.directions)
    assert np.array_equal(one.offset, two.offset)


def test_knowledge_helps_where_labels_are_few(corpus, make_papers, taxonomy):
    knowledge = learn_knowledge(*corpus, directions=4)
    few = make_training_set(*make_papers(10, seed=1), vocabulary=knowledge.vocabulary)
    _, papers, topics = make_papers(100, seed=2)
    right = [
        np.mean(
            [
                taxonomy.labels[best] == its[0] or taxonomy.labels[best] in its
                for best, its in zip(
                    score(fit(few, taxonomy, knowledge=known), papers).topics.argmax(axis=1),
                    topics,
                    strict=True,
                )
            ]
        )
        for known in (None, knowledge)
    ]
    assert right[1] >= right[0]
    assert right[1] > 0.8
