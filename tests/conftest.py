"""Hypothesis keeps to one reproducible set of examples, so that a test run is the same everywhere."""
import hypothesis

hypothesis.settings.register_profile("navpy", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("navpy")
