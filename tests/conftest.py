"""What all tests share."""

from hypothesis import settings

# No deadline: a loaded machine is no failure. Derandomised: a run that passes passes again.
settings.register_profile("papertaxa", deadline=None, max_examples=40, derandomize=True)
settings.load_profile("papertaxa")
