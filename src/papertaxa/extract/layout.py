"""The candidates of many papers, laid end to end, so that NumPy sees them all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from papertaxa.extract.candidates import Candidate
from papertaxa.extract.gazetteer import Counts
from papertaxa.extract.network import Floats, Ints
from papertaxa.extract.tagger import Tagging
from papertaxa.extract.usage import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What is known of one paper.

    Attributes:
        candidates: Its candidates, at least one.
        tagging: What the tagger says.
        words: Its tokens.
        norms: The same, squashed.
        usage: How names are used elsewhere.
        own: In training, what its own label added to the gazetteer's counts, by key.
    """

    candidates: Sequence[Candidate]
    tagging: Tagging
    words: Sequence[str]
    norms: Sequence[str]
    usage: Usage
    own: Mapping[str, Counts] | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """All places of all candidates of all papers, tokens laid end to end.

    Attributes:
        starts: Where each place begins.
        ends: Where it ends.
        low: Where its paper begins.
        high: Where its paper ends.
        titles: Where its paper's title ends.
        colons: Where the title's part before a colon ends.
        firsts: Index of each candidate's first place.
        times: Number of each candidate's places.
        several: Which candidates have several places.
        their: The places of these.
        begins: Index in these of each one's first.
    """

    starts: Ints
    ends: Ints
    low: Ints
    high: Ints
    titles: Ints
    colons: Ints
    firsts: Ints
    times: Floats
    several: Ints
    their: Ints
    begins: Ints

    @classmethod
    def of(cls, sheets: Sequence[Sheet]) -> Layout:
        """Lay out some papers."""
        lengths = np.array([len(sheet.norms) for sheet in sheets], np.int64)
        low = np.cumsum(lengths) - lengths
        sizes = [len(candidate.places) for sheet in sheets for candidate in sheet.candidates]
        flat = [p for sheet in sheets for c in sheet.candidates for p in c.places]
        per_paper = [sum(len(c.places) for c in sheet.candidates) for sheet in sheets]
        paper = np.repeat(np.arange(len(sheets)), per_paper)
        starts, ends = (np.array(flat, np.int64) + low[paper][:, None]).T
        times = np.array(sizes, np.int64)
        often = times > 1
        return cls(
            starts=starts,
            ends=ends,
            low=low[paper],
            high=(low + lengths)[paper],
            titles=np.array([s.tagging.title for s in sheets], np.int64)[paper] + low[paper],
            colons=np.array([s.tagging.colon for s in sheets], np.int64)[paper] + low[paper],
            firsts=np.cumsum(times) - times,
            times=times.astype(np.float32),
            several=np.flatnonzero(often),
            their=np.flatnonzero(np.repeat(often, times)),
            begins=np.cumsum(times[often]) - times[often],
        )

    def mean(self, values: NDArray[np.generic]) -> Floats:
        """Average over the places of each candidate."""
        sums = self._reduced(np.add, values.astype(np.float32, copy=False))
        result: Floats = sums / (self.times if values.ndim == 1 else self.times[:, None])
        return result

    def top(self, values: Floats) -> Floats:
        """Take the greatest over the places of each candidate."""
        return self._reduced(np.maximum, values)

    def _reduced(self, function: np.ufunc, values: Floats) -> Floats:
        """Reduce the places of each candidate to one; most have no more, which need no work."""
        result = values.take(self.firsts, axis=0)
        if self.several.size:
            result[self.several] = function.reduceat(values.take(self.their, axis=0), self.begins)
        return result
