"""A crowd that two threads use at once: the second one is told so, and nothing is lost."""
import threading

import numpy as np
import pytest

import navpy
from tests.meshes import grid_mesh


@pytest.fixture
def crowd():
    crowd = navpy.Crowd(grid_mesh(1, 40, 40))
    x, z = np.meshgrid(np.arange(40.0) + 0.5, np.arange(40.0) + 0.5)
    crowd.add_agents(np.stack([x.ravel(), np.zeros(x.size), z.ravel()], axis=1), radius=0.2)
    return crowd


def run_together(*calls):
    """What the calls raise, each on a thread of its own until one of them has been refused or has run a thousand times."""
    raised, refused = [], threading.Event()

    def repeat(call):
        for _ in range(1000):
            if refused.is_set():
                return
            try:
                call()
            except Exception as error:
                raised.append(error)
                refused.set()

    threads = [threading.Thread(target=repeat, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


@pytest.mark.parametrize("name, call", [
    ("step", lambda crowd: crowd.step(1 / 60)),
    ("position", lambda crowd: crowd.position(1 << 32)),
    ("add_agent", lambda crowd: crowd.add_agent((1, 0, 1))),
    ("request_paths", lambda crowd: crowd.request_paths([1 << 32], [(5, 0, 5)])),
])
def test_the_second_thread_is_refused(crowd, name, call):
    raised = run_together(lambda: crowd.step(1 / 60), lambda: call(crowd))
    assert raised and {type(error) for error in raised} == {RuntimeError} and "another thread" in str(raised[0])
    crowd.step(1 / 60)                              # and the crowd goes on
    assert np.isfinite(crowd.positions).all()
