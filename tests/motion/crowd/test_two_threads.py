"""A crowd that two threads use at once: each call waits for the other thread's, and nothing is lost."""
import threading
import time

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


def test_the_second_thread_waits(crowd):
    """Steps of two threads are as many steps of one."""
    alone = navpy.Crowd(crowd.mesh)
    alone.load_state(crowd.save_state())
    for _ in range(40):
        alone.step(1 / 60)
    threads = [threading.Thread(target=lambda: [crowd.step(1 / 60) for _ in range(20)]) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert crowd.save_state() == alone.save_state()


class Inline:
    """An executor that runs something else on the calling thread first."""

    def __init__(self, call):
        self.call = call

    def submit(self, task):
        self.call()
        raise RuntimeError("takes nothing")


@pytest.mark.parametrize("name, call", [
    ("step", lambda crowd: crowd.step(1 / 60)),
    ("position", lambda crowd: crowd.position(1 << 32)),
    ("add_agent", lambda crowd: crowd.add_agent((1, 0, 1))),
    ("request_paths", lambda crowd: crowd.request_paths([1 << 32], [(5, 0, 5)])),
    ("mesh", lambda crowd: setattr(crowd, "mesh", None)),
    ("add_links", lambda crowd: crowd.mesh.add_link((1, 0, 1), (5, 0, 5), radius=9.0)),
    ("set_area_cost", lambda crowd: crowd.mesh.set_area_cost(63, 2.0)),
])
def test_a_call_within_a_step_is_refused(crowd, name, call, monkeypatch):
    """It would wait for itself. The step goes on, and is whole."""
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    other = navpy.Crowd(crowd.mesh)
    other.load_state(crowd.save_state())
    other.step(1 / 60)
    with pytest.raises(RuntimeError, match=r"^the (crowd|navmesh) is being (changed|searched) by this thread"):
        crowd.step(1 / 60, Inline(lambda: call(crowd)))
    assert crowd.save_state() == other.save_state()


def test_crowds_that_see_each_other_are_stepped_by_two_threads(crowd):
    other, done = navpy.Crowd(crowd.mesh), []
    other.add_agents([(5.0, 0.0, 5.0)])

    def walk(one, seen):
        for _ in range(50):
            one.step(1 / 60, others=[seen])
        done.append(one)

    threads = [threading.Thread(target=walk, args=pair, daemon=True) for pair in ((crowd, other), (other, crowd))]
    for thread in threads:
        thread.start()
    end = time.monotonic() + 60
    for thread in threads:
        thread.join(max(end - time.monotonic(), 0.0))
    assert len(done) == 2
