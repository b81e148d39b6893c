"""The order in which labels would teach the model most, worked out in the background."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from papertaxa.labels import counts
from papertaxa.web.card import cleaned
from papertaxa.web.listing import Listing
from papertaxa.web.store import Store
from papertaxa.web.suggestions import Suggestions

_CHOSEN = 200
_LOW = 10  # papers left without a label at which new ones are chosen


class QueueOrder:
    """Ids of the papers to label next, the most useful first.

    They are chosen among the papers that the model has read, as soon as it has read all, and again
    when most of the chosen ones have a label.
    """

    def __init__(self, listing: Listing, store: Store, suggestions: Suggestions) -> None:
        """Begin with none."""
        self._listing = listing
        self._store = store
        self._suggestions = suggestions
        self._ids: Sequence[str] = ()
        self._engine: object = None
        self._turn = threading.Lock()

    def __call__(self) -> Sequence[str]:
        """Return what is known now; empty until it has been worked out."""
        labels = self._store.snapshot().labels
        left = sum(paper not in labels for paper in self._ids)
        stale = self._engine is not self._suggestions.engine or left < _LOW
        if stale and not self._suggestions.missing and self._turn.acquire(blocking=False):
            self._engine = self._suggestions.engine
            threading.Thread(target=self._choose, name="queue", daemon=True).start()
        return self._ids

    def _choose(self) -> None:
        try:
            self._ids = self.chosen()
        finally:
            self._turn.release()

    def chosen(self) -> list[str]:
        """Choose now, which takes seconds for thousands of papers."""
        import numpy as np

        from papertaxa.labels.queue import pick
        from papertaxa.labels.sketch import sketch

        engine, labels = self._suggestions.engine, self._store.snapshot().labels
        known = self._suggestions.known
        papers = [p for p in self._listing.papers if p.id in known and not p.problem]
        rows = [known[paper.id].scores for paper in papers]
        if not rows or any(row is None for row in rows):
            return []
        texts = (cleaned(paper) for paper in papers)
        number_of = counts(labels.values())
        picked = pick(
            [paper.id for paper in papers],
            np.stack([row for row in rows if row is not None]),
            engine.thresholds,
            [number_of.get(topic, (0, 0))[0] for topic in engine.taxonomy.labels],
            sketch(f"{text.title.text}\n{text.abstract.text}" for text in texts),
            _CHOSEN,
            topics=engine.taxonomy.labels,
            labelled=[paper.id in labels for paper in papers],
        )
        return [papers[row].id for row, _ in picked]
