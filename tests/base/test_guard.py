"""Who waits for whom, seen through a navmesh: readers together, a change alone, in the order in which they come."""
import signal
import threading
import time
from concurrent.futures import Future

import numpy as np
import pytest

import navpy
from navpy.query import PathQueue
from tests.meshes import grid_mesh


class Held:
    """An executor that runs no task. A call stays inside within its submit until it may go on; the first calls ``within`` there."""

    def __init__(self, within=None):
        self.inside, self.free, self.within, self.raised = threading.Event(), threading.Event(), within, None

    def submit(self, task):
        is_first = not self.inside.is_set()
        self.inside.set()
        if is_first and self.within is not None:
            try:
                self.within()
            except Exception as error:
                self.raised = error
        self.free.wait(60)
        return Future()


@pytest.fixture(autouse=True)
def four_processors(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 4)


@pytest.fixture
def mesh():
    return grid_mesh(2, 30, 30)


def reader(mesh, executor):
    """A thread that is inside the mesh until the executor lets it go on."""
    points = np.tile((1.5, 0.0, 1.5), (2000, 1))
    thread = threading.Thread(target=mesh.locate_many, args=(points,), kwargs={"executor": executor}, daemon=True)
    thread.start()
    assert executor.inside.wait(60)
    return thread


def later(call):
    done = threading.Event()
    thread = threading.Thread(target=lambda: (call(), done.set()), daemon=True)
    thread.start()
    return done


def test_a_change_waits_for_readers_and_later_readers_for_the_change(mesh):
    held, order = Held(), []
    reader(mesh, held)
    assert later(lambda: mesh.find_path((1, 0, 1), (9, 0, 9))).wait(60)         # readers are inside together
    changed = later(lambda: (mesh.set_area_cost(63, 2.0), order.append("changed")))
    time.sleep(0.1)
    asked = later(lambda: order.append(mesh.find_paths([(1, 0, 1)], [(9, 0, 9)]) is not None))
    assert not changed.wait(0.2) and not asked.wait(0.1) and mesh.version == 1
    held.free.set()
    assert changed.wait(60) and asked.wait(60) and mesh.version > 1
    assert mesh.area_cost(63) == 2.0


def test_a_reader_within_a_reader_goes_on_beside_a_change_that_waits(mesh):
    """It would wait for the change, which waits for its own call."""
    begun = threading.Event()

    def ask():
        begun.wait(60)
        time.sleep(0.1)                                     # by now the change waits
        mesh.find_path((1, 0, 1), (9, 0, 9))
    held = Held(ask)
    held.free.set()
    thread = reader(mesh, held)
    changed = later(lambda: (begun.set(), mesh.set_area_cost(63, 2.0)))
    thread.join(60)
    assert not thread.is_alive() and held.raised is None and changed.wait(60)


@pytest.mark.parametrize("change", [
    lambda mesh: mesh.set_area_cost(63, 2.0), lambda mesh: mesh.set_flags([0], 2), lambda mesh: mesh.set_exit_only_areas([1]),
    lambda mesh: mesh.build_path_index(), lambda mesh: mesh.add_link((1, 0, 1), (9, 0, 9), radius=9.0)])
def test_a_change_within_a_reader_is_refused(mesh, change):
    held = Held(lambda: change(mesh))
    held.free.set()
    before = mesh.to_bytes(), mesh.version
    reader(mesh, held).join(60)
    assert isinstance(held.raised, RuntimeError)
    assert str(held.raised) == ("the navmesh is being searched by this thread, in a call that has not ended: "
                                "call this after it has returned")
    assert (mesh.to_bytes(), mesh.version) == before
    change(mesh)


def test_two_threads_that_would_wait_for_each_other_do_not():
    """Each is inside one mesh and would change the other's: the second one is refused, and the first one goes on."""
    meshes, ready = [grid_mesh(2, 30, 30), grid_mesh(3, 30, 30)], threading.Barrier(2)
    helds = [Held(lambda k=k: (ready.wait(60), meshes[1 - k].set_area_cost(63, 2.0))) for k in range(2)]
    for held in helds:
        held.free.set()
    for thread in [reader(mesh, held) for mesh, held in zip(meshes, helds)]:
        thread.join(60)
        assert not thread.is_alive()
    raised = [held.raised for held in helds]
    assert sum(error is None for error in raised) == 1
    assert "which waits for a call of this one" in str(next(filter(None, raised)))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="timers that signal are POSIX's")
def test_a_change_that_waits_is_interrupted(mesh):
    held = Held()
    thread, handler = reader(mesh, held), signal.signal(signal.SIGALRM, signal.default_int_handler)
    before = mesh.version
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            mesh.set_area_cost(63, 2.0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
    assert mesh.version == before
    assert mesh.find_path((1, 0, 1), (9, 0, 9)) is not None         # and nobody waits for it any more
    held.free.set()
    thread.join(60)
    mesh.set_area_cost(63, 2.0)


def test_an_answer_is_of_one_state_of_the_mesh(mesh):
    """All pieces of a batch, whatever waits to change the mesh meanwhile."""
    ends = np.random.default_rng(1).uniform(0, 30, (2, 3000, 3)) * (1, 0, 1)
    alone = mesh.find_paths(*ends).lengths
    changed = []

    def change():
        changed.append(later(lambda: mesh.set_exit_only_areas([63])))
        time.sleep(0.1)
    held = Held(change)
    held.free.set()
    assert np.array_equal(mesh.find_paths(*ends, held).lengths, alone)
    assert changed[0].wait(60)


def test_a_path_index_that_is_built_beside_a_change_is_dropped():
    mesh, held = grid_mesh(5, 60, 60), Held()           # of several regions
    built = later(lambda: mesh.build_path_index(held))
    assert held.inside.wait(60)
    changed = later(lambda: mesh.set_flags([0], 2))
    time.sleep(0.1)
    held.free.set()
    assert built.wait(60) and changed.wait(60)
    assert mesh.path_index_bytes == 0
    assert mesh.build_path_index() == mesh.path_index_bytes > 0


def test_a_queue_answers_all_that_threads_put_in(mesh):
    queue, ends = PathQueue(mesh), np.random.default_rng(1).uniform(0, 30, (2, 200, 3)) * (1, 0, 1)
    tickets = [queue.start(*pair) for pair in zip(*ends)]
    threads = [threading.Thread(target=lambda: [None for _ in iter(lambda: queue.advance(50), 0)]) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [queue.finish(ticket).length for ticket in tickets] == [mesh.find_path(*pair).length for pair in zip(*ends)]


def test_a_filter_is_set_by_what_its_mesh_tells(mesh):
    """Generators that ask the mesh, as arguments of what changes it."""
    mesh.set_flags((poly for poly in range(mesh.polygon_count) if mesh.areas[poly] == 63), 3)
    assert (mesh.flags == 3).all()
    rules = navpy.QueryFilter(mesh)
    rules.block(poly for poly in range(mesh.polygon_count) if mesh.has_polygon(poly) and mesh.flags[poly] == 3)
    assert len(rules.blocked) == mesh.polygon_count
