"""One paper as the page shows it: everything that its template needs, worked out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from papertaxa.domain import Label, Name, Paper
from papertaxa.taxonomy import Taxonomy, suggest
from papertaxa.text import CleanPaper, clean_paper
from papertaxa.web.engine import Evidence, Suggestion
from papertaxa.web.journal import Entry, to_label
from papertaxa.web.passages import Mark, Passage, mark_given, mark_names, passages
from papertaxa.web.state import MOST_TOPICS, State, of_label
from papertaxa.web.store import version

_TERMS = 12
_STEPS = 3  # shades of evidence
_HISTORY = 20
_KINDS = {
    "decision": "set",
    "undo": "undone to",
    "conflict": "held up",
    "theirs": "given up",
    "taxonomy": "changed with the taxonomy",
}


class TopicRow(NamedTuple):
    """A topic that can be ticked."""

    key: int
    id: str
    name: str
    path: str
    definition: str
    score: float | None
    rank: int
    why: bool


class NameRow(NamedTuple):
    """A name and what it is ticked as."""

    name: str
    method: bool
    benchmark: bool
    proposed: bool


class Term(NamedTuple):
    """A piece of evidence in words."""

    text: str
    weight: float


@dataclass(frozen=True, kw_only=True)
class Card:
    """What the template of a paper shows; see there."""

    paper: Paper
    title: list[Passage]
    abstract: list[Passage]
    label: Label | None
    version: str
    state: State
    topics: list[TopicRow]
    gone: list[tuple[str, str]]
    names: list[NameRow]
    confident: bool
    why: str
    why_name: str
    terms: list[Term]
    history: list[dict[str, Any]]
    full: bool

    def data(self) -> dict[str, Any]:
        """What the script needs to know."""
        return {
            "id": self.paper.id,
            "version": self.version,
            "why": self.why,
            "saved": self.label is not None,
            **asdict(self.state),
        }


def card(
    paper: Paper,
    *,
    label: Label | None,
    suggestion: Suggestion,
    state: State,
    taxonomy: Taxonomy,
    why: str,
    evidence: Iterable[Evidence],
    history: Iterable[Entry],
    seen: str | None = None,
) -> Card:
    """Work out what the page shows of a paper; for ``seen`` see `papertaxa.web.desk.make_card`."""
    text = cleaned(paper)
    spans = list(evidence)
    scores = {t.id: t.score for t in (*suggestion.others, *suggestion.topics)}
    return Card(
        paper=paper,
        title=_passages(text, "title", state, suggestion, spans),
        abstract=_passages(text, "abstract", state, suggestion, spans),
        label=label,
        version=version(label) if seen is None else seen,
        state=state,
        topics=[
            TopicRow(
                key=number,
                id=topic,
                name=taxonomy.name(topic),
                path=topic_path(taxonomy, topic),
                definition=taxonomy.topic(topic).definition,
                score=scores.get(topic),
                rank=state.topics.index(topic) + 1 if topic in state.topics else 0,
                why=topic == why,
            )
            for number, topic in enumerate(state.shown, 1)
        ],
        gone=[(topic, _remedy(topic, taxonomy)) for topic in state.gone],
        names=[
            NameRow(
                name,
                name in (state.methods or ()),
                name in (state.benchmarks or ()),
                name in (state.proposed or ()),
            )
            for name in state.names()
        ],
        confident=suggestion.confident,
        why=why,
        why_name=taxonomy.name(why) if why in taxonomy else why,
        terms=_terms(text, spans),
        history=_history(history, suggestion, taxonomy),
        full=len(state.topics) >= MOST_TOPICS,
    )


@lru_cache(maxsize=512)
def _cleaned(title: str, abstract: str) -> CleanPaper:
    return clean_paper(Paper(id="", title=title, abstract=abstract))


def cleaned(paper: Paper) -> CleanPaper:
    """Return a paper's text without markup, remembered for the papers looked at last."""
    return _cleaned(paper.title, paper.abstract)


def topic_path(taxonomy: Taxonomy, topic: str) -> str:
    """Return the names above a topic, from the area down; empty for an area."""
    return " › ".join(taxonomy.name(step) for step in taxonomy.path(topic)[:-1])


def shade(weight: float, most: float) -> int:
    """Return a step from 1 to 3 for a piece of evidence beside the strongest one."""
    return max(1, min(_STEPS, round(_STEPS * weight / most))) if most > 0 else 1


def _passages(
    text: CleanPaper, field: str, state: State, suggestion: Suggestion, evidence: list[Evidence]
) -> list[Passage]:
    part = text.title if field == "title" else text.abstract
    most = max((span.weight for span in evidence), default=0.0)
    marks: list[Mark] = []
    for span in evidence:
        if span.field == field and span.weight > 0:
            marks += mark_given(part, span.start, span.end, f"e{shade(span.weight, most)}")
    for kind, names in (("m", state.methods), ("b", state.benchmarks), ("p", state.proposed)):
        marks += mark_names(part.text, names or (), kind)
        wanted = frozenset(names or ())
        for name in _suggested(suggestion, kind):
            if name.text in wanted or name.canonical in wanted:
                for mention in name.mentions:
                    if mention.field == field:
                        marks += mark_given(part, mention.start, mention.end, kind)
    return passages(part.text, marks)


def _suggested(suggestion: Suggestion, kind: str) -> tuple[Name, ...]:
    methods, benchmarks = suggestion.methods or (), suggestion.benchmarks or ()
    if kind == "p":
        return tuple(name for name in methods + benchmarks if name.role == "proposed")
    return methods if kind == "m" else benchmarks


def _terms(text: CleanPaper, evidence: list[Evidence]) -> list[Term]:
    """Add up the weights of each term, the strongest first, for reading them as words."""
    sums: dict[str, float] = {}
    for span in evidence:
        part = text.title if span.field == "title" else text.abstract
        if 0 <= span.start < span.end <= len(part.raw):
            start, end = part.clean_span(span.start, span.end)
            word = part.text[start:end].casefold()
            sums[word] = sums.get(word, 0.0) + span.weight
    ordered = sorted(sums.items(), key=lambda item: -abs(item[1]))
    return [Term(word, weight) for word, weight in ordered[:_TERMS] if word]


def _remedy(topic: str, taxonomy: Taxonomy) -> str:
    if topic in taxonomy:
        under = ", ".join(taxonomy.name(child) for child in taxonomy.children(topic)[:3])
        return f"is an area now; choose a topic under it, such as {under}"
    meant = suggest(taxonomy, topic)
    hint = f"perhaps {taxonomy.name(meant)!r} is meant" if meant else "choose another topic"
    return f"is not in the taxonomy any more; {hint}. Saving leaves it out"


def _history(
    entries: Iterable[Entry], suggestion: Suggestion, taxonomy: Taxonomy
) -> list[dict[str, Any]]:
    found = []
    for entry in list(entries)[-_HISTORY:]:
        # Of a decision that was given up, what it was is in `before`.
        row: Mapping[str, Any] | None = entry.before if entry.kind == "theirs" else entry.after
        label = to_label(row)
        names = [taxonomy.name(t) if t in taxonomy else t for t in label.topics] if label else []
        found.append(
            {
                "at": entry.at.replace("T", " ").replace("Z", " UTC"),
                "who": entry.annotator or "someone",
                "what": _KINDS.get(entry.kind, entry.kind),
                "topics": ", ".join(names) or "no label",
                "state": asdict(of_label(label, suggestion, taxonomy)) if label else None,
            }
        )
    return found[::-1]
