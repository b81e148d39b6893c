"""Loading a model folder.

Layout of a version (`papertaxa.model.versions` says where versions stand): ``manifest.json``,
``taxonomy.json``, ``classifier/`` (weights), ``training/`` (the counts and labels it can be
refitted from), ``extractor/`` (a spaCy pipeline; absent in a model trained from labels without
names).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from papertaxa import taxonomy as taxonomies
from papertaxa.classifier import Classifier, TrainingSet, load_training_set
from papertaxa.classifier import load as load_classifier
from papertaxa.data import DEFAULT_MODEL
from papertaxa.errors import ModelError
from papertaxa.extract import Extractor
from papertaxa.extract import load as load_extractor
from papertaxa.model import manifest, versions
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
        folder: The model's folder, of which the version in use is loaded; ``DIR@2`` for another
            one; the default model if None.
        extract: Whether its extractor is needed (loading spaCy takes most of the time).

    Returns:
        The model.

    Raises:
        ModelError: It is missing, half-written, altered, or of a newer format.
    """
    return load_version(
        versions.resolve(DEFAULT_MODEL if folder is None else folder), extract=extract
    )


def load_version(folder: Path, *, extract: bool = True) -> Model:
    """Load the version that stands in a folder, whichever is in use.

    Args:
        folder: As `Model.folder` gives it.
        extract: As for `load`.

    Raises:
        ModelError: As for `load`.
    """
    written = manifest.read(folder)
    has_extractor = any(name.startswith(f"{EXTRACTOR}/") for name in written.files)
    try:
        return Model(
            folder=folder,
            manifest=written,
            taxonomy=read_taxonomy(folder),
            classifier=load_classifier(folder / CLASSIFIER),
            extractor=load_extractor(folder / EXTRACTOR) if extract and has_extractor else None,
        )
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(
            f"{folder}: cannot be loaded ({type(error).__name__}: {error}), though its files are "
            f"as they were written by papertaxa {written.papertaxa}; train it again with "
            "`papertaxa train`"
        ) from error


def read_taxonomy(folder: Path) -> Taxonomy:
    """Read the taxonomy of a version, given its own folder."""
    return taxonomies.from_json((folder / TAXONOMY).read_text("utf-8"))


def training_set(model: Model) -> TrainingSet:
    """The papers that a model was trained on: ids, labels and counts of terms.

    Raises:
        ModelError: They cannot be read.
    """
    try:
        return load_training_set(model.folder / TRAINING)
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(
            f"{model.folder}: its training papers cannot be read ({type(error).__name__}: "
            f"{error}); train it again with `papertaxa train`"
        ) from error
