"""Whatever several threads do at once with one thing, none crashes, hangs or gets a wrong answer."""
import pathlib
import subprocess
import sys

import pytest

from tests.together import THINGS

ROOT = pathlib.Path(__file__).resolve().parents[1]
SECONDS = 0.1                           # beside each writer
PART = 7                                # readers a process
PARTS = [(thing, tuple(readers)[first:first + PART])
         for thing, (readers, _writers) in THINGS.items() for first in range(0, len(readers), PART)]


@pytest.mark.parametrize("thing, readers", PARTS, ids=[f"{thing}: {readers[0]} …" for thing, readers in PARTS])
def test_readers_beside_writers(thing, readers):
    command = [sys.executable, "-m", "tests.together", thing, str(SECONDS), *readers]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout}\n{done.stderr[-5000:]}"
