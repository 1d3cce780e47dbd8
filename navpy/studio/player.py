"""Plays a demo to a GIF or to an HTML page that needs no network. A demo is a module with CAPTION, SECONDS, COLUMNS, panels() and
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
from navpy.base.extras import require
from navpy.base.whole_file import whole_file
from navpy.studio.web_page import fill

NAMES = ("steering", "flocking", "crossing", "circle", "doorway", "formation")
ENDINGS = (".gif", ".html")
FRAME = 0.05                        # seconds from a frame to the next
SIZE = 640                          # default width of a picture in pixels
MARGIN, HEADER, LINE = 12, 24, 15   # pixels: around a panel, for the title above it, height of a line of the caption
CHARACTER, CLOCK = 6, 60            # pixels: least width of a character of the caption, width of the time beside it
INCH = 100                          # pixels
HUES = 12                           # colors of the color wheel
OUTLINE, FLOOR, BACKGROUND = "#33415c", "#ffffff", "#eef1f5"
TEXT, FAINT = "#1c2a3c", "#5d6b80"
HERE = pathlib.Path(__file__).resolve().parent


@dataclass
class Panel:
    """One picture of a demo: the part that doesn't move. Positions are (x, y) in meters, x east, y north."""
    title: str
    radii: object                   # meters, one number or (n,)
    colors: list                    # n colors "#rrggbb"; empty: agents are colored by heading
    floor: list                     # outlines (k, 2); all outside is wall
    paths: tuple = ()               # polylines (k, 2), drawn dotted
    trail: float = 0.0              # seconds for which the track of a disc stays visible


@dataclass
class Snapshot:
    """A panel in one frame: the part that moves."""
    positions: object               # (n, 2), meters
    headings: object                # (n,), radians counter-clockwise from x
    note: str = ""                  # beside the title
    marks: object = ()              # (k, 2), points drawn as small crosses: targets, slots


@dataclass
class Recording:
    """A demo that has been played: frames[k] has a Snapshot for each panel, FRAME seconds after frames[k − 1]."""
    name: str
    caption: str
    columns: int
    panels: list
    frames: list

    @property
    def seconds(self):
        return len(self.frames) * FRAME

    @property
    def least_gap(self):
        """Smallest distance between two discs of a panel in any frame, in meters; below 0 where they overlap."""
        return min(least_gap(snapshot.positions, panel.radii)
                   for snapshots in self.frames for panel, snapshot in zip(self.panels, snapshots))


# ---- functions for demos ----

