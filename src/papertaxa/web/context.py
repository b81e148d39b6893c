"""What every address of the application is given: the desk, the visitor, the page around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import unquote

from fastapi import Depends, Query, Request
from fastapi.responses import HTMLResponse, Response

from papertaxa.web import desk as desks
from papertaxa.web.desk import Desk
from papertaxa.web.forms import ViewForm
from papertaxa.web.listing import View
from papertaxa.web.store import Author

ANNOTATOR_COOKIE = "papertaxa_annotator"
NAME = re.compile(r"[^\x00-\x1f\x7f]{1,60}")
_SHOWN = 5

Text = Annotated[str, Query(max_length=500)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """One request.

    Attributes:
        desk: What is reviewed.
        by: Who asks.
        csrf: The token that this visitor's changes have to carry.
    """

    desk: Desk
    by: Author
    csrf: str


def visit_of(request: Request) -> Visit:
    """Say what a request is about and who sent it."""
    name = unquote(request.cookies.get(ANNOTATOR_COOKIE, "")).strip()
    if not NAME.fullmatch(name):
        name = request.app.state.annotator
    return Visit(
        desk=request.app.state.desk,
        by=Author(id=request.state.person, name=name),
        csrf=request.state.csrf,
    )


def view_of(area: Text = "", order: Text = "listing", q: Text = "", todo: Text = "") -> View:
    """Read the filters from an address."""
    form = {"area": area, "order": order, "q": q, "todo": bool(todo)}
    return ViewForm.model_validate(form).view()


Visiting = Annotated[Visit, Depends(visit_of)]
Viewing = Annotated[View, Depends(view_of)]


def page(visit: Visit, template: str, **values: Any) -> Response:  # noqa: ANN401 - templates take anything
    """Render a whole page, with what every page shows around it."""
    desk = visit.desk
    desk.topics.current()
    html = desk.pages.get_template(template).render(
        csrf=visit.csrf,
        annotator=visit.by.name,
        labels_name=desk.store.path.name,
        notices=_notices(desk),
        **desks.counts(desk),
        **values,
    )
    return HTMLResponse(html)


def _notices(desk: Desk) -> list[str]:
    """Say what is wrong with the files, in words that lead to a remedy."""
    problems = desk.store.snapshot().problems
    notices = [str(problem) for problem in problems[:_SHOWN]]
    if len(problems) > _SHOWN:
        notices.append(f"and {len(problems) - _SHOWN} more broken lines")
    if problems:
        notices.append("These lines stay in the file as they are; all others are used.")
    if desk.listing.repeated:
        notices.append(
            f"{desk.listing.repeated} rows of the listing repeat the id of an earlier row and are "
            "left out."
        )
    return notices + [text for text in (desk.topics.problem, desk.suggestions.failure) if text]
