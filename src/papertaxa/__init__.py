"""Research areas, methods and benchmarks for every abstract of a machine-learning listing."""

__version__ = "0.1.0"
