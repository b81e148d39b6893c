"""The addresses of the third view: training anew, comparing, promoting, rolling back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from papertaxa.errors import PapertaxaError
from papertaxa.web.context import Visit, Visiting, page
from papertaxa.web.forms import RefusedError
from papertaxa.web.workshop import Comparison, Workshop

router = APIRouter()
_Id = Annotated[str, Field(min_length=1, max_length=200)]


class NothingForm(BaseModel):
    """A wish that needs no more words."""

    model_config = ConfigDict(extra="forbid", strict=True)


class VersionForm(NothingForm):
    """A wish that concerns a version."""

    version: _Id
    force: bool = False


@router.get("/models")
def models(visit: Visiting) -> Response:
    """Show the versions and what is going on."""
    workshop = visit.desk.workshop
    return page(
        visit,
        "models.html",
        here="models",
        versions=workshop.versions() if workshop else [],
        available=workshop is not None,
        labels=len(visit.desk.store.snapshot().labels),
        progress=_progress(visit),
    )


@router.get("/models/progress")
def progress(visit: Visiting) -> dict[str, Any]:
    """Say how far a training or a comparison is."""
    return _progress(visit)


@router.post("/models/train")
def train(form: NothingForm, visit: Visiting) -> dict[str, Any]:  # noqa: ARG001 - checked to be empty
    """Start training a new version from the labels."""
    workshop = _workshop(visit)
    if not visit.desk.store.snapshot().labels:
        raise RefusedError("there is no label to train on yet")
    return _started(visit.desk.job.start("train", workshop.training(), check=_id_of))


@router.post("/models/compare")
def compare(form: VersionForm, visit: Visiting) -> dict[str, Any]:
    """Start comparing a version with the one in use."""
    workshop = _workshop(visit)
    version = _known(workshop, form.version)
    current = next((v.id for v in workshop.versions() if v.promoted), None)
    if current is None or current == version:
        raise RefusedError("this is the version in use; there is nothing to compare it with")
    command = workshop.comparing(current, version)
    return _started(visit.desk.job.start("compare", command, check=Comparison.of))


@router.post("/models/stop")
def stop(form: NothingForm, visit: Visiting) -> dict[str, Any]:  # noqa: ARG001 - checked to be empty
    """Stop what is going on; the model in use is not touched."""
    visit.desk.job.stop()
    return {"message": "Stopped. The model in use is as it was."}


@router.post("/models/promote")
def promote(form: VersionForm, visit: Visiting) -> dict[str, Any]:
    """Put a version into use."""
    workshop = _workshop(visit)
    version = _known(workshop, form.version)
    try:
        workshop.promote(version, force=form.force)
    except PapertaxaError as error:
        return {"message": str(error), "level": "warn", "refused": version}
    visit.desk.suggestions.replace_engine(workshop.engine())
    return {"message": f"{version} is in use now.", "reload": True}


@router.post("/models/rollback")
def rollback(form: NothingForm, visit: Visiting) -> dict[str, Any]:  # noqa: ARG001 - checked to be empty
    """Put the version before into use."""
    workshop = _workshop(visit)
    try:
        version = workshop.rollback()
    except PapertaxaError as error:
        return {"message": str(error), "level": "warn"}
    visit.desk.suggestions.replace_engine(workshop.engine())
    return {"message": f"Rolled back: {version} is in use now.", "reload": True}


def _workshop(visit: Visit) -> Workshop:
    if visit.desk.workshop is None:
        raise RefusedError("no model can be trained here; use `papertaxa train`")
    return visit.desk.workshop


def _id_of(result: Mapping[str, Any]) -> str:
    return str(result["id"])


def _known(workshop: Workshop, version: str) -> str:
    """Return an id that is one of the versions': nothing else reaches the file system."""
    if version not in {known.id for known in workshop.versions()}:
        raise RefusedError(f"there is no version {version!r} (any more)")
    return version


def _started(started: bool) -> dict[str, Any]:
    if started:
        return {"message": "Started."}
    return {"message": "Something is running already; wait for it, or stop it.", "level": "warn"}


def _progress(visit: Visit) -> dict[str, Any]:
    now = visit.desk.job.progress
    answer = asdict(now)
    answer["html"] = ""
    if now.state == "done" and now.what == "compare" and now.result is not None:
        comparison = Comparison.of(now.result)
        answer["html"] = visit.desk.pages.get_template("comparison.html").render(
            found=comparison, names=_names(visit), listed=visit.desk.listing.ids
        )
    return answer


def _names(visit: Visit) -> dict[str, str]:
    known = (visit.desk.suggestions.engine.taxonomy, visit.desk.topics.current())
    return {topic.id: topic.name for tree in known for topic in tree.topics}
