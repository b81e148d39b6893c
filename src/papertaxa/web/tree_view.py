"""The addresses of the second view: the taxonomy, and changes to it."""

from __future__ import annotations

from typing import Any, NamedTuple

from fastapi import APIRouter
from fastapi.responses import Response

from papertaxa.errors import LabelsError, TaxonomyError
from papertaxa.labels import counts
from papertaxa.taxonomy import Taxonomy
from papertaxa.web.consequences import Consequences, carry_out, consider
from papertaxa.web.context import Visit, Visiting, page
from papertaxa.web.forms import RefusedError
from papertaxa.web.topic_forms import ChangeForm

router = APIRouter()


class Node(NamedTuple):
    """A topic with what stands under it."""

    id: str
    name: str
    definition: str
    aliases: tuple[str, ...]
    papers: int
    primary: int
    children: list[Any]


@router.get("/taxonomy")
def taxonomy(visit: Visiting) -> Response:
    """Show the tree with counts."""
    tree = visit.desk.topics.current()
    return page(
        visit,
        "taxonomy.html",
        here="taxonomy",
        tree=_nodes(visit, tree, None),
        options=[(t.id, "  " * (len(tree.path(t.id)) - 1) + t.name) for t in tree.topics],
        file=visit.desk.topics.path.name,
    )


@router.post("/taxonomy/consider")
def considered(form: ChangeForm, visit: Visiting) -> dict[str, Any]:
    """Show what a change would mean."""
    return _shown(visit, _consider(form, visit))


@router.post("/taxonomy/apply")
def applied(form: ChangeForm, visit: Visiting) -> dict[str, Any]:
    """Make a change whose consequences were shown, if they are the same still."""
    found = _consider(form, visit)
    if found.ticket != form.ticket or not carry_out(found, visit.desk, by=visit.by):
        message = "Not done: the files have changed meanwhile. Look at the consequences again."
        return _shown(visit, _consider(form, visit)) | {"message": message, "level": "warn"}
    message = f"Done: {found.changed} of {found.total} labels changed."
    return {"html": _render(visit, found, done=True), "message": message, "done": True}


def _consider(form: ChangeForm, visit: Visit) -> Consequences:
    values = form.values(visit.desk.topics.current())
    try:
        return consider(visit.desk, form.what, values)
    except (TaxonomyError, LabelsError) as error:
        raise RefusedError(str(error)) from error


def _shown(visit: Visit, found: Consequences) -> dict[str, Any]:
    return {"html": _render(visit, found), "ticket": found.ticket, "message": ""}


def _render(visit: Visit, found: Consequences, *, done: bool = False) -> str:
    return visit.desk.pages.get_template("consequences.html").render(
        found=found, done=done, listed=visit.desk.listing.ids, file=visit.desk.topics.path.name
    )


def _nodes(visit: Visit, tree: Taxonomy, parent: str | None) -> list[Node]:
    numbers = counts(visit.desk.store.snapshot().labels.values(), taxonomy=tree)

    def nodes(above: str | None) -> list[Node]:
        return [
            Node(
                topic,
                tree.name(topic),
                tree.topic(topic).definition,
                tree.topic(topic).aliases,
                *numbers[topic],
                nodes(topic),
            )
            for topic in tree.children(above)
        ]

    return nodes(parent)
