"""The taxonomy that papers are reviewed with: a file that may change meanwhile, or the model's."""

from __future__ import annotations

from pathlib import Path

from papertaxa.errors import TaxonomyError
from papertaxa.taxonomy import Taxonomy, load
from papertaxa.web.labelfile import Stamp, stamp_of


class TopicSource:
    """The taxonomy as it is now."""

    def __init__(self, path: Path, fallback: Taxonomy) -> None:
        """Take the taxonomy from a file, or, until there is one, the model's.

        Args:
            path: The file; it is written when the taxonomy is edited.
            fallback: What the model was trained on.

        Raises:
            TaxonomyError: The file has problems.
        """
        self.path = path
        self.problem = ""
        self._stamp: Stamp | None = stamp_of(path)
        self._taxonomy = fallback if self._stamp is None else load(path)

    def current(self) -> Taxonomy:
        """Return the taxonomy; one that was edited into something unusable is not taken over."""
        stamp = stamp_of(self.path)
        if stamp != self._stamp:
            self._stamp = stamp
            try:
                if stamp is not None:
                    self._taxonomy = load(self.path)
                self.problem = ""
            except TaxonomyError as error:
                self.problem = f"{error}\nUntil that is mended, the topics stay as they were."
        return self._taxonomy
