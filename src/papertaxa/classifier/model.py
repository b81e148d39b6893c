"""What a trained classifier holds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from papertaxa.classifier.calibration import Calibrator
from papertaxa.classifier.knowledge import Knowledge
from papertaxa.classifier.products import Products
from papertaxa.classifier.thresholds import Thresholds
from papertaxa.features import Vocabulary


@dataclass(frozen=True, kw_only=True)
class Classifier:
    """Linear models over TF-IDF, and what turns their scores into decisions.

    The models are columns: one a learnt topic (does it apply?), one a learnt topic (is it the
    primary one?), one a learnt area. A topic or area is learnt if a training paper has it; the
    others always score 0.

    Attributes:
        labels: The taxonomy's topics.
        areas: The taxonomy's areas.
        learnt: Positions in ``labels`` of the learnt topics.
        learnt_areas: Positions in ``areas`` of the learnt areas.
        parents: For each learnt topic, the position of its area in ``learnt_areas``.
        vocabulary: The terms with weights.
        idf: Their rarity among the training papers, float32.
        weights: Shape (terms, models), int8; a column times its scale is a model.
        scale: One factor a model, float32.
        bias: One a model, float32.
        knowledge: Directions of related terms; None if the model has none.
        direction_weights: Shape (directions, models), float32.
        products: Of positions by two; None if the model has none.
        prior: Expected share of papers with each learnt topic.
        area_prior: The same for learnt areas.
        topic_calibrator: Probability that a topic applies.
        primary_calibrator: Probability that it is the primary one.
        area_calibrator: Probability that an area applies.
        thresholds: Levels, over the learnt topics.
    """

    labels: tuple[str, ...]
    areas: tuple[str, ...]
    learnt: np.ndarray
    learnt_areas: np.ndarray
    parents: np.ndarray
    vocabulary: Vocabulary
    idf: np.ndarray
    weights: np.ndarray
    scale: np.ndarray
    bias: np.ndarray
    knowledge: Knowledge | None
    direction_weights: np.ndarray
    products: Products | None
    prior: np.ndarray
    area_prior: np.ndarray
    topic_calibrator: Calibrator
    primary_calibrator: Calibrator
    area_calibrator: Calibrator
    thresholds: Thresholds

    @cached_property
    def counted(self) -> Vocabulary:
        """Every term that a paper's scores depend on: those with weights, and those known of."""
        if self.knowledge is None:
            return self.vocabulary
        known = self.knowledge.vocabulary.terms
        return Vocabulary(tuple(dict.fromkeys((*self.vocabulary.terms, *known))))

    @cached_property
    def weighed_columns(self) -> np.ndarray:
        """The columns in ``counted`` of the terms with weights."""
        return self.counted.columns(self.vocabulary)

    @cached_property
    def known_columns(self) -> np.ndarray:
        """The columns in ``counted`` of the terms of ``knowledge``."""
        return self.counted.columns(
            Vocabulary(()) if self.knowledge is None else self.knowledge.vocabulary
        )

    @cached_property
    def weight_matrix(self) -> np.ndarray:
        """The models over terms, shape (terms, models), float32."""
        return np.asarray(self.weights.astype(np.float32) * self.scale)
