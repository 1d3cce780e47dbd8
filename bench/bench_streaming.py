"""What tiles that come or go cost the frames of a world that is streamed in the real engine: by a baker alone, by a turned one, and
by one beside another baker.

    python bench/bench_streaming.py [path of a Godot executable]

A focus walks over the level; frames in which tiles come or go are told apart from the others. Each kind must load tiles.
"""
import re
import subprocess
import sys

from bench_engine import ROOT, run_engine


def main():
    found = subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True)
    godot = sys.argv[1] if len(sys.argv) > 1 else found.stdout.strip()
    rows = [line for line in run_engine(godot, "engine_streaming.gd") if " tiles loaded, " in line]
    assert len(rows) == 9 and all(int(re.search(r"(\d+) came or went", row)[1]) > 0 for row in rows), rows
    print("\n".join(rows))


if __name__ == "__main__":
    main()
