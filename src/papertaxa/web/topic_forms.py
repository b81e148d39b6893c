"""What the second view may send."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from papertaxa.taxonomy import Taxonomy
from papertaxa.web.forms import Id, RefusedError, single_spaced

_MOST = 40
Line = Annotated[str, Field(max_length=120), AfterValidator(single_spaced)]


class ChangeForm(BaseModel):
    """A change to the tree; which fields count depends on what it is."""

    model_config = ConfigDict(extra="forbid", strict=True)

    what: Literal["rename", "move", "add", "merge", "split", "remove"]
    topic: Annotated[str, Field(max_length=500)] = ""
    name: Annotated[str, Field(max_length=120)] = ""
    definition: Annotated[str, Field(max_length=2000)] = ""
    aliases: Annotated[list[Line], Field(max_length=_MOST)] = []
    other: Annotated[str, Field(max_length=500)] = ""
    names: Annotated[list[Line], Field(max_length=_MOST)] = []
    ticket: Annotated[str, Field(max_length=64)] = ""

    def values(self, tree: Taxonomy) -> dict[str, Any]:
        """Return the arguments of the operation.

        Raises:
            RefusedError: A topic is unknown, or a name is missing.
        """
        if self.what != "add":
            _require(self.topic, tree, "choose a topic")
        if self.other:
            _require(self.other, tree, "choose another topic")
        under = self.other or None
        match self.what:
            case "rename":
                return {
                    "topic": self.topic,
                    "name": _named(self.name),
                    "definition": " ".join(self.definition.split()),
                    "aliases": list(dict.fromkeys(self.aliases)),
                }
            case "move":
                return {"topic": self.topic, "under": under}
            case "add":
                return {"name": _named(self.name), "under": under}
            case "merge":
                if under is None:
                    raise RefusedError("choose the topic that it becomes part of")
                return {"topic": self.topic, "into": under}
            case "split":
                return {"topic": self.topic, "names": list(dict.fromkeys(self.names))}
            case "remove":
                return {"topic": self.topic}


def _require(topic: Id, tree: Taxonomy, remedy: str) -> None:
    if topic not in tree:
        raise RefusedError(f"the taxonomy has no topic {topic!r} (any more); {remedy}")


def _named(name: str) -> str:
    try:
        return single_spaced(name)
    except ValueError as error:
        raise RefusedError(f"{error}; give one") from error
