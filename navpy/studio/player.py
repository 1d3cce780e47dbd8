"""Plays a demo to a GIF or to an HTML page that needs no network. A demo is a module with CAPTION, SECONDS, COLUMNS, stages() and
frames()."""
import colorsys
import html
import json
import pathlib
import textwrap
from dataclasses import dataclass
from importlib import import_module
from itertools import islice

import numpy as np

from navpy.base.core import Status
from navpy.studio.extras import require

NAMES = ("steering", "flocking", "crossing", "circle", "doorway", "formation")
ENDINGS = (".gif", ".html")
FRAME = 0.05                        # seconds from a frame to the next
SIZE = 640                          # pixels that a picture is wide
MARGIN, HEADER, LINE = 12, 24, 15    # pixels around a stage, above it for its title, of a line of the caption
CHARACTER, CLOCK = 6, 60            # pixels of a letter of it, at least, and beside it for the time
INCH = 100                          # pixels
HUES = 12                           # of a wheel of colors
OUTLINE, FLOOR, BACKGROUND = "#33415c", "#ffffff", "#eef1f5"
TEXT, FAINT = "#1c2a3c", "#5d6b80"
HERE = pathlib.Path(__file__).resolve().parent


@dataclass
class Stage:
    """What stays, of one picture in a frame. Places are (x, y) in meters, x east, y north."""
    title: str
    radii: object                   # meters, one number or (n,)
    colors: list                    # "#rrggbb", n of them; empty: by heading
    floor: list                     # outlines (k, 2); what is not within them is wall
    ways: tuple = ()                # polylines (k, 2), shown dotted
    trail: float = 0.0              # seconds that a disc's way stays to be seen


@dataclass
class View:
    """What moves, of one picture in a frame."""
    positions: object               # (n, 2)
    headings: object                # (n,), radians counter-clockwise from x
    note: str = ""                  # beside the title
    marks: object = ()              # (k, 2) places shown as small crosses: targets, slots


@dataclass
class Recording:
    """A demo that has been played: frames[k] holds a View a Stage, FRAME seconds after frames[k − 1]."""
    name: str
    caption: str
    columns: int
    stages: list
    frames: list

    @property
    def seconds(self):
        return len(self.frames) * FRAME

    @property
    def least_gap(self):
        """Meters between any two discs of one stage in any frame, below 0 where they overlap."""
        return min(least_gap(view.positions, stage.radii) for views in self.frames for stage, view in zip(self.stages, views))


# ---- what demos use ----

