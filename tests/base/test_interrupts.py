"""Ctrl-C ends what takes long, and leaves nothing half-made. How soon it does is measured by bench/bench_interrupts.py."""
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import navpy
from navpy.base.interrupts import Stop, run_all
from tests.meshes import ROOMS, grid_mesh

ROOT = pathlib.Path(__file__).resolve().parents[2]
PREPARE = """
import os, signal, sys, threading
from concurrent.futures import ThreadPoolExecutor
import numpy as np
import navpy
from tests.levels import hills
from tests.meshes import grid_mesh

level, fine = hills(size=60.0), dict(cell_size=0.02, cell_height=0.02)
mesh = grid_mesh(3, 60, 60)
pool = ThreadPoolExecutor(2)
starts, ends = np.random.default_rng(1).uniform(0, 60, (2, 400_000, 3)) * (1, 0, 1)
before = mesh.to_bytes(), mesh.version

def interrupt():
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
"""
# Each takes many seconds, should nothing end it.
ENDLESS = {
    "bake": "navpy.bake(*level, navpy.BakeSettings(**fine))",
    "bake in tiles": "navpy.bake(*level, navpy.BakeSettings(**fine, tile_size=64))",
    "bake in tiles on threads": "navpy.bake(*level, navpy.BakeSettings(**fine, tile_size=64), executor=pool)",
    "outlines": "navpy.bake_outlines([[(i, 0), (i + 4e4, 3e4), (i, 6e4)] for i in range(4000)], agent_radius=0.5)",
    "paths": "mesh.find_paths(starts, ends)",
    "paths on threads": "mesh.find_paths(starts, ends, pool)",
    "walls": "navpy.distances_to_wall(mesh, np.tile(starts, (40, 1)))",
    "walls on threads": "navpy.distances_to_wall(mesh, np.tile(starts, (40, 1)), executor=pool)",
    "path index": "grid_mesh(5, 500, 500).build_path_index()",
    "path index on threads": "grid_mesh(5, 500, 500).build_path_index(pool)",
    "random points": "navpy.find_random_points(mesh, 20_000_000, 1)",
}


@pytest.mark.parametrize("name", ENDLESS)
def test_an_interrupt_ends_it(name):
    """The process ends, with the exit of an interrupt, while the call would take much longer; the mesh is as it was."""
    program = f"{PREPARE}\ninterrupt()\ntry:\n    {ENDLESS[name]}\nexcept KeyboardInterrupt:\n" \
        "    assert (mesh.to_bytes(), mesh.version) == before\n    sys.exit(7)\n"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 7 and done.stderr == "", done.stderr


def rung(call, delay=0.05):
    """Call with a signal after a delay; what the call raises is raised."""
    handler = signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    signal.setitimer(signal.ITIMER_REAL, delay)
    try:
        return call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


def test_another_handlers_error_is_raised_too():
    mesh, points = grid_mesh(3, 60, 60), np.random.default_rng(1).uniform(0, 60, (4_000_000, 3)) * (1, 0, 1)
    handler = signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(TimeoutError("late")))
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        with ThreadPoolExecutor(2) as pool, pytest.raises(TimeoutError, match="late"):
            navpy.distances_to_wall(mesh, points, executor=pool)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


@pytest.mark.parametrize("threads", [0, 2])
@pytest.mark.parametrize("delay", [0.002, 0.01, 0.03])
def test_a_crowds_step_is_made_whole(threads, delay):
    """Steps until a signal comes: the state is that of as many steps without one."""
    mesh = ROOMS.mesh
    places = navpy.find_random_points(mesh, 600, seed=1)[1]

    def make():
        crowd = navpy.Crowd(mesh)
        agents = crowd.add_agents(places[:300])
        crowd.request_paths(agents, places[300:])
        return crowd

    crowd, steps = make(), 0
    with ThreadPoolExecutor(2) as pool:
        executor = pool if threads else None
        try:
            def go():
                nonlocal steps
                while True:
                    before = crowd.save_state()
                    crowd.step(1 / 60, executor)
                    steps += before != crowd.save_state()
            rung(go, delay)
        except KeyboardInterrupt:
            pass
        other, states = make(), []
        for _ in range(steps + 2):
            states.append(other.save_state())
            other.step(1 / 60)
    assert crowd.save_state() in states


class Executor:
    """Takes tasks as ``take`` does."""

    def __init__(self, take):
        self.submit = take


def no_more(_task):
    raise ValueError("takes nothing")


def shut_down():
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    return pool


