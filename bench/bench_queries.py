"""Rays, nearest walls, moves along the surface and nearest points, many at once, of navpy and of Debian's librecast (Detour).

    python bench/bench_queries.py [folder of levels]        needs Debian's librecast-dev

The levels are those of bench_path.py; without a folder one that is made here. Starts are spread evenly over the surface, by area; ends
lie within 20 m of them for rays and within 2 m for moves; points whose nearest place is asked for are up to 2 m off the surface. Both
sides find the floor under each start first. Times are those of a question, one thread, the least of some runs, in turns; ours are of
the one call for all. Every answer must be that of the single call. Of Detour's, whose vertices are rounded to 16 bits, it is told how
many agree to 5 cm; its nearest point is another one where a point lies over a polygon, up to the climb above it.
"""
import pathlib
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import navpy
from bench_bake import SETTINGS, HERE, build, made_level
from bench_locate import on_surface
from bench_path import load, packed

COUNT, CHECKED, REPEATS = 20_000, 2_000, 7
SAME = 0.05                             # meters


class Detour:
    """librecast's side: a program that holds the mesh and the pairs."""

    def __init__(self, mesh, starts, ends):
        program = build(HERE / "detour_queries.cpp", "detour_queries", "-std=c++17", "-lDetour")
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.process.stdin.write(packed(mesh, starts, ends))

    def ask(self, word):
        """Seconds that all questions took, and a number for each."""
        self.process.stdin.write(word.encode() + b"\n")
        self.process.stdin.flush()
        seconds, *numbers = np.array(self.process.stdout.readline().split(), float)
        return seconds, np.array(numbers)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def check_rays(mesh, starts, ends, rays):
    for i, (start, end) in enumerate(zip(starts[:CHECKED], ends)):
        one = navpy.raycast(mesh, start, end)
        assert (one.poly, one.t, one.hit, one.point) == (rays.polygons[i], rays.t[i], rays.hit[i], tuple(rays.points[i])), f"ray {i}"


def check_walls(mesh, starts, ends, walls):
    for i, start in enumerate(starts[:CHECKED]):
        one = navpy.distance_to_wall(mesh, start)
        assert (one.poly, one.distance, one.point) == (walls.polygons[i], walls.distances[i], tuple(walls.points[i])), f"wall {i}"


def check_moves(mesh, starts, ends, moves):
    for i, (start, end) in enumerate(zip(starts[:CHECKED], ends)):
        one = navpy.move_along_surface(mesh, start, end)
        assert (one.poly, one.arrived, one.point) == (moves.polygons[i], moves.arrived[i], tuple(moves.points[i])), f"move {i}"


def check_nearest(mesh, starts, ends, found):
    for i, end in enumerate(ends[:CHECKED]):
        poly, place, distance = mesh.nearest(end)
        assert (poly, place, distance) == (found[0][i], tuple(found[1][i]), found[2][i]), f"point {i}"


# word: how far ends are, our call, its check, the number that Detour gives, what a difference of one in that number is in meters
QUESTIONS = {
    "rays": (20, navpy.raycasts, check_rays, lambda answers, ends: answers.t,
             lambda starts, ends: np.hypot(*(ends - starts)[:, ::2].T)),
    "walls": (2, lambda mesh, starts, _, *executor: navpy.distances_to_wall(mesh, starts, None, *executor), check_walls,
              lambda answers, ends: answers.distances, lambda starts, ends: 1.0),
    "moves": (2, navpy.moves_along_surface, check_moves, lambda answers, ends: np.hypot(*(ends - answers.points)[:, ::2].T),
              lambda starts, ends: 1.0),
    "nearest": (2, lambda mesh, _, ends, executor=None: mesh.nearest_many(ends, executor=executor), check_nearest,
                lambda answers, ends: answers[2], lambda starts, ends: 1.0),
}


def timed(call, *arguments):
    begin = time.perf_counter()
    answers = call(*arguments)
    return time.perf_counter() - begin, answers


def compare(name, mesh, executor):
    rng = np.random.default_rng(1)
    starts = mesh.nearest_many(on_surface(mesh, rng, COUNT))[1]
    for word, (far, call, check, number, scale) in QUESTIONS.items():
        ends = starts + rng.uniform(-far, far, (COUNT, 3)) * (1, word == "nearest", 1)
        detour, ours, theirs, shared = Detour(mesh, starts, ends), [], [], []
        for _ in range(REPEATS):
            seconds, answers = timed(call, mesh, starts, ends)
            ours.append(seconds)
            shared.append(timed(call, mesh, starts, ends, executor)[0])
            seconds, numbers = detour.ask(word)
            theirs.append(seconds)
        detour.close()
        check(mesh, starts, ends, answers)
        agree = np.abs(number(answers, ends) - numbers) * scale(starts, ends) <= SAME
        our_time, shared_time, their_time = (1e6 * min(times) / COUNT for times in (ours, shared, theirs))
        print(f"{name}, {word}: {our_time:.2f} µs, with two threads {shared_time:.2f} µs, Detour {their_time:.2f} µs, ratio "
              f"{our_time / their_time:.2f}; {100 * agree.mean():.1f} % agree", flush=True)


def main():
    with ThreadPoolExecutor(2) as executor:
        if len(sys.argv) == 1:
            compare("made level", navpy.bake(*made_level(), navpy.BakeSettings(**SETTINGS)), executor)
        for name in ("nav_test", "undulating", "world") if len(sys.argv) > 1 else ():
            compare(name, load(pathlib.Path(sys.argv[1]), name), executor)


if __name__ == "__main__":
    main()
