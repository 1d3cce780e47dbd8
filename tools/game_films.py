"""Films of the games, and what moves in them:  game_films.py [--fps 30] FOLDER [FILM]…      (stairs, alarm, chase, bridge)

Needs the built addon, xvfb-run, ffmpeg and numpy. FOLDER gets FILM.mp4 at true speed, FILM.png, a sheet of its pictures, FILM.json,
the places of all in each tick, and the screen turn rates, changes of the turning direction, accelerations, the height of feet over
the floor, and how fast who rests moves.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np
import unseen_window
from unseen_window import ROOT

TICKS, SECONDS = 60, 30
SIZE = "640x360"
FULL_SPEED = {"stairs": 1.6, "alarm": 1.4, "chase": 3.7, "bridge": 70.0}      # of most bodies in a film: meters, or pixels, a second
JUMP = 5                            # times the full speed: who is caught is put elsewhere
LARGE = 3.0                         # degrees in a tick: a turn that may count as a change of direction


def motion(track, speed):
    """Measures of one body: rows of x, height, z, heading and feet over the floor."""
    dt = 1 / TICKS
    flat = track[:, [0, 2]]
    velocity = np.diff(flat, axis=0) / dt
    pace = np.hypot(*velocity.T)
    moving = (pace[1:] > 0.2 * speed) & (pace[:-1] > 0.2 * speed)
    turn = np.degrees((np.diff(np.arctan2(velocity[:, 1], velocity[:, 0])) + np.pi) % (2 * np.pi) - np.pi)
    flips = (turn[1:] * turn[:-1] < 0) & (np.abs(turn[1:]) > LARGE) & (np.abs(turn[:-1]) > LARGE) & moving[1:] & moving[:-1]
    body = np.degrees((np.diff(track[:, 3]) + np.pi) % (2 * np.pi) - np.pi)
    walks = pace < JUMP * speed
    acceleration = np.hypot(*(np.diff(velocity, axis=0) / dt).T)[walks[1:] & walks[:-1]]
    seconds = np.lib.stride_tricks.sliding_window_view(pace, TICKS)
    rests = seconds.max(axis=1) < 0.1 * speed
    return {"turn": np.abs(turn[moving]).sum(), "moving": moving.sum() * dt, "flips": flips.sum(), "body": np.abs(body).max() / dt,
            "acceleration": acceleration, "feet": np.abs(track[:, 4]), "rest": seconds[rests].mean(axis=1)}


def tell(film, ticks):
    tracks = {name: np.array([tick[name] for tick in ticks if name in tick]) for name in ticks[0]}         # some leave
    tracks = {name.lstrip("@"): track for name, track in tracks.items() if len(track) > 2 * TICKS}
    speed = FULL_SPEED[film]
    for kind in sorted({name.rstrip("0123456789@ ") for name in tracks}):
        found = [motion(track, speed) for name, track in tracks.items() if name.startswith(kind)]
        moving = max(sum(each["moving"] for each in found), 1e-9)
        acceleration = np.concatenate([each["acceleration"] for each in found])
        rest = np.concatenate([each["rest"] for each in found])
        print(f"{film}: {len(found)} {kind}: turn {sum(each['turn'] for each in found) / moving:.0f} °/s, "
              f"{sum(each['flips'] for each in found) / moving:.2f} flips/s, "
              f"a body's turn at most {max(each['body'] for each in found):.0f} °/s, "
              f"acceleration {acceleration.mean():.1f}, one in a hundred over {np.percentile(acceleration, 99):.1f}, "
              f"feet at most {max(each['feet'].max() for each in found):.3f} off the floor, "
              f"at rest {rest.mean() if len(rest) else 0:.4f} a second, at most {rest.max() if len(rest) else 0:.4f}")


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--fps", type=int, default=30)
    words.add_argument("folder", type=pathlib.Path)
    words.add_argument("films", nargs="*", default=[*FULL_SPEED])
    words = words.parse_args()
    words.folder.mkdir(exist_ok=True)
    for film in words.films:
        with tempfile.TemporaryDirectory() as shots:
            unseen_window.run(SIZE, TICKS, "-s", ROOT / "tools/game_film.gd", "--", film, str(SECONDS), shots, str(TICKS // words.fps))
            ffmpeg = ["ffmpeg", "-loglevel", "error", "-y", "-framerate", str(words.fps), "-i", f"{shots}/%04d.png"]
            subprocess.run([*ffmpeg, "-pix_fmt", "yuv420p", words.folder / f"{film}.mp4"], check=True)
            subprocess.run([*ffmpeg, "-vf", "fps=1,scale=320:-1,tile=5x6", "-frames:v", "1", words.folder / f"{film}.png"], check=True)
            track = (pathlib.Path(shots) / "track.json").read_text()
            (words.folder / f"{film}.json").write_text(track)
            tell(film, json.loads(track))


if __name__ == "__main__":
    main()