def wheel(count):
    """Colors of ``count`` discs, round the wheel."""
    shades = [colorsys.hls_to_rgb((k * HUES // max(count, 1)) / HUES, 0.55, 0.62) for k in range(count)]
    return ["#" + "".join(f"{round(255 * part):02x}" for part in shade) for shade in shades]


def rectangle(west, south, east, north):
    return np.array([(west, south), (east, south), (east, north), (west, north)], dtype=np.float64)


def watch(crowd, looking, steps):
    """Frames of a Crowd: ``steps`` of it each, and how many have arrived."""
    while True:
        looking = headings_of(plan(crowd.velocities), looking)
        there = sum(crowd.status(agent) == Status.SUCCESS for agent in crowd.agents)
        yield [View(plan(crowd.positions), looking, f"{there} of {len(crowd)} there")]
        for _ in range(steps):
            crowd.step(FRAME / steps)


def plan(points):
    """(x, y) on the map of points (n, 3) of the world, whose z goes south."""
    return np.asarray(points, dtype=np.float64)[:, [0, 2]] * (1, -1)


def world(points):
    """Points (n, 3) on the ground, of (x, y) on the map."""
    x, y = np.transpose(np.asarray(points, dtype=np.float64))
    return np.column_stack([x, np.zeros_like(x), -y])


def headings_of(velocities, before=None, least=0.1):
    """(n,) radians; who is slower than ``least`` m/s looks where it looked before."""
    angles = np.arctan2(velocities[:, 1], velocities[:, 0])
    return angles if before is None else np.where(np.hypot(*velocities.T) < least, before, angles)


def least_gap(positions, radii):
    """Meters between the two discs that are nearest to each other; infinite where there are not two."""
    radii = np.broadcast_to(np.asarray(radii, dtype=np.float64), len(positions))
    first, second = np.triu_indices(len(positions), 1)
    gaps = np.hypot(*(positions[first] - positions[second]).T) - radii[first] - radii[second]
    return float(gaps.min(initial=np.inf))


# ---- playing ----

def check_output(name, path):
    """ValueError where no demo has the name, or nothing can be written to the path."""
    if name not in NAMES:
        raise ValueError(f"no demo is called {name!r}; there are {', '.join(NAMES)}")
    path = pathlib.Path(path)
    if path.suffix.lower() not in ENDINGS:
        raise ValueError(f"{path}: must end with {' or '.join(ENDINGS)}")
    if not path.absolute().parent.is_dir():
        raise ValueError(f"{path}: its folder does not exist")


def record(name, seconds=None, progress=lambda fraction: None):
    """The Recording of a demo, of so many seconds or as many as it likes."""
    demo = import_module(f"navpy.studio.demos.{name}")
    count = max(round((demo.SECONDS if seconds is None else seconds) / FRAME), 1)
    frames = []
    for views in islice(demo.frames(), count):
        frames.append(views)
        progress(len(frames) / count)
    return Recording(name, demo.CAPTION, demo.COLUMNS, demo.stages(), frames)


def write(path, recording, size=SIZE, every=1, progress=lambda fraction: None):
    """As the path's ending says. size: pixels that the GIF, or at least the page's picture, is wide; every: so many frames are one of
    the GIF."""
    if str(path).lower().endswith(".gif"):
        write_gif(path, recording, size, every, progress)
    else:
        write_html(path, recording, size, progress)


def layout(recording, size, lines):
    """(height in pixels, pixels a meter, west and north edge in meters, left and top edge of each stage in pixels, its width and
    height); lines: of the caption."""
    points = np.concatenate([outline for stage in recording.stages for outline in stage.floor])
    low, high = points.min(0), points.max(0)
    columns, rows = recording.columns, -(-len(recording.stages) // recording.columns)
    width = (size - MARGIN) / columns - MARGIN
    scale = width / (high[0] - low[0])
    height = scale * (high[1] - low[1])
    corners = [(MARGIN + k % columns * (width + MARGIN), HEADER + k // columns * (height + HEADER))
               for k in range(len(recording.stages))]
    return round(rows * (height + HEADER) + MARGIN + lines * LINE), scale, (low[0], high[1]), corners, (width, height)


# ---- GIF ----

def write_gif(path, recording, size, every, progress):
    animation = require("matplotlib.animation")
    require("PIL.Image")

    class Writer(animation.PillowWriter):
        """All frames in the same few colors: a smaller file, and none of them flickers."""
        palette = None

        def grab_frame(self, **_):
            self._frames.append(picture.image().quantize(palette=self.palette, dither=0))

        def finish(self):
            self._frames[0].save(self.outfile, save_all=True, append_images=self._frames[1:], duration=round(1000 * FRAME * every),
                                 loop=0, optimize=True)         # pixels that stay as they are become transparent

    picture = Picture(recording, size)
    writer = Writer(fps=1 / (FRAME * every))
    writer.palette = picture.palette()
    with writer.saving(picture.figure, path, INCH):
        for k in range(0, len(recording.frames), every):
            picture.show(k)
            writer.grab_frame()
            progress((k + 1) / len(recording.frames))


class Picture:
    """A figure of a recording that shows one frame after another."""

    def __init__(self, recording, size):
        figures, backend = require("matplotlib.figure"), require("matplotlib.backends.backend_agg")
        self.recording = recording
        lines = textwrap.wrap(recording.caption, max((size - 2 * MARGIN - CLOCK) // CHARACTER, 12))
        height, self.scale, corner, corners, room = layout(recording, size, len(lines))
        self.figure = figures.Figure(figsize=(size / INCH, height / INCH), dpi=INCH, facecolor=BACKGROUND)
        self.canvas = backend.FigureCanvasAgg(self.figure)
        self.actors = [Actor(self, stage, (left / size, 1 - (top + room[1]) / height, room[0] / size, room[1] / height), corner, room)
                       for stage, (left, top) in zip(recording.stages, corners)]
        font = {"va": "center", "fontsize": 7.5, "color": FAINT, "parse_math": False}
        for k, line in enumerate(reversed(lines)):
            self.figure.text(MARGIN / size, (0.5 * MARGIN + (k + 0.5) * LINE) / height, line, **font)
        self.clock = self.figure.text(1 - MARGIN / size, (0.5 * MARGIN + 0.5 * LINE) / height, "", ha="right", **font)

    def show(self, k):
        self.clock.set_text(f"{k * FRAME:.1f} s")
        for i, actor in enumerate(self.actors):
            past = self.recording.frames[max(0, k - round(actor.stage.trail / FRAME)):k + 1]
            actor.show([views[i] for views in past])
        self.canvas.draw()

    def image(self):
        return require("PIL.Image").fromarray(np.asarray(self.canvas.buffer_rgba())[:, :, :3])

    def palette(self):
        """An image in all colors that the GIF may have: those that are used, and what is between them and what they lie on."""
        used = {*wheel(HUES), *(color for stage in self.recording.stages for color in stage.colors)}
        mixed = [mix(color, other, share) for color in sorted(used) for other, share in ((FLOOR, 0), (FLOOR, 0.6), (OUTLINE, 0.5))]
        mixed += [mix(FAINT, ground, k / 3) for ground in (FLOOR, BACKGROUND) for k in range(4)]
        mixed += [mix(OUTLINE, FLOOR, 0.5), mix(OUTLINE, FLOOR, 0), mix(TEXT, BACKGROUND, 0), mix(TEXT, BACKGROUND, 0.5)]
        image = require("PIL.Image").new("P", (1, 1))
        image.putpalette([part for color in list(dict.fromkeys(mixed))[:255] for part in color])
        return image


def mix(color, other, share):
    """(red, green, blue) of 0 … 255, so much of the other in it."""
    return tuple(round((1 - share) * int(color[k:k + 2], 16) + share * int(other[k:k + 2], 16)) for k in (1, 3, 5))


class Actor:
    """What is drawn of a stage."""

    def __init__(self, picture, stage, place, corner, room):
        collections, patches = require("matplotlib.collections"), require("matplotlib.patches")
        self.stage, self.radii = stage, np.asarray(stage.radii, dtype=np.float64)
        self.axes = axes = picture.figure.add_axes(place)
        axes.axis("off")
        axes.set_xlim(corner[0], corner[0] + room[0] / picture.scale)
        axes.set_ylim(corner[1] - room[1] / picture.scale, corner[1])
        for outline in stage.floor:
            axes.add_patch(patches.Polygon(outline, facecolor=FLOOR, edgecolor=OUTLINE, linewidth=0.8, zorder=0, clip_on=False))
        for way in stage.ways:
            axes.plot(*np.transpose(way), color="#b4becd", linewidth=1.2, linestyle=(0, (1, 2)), zorder=1)
        self.trails = axes.add_collection(collections.LineCollection([], linewidths=1.3, alpha=0.4, zorder=2, capstyle="round"))
        self.marks, = axes.plot([], [], "x", color="#8a97aa", markersize=3.5, markeredgewidth=0.9, zorder=3)
        self.bodies = axes.add_collection(collections.PolyCollection([], edgecolors=OUTLINE, linewidths=0.5, zorder=4))
        self.noses = axes.add_collection(collections.LineCollection([], colors=OUTLINE, linewidths=0.8, zorder=5))
        font = {"va": "bottom", "transform": axes.transAxes, "parse_math": False}
        axes.text(0, 1 + 4 / room[1], stage.title, fontsize=8.5, fontweight="bold", color=TEXT, **font)
        self.note = axes.text(1, 1 + 4 / room[1], "", ha="right", fontsize=7.5, color=FAINT, **font)
        angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        self.disc = np.column_stack([np.cos(angles), np.sin(angles)])

    def show(self, past):
        """past: Views of as many frames as the trail is long, the present one last."""
        view, stage = past[-1], self.stage
        nose = np.column_stack([np.cos(view.headings), np.sin(view.headings)])
        radii = np.broadcast_to(self.radii, len(nose))[:, None]
        wheel_colors = wheel(HUES)
        colors = stage.colors or [wheel_colors[k] for k in np.floor(view.headings / (2 * np.pi) * HUES).astype(int) % HUES]
        if stage.colors:
            shapes = view.positions[:, None] + radii[:, None] * self.disc
            self.noses.set_segments(list(np.stack([view.positions, view.positions + radii * nose], axis=1)))
        else:
            shapes = arrowheads(view.positions, nose, radii)
        self.bodies.set_verts(list(shapes))
        self.bodies.set_facecolor(colors)
        self.marks.set_data(*np.reshape(view.marks, (-1, 2)).T)
        self.note.set_text(view.note)
        if stage.trail:
            self.trails.set_segments(list(np.stack([each.positions for each in past], axis=1)))
            self.trails.set_color(colors)


def arrowheads(positions, noses, radii):
    """(n, 4, 2): kites that point where their agents go."""
    sides = noses[:, ::-1] * (-1, 1)
    corners = (1.3 * noses, -noses + 0.75 * sides, -0.55 * noses, -noses - 0.75 * sides)
    return positions[:, None] + radii[:, None] * np.stack(corners, axis=1)


# ---- HTML ----

def write_html(path, recording, size, progress):
    page = {"frame": FRAME, "columns": recording.columns, "wheel": wheel(HUES), "size": size,
            "margin": MARGIN, "header": HEADER, "colors": {"outline": OUTLINE, "floor": FLOOR, "text": TEXT, "faint": FAINT},
            "stages": [stage_data(stage) for stage in recording.stages], "frames": []}
    for k, views in enumerate(recording.frames):
        page["frames"].append([view_data(view) for view in views])
        progress((k + 1) / len(recording.frames))
    filled = (HERE / "player.html").read_text(encoding="utf-8")
    for key, text in (("title", html.escape(f"navpy: {recording.name}")), ("caption", html.escape(recording.caption)),
                      ("data", json.dumps(page, separators=(",", ":")).replace("</", "<\\/"))):
        filled = filled.replace(f"@{key}@", text, 1)
    pathlib.Path(path).write_text(filled, encoding="utf-8")


def stage_data(stage):
    rounded = lambda lines: [np.round(line, 3).tolist() for line in lines]      # noqa: E731
    return {"title": stage.title, "radii": np.atleast_1d(stage.radii).tolist(), "colors": list(stage.colors), "trail": stage.trail,
            "floor": rounded(stage.floor), "ways": rounded(stage.ways)}


def view_data(view):
    """Whole numbers, for they are short: centimeters, and degrees."""
    return {"at": np.rint(100 * np.asarray(view.positions)).astype(int).ravel().tolist(),
            "to": np.rint(np.degrees(view.headings)).astype(int).tolist(), "note": view.note,
            "marks": np.rint(100 * np.reshape(view.marks, (-1, 2))).astype(int).ravel().tolist()}
