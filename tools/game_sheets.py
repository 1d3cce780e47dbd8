"""Draws a contact sheet of each level of the games:  game_sheets.py [GAME LEVEL]…      (docs/images/museum_0.png …)

Needs the built addon, xvfb-run and Pillow. What is on a sheet is in game_shots.gd beside this file.
"""
import pathlib
import sys
import tempfile

import unseen_window
from PIL import Image
from unseen_window import ROOT

SIZE, COLORS = (480, 270), 128          # of a picture on a sheet, and so many colors, for files under 250 kB
COLUMNS = {"museum": 3, "bridgehead": 2}
LEVELS = [(game, level) for game in COLUMNS for level in (0, 1, 7)]


def draw(game, level):
    with tempfile.TemporaryDirectory() as folder:
        unseen_window.run("1280x720", 60, "-s", ROOT / "tools/game_shots.gd", "--", game, str(level), folder)
        shots = sorted(pathlib.Path(folder).glob("*.png"))
        columns = COLUMNS[game]
        sheet = Image.new("RGB", (columns * SIZE[0], -(-len(shots) // columns) * SIZE[1]))
        for i, shot in enumerate(shots):
            picture = Image.open(shot).convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)
            sheet.paste(picture, (i % columns * SIZE[0], i // columns * SIZE[1]))
    out = ROOT / f"docs/images/{game}_{level}.png"
    palette = sheet.quantize(COLORS, Image.Quantize.MAXCOVERAGE)            # which keeps a gem's color
    sheet.quantize(palette=palette).save(out, optimize=True)
    print(f"{out}: {out.stat().st_size / 1e3:.0f} kB")


def main(words):
    for game, level in zip(words[::2], map(int, words[1::2])) if words else LEVELS:
        draw(game, level)


if __name__ == "__main__":
    main(sys.argv[1:])