def color_wheel(count):
    """Colors of ``count`` discs, in the order of the color wheel."""
    shades = [colorsys.hls_to_rgb((k * HUES // max(count, 1)) / HUES, 0.55, 0.62) for k in range(count)]
    return ["#" + "".join(f"{round(255 * part):02x}" for part in shade) for shade in shades]


def rectangle(west, south, east, north):
    return np.array([(west, south), (east, south), (east, north), (west, north)], dtype=np.float64)


def crowd_frames(crowd, headings, steps):
    """Yields the frames of a Crowd, with ``steps`` of its steps in each; the note counts the agents that have arrived."""
    while True:
        headings = headings_of(to_plan(crowd.velocities), headings)
        there = sum(crowd.status(agent) == Status.SUCCESS for agent in crowd.agents)
        yield [Snapshot(to_plan(crowd.positions), headings, f"{there} of {len(crowd)} there")]
        for _ in range(steps):
            crowd.step(FRAME / steps)


def to_plan(points):
    """(n, 2): x and y in the plan, of points (n, 3) in world space, whose z points south."""
    return np.asarray(points, dtype=np.float64)[:, [0, 2]] * (1, -1)


def to_world(points):
    """(n, 3): points on the ground in world space, of (x, y) in the plan."""
    x, y = np.transpose(np.asarray(points, dtype=np.float64))
    return np.column_stack([x, np.zeros_like(x), -y])


def headings_of(velocities, before=None, least=0.1):
    """(n,): directions of velocities in radians. An agent slower than ``least`` m/s keeps its heading from before."""
    angles = np.arctan2(velocities[:, 1], velocities[:, 0])
    return angles if before is None else np.where(np.hypot(*velocities.T) < least, before, angles)


def least_gap(positions, radii):
    """Smallest distance between two discs in meters; infinite for fewer than two discs."""
    radii = np.broadcast_to(np.asarray(radii, dtype=np.float64), len(positions))
    first, second = np.triu_indices(len(positions), 1)
    gaps = np.hypot(*(positions[first] - positions[second]).T) - radii[first] - radii[second]
    return float(gaps.min(initial=np.inf))


# ---- playing ----

def check_demo(name, path):
    """Raises ValueError if there is no demo of this name, or if the path has another ending."""
    if name not in NAMES:
        raise ValueError(f"no demo is called {name!r}; there are {', '.join(NAMES)}")
    path = pathlib.Path(path)
    if path.suffix.lower() not in ENDINGS:
        raise ValueError(f"{path}: must end with {' or '.join(ENDINGS)}")


def record(name, seconds=None, progress=lambda fraction: None):
    """Plays a demo for some seconds, by default its own SECONDS, and returns the Recording."""
    demo = import_module(f"navpy.studio.demos.{name}")
    count = max(round((demo.SECONDS if seconds is None else seconds) / FRAME), 1)
    frames = []
    for snapshots in islice(demo.frames(), count):
        frames.append(snapshots)
        progress(len(frames) / count)
    return Recording(name, demo.CAPTION, demo.COLUMNS, demo.panels(), frames)


def write(path, recording, size=SIZE, every=1, progress=lambda fraction: None):
    """Writes a Recording as a GIF or a page, by the path's ending. size: width in pixels of the GIF, and the least width of the page's
    picture. every: the GIF has one frame for this many frames of the recording."""
    with whole_file(path) as file:
        if str(path).lower().endswith(".gif"):
            write_gif(file, recording, size, every, progress)
        else:
            write_html(file, recording, size, progress)


def layout(recording, size, lines):
    """(height of the picture in pixels, pixels in a meter, west and north edge of a panel in meters, left and top edge of each panel
    in pixels, width and height of a panel in pixels). lines: number of lines of the caption."""
    points = np.concatenate([outline for panel in recording.panels for outline in panel.floor])
    low, high = points.min(0), points.max(0)
    columns, rows = recording.columns, -(-len(recording.panels) // recording.columns)
    width = (size - MARGIN) / columns - MARGIN
    scale = width / (high[0] - low[0])
    height = scale * (high[1] - low[1])
    corners = [(MARGIN + k % columns * (width + MARGIN), HEADER + k // columns * (height + HEADER))
               for k in range(len(recording.panels))]
    return round(rows * (height + HEADER) + MARGIN + lines * LINE), scale, (low[0], high[1]), corners, (width, height)


# ---- GIF ----

def write_gif(file, recording, size, every, progress):
    animation = require("matplotlib.animation")
    require("PIL.Image")

    class Writer(animation.PillowWriter):
        """Writes all frames with the same few colors: the file is smaller, and colors don't flicker."""
        palette = None

        def grab_frame(self, **_):
            self._frames.append(picture.image().quantize(palette=self.palette, dither=0))

        def finish(self):
            self._frames[0].save(file, "GIF", save_all=True, append_images=self._frames[1:], loop=0, optimize=True,
                                 duration=round(1000 * FRAME * every))         # unchanged pixels become transparent

    picture = Picture(recording, size)
    writer = Writer(fps=1 / (FRAME * every))
    writer.palette = picture.palette()
    with writer.saving(picture.figure, "frames.gif", INCH):       # a name without use: finish writes into the file
        for k in range(0, len(recording.frames), every):
            picture.show(k)
            writer.grab_frame()
            progress((k + 1) / len(recording.frames))


class Picture:
    """A matplotlib figure that shows one frame of a recording at a time."""

    def __init__(self, recording, size):
        figures, backend = require("matplotlib.figure"), require("matplotlib.backends.backend_agg")
        self.recording = recording
        lines = textwrap.wrap(recording.caption, max((size - 2 * MARGIN - CLOCK) // CHARACTER, 12))
        height, self.scale, corner, corners, room = layout(recording, size, len(lines))
        self.figure = figures.Figure(figsize=(size / INCH, height / INCH), dpi=INCH, facecolor=BACKGROUND)
        self.canvas = backend.FigureCanvasAgg(self.figure)
        self.artists = [PanelArtist(self, panel, (left / size, 1 - (top + room[1]) / height, room[0] / size, room[1] / height), corner,
                                    room) for panel, (left, top) in zip(recording.panels, corners)]
        font = {"va": "center", "fontsize": 7.5, "color": FAINT, "parse_math": False}
        for k, line in enumerate(reversed(lines)):
            self.figure.text(MARGIN / size, (0.5 * MARGIN + (k + 0.5) * LINE) / height, line, **font)
        self.clock = self.figure.text(1 - MARGIN / size, (0.5 * MARGIN + 0.5 * LINE) / height, "", ha="right", **font)

    def show(self, k):
        self.clock.set_text(f"{k * FRAME:.1f} s")
        for i, artist in enumerate(self.artists):
            past = self.recording.frames[max(0, k - round(artist.panel.trail / FRAME)):k + 1]
            artist.show([snapshots[i] for snapshots in past])
        self.canvas.draw()

    def image(self):
        return require("PIL.Image").fromarray(np.asarray(self.canvas.buffer_rgba())[:, :, :3])

    def palette(self):
        """An image whose palette has all colors of the GIF: those of the discs, the lines and the text, and mixtures with their
        backgrounds."""
        used = {*color_wheel(HUES), *(color for panel in self.recording.panels for color in panel.colors)}
        mixed = [mix(color, other, share) for color in sorted(used) for other, share in ((FLOOR, 0), (FLOOR, 0.6), (OUTLINE, 0.5))]
        mixed += [mix(FAINT, ground, k / 3) for ground in (FLOOR, BACKGROUND) for k in range(4)]
        mixed += [mix(OUTLINE, FLOOR, 0.5), mix(OUTLINE, FLOOR, 0), mix(TEXT, BACKGROUND, 0), mix(TEXT, BACKGROUND, 0.5)]
        image = require("PIL.Image").new("P", (1, 1))
        image.putpalette([part for color in list(dict.fromkeys(mixed))[:255] for part in color])
        return image


def mix(color, other, share):
    """A mixture of two colors as (red, green, blue), 0 … 255. share: of the other color, 0 … 1."""
    return tuple(round((1 - share) * int(color[k:k + 2], 16) + share * int(other[k:k + 2], 16)) for k in (1, 3, 5))


class PanelArtist:
    """Draws a panel."""

    def __init__(self, picture, panel, place, corner, room):
        collections, patches = require("matplotlib.collections"), require("matplotlib.patches")
        self.panel, self.radii = panel, np.asarray(panel.radii, dtype=np.float64)
        self.axes = axes = picture.figure.add_axes(place)
        axes.axis("off")
        axes.set_xlim(corner[0], corner[0] + room[0] / picture.scale)
        axes.set_ylim(corner[1] - room[1] / picture.scale, corner[1])
        for outline in panel.floor:
            axes.add_patch(patches.Polygon(outline, facecolor=FLOOR, edgecolor=OUTLINE, linewidth=0.8, zorder=0, clip_on=False))
        for path in panel.paths:
            axes.plot(*np.transpose(path), color="#b4becd", linewidth=1.2, linestyle=(0, (1, 2)), zorder=1)
        self.trails = axes.add_collection(collections.LineCollection([], linewidths=1.3, alpha=0.4, zorder=2, capstyle="round"))
        self.marks, = axes.plot([], [], "x", color="#8a97aa", markersize=3.5, markeredgewidth=0.9, zorder=3)
        self.bodies = axes.add_collection(collections.PolyCollection([], edgecolors=OUTLINE, linewidths=0.5, zorder=4))
        self.heading_lines = axes.add_collection(collections.LineCollection([], colors=OUTLINE, linewidths=0.8, zorder=5))
        font = {"va": "bottom", "transform": axes.transAxes, "parse_math": False}
        axes.text(0, 1 + 4 / room[1], panel.title, fontsize=8.5, fontweight="bold", color=TEXT, **font)
        self.note = axes.text(1, 1 + 4 / room[1], "", ha="right", fontsize=7.5, color=FAINT, **font)
        angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        self.disc = np.column_stack([np.cos(angles), np.sin(angles)])

    def show(self, past):
        """past: the panel's Snapshots of the frames that the trail covers, the present one last."""
        snapshot, panel = past[-1], self.panel
        directions = np.column_stack([np.cos(snapshot.headings), np.sin(snapshot.headings)])
        radii = np.broadcast_to(self.radii, len(directions))[:, None]
        heading_colors = color_wheel(HUES)
        colors = panel.colors or [heading_colors[k] for k in np.floor(snapshot.headings / (2 * np.pi) * HUES).astype(int) % HUES]
        if panel.colors:
            shapes = snapshot.positions[:, None] + radii[:, None] * self.disc
            self.heading_lines.set_segments(list(np.stack([snapshot.positions, snapshot.positions + radii * directions], axis=1)))
        else:
            shapes = arrowheads(snapshot.positions, directions, radii)
        self.bodies.set_verts(list(shapes))
        self.bodies.set_facecolor(colors)
        self.marks.set_data(*np.reshape(snapshot.marks, (-1, 2)).T)
        self.note.set_text(snapshot.note)
        if panel.trail:
            self.trails.set_segments(list(np.stack([each.positions for each in past], axis=1)))
            self.trails.set_color(colors)


def arrowheads(positions, directions, radii):
    """(n, 4, 2): the corners of kites that point in the directions of their agents."""
    sides = directions[:, ::-1] * (-1, 1)
    corners = (1.3 * directions, -directions + 0.75 * sides, -0.55 * directions, -directions - 0.75 * sides)
    return positions[:, None] + radii[:, None] * np.stack(corners, axis=1)


# ---- HTML ----

def write_html(file, recording, size, progress):
    page = {"frame": FRAME, "columns": recording.columns, "wheel": color_wheel(HUES), "size": size,
            "margin": MARGIN, "header": HEADER, "colors": {"outline": OUTLINE, "floor": FLOOR, "text": TEXT, "faint": FAINT},
            "panels": [panel_data(panel) for panel in recording.panels], "frames": []}
    for k, snapshots in enumerate(recording.frames):
        page["frames"].append([snapshot_data(snapshot) for snapshot in snapshots])
        progress((k + 1) / len(recording.frames))
    file.write(fill((HERE / "player.html").read_text(encoding="utf-8"), {
        "title": html.escape(f"navpy: {recording.name}"), "caption": html.escape(recording.caption),
        "data": json.dumps(page, separators=(",", ":")).replace("</", "<\\/")}).encode())


def panel_data(panel):
    rounded = lambda lines: [np.round(line, 3).tolist() for line in lines]      # noqa: E731
    return {"title": panel.title, "radii": np.atleast_1d(panel.radii).tolist(), "colors": list(panel.colors), "trail": panel.trail,
            "floor": rounded(panel.floor), "paths": rounded(panel.paths)}


def snapshot_data(snapshot):
    """A Snapshot in whole centimeters and degrees, which make the page smaller."""
    return {"at": np.rint(100 * np.asarray(snapshot.positions)).astype(int).ravel().tolist(),
            "to": np.rint(np.degrees(snapshot.headings)).astype(int).tolist(), "note": snapshot.note,
            "marks": np.rint(100 * np.reshape(snapshot.marks, (-1, 2))).astype(int).ravel().tolist()}
