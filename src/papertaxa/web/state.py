"""What is ticked on the page for one paper: its label, a suggestion, or work not yet saved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from papertaxa.domain import Label, Name
from papertaxa.taxonomy import Taxonomy
from papertaxa.web.engine import Suggestion
from papertaxa.web.store import Wanted

MOST_TOPICS = 4
MOST_NAMES = 200
LONGEST_NAME = 200
_ROWS = 9  # as many as there are number keys

Names = tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What is ticked.

    Attributes:
        topics: The topics, primary first.
        gone: Topics of the label that the taxonomy has no longer.
        methods: Names ticked as methods; None if nobody looked.
        benchmarks: Names ticked as benchmarks; None if nobody looked.
        proposed: Names ticked as the paper's own; None if nobody looked.
        shown: All topics on offer, in the order in which they are numbered.
    """

    topics: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    methods: Names = None
    benchmarks: Names = None
    proposed: Names = None
    shown: tuple[str, ...] = ()

    def wanted(self) -> Wanted:
        """Return what would be saved."""
        return Wanted(
            topics=self.topics,
            methods=self.methods,
            benchmarks=self.benchmarks,
            proposed=self.proposed,
        )

    def names(self) -> list[str]:
        """Return every name once, in the order of the lists."""
        lists = (self.methods, self.benchmarks, self.proposed)
        return list(dict.fromkeys(name for names in lists for name in names or ()))


def of_label(label: Label, suggestion: Suggestion, taxonomy: Taxonomy) -> State:
    """Show a label; what the model would give besides is offered below it."""
    known = tuple(topic for topic in label.topics if topic in taxonomy.index)
    return State(
        topics=known,
        gone=tuple(topic for topic in label.topics if topic not in taxonomy.index),
        methods=label.methods,
        benchmarks=label.benchmarks,
        proposed=label.proposed,
        shown=_shown(known, suggestion, taxonomy),
    )


def of_suggestion(suggestion: Suggestion, texts: Iterable[str], taxonomy: Taxonomy) -> State:
    """Show what the model suggests, ready to be accepted."""
    topics = tuple(t.id for t in suggestion.topics if t.id in taxonomy.index)[:MOST_TOPICS]
    text = "\n".join(texts)
    methods, benchmarks = (
        _surfaces(names, text) for names in (suggestion.methods, suggestion.benchmarks)
    )
    proposed: Names = None
    if suggestion.methods is not None or suggestion.benchmarks is not None:
        found = (*(suggestion.methods or ()), *(suggestion.benchmarks or ()))
        proposed = _surfaces([name for name in found if name.role == "proposed"], text)
    return State(
        topics=topics,
        methods=methods,
        benchmarks=benchmarks,
        proposed=proposed,
        shown=_shown(topics, suggestion, taxonomy),
    )


def _shown(topics: tuple[str, ...], suggestion: Suggestion, taxonomy: Taxonomy) -> tuple[str, ...]:
    offered = (topic.id for topic in (*suggestion.topics, *suggestion.others))
    rows = dict.fromkeys([*topics, *(topic for topic in offered if topic in taxonomy.index)])
    return tuple(rows)[: max(_ROWS, len(topics))]


def _surfaces(names: Sequence[Name] | None, text: str) -> Names:
    """Write names the way labels do: both forms, where both stand in the text."""
    if names is None:
        return None
    forms = [form for name in names for form in (name.text, name.canonical)]
    shorts = {name.text for name in names}
    fitting = (f for f in forms if (f in shorts or f in text) and len(f) <= LONGEST_NAME)
    return tuple(dict.fromkeys(fitting))[:MOST_NAMES]
