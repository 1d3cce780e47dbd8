"""Records scenes of the demo as one moving picture:  demo_movie.py [OUT.gif]      (docs/images/demo.gif)

Needs the built addon, xvfb-run and Pillow.
"""
import os
import pathlib
import sys
import tempfile

import unseen_window
from PIL import Image
from unseen_window import ROOT

SIZE, FPS, COLORS = (640, 360), 12, 96
CUTS = [("03_walls_come_and_go", 4.5, 9.0), ("11_formation", 1.0, 5.5), ("13_two_doors", 3.0, 7.5), ("20_platformer", 1.0, 5.0),
        ("05_a_thousand_through_a_doorway", 3.0, 7.0)]             # scene, first and last second


def record(scene, first, last):
    """The frames of a scene, scaled."""
    with tempfile.TemporaryDirectory() as folder:
        unseen_window.run("1280x720", FPS, f"res://scenes/{scene}.tscn", "--write-movie", f"{folder}/shot.png",
                          "--quit-after", str(round(last * FPS)))
        shots = sorted(pathlib.Path(folder).glob("shot*.png"))[round(first * FPS):]
        return [Image.open(shot).convert("RGB").resize(SIZE, Image.Resampling.LANCZOS) for shot in shots]


def main(out=ROOT / "docs/images/demo.gif"):
    frames = []
    for scene, first, last in CUTS:
        taken = record(scene, first, last)
        palette = taken[len(taken) // 2].quantize(COLORS)
        frames += [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in taken]
    frames[0].save(out, save_all=True, append_images=frames[1:], duration=round(1000 / FPS), loop=0, optimize=False)
    print(f"{out}: {len(frames)} frames, {os.path.getsize(out) / 1e6:.1f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
