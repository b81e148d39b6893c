import numpy as np
import pytest

from papertaxa.classifier import decide, fit, make_training_set, relabel, score
from papertaxa.domain import Paper
from papertaxa.errors import TrainingError
from papertaxa.taxonomy import Taxonomy, Topic
from papertaxa.text import clean_paper


def papers_of(*abstracts):
    return [clean_paper(Paper(id=str(i), abstract=a)) for i, a in enumerate(abstracts)]


def flat(*names):
    return Taxonomy(tuple(Topic(id=name, name=name) for name in names))


def trained(abstracts, topics, taxonomy, **options):
    ids = [str(i) for i in range(len(abstracts))]
    return fit(make_training_set(ids, papers_of(*abstracts), topics), taxonomy, **options)


def primary_of(classifier, taxonomy, text):
    return decide(classifier, taxonomy, score(classifier, papers_of(text)))[0].primary


@pytest.mark.parametrize("which", ["classifier", "informed"])
def test_unseen_papers_get_their_topics(which, taxonomy, request, unseen):
    classifier = request.getfixturevalue(which)
    papers, topics = unseen
    decisions = decide(classifier, taxonomy, score(classifier, papers))
    right = [d.primary.topic in its for d, its in zip(decisions, topics, strict=True)]
    assert np.mean(right) > 0.95
    areas = [
        {a.id for a in d.areas} == {taxonomy.area_of(t) for t in its}
        for d, its in zip(decisions, topics, strict=True)
    ]
    assert np.mean(areas) > 0.8


def test_two_papers_are_enough():
    taxonomy = flat("graphs", "robots")
    classifier = trained(
        ["graph kernels over molecules", "robot arms grasp mugs"],
        [["graphs"], ["robots"]],
        taxonomy,
    )
    assert primary_of(classifier, taxonomy, "kernels over graph").topic == "graphs"
    assert primary_of(classifier, taxonomy, "a robot with arms").topic == "robots"


def test_one_paper_trains_a_model_that_knows_one_topic():
    taxonomy = flat("graphs", "robots")
    classifier = trained(["graph kernels"], [["graphs"]], taxonomy)
    assert primary_of(classifier, taxonomy, "anything at all").topic == "graphs"


def test_papers_that_all_have_the_same_topics_train_a_model():
    taxonomy = flat("graphs", "robots")
    classifier = trained(["graph kernels", "graph trees", "graphs"], [["graphs"]] * 3, taxonomy)
    found = score(classifier, papers_of("graph"))
    assert found.topics[0, 0] > 0.5
    assert found.topics[0, 1] == 0


def test_a_topic_with_a_single_paper_can_be_found(training, taxonomy):
    topics = {paper: ["bandits"] if i % 2 else ["depth"] for i, paper in enumerate(training.ids)}
    topics[training.ids[4]] = ["proteins"]
    classifier = fit(relabel(training, topics), taxonomy)
    assert "proteins" in [classifier.labels[i] for i in classifier.learnt]


def test_a_label_may_be_any_topic_below_an_area():
    taxonomy = Taxonomy(
        (
            Topic(id="ai", name="KI"),
            Topic(id="vision", name="视觉", parent="ai"),
            Topic(id="depth", name="Tiefe", parent="vision"),
            Topic(id="robots", name="Роботы", parent="ai"),
        )
    )
    texts = ["stereo camera depth", "image mask pixel", "robot arm grasp"] * 4
    classifier = trained(texts, [["depth"], ["vision"], ["robots"]] * 4, taxonomy)
    assert primary_of(classifier, taxonomy, "pixel of an image").topic == "vision"
    assert primary_of(classifier, taxonomy, "stereo depth").topic == "depth"


def test_an_unknown_label_is_named_with_the_nearest_topic(training, taxonomy):
    wrong = relabel(training, {training.ids[0]: ["bandit"]})
    with pytest.raises(TrainingError, match=r"'bandit'.*did you mean 'bandits'"):
        fit(wrong, taxonomy)


def test_training_twice_gives_the_same_model(training, taxonomy, knowledge):
    one = fit(training, taxonomy, knowledge=knowledge, seed=5)
    two = fit(training, taxonomy, knowledge=knowledge, seed=5)
    assert np.array_equal(one.weights, two.weights)
    assert np.array_equal(one.thresholds.topics, two.thresholds.topics)
    assert np.array_equal(one.topic_calibrator.weights, two.topic_calibrator.weights)


def test_chosen_papers_do_not_set_the_expected_balance(taxonomy, training):
    chosen = [not ("proteins" in topics and i % 3) for i, topics in enumerate(training.topics)]
    assert training.representative.all()
    rare = fit(
        type(training)(
            ids=training.ids,
            counts=training.counts,
            topics=training.topics,
            representative=np.array(chosen),
        ),
        taxonomy,
    )
    usual = fit(training, taxonomy)
    column = [usual.labels[i] for i in usual.learnt].index("proteins")
    assert rare.prior[column] < usual.prior[column]


def test_scores_that_were_given_are_honest(taxonomy, classifier, unseen):
    papers, topics = unseen
    found = score(classifier, papers).topics
    truth = np.zeros_like(found)
    for row, its in enumerate(topics):
        truth[row, [taxonomy.index[t] for t in its]] = 1
    assert abs(found.mean() - truth.mean()) < 0.05
