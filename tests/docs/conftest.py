"""Pages that run once for all tests of them, and the engine for those that need it."""
import contextlib

import pytest

from tests.docs.blocks import PageRun
from tests.docs.given import FILES
from tests.engine.conftest import (editor_home, godot, library, make_project, reports, run_godot, run_scenarios, seen,  # noqa: F401
                                   start_godot)


@pytest.fixture(scope="session")
def run_page(tmp_path_factory):
    """run_page("docs/guides/find-paths.md") → PageRun, all of its blocks run."""
    done = {}

    def run(page):
        if page not in done:
            folder = tmp_path_factory.mktemp("page")
            with contextlib.chdir(folder):
                FILES.get(page, lambda: None)()
            done[page] = PageRun(page, folder).run()
        return done[page]
    return run