@pytest.mark.parametrize("name, executor, error", [
    ("refuses", lambda: Executor(no_more), ValueError), ("is shut down", shut_down, RuntimeError),
    ("hangs", lambda: Executor(lambda _task: time.sleep(60)), KeyboardInterrupt),
])
def test_a_step_is_made_whole_whatever_its_executor_does(name, executor, error, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    places = navpy.find_random_points(ROOMS.mesh, 2400, seed=1)[1]
    crowd, alone = navpy.Crowd(ROOMS.mesh), navpy.Crowd(ROOMS.mesh)
    for one in (crowd, alone):
        one.request_paths(one.add_agents(places[:1200]), places[1200:])
    with pytest.raises(error):
        rung(lambda: crowd.step(1 / 60, executor()))
    alone.step(1 / 60)
    assert crowd.save_state() == alone.save_state()


@pytest.mark.parametrize("executor", [lambda: Executor(no_more), shut_down])
def test_what_an_executor_refuses_is_as_before(executor, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    mesh = grid_mesh(5, 30, 30)
    ends = np.zeros((900, 3)), np.ones((900, 3))
    for call in (lambda: mesh.build_path_index(executor()), lambda: mesh.find_paths(*ends, executor())):
        before = mesh.to_bytes(), mesh.version
        with pytest.raises((ValueError, RuntimeError), match="takes nothing|shutdown"):
            call()
        assert (mesh.to_bytes(), mesh.version) == before
    mesh.build_path_index()


def test_requests_that_were_not_made_are_as_before():
    mesh = grid_mesh(3, 60, 60)
    places = navpy.find_random_points(mesh, 40_000, seed=1)[1]
    crowd = navpy.Crowd(mesh)
    agents = crowd.add_agents(places[:20_000])
    with pytest.raises(KeyboardInterrupt):
        rung(lambda: crowd.request_paths(agents, places[20_000:]), 0.05)
    requested = np.array([crowd.reason(agent) != navpy.Reason.NO_REQUEST for agent in agents])
    assert 0 < requested.sum() < len(agents) and not (np.diff(requested.astype(int)) > 0).any()
    crowd.step(1 / 60)


def test_a_path_index_stays_where_another_one_is_interrupted():
    mesh = grid_mesh(5, 100, 100)
    mesh.build_path_index()
    held = mesh.path_index_bytes
    with pytest.raises(KeyboardInterrupt):
        rung(mesh.build_path_index, 0.02)
    assert mesh.path_index_bytes == held


def test_a_field_is_found_again_after_an_interrupt():
    """A polygon beside the goal is closed and opened, so that nearly all is flooded again; signals come at all times of that."""
    mesh = grid_mesh(3, 300, 300)
    goal, points = [(150.5, 0, 150.5)], np.random.default_rng(1).uniform(0, 300, (50, 3)) * (1, 0, 1)
    field, beside, caught = mesh.goal_field(goal), mesh.locate((153.5, 0, 150.5))[:1], 0
    for k, delay in enumerate(np.linspace(0.001, 0.05, 30)):
        mesh.set_flags(np.array(beside, np.int32), k % 2)
        try:
            rung(field.update, delay)
        except KeyboardInterrupt:
            caught += 1
        assert np.array_equal(field.lengths(points), mesh.goal_field(goal).lengths(points))
    assert caught


def test_a_grids_repair_is_made_whole():
    costs = navpy.CostField(np.ones((600, 600), np.float32))
    field = navpy.IntegrationField(costs, [(1.5, 1.5)])
    costs.set_costs(0, 0, np.full((600, 300), 2.0, np.float32))
    with pytest.raises(KeyboardInterrupt):
        rung(field.update, 0.002)
        time.sleep(1)
    assert np.array_equal(field.times, navpy.IntegrationField(costs, [(1.5, 1.5)]).times)


def test_threads_that_are_told_to_stop_end():
    begun, seen = threading.Event(), []
    mesh, points = grid_mesh(3, 60, 60), np.random.default_rng(1).uniform(0, 60, (4_000_000, 3)) * (1, 0, 1)
    stop = Stop()

    def work():
        begun.set()
        try:
            stop.run(navpy.distances_to_wall, mesh, points)
        except KeyboardInterrupt as error:
            seen.append(str(error))

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    stop.set()
    thread.join(60)
    assert seen == ["the call that this thread worked for has ended"]
    assert len(navpy.distances_to_wall(mesh, points[:10])) == 10       # other calls go on


def test_calls_of_an_executor_come_in_order_and_end_with_the_first_error():
    with ThreadPoolExecutor(2) as pool:
        assert run_all(pool, [(pow, 2, k) for k in range(20)], True) == [2**k for k in range(20)]
        assert run_all(pool, [], True) == []
        ends = []
        with pytest.raises(ZeroDivisionError):
            run_all(pool, [(divmod, 1, 0), *((time.sleep, 0.01) for _ in range(50))], True, lambda *counts: ends.append(counts))
        assert len(ends) < 50


def test_a_call_on_another_thread_than_the_main_one_goes_on():
    """Signals are the main thread's."""
    mesh, points = grid_mesh(3, 60, 60), np.random.default_rng(1).uniform(0, 60, (600_000, 3)) * (1, 0, 1)
    with ThreadPoolExecutor(1) as pool:
        answers = pool.submit(navpy.distances_to_wall, mesh, points)
        with pytest.raises(KeyboardInterrupt):
            rung(answers.result, 0.02)
        assert len(answers.result()) == len(points)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="groups of processes are POSIX's")
def test_processes_are_interrupted_with_their_group():
    program = PREPARE.replace("os.getpid(), ", "0, ") + """
from concurrent.futures import ProcessPoolExecutor
interrupt()
try:
    with ProcessPoolExecutor(2) as processes:
        navpy.bake(*level, navpy.BakeSettings(**fine, tile_size=512), executor=processes)
except KeyboardInterrupt:
    sys.exit(7)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60,
                          start_new_session=True)
    assert done.returncode == 7, done.stderr
