"""Adam, for parameters of which most get no gradient in a step.

An embedding table has thousands of rows and a batch touches some hundred; thinc's optimizer would
go through all of them. Rows without a gradient keep their moments until they get one (the sparse
variant that deep-learning libraries call lazy).
"""

from __future__ import annotations

import numpy as np

from papertaxa.extract.network import Gradient, Parameters

_DECAY_FIRST = 0.9
_DECAY_SECOND = 0.999
_EPSILON = np.float32(1e-8)
_EVERY = 5  # steps between the points that are averaged


class Adam:
    """The optimizer of Kingma & Ba (2015), and the average of where it has been.

    Attributes:
        parameters: What it changes, in place.
    """

    def __init__(self, parameters: Parameters, *, clip: float, average_from: int) -> None:
        """Take parameters.

        Args:
            parameters: Are changed in place.
            clip: Greatest length of a parameter's gradient; longer ones are shortened.
            average_from: Step from which on parameters are averaged (Polyak & Juditsky 1992).
        """
        self.parameters = parameters
        self._clip = clip
        self._average_from = average_from
        self._step = 0
        self._first = {name: np.zeros_like(value) for name, value in parameters.items()}
        self._second = {name: np.zeros_like(value) for name, value in parameters.items()}
        self._sums = {name: np.zeros_like(value) for name, value in parameters.items()}
        self._summed = 0

    def step(self, gradients: dict[str, Gradient], rate: float) -> None:
        """Go one step down the gradients.

        Args:
            gradients: By name of parameter; those of some rows come with the rows' numbers.
            rate: Learning rate of this step.
        """
        self._step += 1
        first_bias = 1 - _DECAY_FIRST**self._step
        second_bias = 1 - _DECAY_SECOND**self._step
        size = np.float32(rate * np.sqrt(second_bias) / first_bias)
        for name, given in gradients.items():
            rows, gradient = given if isinstance(given, tuple) else (slice(None), given)
            length = float(np.sqrt(np.vdot(gradient, gradient)))
            if length > self._clip:
                gradient = gradient * np.float32(self._clip / length)
            first, second = self._first[name], self._second[name]
            moment = first[rows] * np.float32(_DECAY_FIRST)
            moment += gradient * np.float32(1 - _DECAY_FIRST)
            square = second[rows] * np.float32(_DECAY_SECOND)
            square += gradient * gradient * np.float32(1 - _DECAY_SECOND)
            first[rows], second[rows] = moment, square
            self.parameters[name][rows] -= size * moment / (np.sqrt(square) + _EPSILON)
        if self._step >= self._average_from and self._step % _EVERY == 0:
            self._summed += 1
            for name, value in self.parameters.items():
                self._sums[name] += value

    def averaged(self) -> Parameters:
        """Return the average of the parameters over the later steps."""
        if not self._summed:
            return {name: value.copy() for name, value in self.parameters.items()}
        share = np.float32(1 / self._summed)
        return {name: value * share for name, value in self._sums.items()}
