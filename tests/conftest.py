"""What all tests share: one reproducible set of hypothesis examples."""
import hypothesis

hypothesis.settings.register_profile("navpy", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("navpy")
