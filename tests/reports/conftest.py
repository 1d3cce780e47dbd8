"""The engine, for the reports that need it."""
from tests.engine.conftest import godot, library, make_project, reports, run_scenarios, seen, start_godot    # noqa: F401
