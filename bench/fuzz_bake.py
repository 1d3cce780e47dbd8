"""Bakes random levels, two processes at a time, and tries what comes out.

    python bench/fuzz_bake.py [count] [first seed]          5000 levels from seed 0
    python bench/fuzz_bake.py --replay SEED                 one of them

Every level must be refused by a ValueError of the input's check or give a sound mesh; tests/soups.py tells what is made and what
must hold. Prints each level that breaks this with its seed, settings and the reason, a crash and 20 s without an end too, and
the counts at the end."""
import collections
import faulthandler
import multiprocessing
import pathlib
import sys
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.soups import InOne, check_case, make_case        # noqa: E402

PROCESSES, LIMIT = 2, 20


def run(seed, executor):
    """(what it came to, more of it) of one level."""
    case = make_case(seed)
    try:
        counts = check_case(case, executor)
    except BaseException as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return "finds", f"{case!r}\n    {type(error).__name__}: {error} ({where.name}, line {where.lineno})"
    return ("refused", None) if counts is None else ("baked", counts)


def work(first, last, step, now, tell):
    executor = InOne()
    for seed in range(first, last, step):
        now.value = seed
        faulthandler.dump_traceback_later(LIMIT, exit=True)
        tell.send((seed, *run(seed, executor)))
    faulthandler.cancel_dump_traceback_later()
    tell.close()


class Worker:
    """A process that bakes every n-th seed, and the next one after it has died of one."""

    def __init__(self, first, last):
        self.first, self.last, self.now = first, last, multiprocessing.Value("q", first, lock=False)
        self.start()

    def start(self):
        self.pipe, end = multiprocessing.Pipe(False)
        self.process = multiprocessing.Process(target=work, args=(self.first, self.last, PROCESSES, self.now, end))
        self.process.start()
        end.close()

    def results(self):
        """What has come in; starts again after a crash. None at the end."""
        found = []
        try:
            while self.pipe.poll(0.05 if not found else 0):
                found.append(self.pipe.recv())
        except EOFError:
            self.process.join()
            if self.process.exitcode == 0:
                return found or None
            seed = self.now.value
            found.append((seed, "finds", f"{make_case(seed)!r}\n    the process ended with {self.process.exitcode}"))
            self.first = seed + PROCESSES
            self.start()
        return found


def add(counts, seed, kind, more):
    counts[kind] += 1
    if kind == "finds":
        print(more, flush=True)
    elif kind == "baked":
        counts["empty"] += not more["polygons"]
        for name in ("polygons", "tiled", "links"):
            counts[name] += more[name]
        for text in more["warnings"]:
            counts[text.split(" ", 1)[1]] += 1
            print(f"seed {seed}: {text}", flush=True)


def main():
    if "--replay" in sys.argv:
        case = make_case(int(sys.argv[sys.argv.index("--replay") + 1]))
        print(repr(case))
        print(check_case(case, InOne()))
        return 0
    count, first = [int(value) for value in sys.argv[1:]] + [5000, 0][len(sys.argv) - 1:]
    workers = [Worker(first + i, first + count) for i in range(PROCESSES)]
    counts, done, start = collections.Counter(), 0, time.time()
    while workers:
        for worker in list(workers):
            results = worker.results()
            if results is None:
                workers.remove(worker)
            for result in results or ():
                add(counts, *result)
                done += 1
                if done % 10000 == 0:
                    print(done, "levels", flush=True)
    print(f"{count} levels in {time.time() - start:.0f} s:", ", ".join(f"{number} {name}" for name, number in counts.items()))
    return 1 if counts["finds"] else 0


if __name__ == "__main__":
    sys.exit(main())
