"""Suggestions for every paper of a listing: the one on the screen first, the rest meanwhile."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterable, Mapping
from itertools import islice

from papertaxa.domain import Paper
from papertaxa.errors import PapertaxaError
from papertaxa.web.engine import Engine, Evidence, Suggestion

_BATCH = 4
"""Papers between two moments at which a person's request gets its turn."""

_PAUSE = 0.002


class Suggestions:
    """What the model says of the papers it has been shown so far."""

    def __init__(self, engine: Engine, papers: Iterable[Paper]) -> None:
        """Begin with none; `start` works through the papers in the background."""
        self.engine = engine
        self.failure = ""
        self._papers = tuple(papers)
        self._known: dict[str, Suggestion] = {}
        self._soon: deque[Paper] = deque(maxlen=64)
        self._turn = threading.Lock()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def known(self) -> Mapping[str, Suggestion]:
        """What there is so far, by paper id."""
        return self._known

    def get(self, paper: Paper) -> Suggestion:
        """Return what the model says of a paper, asking it now if need be."""
        found = self._known.get(paper.id)
        if found is None:
            found = self._predict([paper])[paper.id]
        return found

    @property
    def missing(self) -> int:
        """How many papers have no suggestion yet."""
        return len(self._papers) - len(self._known)

    def soon(self, papers: Iterable[Paper]) -> None:
        """Say which papers will be looked at next."""
        self._soon.extend(paper for paper in papers if paper.id not in self._known)

    def evidence(self, paper: Paper, topic: str) -> list[Evidence]:
        """Return the spans that count for a topic; none if the model does not know the topic."""
        if topic not in self.engine.taxonomy.index:
            return []
        with self._turn:
            return self.engine.evidence(paper, topic)

    def replace_engine(self, engine: Engine) -> None:
        """Go on with another model; what the old one said is forgotten."""
        self.stop()
        with self._turn:
            self.engine = engine
            self._known = {}
            self.failure = ""
        self.start()

    def start(self) -> None:
        """Work through the listing in the background."""
        self._stopped.clear()
        self._thread = threading.Thread(target=self._work, name="suggestions", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the work in the background, after the papers at hand."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def wait(self) -> None:
        """Wait until every paper has been worked through."""
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        rest = iter(self._papers)
        while not self._stopped.is_set():
            batch = self._next(rest)
            if not batch:
                return
            try:
                self._predict(batch)
            except Exception as error:  # a thread that dies in silence would look like a slow model
                self.failure = f"suggestions stopped at {batch[0].source or batch[0].id}: {error}"
                if not isinstance(error, PapertaxaError):
                    raise
                return
            time.sleep(_PAUSE)

    def _next(self, rest: Iterable[Paper]) -> list[Paper]:
        batch: list[Paper] = []
        while self._soon and len(batch) < _BATCH:
            batch.append(self._soon.popleft())
        if not batch:
            batch = list(islice((p for p in rest if p.id not in self._known), _BATCH))
        return batch

    def _predict(self, papers: list[Paper]) -> dict[str, Suggestion]:
        with self._turn:
            missing = [paper for paper in papers if paper.id not in self._known]
            if missing:
                for paper, found in zip(missing, self.engine.suggest(missing), strict=True):
                    self._known[paper.id] = found
            return {paper.id: self._known[paper.id] for paper in papers}
