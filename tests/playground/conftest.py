"""The playground in a browser. These tests are for `make test-playground`, which builds the page: others skip them."""
import os

import pytest

from tests.playground.browser import CHROMIUM, DRIVER, PAGE, Browser


@pytest.fixture(scope="session")
def means():
    if os.environ.get("NAVPY_PLAYGROUND") != "1":
        pytest.skip("make test-playground runs these")
    for path in (PAGE, CHROMIUM, DRIVER):
        if not path.exists():
            pytest.fail(f"there is no {path}: run make test-playground")


@pytest.fixture(scope="session")
def shared(means):
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture
def page(shared):
    """The browser, whose console must be without errors in the end."""
    shared.faults()
    yield shared
    assert shared.faults() == []
