"""The web application: its views, its guard, and its way of saying no."""

from __future__ import annotations

from typing import cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import ValidationError

from papertaxa.errors import PapertaxaError
from papertaxa.web import models_view, review, tree_view
from papertaxa.web.desk import Desk
from papertaxa.web.forms import RefusedError
from papertaxa.web.pages import statics
from papertaxa.web.security import Guard, Rules


def create_app(desk: Desk, rules: Rules, *, annotator: str = "") -> FastAPI:
    """Make the application.

    Args:
        desk: What is reviewed.
        rules: Who may talk to it.
        annotator: The name that goes into labels until a visitor gives another.
    """
    # The documentation pages of FastAPI load scripts from another host.
    app = FastAPI(title="papertaxa review", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.desk = desk
    app.state.annotator = annotator
    app.add_middleware(Guard, rules=rules)
    for view in (review, tree_view, models_view):
        app.include_router(view.router)
    app.add_api_route("/static/{name}", _static)
    app.add_exception_handler(RefusedError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(ValidationError, _invalid)
    app.add_exception_handler(PapertaxaError, _failed)
    return app


def _static(name: str, request: Request) -> Response:
    """Return a file that the pages refer to: from memory, so that no name leads to the disk."""
    found = statics().get(name)
    if found is None:
        return Response(status_code=404)
    headers = {"ETag": found.etag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == found.etag:
        return Response(status_code=304, headers=headers)
    return Response(found.data, media_type=found.type, headers=headers)


def _refused(_: Request, error: Exception) -> Response:
    return JSONResponse({"message": str(error), "level": "error"}, status_code=422)


def _invalid(_: Request, error: Exception) -> Response:
    """Name the first thing that is not as it should be, without repeating what was sent."""
    first = cast("RequestValidationError | ValidationError", error).errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    message = f"not understood: {place}: {first['msg']}"[:300]
    return JSONResponse({"message": message, "level": "error"}, status_code=422)


def _failed(_: Request, error: Exception) -> Response:
    return JSONResponse({"message": f"Not saved: {error}", "level": "error"}, status_code=500)
