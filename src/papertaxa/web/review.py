"""The addresses of the first view: one paper at a time."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, RedirectResponse, Response

from papertaxa.web import desk as desks
from papertaxa.web.card import topic_path
from papertaxa.web.context import ANNOTATOR_COOKIE, NAME, Text, Viewing, Visiting, page
from papertaxa.web.forms import AnnotatorForm, DecisionForm, RefusedError, UndoForm

router = APIRouter()
_YEAR = 365 * 24 * 3600


@router.get("/")
def root() -> Response:
    """Lead to the first view."""
    return RedirectResponse("/review", status_code=303)


@router.get("/review")
def review(visit: Visiting, view: Viewing, id: Text = "") -> Response:  # noqa: A002 - as in the address
    """Show the page, with the paper asked for or the first one of the selection."""
    taxonomy = visit.desk.topics.current()
    answer = desks.show(visit.desk, view, paper=id or None)
    return page(
        visit,
        "review.html",
        here="review",
        view=view,
        areas=[(area, taxonomy.name(area)) for area in taxonomy.areas],
        has_queue=visit.desk.queue is not None,
        stage=answer["html"],
        title=answer["title"],
    )


@router.get("/review/paper")
def paper(
    visit: Visiting,
    view: Viewing,
    id: Text = "",  # noqa: A002 - as in the address
    by: Annotated[int, Query(ge=-1, le=1)] = 0,
    why: Text = "",
) -> dict[str, Any]:
    """Return a paper, or the one after or before it, to be put into the page."""
    return desks.show(visit.desk, view, paper=id or None, by=by, why=why)


@router.get("/review/topics")
def topics(visit: Visiting) -> list[dict[str, Any]]:
    """Return all topics with what people call them, for finding them while typing."""
    taxonomy = visit.desk.topics.current()
    return [
        {
            "id": topic,
            "name": taxonomy.name(topic),
            "path": topic_path(taxonomy, topic),
            "aliases": list(taxonomy.topic(topic).aliases),
        }
        for topic in taxonomy.labels
    ]


@router.get("/review/hello")
def hello(visit: Visiting) -> dict[str, str]:
    """Return a new token to a page that was loaded before the server was restarted."""
    return {"csrf": visit.csrf}


@router.post("/review/decide")
def decide(form: DecisionForm, visit: Visiting) -> dict[str, Any]:
    """Save a decision."""
    return desks.decide(visit.desk, form, by=visit.by)


@router.post("/review/undo")
def undo(form: UndoForm, visit: Visiting) -> dict[str, Any]:
    """Take back the visitor's last decision."""
    return desks.undo(visit.desk, form.view.view(), by=visit.by)


@router.post("/review/annotator")
def annotator(form: AnnotatorForm) -> Response:
    """Remember the name that goes into the visitor's labels."""
    name = form.name.strip()
    if name and not NAME.fullmatch(name):
        raise RefusedError("the name holds a control character")
    said = f"Your labels will be signed {name}." if name else "Your labels carry the default name."
    response = JSONResponse({"message": said})
    response.set_cookie(ANNOTATOR_COOKIE, quote(name), max_age=_YEAR, httponly=True, samesite="lax")
    return response
