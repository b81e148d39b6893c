"""What the browser may send, with every limit that it has to keep."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from papertaxa.errors import nearest
from papertaxa.taxonomy import Taxonomy
from papertaxa.web.listing import View
from papertaxa.web.state import LONGEST_NAME, MOST_NAMES, MOST_TOPICS, State

_LONGEST_ID = 500
_LONGEST_SEARCH = 200
_MOST_SHOWN = 60


class RefusedError(ValueError):
    """What was sent cannot be taken; the message says why and what to do."""


def single_spaced(name: str) -> str:
    """Make white space single; refuse control characters and half characters."""
    name = " ".join(name.split())
    if not name:
        raise ValueError("a name is empty")
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in name):
        raise ValueError("a name holds a control character")
    return name


def _once(values: list[str]) -> list[str]:
    return list(dict.fromkeys(values))


Id = Annotated[str, Field(min_length=1, max_length=_LONGEST_ID)]
Name = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(single_spaced)]
NameList = Annotated[list[Name], Field(max_length=MOST_NAMES), AfterValidator(_once)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ViewForm(_Form):
    """The filters, as the page has them."""

    area: Annotated[str, Field(max_length=_LONGEST_ID)] = ""
    order: Literal["listing", "uncertain", "queue"] = "listing"
    q: Annotated[str, Field(max_length=_LONGEST_SEARCH)] = ""
    todo: bool = False

    def view(self) -> View:
        """Return what is to be shown."""
        return View(area=self.area, order=self.order, search=self.q, todo=self.todo)


class StateForm(_Form):
    """What is ticked on the page."""

    topics: Annotated[list[Id], Field(max_length=MOST_TOPICS), AfterValidator(_once)]
    gone: Annotated[list[Id], Field(max_length=_MOST_SHOWN)] = []
    methods: NameList | None = None
    benchmarks: NameList | None = None
    proposed: NameList | None = None
    shown: Annotated[list[Id], Field(max_length=_MOST_SHOWN), AfterValidator(_once)] = []

    def state(self, taxonomy: Taxonomy) -> State:
        """Return it with topics that a paper may carry.

        Raises:
            RefusedError: A topic is none of the taxonomy's.
        """
        for topic in self.topics:
            if topic not in taxonomy.index:
                hint = nearest(topic, taxonomy.index)
                raise RefusedError(f"{topic!r} is not a topic of the taxonomy (any more){hint}")
        shown = dict.fromkeys([*self.shown, *self.topics])

        def names(values: list[str] | None) -> tuple[str, ...] | None:
            return None if values is None else tuple(values)

        return State(
            topics=tuple(self.topics),
            gone=tuple(topic for topic in self.gone if topic not in taxonomy.index),
            methods=names(self.methods),
            benchmarks=names(self.benchmarks),
            proposed=names(self.proposed),
            shown=tuple(topic for topic in shown if topic in taxonomy.index),
        )


class DecisionForm(_Form):
    """A decision on one paper.

    ``move`` goes on to the next paper; ``settle`` answers a conflict; ``why`` is the topic whose
    evidence is shown.
    """

    id: Id
    version: Annotated[str, Field(max_length=32)]
    state: StateForm
    view: ViewForm = ViewForm()
    why: Annotated[str, Field(max_length=_LONGEST_ID)] = ""
    move: bool = False
    settle: Literal["", "theirs"] = ""


class UndoForm(_Form):
    """Taking back one's last decision."""

    view: ViewForm = ViewForm()


class AnnotatorForm(_Form):
    """The name that goes into one's labels."""

    name: Annotated[str, Field(max_length=60)]
