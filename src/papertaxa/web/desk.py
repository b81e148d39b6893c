"""What a review works on, and the answers of the page to what a person does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from jinja2 import Environment

from papertaxa.domain import Label
from papertaxa.web.card import Card, card, cleaned
from papertaxa.web.forms import DecisionForm, RefusedError
from papertaxa.web.job import Job
from papertaxa.web.listing import Listing, View, select, step
from papertaxa.web.pages import environment
from papertaxa.web.state import State, of_label, of_suggestion
from papertaxa.web.store import Author, Conflict, Store, version
from papertaxa.web.suggestions import Suggestions
from papertaxa.web.topics import TopicSource
from papertaxa.web.workshop import Workshop

Answer = dict[str, Any]
_AHEAD = 8


@dataclass(frozen=True, kw_only=True)
class Desk:
    """A listing under review.

    Attributes:
        listing: The papers.
        store: Their labels.
        topics: The taxonomy.
        suggestions: What the model says.
        queue: The ids in the order in which labels help most; None if nobody can say.
        workshop: What trains models; None if nothing does.
        job: The training or comparison that is going on.
        pages: The templates.
    """

    listing: Listing
    store: Store
    topics: TopicSource
    suggestions: Suggestions
    queue: Callable[[], Sequence[str]] | None = None
    workshop: Workshop | None = None
    job: Job = field(default_factory=Job)
    pages: Environment = field(default_factory=environment)


def counts(desk: Desk) -> dict[str, int]:
    """Return how many papers of the listing have a label, and how many there are."""
    reviewed = sum(map(desk.listing.ids.__contains__, desk.store.snapshot().labels))
    return {"reviewed": reviewed, "total": len(desk.listing.papers)}


def show(desk: Desk, view: View, *, paper: str | None = None, by: int = 0, why: str = "") -> Answer:
    """Show a paper, or the one that follows or precedes it in the selection.

    Args:
        desk: What is worked on.
        view: The selection.
        paper: Its id; None for the first that the view shows.
        by: 0 for itself, 1 for the next, -1 for the one before.
        why: The topic whose evidence is shown; the primary one if empty.

    Raises:
        RefusedError: The listing has no such paper.
    """
    if paper is not None and paper not in desk.listing.by_id:
        raise RefusedError(f"the listing has no paper {paper!r}")
    ids = _selection(desk, view)
    if paper is None or by:
        paper = _next(desk, ids, view, paper, by or 1)
    return _answer(desk, view, ids, paper, why=why)


def decide(desk: Desk, form: DecisionForm, *, by: Author) -> Answer:
    """Save a decision, and show the paper again or the next one.

    Raises:
        RefusedError: The listing has no such paper, or the taxonomy no such topic.
    """
    if form.id not in desk.listing.by_id:
        raise RefusedError(f"the listing has no paper {form.id!r}")
    view = form.view.view()
    state = form.state.state(desk.topics.current())
    if form.settle == "theirs":
        desk.store.keep_theirs(form.id, state.wanted(), by=by)
        answer = _answer(desk, view, _selection(desk, view), form.id)
        return answer | {"message": "Kept what the file has. Yours is in the history."}
    if not state.topics:
        message = "Not saved: a paper needs a topic. The file keeps what it has until you add one."
        return _again(desk, form, view, state) | {"message": message, "level": "warn"}
    result = desk.store.decide(form.id, state.wanted(), seen=form.version, by=by)
    if isinstance(result, Conflict):
        return _conflict(desk, form, view, state, result)
    if not form.move:
        return _again(desk, form, view, state) | {"message": "Saved."}
    ids = _selection(desk, view)
    done = counts(desk)
    message = f"Saved. {done['reviewed']} of {done['total']} reviewed."
    following = _next(desk, ids, view, form.id, 1)
    return _answer(desk, view, ids, following) | {"message": message}


def undo(desk: Desk, view: View, *, by: Author) -> Answer:
    """Take the person's last decision back and show its paper."""
    result = desk.store.undo(by=by)
    if result is None:
        return {"message": "Nothing of yours to undo.", "level": "warn"}
    ids = _selection(desk, view)
    paper = result.paper if result.paper in desk.listing.ids else None
    if paper is None:
        return {"message": f"Undone for {result.paper}, which is not in this listing."}
    answer = _answer(desk, view, ids, paper)
    if isinstance(result, Conflict):
        message = "Not undone: someone has changed this paper since. See its history below."
        return answer | {"message": message, "level": "warn"}
    return answer | {"message": "Undone."}


