"""A signal at any moment of a call that changes something: all of it is changed, or nothing is.

NAVPY_INTERRUPTS=1000 tries as many moments of each call."""
import os
import pathlib
import signal
import subprocess
import sys

import pytest

from tests.interrupted import GROUPS

ROOT = pathlib.Path(__file__).resolve().parents[1]
COUNT = int(os.environ.get("NAVPY_INTERRUPTS", "12"))


@pytest.mark.timeout(10 * COUNT)         # seconds
@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="timers that signal are POSIX's")
def test_calls_are_whole(group):
    done = subprocess.run([sys.executable, "-m", "tests.interrupted", group, str(COUNT)], cwd=ROOT, capture_output=True, text=True)
    print(done.stdout)
    assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout}\n{done.stderr[-5000:]}"
