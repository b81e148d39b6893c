"""Merging several people's labels by a stated rule, with nothing lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from papertaxa.domain import Label
from papertaxa.errors import LabelsError, nearest
from papertaxa.labels.opinions import (
    KEYS,
    OLDEST,
    Opinion,
    by_paper,
    fold_in,
    latest,
    same_content,
)
from papertaxa.text import fold

Names = tuple[str, ...]
Rule = Callable[[Sequence[Opinion], str], tuple[Names, str]]

RULES = ("newest", "majority", "annotator:NAME")
_ONE = "annotator:"
_MOST_TOPICS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A paper on which annotators differ, and what was made of it.

    Attributes:
        id: The paper's id.
        key: ``topics``, ``proposed``, ``methods`` or ``benchmarks``.
        opinions: Those that state the key, from the oldest to the newest.
        settled: What the rule chose.
        reason: How it came to that.
    """

    id: str
    key: str
    opinions: tuple[Opinion, ...]
    settled: Names
    reason: str


def merge(
    opinions: Iterable[Opinion], *, rule: str = "newest"
) -> tuple[list[Label], list[Conflict]]:
    """Merge opinions into one label a paper.

    Topics and each kind of names are settled apart, among those who state them, by one rule. Each
    annotator counts once, with the newest opinion; where dates are the same or missing, the later
    one of the order given is the newer.

    - ``newest``: the newest opinion.
    - ``majority``: every topic (name) that more than half give; one that exactly half give if the
      newest opinion has it. The primary topic is the one most often given as such. If no topic
      has a majority, the newest opinion.
    - ``annotator:NAME``: NAME's opinion, and the newest where there is none.

    Two lists of topics agree if they have the same members and the same primary one; two lists of
    names if their members differ in spelling only.

    Args:
        opinions: From `papertaxa.labels.opinions.gather`.
        rule: One of the above.

    Returns:
        The labels, in the order of first appearance, and the conflicts that the rule settled. A
        label of several opinions has two more keys: ``settled`` (the rule, or ``agreed``), and
        ``others``, every other opinion, the newest first; one that gives the same shows its
        annotator and date only. A label that is nobody's own has no annotator.

    Raises:
        LabelsError: The rule is unknown, or names an annotator who labelled nothing.
    """
    opinions = list(opinions)
    settle = _rule(rule, {opinion.annotator for opinion in opinions})
    labels: list[Label] = []
    conflicts: list[Conflict] = []
    for said in by_paper(opinions).values():
        label, found = _merge_one(said, settle, rule)
        labels.append(label)
        conflicts.extend(found)
    return labels, conflicts


def row(conflict: Conflict) -> dict[str, object]:
    """Put a conflict into a row for JSON Lines."""
    return {
        "id": conflict.id,
        "key": conflict.key,
        "opinions": [
            {
                "annotator": opinion.annotator,
                "date": opinion.label.extra.get("date"),
                conflict.key: getattr(opinion.label, conflict.key),
                "source": opinion.label.source,
            }
            for opinion in conflict.opinions
        ],
        "settled": conflict.settled,
        "reason": conflict.reason,
    }


def _merge_one(said: Sequence[Opinion], settle: Rule, rule: str) -> tuple[Label, list[Conflict]]:
    """Merge what was said of one paper."""
    current = list(latest(said).values())
    conflicts: list[Conflict] = []
    settled: dict[str, Names | None] = {}
    for key in KEYS:
        stating = [opinion for opinion in current if getattr(opinion.label, key) is not None]
        if not stating:
            settled[key] = None
            continue
        settled[key], reason = value, _ = settle(stating, key)
        if len({_meaning(opinion, key) for opinion in stating}) > 1:
            conflicts.append(
                Conflict(
                    id=said[0].label.id,
                    key=key,
                    opinions=tuple(stating),
                    settled=value,
                    reason=reason,
                )
            )
    content = replace(current[-1].label, **settled)  # type: ignore[arg-type] # mypy cannot tell the keys
    alike = [opinion for opinion in current if same_content(opinion.label, content)]
    named = [opinion for opinion in alike if f"{_ONE}{opinion.annotator}" == rule]
    whose = (named or alike)[-1] if alike else None
    if whose is not None:
        label = whose.label
    else:  # put together from several: every opinion is kept beside it
        extra = {key: value for o in current for key, value in o.label.extra.items()}
        extra.pop("annotator", None)
        label = replace(content, extra=extra)
    others = [opinion for opinion in _distinct(said) if opinion != whose]
    if not others:
        return label, []
    return fold_in(label, others, how=rule if conflicts else "agreed"), conflicts