def _selection(desk: Desk, view: View) -> list[str]:
    return select(
        desk.listing,
        view,
        labels=desk.store.snapshot().labels,
        known=desk.suggestions.known,
        taxonomy=desk.topics.current(),
        queue=desk.queue,
    )


def _next(desk: Desk, ids: Sequence[str], view: View, current: str | None, by: int) -> str | None:
    labels = desk.store.snapshot().labels if view.todo else {}
    return step(ids, current, by, skip=labels.__contains__)


def _again(desk: Desk, form: DecisionForm, view: View, state: State) -> Answer:
    """Show a paper with what is ticked, rows in their places."""
    return _answer(desk, view, _selection(desk, view), form.id, state=state, why=form.why)


def _answer(
    desk: Desk,
    view: View,
    ids: Sequence[str],
    paper: str | None,
    *,
    state: State | None = None,
    why: str = "",
    conflict: Mapping[str, Any] | None = None,
    seen: str | None = None,
) -> Answer:
    found = None if paper is None else make_card(desk, paper, state=state, why=why, seen=seen)
    place = ids.index(paper) + 1 if paper in ids else 0
    if place:
        desk.suggestions.soon(desk.listing.by_id[i] for i in ids[place : place + _AHEAD])
    html = desk.pages.get_template("paper.html").render(
        card=found,
        place=place,
        selected=len(ids),
        view=view,
        conflict=conflict,
        missing=desk.suggestions.missing,
    )
    title = found.paper.title if found else ""
    return {"html": html, "id": paper, "title": title or paper, "message": ""} | counts(desk)


def make_card(
    desk: Desk,
    paper_id: str,
    *,
    state: State | None = None,
    why: str = "",
    seen: str | None = None,
) -> Card:
    """Work out what is shown of a paper.

    Args:
        desk: What is worked on.
        paper_id: The paper.
        state: What is ticked; its label, or the suggestion, if None.
        why: The topic whose evidence is shown.
        seen: The version of the label that the person knows, if that is not the present one.
    """
    paper = desk.listing.by_id[paper_id]
    taxonomy = desk.topics.current()
    label: Label | None = desk.store.snapshot().labels.get(paper_id)
    suggestion = desk.suggestions.get(paper)
    if state is None and label is not None:
        state = of_label(label, suggestion, taxonomy)
    elif state is None:
        text = cleaned(paper)
        state = of_suggestion(suggestion, (text.title.text, text.abstract.text), taxonomy)
    if why not in taxonomy.index:
        why = next(iter((*state.topics, *state.shown)), "")
    return card(
        paper,
        label=label,
        suggestion=suggestion,
        state=state,
        taxonomy=taxonomy,
        why=why,
        evidence=desk.suggestions.evidence(paper, why) if why else [],
        history=desk.store.history(paper_id),
        seen=seen,
    )


def _conflict(desk: Desk, form: DecisionForm, view: View, state: State, result: Conflict) -> Answer:
    """Show both sides; nothing is written until one of them is chosen."""
    taxonomy = desk.topics.current()

    def side(label: Label | None) -> dict[str, Any]:
        if label is None:
            return {"topics": [], "names": [], "who": "", "at": ""}
        return {
            "topics": [taxonomy.name(t) if t in taxonomy else t for t in label.topics],
            "names": State(
                methods=label.methods, benchmarks=label.benchmarks, proposed=label.proposed
            ).names(),
            "who": str(label.extra.get("annotator", "")),
            "at": str(label.extra.get("date", "")),
        }

    both = {
        "theirs": side(result.theirs),
        "mine": side(result.mine),
        "version": version(result.theirs),
    }
    # The page goes on with the version that the person knew: a key pressed in haste is refused
    # again, and only the button that says so overwrites what the file has.
    answer = _answer(
        desk,
        view,
        _selection(desk, view),
        form.id,
        state=state,
        why=form.why,
        conflict=both,
        seen=form.version,
    )
    message = "Not saved: this paper was changed meanwhile. Choose which is right."
    return answer | {"message": message, "level": "warn", "conflict": True}
