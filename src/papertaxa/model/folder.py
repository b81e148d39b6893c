"""Loading a model folder.

Layout: ``manifest.json``, ``taxonomy.json``, ``classifier/`` (weights), ``training/`` (the counts
and labels it can be refitted from), ``extractor/`` (a spaCy pipeline; absent in a model trained
from labels without names).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from papertaxa import taxonomy as taxonomies
from papertaxa.classifier import Classifier
from papertaxa.classifier import load as load_classifier
from papertaxa.classifier import load_training_set
from papertaxa.data import DEFAULT_MODEL
from papertaxa.errors import ModelError
from papertaxa.extract import Extractor
from papertaxa.extract import load as load_extractor
from papertaxa.model import manifest
from papertaxa.model.manifest import Manifest
from papertaxa.taxonomy import Taxonomy

TAXONOMY = "taxonomy.json"
CLASSIFIER = "classifier"
TRAINING = "training"
EXTRACTOR = "extractor"


@dataclass(frozen=True, kw_only=True)
class Model:
    """A loaded model; ``extractor`` is None where it has none or none was asked for."""

    folder: Path
    manifest: Manifest
    taxonomy: Taxonomy
    classifier: Classifier
    extractor: Extractor | None


def load(folder: Path | None = None, *, extract: bool = True) -> Model:
    """Load a model, having checked that it is whole.

    Args:
        folder: The model's folder; the default model if None.
        extract: Whether its extractor is needed (loading spaCy takes most of the time).

    Returns:
        The model.

    Raises:
        ModelError: It is missing, half-written, altered, or of a newer format.
    """
    folder = DEFAULT_MODEL if folder is None else Path(folder)
    written = manifest.read(folder)
    has_extractor = any(name.startswith(f"{EXTRACTOR}/") for name in written.files)
    try:
        return Model(
            folder=folder,
            manifest=written,
            taxonomy=taxonomies.from_json((folder / TAXONOMY).read_text("utf-8")),
            classifier=load_classifier(folder / CLASSIFIER),
            extractor=load_extractor(folder / EXTRACTOR) if extract and has_extractor else None,
        )
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(
            f"{folder}: cannot be loaded ({type(error).__name__}: {error}), though its files are "
            f"as they were written by papertaxa {written.papertaxa}; train it again with "
            "`papertaxa train`"
        ) from error


def training_ids(model: Model) -> frozenset[str]:
    """The ids of the papers that a model was trained on."""
    return frozenset(load_training_set(model.folder / TRAINING).ids)
