"""Results are those of before, to the bit: see tests/golden.py."""
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests import golden

TABLE = json.loads(golden.TABLE.read_text())


@pytest.mark.parametrize("name", golden.CASES)
def test_the_result_is_that_of_before(name):
    assert golden.digest(name) == TABLE[name], f"{name}: the result is another one; if it is meant to be, run python -m tests.golden"


def test_the_table_has_no_other_names():
    assert set(TABLE) == set(golden.CASES)


@pytest.mark.parametrize("threads", [2, 3])
def test_a_crowd_on_threads_is_that_of_one(threads):
    with ThreadPoolExecutor(threads) as executor:
        assert golden.crowd_at_gate(executor) == golden.crowd_at_gate()
