"""Runs every benchmark in this folder:  python -m bench [folder of .obj levels]"""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ARGUMENTS = dict.fromkeys(("bench_bake.py", "bench_heights.py", "bench_path.py", "bench_queries.py", "bench_engine_paths.py",
                           "bench_crowd.py", "bench_motion.py"), sys.argv[1:])
ARGUMENTS["bench_world.py"] = ["--side", "500"]     # 10 km take minutes


def main():
    worst = 0
    for path in sorted(HERE.glob("bench_*.py")):
        print(f"--- {path.stem}", flush=True)
        worst |= subprocess.run([sys.executable, path, *ARGUMENTS.get(path.name, [])], cwd=HERE.parent).returncode
    return worst


if __name__ == "__main__":
    sys.exit(main())
