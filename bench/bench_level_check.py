"""Times the checks that a bake begins with, and the search for pieces that are inside out, against the bake, and shows what they find
in levels that are reversed, turned and scaled.

    python bench/bench_level_check.py [folder of .obj or .npz levels]

The levels are meant so: a remark on one is a false alarm and ends the benchmark with 1, as do checks of more than 2 % of a bake with
RecastDemo's settings. The least of several runs counts, in seconds of the processor.
"""
import pathlib
import sys
import time

import numpy as np

from bench_bake import SETTINGS, made_level, read_level
from messy_levels import LEVELS as MESSY
from navpy.baking.level_check import inside_out_remarks, level_remarks
from navpy.baking.pipeline import bake_source
from navpy.baking.settings import BakeSettings
from navpy.baking.source import BakeSource

REPEATS = 7
MOST_SHARE = 0.02               # of a bake's time
MOST_TRIANGLES = 500_000        # of a level in one piece
SIDE = 48                       # columns, of tiles
WRONG = {                       # what is done to a level, and what its cells are multiplied by
    "reversed": (lambda v, t: (v, t[:, ::-1]), 1),
    "Z up": (lambda v, t: (np.stack([v[:, 0], -v[:, 2], v[:, 1]], axis=1), t), 1),
    "centimeters": (lambda v, t: (100 * v, t), 100),
    "millimeters": (lambda v, t: (1000 * v, t), 1000),
}


def source_of(vertices, triangles, cells=1, tile_size=0):
    sizes = {name: cells * SETTINGS[name] for name in ("cell_size", "cell_height")}
    return BakeSource(np.ascontiguousarray(vertices, np.float32), np.ascontiguousarray(triangles, np.int32),
                      BakeSettings(**{**SETTINGS, **sizes, "tile_size": tile_size}))


def least_time(function, *arguments, repeats=REPEATS):
    times = []
    for _ in range(repeats):
        start = time.process_time()
        function(*arguments)
        times.append(time.process_time() - start)
    return min(times)


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else None
    levels = [("hills", made_level), *MESSY.items()]
    levels += [(path.stem, lambda path=path: read_level(path)) for path in sorted(folder.iterdir())
               if path.suffix in (".obj", ".npz")] if folder else []
    alarms, shares, found = 0, [], dict.fromkeys(WRONG, 0)
    for name, make in levels:
        vertices, triangles = map(np.asarray, make())
        source = source_of(vertices, triangles, 1, SIDE if len(triangles) > MOST_TRIANGLES else 0)
        remarks = level_remarks(source) + inside_out_remarks(source)
        bake = least_time(bake_source, source, None, None, False, repeats=REPEATS if len(triangles) <= MOST_TRIANGLES else 1)
        check, pieces = least_time(level_remarks, source), least_time(inside_out_remarks, source)
        alarms += len(remarks)
        shares.append(check / bake)
        for kind, (change, cells) in WRONG.items():
            wrong = source_of(*change(vertices, triangles), cells, SIDE)
            found[kind] += bool(level_remarks(wrong) + inside_out_remarks(wrong))
        print(f"{name:18} {len(triangles):8} triangles: bake {1e3 * bake:8.2f} ms, checks {100 * check / bake:5.2f} %, "
              f"pieces {100 * pieces / bake:5.2f} %",
              *[remark.text for remark in remarks], flush=True)
    print(f"of {len(levels)} levels {alarms} have remarks; checks take at most {100 * max(shares):.2f} % of a bake; told when wrong: "
          + ", ".join(f"{kind} {count}" for kind, count in found.items()))
    return int(alarms > 0 or max(shares) > MOST_SHARE)


if __name__ == "__main__":
    sys.exit(main())
