"""Papers of a listing whose topics change from one model to another, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from papertaxa.batch.screen import LABELLED, Seen, screen
from papertaxa.classifier.contributions import contributions
from papertaxa.domain import Paper
from papertaxa.model import Model, Prediction, predict
from papertaxa.taxonomy.changes import Diff
from papertaxa.text import CleanPaper, clean_paper

_BATCH = 256
_TERMS = 5
_LEAST = 0.005  # a change below it explains nothing: a typical score is 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why one topic came or went.

    Attributes:
        topic: Its id; of a topic that went, and that the new taxonomy does not have, the old one.
        gained: Whether the new model gives it; the old one does otherwise.
        old_score: Its probability by the old model; None if that does not know it.
        new_score: The same by the new one.
        old_threshold: From which score on the old model gives it.
        new_threshold: The same for the new one.
        terms: The terms whose contribution to the score changed most in the direction of the flip,
            with the change; scores are around 1 for a typical paper on a topic, 0 for others.
    """

    topic: str
    gained: bool
    old_score: float | None
    new_score: float | None
    old_threshold: float | None
    new_threshold: float | None
    terms: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """A paper whose topics, or whose primary topic, change.

    Attributes:
        id: Its id.
        title: Its title, cleaned.
        before: The old model's topics, the primary one first, by their ids in the new taxonomy
            where it has them.
        after: The new model's.
        reasons: One for each topic that came or went; for the new primary one if only that changed.
    """

    id: str
    title: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, kw_only=True)
class Flips:
    """What became of a listing.

    Attributes:
        papers: How many papers both models labelled.
        skipped: How many rows have no text to label, or are duplicates.
        flips: The papers whose topics change, in the order of the listing.
    """

    papers: int = 0
    skipped: int = 0
    flips: tuple[Flip, ...] = ()


def find_flips(old: Model, new: Model, changes: Diff, papers: Iterable[Paper]) -> Flips:
    """Label a listing with both models.

    Args:
        old: The one.
        new: The other.
        changes: Between their taxonomies.
        papers: The listing, read as a stream.

    Returns:
        The papers whose topics differ.
    """
    seen = Seen()
    number = skipped = 0
    flips: list[Flip] = []
    papers = iter(papers)
    while batch := list(islice(papers, _BATCH)):
        cleaned = [(paper, clean_paper(paper)) for paper in batch]
        usable = [pair for pair in cleaned if screen(*pair, seen)[0] in LABELLED]
        number += len(usable)
        skipped += len(batch) - len(usable)
        texts = [text for _, text in usable]
        before = predict(old, texts, extract_names=False)
        after = predict(new, texts, extract_names=False)
        for (paper, text), was, now in zip(usable, before, after, strict=True):
            flip = _flip(old, new, changes, paper, text, was, now)
            if flip is not None:
                flips.append(flip)
    return Flips(papers=number, skipped=skipped, flips=tuple(flips))


def translate(topics: Iterable[str], changes: Diff) -> tuple[str, ...]:
    """Put old topics into the new taxonomy's ids; those that have no heir stay as they are."""
    return tuple(dict.fromkeys(changes.label(topic) or topic for topic in topics))


def _flip(
    old: Model,
    new: Model,
    changes: Diff,
    paper: Paper,
    text: CleanPaper,
    was: Prediction,
    now: Prediction,
) -> Flip | None:
    before = translate((topic.id for topic in was.decision.topics), changes)
    after = tuple(topic.id for topic in now.decision.topics)
    if before[:1] == after[:1] and set(before) == set(after):
        return None
    lost = [topic for topic in before if topic not in after]
    gained = [topic for topic in after if topic not in before]
    concerned = [(topic, False) for topic in lost] + [(topic, True) for topic in gained]
    pasts = {
        topic: max(
            (past for past in old.taxonomy.labels if translate([past], changes) == (topic,)),
            key=lambda past: was.scores[old.taxonomy.index[past]],
            default=None,
        )
        for topic, _ in (concerned or [(after[0], True)])
    }
    return Flip(
        id=paper.id,
        title=text.title.text,
        before=before,
        after=after,
        reasons=tuple(
            _reason(old, new, text, was, now, topic=topic, past=pasts[topic], gained=came)
            for topic, came in (concerned or [(after[0], True)])
        ),
    )


def _reason(
    old: Model,
    new: Model,
    text: CleanPaper,
    was: Prediction,
    now: Prediction,
    *,
    topic: str,
    past: str | None,
    gained: bool,
) -> Reason:
    present = topic if topic in new.taxonomy.index else None
    old_terms = contributions(old.classifier, text, [past])[0] if past is not None else {}
    new_terms = contributions(new.classifier, text, [present])[0] if present is not None else {}
    change = {
        term: new_terms.get(term, 0.0) - old_terms.get(term, 0.0)
        for term in old_terms.keys() | new_terms.keys()
    }
    sign = 1 if gained else -1
    ranked = sorted(change.items(), key=lambda item: (-sign * item[1], item[0]))
    return Reason(
        topic=topic,
        gained=gained,
        old_score=_score(old, was, past),
        new_score=_score(new, now, present),
        old_threshold=_threshold(old, past),
        new_threshold=_threshold(new, present),
        terms=tuple((term, by) for term, by in ranked[:_TERMS] if sign * by >= _LEAST),
    )


def _score(model: Model, prediction: Prediction, topic: str | None) -> float | None:
    return None if topic is None else float(prediction.scores[model.taxonomy.index[topic]])


def _threshold(model: Model, topic: str | None) -> float | None:
    """Return the level of a topic; None for one that the model never learnt."""
    if topic is None:
        return None
    learnt: Sequence[int] = model.classifier.learnt.tolist()
    place = model.taxonomy.index[topic]
    if place not in learnt:
        return None
    return float(model.classifier.thresholds.topics[learnt.index(place)])
