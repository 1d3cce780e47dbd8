"""The playground in a browser."""
import pytest

from tests.playground.browser import CHROMIUM, DRIVER, PAGE, Browser


@pytest.fixture(scope="session")
def means():
    for path in (PAGE, CHROMIUM, DRIVER):
        if not path.exists():
            pytest.fail(f"there is no {path}: run make playground and tools/bootstrap.sh --tests")


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
