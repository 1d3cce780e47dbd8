"""Tasks shared with an executor, seen through orca_step: the same bits with any executor, and its errors."""
import threading
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import pytest

from navpy.motion import orca_step

RANDOM = np.random.default_rng(2)
COUNT = 1200                        # agents enough for several threads
POSITIONS, VELOCITIES = RANDOM.uniform(0, 60, (COUNT, 2)), RANDOM.uniform(-1, 1, (COUNT, 2))


@pytest.fixture(autouse=True)
def four_processors(monkeypatch):
    """As many tasks as there are processors: more than one on any machine."""
    monkeypatch.setattr("os.cpu_count", lambda: 4)


def step(executor=None):
    return orca_step(POSITIONS, VELOCITIES, -VELOCITIES, 0.6, 2.0, executor=executor)


class Executor:
    """Takes calls, and does with each what ``act`` does with the future and the call."""

    def __init__(self, act):
        self.act, self.futures = act, []

    def submit(self, call):
        self.futures.append(Future())
        self.act(self.futures[-1], call)
        return self.futures[-1]


def run_at_once(future, call):
    future.set_running_or_notify_cancel()
    future.set_result(call())


def fail(future, call):
    future.set_running_or_notify_cancel()
    future.set_exception(OSError("a thread has died"))


def test_an_executor_that_begins_nothing_is_not_waited_for():
    idle = Executor(lambda future, call: None)
    assert step(idle).tobytes() == step().tobytes()
    assert len(idle.futures) == 3 and all(future.cancelled() for future in idle.futures)


def test_an_executor_may_do_all_the_work():
    eager = Executor(run_at_once)
    assert step(eager).tobytes() == step().tobytes()
    assert len(eager.futures) == 3


def test_busy_threads_delay_nobody():
    free = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        busy = pool.submit(free.wait, 60)
        assert step(pool).tobytes() == step().tobytes()
        assert not busy.done()
        free.set()


def test_what_a_thread_raises_is_raised_when_all_have_ended():
    broken = Executor(fail)
    with pytest.raises(OSError, match="a thread has died"):
        step(broken)
    assert len(broken.futures) == 3 and all(future.done() for future in broken.futures)


def test_an_executor_that_takes_nothing_any_more_is_an_error():
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(RuntimeError, match="shutdown"):
        step(pool)


def test_threads_begun_before_an_error_are_waited_for():
    """The second call is refused while the first runs: it must end before the data goes."""
    begun, threads = threading.Event(), []

    def submit(future, call):
        if threads:
            begun.wait(60)
            raise RuntimeError("no more")

        def work():
            future.set_running_or_notify_cancel()
            begun.set()
            future.set_result(call())

        threads.append(threading.Thread(target=work))
        threads[0].start()

    slow = Executor(submit)
    with pytest.raises(RuntimeError, match="no more"):
        step(slow)
    threads[0].join(60)
    assert slow.futures[0].done()


def test_a_thread_that_hangs_behind_the_tasks_delays_nobody():
    """As one whose executor does something else that waits for the caller."""
    free, threads = threading.Event(), []

    def submit(future, call):
        def work():
            future.set_running_or_notify_cancel()
            free.wait(60)
            future.set_result(call())
        threads.append(threading.Thread(target=work))
        threads[-1].start()

    slow = Executor(submit)
    assert step(slow).tobytes() == step().tobytes()
    assert not any(future.done() for future in slow.futures)
    free.set()
    for thread in threads:
        thread.join(60)
    assert [future.result() for future in slow.futures] == [None] * 3


@pytest.mark.parametrize("executor", [4, "threads", object()])
def test_what_is_no_executor_is_refused(executor):
    with pytest.raises(ValueError, match="^executor: must be a concurrent.futures.Executor of threads"):
        step(executor)
