"""Why a paper was given a topic, or was not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from papertaxa.classifier import Decision, TrainingSet, decide, score
from papertaxa.classifier.breakdown import Breakdown, take_apart
from papertaxa.classifier.neighbours import NEIGHBOURS, Neighbour, nearest
from papertaxa.classifier.outside import none_fits
from papertaxa.domain import Paper
from papertaxa.errors import TaxonomyError
from papertaxa.model.folder import Model
from papertaxa.taxonomy import find, suggest
from papertaxa.text import clean_paper


@dataclass(frozen=True, kw_only=True)
class TopicExplanation:
    """What speaks for and against a topic.

    Attributes:
        topic: Its id.
        given: Whether the paper was given it.
        probability: The calibrated score, as `papertaxa label` shows it.
        threshold: From which probability on it is given.
        breakdown: The linear score; None if no training paper has the topic.
    """

    topic: str
    given: bool
    probability: float
    threshold: float
    breakdown: Breakdown | None


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """What was found out about one paper.

    Attributes:
        paper: The paper as given.
        topics: One for each topic asked about, in order.
        none_fits: The probability that no topic applies.
        outside: Whether that is enough for the paper to be flagged.
        trained_on: Whether the model was trained on this very paper.
        nearest: The labelled papers nearest to it, itself left out.
    """

    paper: Paper
    topics: tuple[TopicExplanation, ...]
    none_fits: float
    outside: bool
    trained_on: bool
    nearest: tuple[Neighbour, ...]


def explain(
    model: Model,
    training: TrainingSet,
    paper: Paper,
    *,
    topics: Sequence[str] = (),
    neighbours: int = NEIGHBOURS,
) -> Explanation:
    """Explain a paper's topics.

    Args:
        model: A loaded model.
        training: What it was trained on.
        paper: A paper with text.
        topics: Ids, names or aliases of topics; those the paper was given if empty, or the best
            guess if it was given none.
        neighbours: How many labelled papers to find.

    Returns:
        The explanation.

    Raises:
        TaxonomyError: A topic is not one that a paper can be given.
    """
    wanted = [_topic(model, topic) for topic in topics]
    clean = clean_paper(paper)
    scores = score(model.classifier, [clean])
    (decision,) = decide(model.classifier, model.taxonomy, scores)
    given = [topic.id for topic in decision.topics]
    learnt = model.classifier.learnt
    if not wanted:
        best = model.classifier.labels[learnt[scores.primary[0, learnt].argmax()]]
        wanted = given or [best]
    wanted = list(dict.fromkeys(wanted))
    levels = _levels(model, decision)
    columns = {topic: at for at, topic in enumerate(model.classifier.labels)}
    breakdowns = take_apart(model.classifier, clean, wanted)
    return Explanation(
        paper=paper,
        topics=tuple(
            TopicExplanation(
                topic=topic,
                given=topic in given,
                probability=float(scores.topics[0, columns[topic]]),
                threshold=levels.get(topic, 1.0),
                breakdown=parts,
            )
            for topic, parts in zip(wanted, breakdowns, strict=True)
        ),
        none_fits=float(none_fits(scores.topics)[0]),
        outside=decision.outside,
        trained_on=paper.id in training.ids,
        nearest=tuple(nearest(model.classifier, training, clean, n=neighbours, leave_out=paper.id)),
    )


def _levels(model: Model, decision: Decision) -> dict[str, float]:
    """From which probability on each learnt topic is given to a paper."""
    classifier = model.classifier
    labels = [classifier.labels[column] for column in classifier.learnt]
    levels = dict(zip(labels, classifier.thresholds.topics.tolist(), strict=True))
    if decision.primary is not None and decision.primary.topic is not None:
        best = decision.primary.topic
        levels[best] = min(levels[best], classifier.thresholds.primary)
    return levels


def _topic(model: Model, text: str) -> str:
    """Find the topic someone means."""
    found = find(model.taxonomy, text)
    if found is None:
        near = suggest(model.taxonomy, text)
        hint = f"did you mean {near!r}?" if near else "`papertaxa taxonomy show` lists all"
        raise TaxonomyError(f"the model's taxonomy has no topic {text!r}; {hint}")
    if found not in model.taxonomy.index:
        under = ", ".join(model.taxonomy.children(found))
        raise TaxonomyError(f"{found!r} is an area; name one of its topics: {under}")
    return found