def _distinct(said: Sequence[Opinion]) -> list[Opinion]:
    """Leave out opinions that were given twice, word for word; the newest first."""
    kept: list[Opinion] = []
    for opinion in sorted(said, key=lambda opinion: opinion.when):
        alike = [
            other
            for other in kept
            if same_content(other.label, opinion.label) and other.label.extra == opinion.label.extra
        ]
        for other in alike:
            kept.remove(other)
        kept.append(opinion)
    return kept[::-1]


def _meaning(opinion: Opinion, key: str) -> object:
    """What a list says, whatever the order of all but the primary topic and the spelling."""
    value: Names = getattr(opinion.label, key)
    if key == "topics":
        return value[:1], frozenset(value)
    return frozenset(fold(name) for name in value)


def _rule(rule: str, annotators: set[str]) -> Rule:
    """Find the rule of this name."""
    if rule == "newest":
        return _newest
    if rule == "majority":
        return _majority
    if rule.startswith(_ONE):
        name = rule.removeprefix(_ONE)
        if name not in annotators:
            known = ", ".join(sorted(annotators)[:10])
            raise LabelsError(
                f"the rule {rule!r} names nobody who labelled{nearest(name, annotators)}; the "
                f"annotators are {known}"
            )
        return lambda opinions, key: _one(opinions, key, name)
    raise LabelsError(f"unknown rule {rule!r}{nearest(rule, RULES)}; give {', '.join(RULES)}")


def _newest(opinions: Sequence[Opinion], key: str) -> tuple[Names, str]:
    """Take the newest opinion."""
    chosen = opinions[-1]
    rivals = [
        opinion
        for opinion in opinions[:-1]
        if opinion.when == chosen.when and _meaning(opinion, key) != _meaning(chosen, key)
    ]
    tie = ""
    if rivals:
        what = "none has a date" if chosen.when == OLDEST else "of those with the same date"
        tie = f"; {what}: the later file or row"
    return getattr(chosen.label, key), f"newest: {chosen.annotator}, {chosen.date}{tie}"


def _one(opinions: Sequence[Opinion], key: str, name: str) -> tuple[Names, str]:
    """Take the opinion of a named annotator."""
    own = next((opinion for opinion in opinions if opinion.annotator == name), None)
    if own is not None:
        return getattr(own.label, key), f"annotator: {name}"
    value, reason = _newest(opinions, key)
    return value, f"{name} says nothing; {reason}"


def _majority(opinions: Sequence[Opinion], key: str) -> tuple[Names, str]:
    """Count votes, topic by topic or name by name."""
    same: Callable[[str], str] = str if key == "topics" else fold
    voters, newest = len(opinions), opinions[-1]
    votes: Counter[str] = Counter()
    first: Counter[str] = Counter()  # as primary topic
    spelled: dict[str, str] = {}  # as the newest has it, in its order, then the next newest, ...
    for opinion in reversed(opinions):
        value: Names = getattr(opinion.label, key)
        votes.update({same(item) for item in value})
        first.update(same(item) for item in value[:1])
        for item in value:
            spelled.setdefault(same(item), item)
    own = {same(item) for item in getattr(newest.label, key)}
    ties = [item for item in spelled if 2 * votes[item] == voters]
    kept = [item for item in spelled if 2 * votes[item] > voters or (item in ties and item in own)]
    reason = f"majority of {voters}"
    if ties:
        named = ", ".join(spelled[item] for item in ties)
        reason += f"; as many for as against {named}: {_newest(opinions, key)[1]}"
    if key == "topics":
        if not kept:
            return newest.label.topics, f"no topic has a {reason}; {_newest(opinions, key)[1]}"
        most = max(first[item] for item in kept)
        leading = [item for item in kept if first[item] == most]
        if len(leading) > 1:
            reason += f"; primary: {leading[0]}, of as many votes the newest"
        kept.remove(leading[0])
        kept = [leading[0], *sorted(kept, key=lambda item: -votes[item])]
        if len(kept) > _MOST_TOPICS:
            reason += f"; the {_MOST_TOPICS} with the most votes of {len(kept)}"
    limit = _MOST_TOPICS if key == "topics" else None
    return tuple(spelled[item] for item in kept[:limit]), reason
