"""
Draws Drawings as a picture: an orthographic view from above at an angle, with hidden surfaces removed.

Matplotlib sorts whole triangles by depth, which gives wrong results for a navmesh that lies close to large triangles. So numpy draws
the picture into a depth buffer here (Catmull 1974), and matplotlib draws the axes, the title and the legend around it.
"""
import textwrap

import numpy as np

from navpy.base.extras import require

WIDTH = 1500                        # pixels of the finished picture
OVERSAMPLING = 2                    # the picture is drawn this many times as wide and high, and then smoothed
CHARACTER, LINE = 10, 20            # least width of a character of the subtitle, and height of its lines, in pixels
PIXELS_PER_BATCH = 2_000_000        # limits the memory of one step
LIGHT = np.array([0.35, 0.85, 0.4]) / np.linalg.norm([0.35, 0.85, 0.4])
BACKGROUND = (247, 248, 250)
HIDDEN = 0.35                       # opacity of hidden lines


class Camera:
    """An orthographic view that shows all of the given points, (n, 3). azimuth: degrees of the camera's direction around Y, from +z.
    elevation: degrees above the ground. axes: right, up, and towards the camera."""

    def __init__(self, points, azimuth=30.0, elevation=48.0, width=WIDTH * OVERSAMPLING):
        a, e = np.radians((azimuth, elevation))
        toward = np.array([np.sin(a) * np.cos(e), np.sin(e), np.cos(a) * np.cos(e)])
        right = np.array([np.cos(a), 0.0, -np.sin(a)])
        self.axes = np.stack([right, np.cross(toward, right), toward])
        seen = np.asarray(points, dtype=np.float64) @ self.axes[:2].T
        self.low, size = seen.min(0), np.maximum(np.ptp(seen, axis=0), 1e-6)
        self.scale = min(width / size[0], 0.75 * width / size[1])           # pixels a meter
        self.shape = tuple(int(n) + 2 for n in np.ceil(size[::-1] * self.scale))

    def project(self, points):
        """float64 (n, 3): pixels to the right, pixels up, and meters towards the camera."""
        seen = np.asarray(points, dtype=np.float64) @ self.axes.T
        return np.column_stack([(seen[:, :2] - self.low) * self.scale + 1.0, seen[:, 2]])


class Canvas:
    """A picture with a depth for each pixel; row 0 is the lowest."""

    def __init__(self, camera):
        self.camera = camera
        self.color = np.full((*camera.shape, 3), BACKGROUND, dtype=np.float32).reshape(-1, 3)
        self.depth = np.full(camera.shape[0] * camera.shape[1], -np.inf)

    def add_triangles(self, drawing, lift=0.0, opacity=1.0):
        """lift: meters by which the triangles are drawn nearer to the camera, so that the surface below them doesn't hide them."""
        corners = self.camera.project(drawing.points)[drawing.triangles]
        corners[:, :, 2] += lift
        a, b, c = (np.asarray(drawing.points, dtype=np.float64)[drawing.triangles[:, k]] for k in range(3))
        normals = np.cross(b - a, c - a)
        light = 0.62 + 0.38 * np.abs(normals @ LIGHT) / np.maximum(np.linalg.norm(normals, axis=1), 1e-12)
        colors = drawing.palette[drawing.colors] * light[:, None]
        sides, depth = _planes_of(corners)
        low = np.maximum(np.ceil(corners[:, :, 1].min(1)), 0).astype(np.int64)
        rows = np.minimum(np.floor(corners[:, :, 1].max(1)), self.camera.shape[0] - 1).astype(np.int64) + 1 - low
        rows[~np.isfinite(depth).all(0)] = 0                # seen edge-on
        winner = np.full(len(self.depth), -1, dtype=np.int32)
        for batch in _batches(np.maximum(rows, 0)):
            triangle, y = _spread(batch, low[batch], rows[batch])
            first, counts = self._cut_rows(corners, sides, triangle, y)
            for run in _batches(counts):
                self._keep_nearest(depth, triangle[run], first[run], y[run], counts[run], winner)
        hit = np.flatnonzero(winner >= 0)
        colors = colors.astype(np.float32)[winner[hit]]
        self.color[hit] = colors if opacity == 1.0 else self.color[hit] + np.float32(opacity) * (colors - self.color[hit])

    def _cut_rows(self, corners, sides, triangle, y):
        """(first, count): the pixels in row y that lie inside all three sides of each triangle."""
        first = np.maximum(corners[triangle, :, 0].min(1), 0)
        last = np.minimum(corners[triangle, :, 0].max(1), self.camera.shape[1] - 1)
        for along_x, along_y, offset in sides:
            slope, rest = along_x[triangle], along_y[triangle] * y + offset[triangle] + 1e-9
            with np.errstate(divide="ignore", invalid="ignore"):
                border = -rest / slope
            first = np.where(slope > 0, np.fmax(first, border), first)
            last = np.where(slope < 0, np.fmin(last, border), last)
            last = np.where((slope == 0) & (rest < 0), -1, last)
        first = np.minimum(np.ceil(first), self.camera.shape[1]).astype(np.int64)
        return first, np.maximum(np.floor(last).astype(np.int64) + 1 - first, 0)

    def _keep_nearest(self, depth, triangle, first, y, counts, winner):
        """Writes runs of pixels, counts[i] from first[i] on, into the depth buffer and `winner` where they are nearer than its
        depth."""
        row, x = _spread(np.arange(len(triangle)), first, counts)
        pixel = x + np.repeat(y * self.camera.shape[1], counts)
        z = x * depth[0][triangle][row] + (depth[1][triangle] * y + depth[2][triangle])[row]
        np.maximum.at(self.depth, pixel, z)
        nearest = z == self.depth[pixel]
        winner[pixel[nearest]] = triangle[row[nearest]]

    def add_lines(self, drawing, thickness, lift=0.0, opacity=1.0, hidden=0.0):
        """thickness: pixels of the finished picture. hidden: opacity of the parts that lie behind a surface."""
        ends = self.camera.project(drawing.points)[drawing.lines]
        counts = np.maximum(np.ceil(np.abs(ends[:, 1, :2] - ends[:, 0, :2]).max(1)).astype(np.int64), 1) + 1
        line = np.repeat(np.arange(len(ends)), counts)
        step = np.arange(len(line)) - np.repeat(np.cumsum(counts) - counts, counts)
        along = (step / (counts[line] - 1))[:, None]
        self._splat(ends[line, 0] + along * (ends[line, 1] - ends[line, 0]), drawing.palette[drawing.colors][line],
                    thickness, lift, opacity, hidden)

    def add_points(self, drawing, thickness, lift=0.0, opacity=1.0, hidden=0.0):
        self._splat(self.camera.project(drawing.points), drawing.palette[drawing.colors], thickness, lift, opacity, hidden)

    def _splat(self, points, colors, thickness, lift, opacity, hidden):
        radius = 0.5 * thickness * OVERSAMPLING
        reach = int(np.ceil(radius))
        for shown, strength in ((False, hidden), (True, opacity)):
            if strength <= 0:
                continue
            share = np.zeros(len(self.depth), dtype=np.float32)
            for dx in range(-reach, reach + 1):
                for dy in range(-reach, reach + 1):
                    if dx * dx + dy * dy <= radius * radius:
                        self._mark(points, colors, dx, dy, lift, shown, strength, share)

    def _mark(self, points, colors, dx, dy, lift, shown, strength, share):
        """Draws the visible points (shown), or the hidden ones, shifted by dx, dy pixels; no pixel twice."""
        x, y = np.rint(points[:, 0]).astype(np.int64) + dx, np.rint(points[:, 1]).astype(np.int64) + dy
        rows, columns = self.camera.shape
        keep = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
        pixel = y[keep] * columns + x[keep]
        fresh = ((points[keep, 2] + lift >= self.depth[pixel]) == shown) & (share[pixel] == 0)
        pixel, first = np.unique(pixel[fresh], return_index=True)
        share[pixel] = 1
        self.color[pixel] += strength * (colors[keep][fresh][first] - self.color[pixel])

    def image(self):
        """uint8 (rows, columns, 3): the picture, smoothed to its finished size; row 0 is the lowest."""
        n = OVERSAMPLING
        rows, columns = (size // n * n for size in self.camera.shape)
        full = self.color.reshape(*self.camera.shape, 3)[:rows, :columns]
        small = sum(full[i::n, k::n] for i in range(n) for k in range(n))
        return np.clip(small / np.float32(n * n), 0, 255).astype(np.uint8)


def _planes_of(corners):
    """Factors of (x, y, 1) for each triangle: of the barycentric coordinates, which are ≥ 0 inside, and of the depth. They are not
    finite for triangles seen edge-on."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = np.moveaxis(corners, 0, 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = 1.0 / ((bx - ax) * (cy - ay) - (cx - ax) * (by - ay))
        u = np.stack([(cy - ay) * share, -(cx - ax) * share, ((cx - ax) * ay - (cy - ay) * ax) * share])
        v = np.stack([-(by - ay) * share, (bx - ax) * share, ((by - ay) * ax - (bx - ax) * ay) * share])
        depth = u * (bz - az) + v * (cz - az) + np.stack([0 * az, 0 * az, az])
        return (u, v, np.stack([0 * az, 0 * az, 0 * az + 1]) - u - v), depth


def _batches(sizes):
    """The indices of all entries, in batches whose sizes add up to about PIXELS_PER_BATCH each."""
    order = np.flatnonzero(sizes)
    piece_of = np.cumsum(sizes[order]) // PIXELS_PER_BATCH
    return np.split(order, np.flatnonzero(np.diff(piece_of)) + 1) if len(order) else []


def _spread(items, firsts, counts):
    """Each item, repeated count times, and parallel to it first, first + 1, …"""
    offsets = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return np.repeat(items, counts), np.repeat(firsts, counts) + offsets


def draw_image(title, subtitle="", solids=(), surfaces=(), walls=(), edges=(), paths=(), legend=(), azimuth=30.0, elevation=48.0,
               width=WIDTH):
    """
    Draws Drawings (navpy.studio.debug).

    Parameters
    ----------
    title, subtitle : str
    solids : list of Drawing, optional
        Triangles, lines or points.
    surfaces : list of Drawing, optional
        Triangles that lie on the solids.
    walls, edges : list of Drawing, optional
        Lines on the surfaces: walls are thick, edges thin.
    paths : list of Drawing, optional
        Lines over all others; their hidden parts are drawn faintly.
    legend : list of (str, (int, int, int)), optional
        Labels and their colors.
    azimuth, elevation : float, optional
        Direction of the camera, as in Camera.
    width : int, optional
        Pixels of the drawing, without the frame around it.

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    ValueError
        All drawings are empty.
    """
    drawn = [d for group in (solids, surfaces, walls, edges, paths) for d in group if len(d)]
    if not drawn:
        raise ValueError("there is nothing to draw: all drawings are empty")
    low, high = (np.array([f(d.points, axis=0) for d in drawn], dtype=np.float64) for f in (np.min, np.max))
    low, high = low.min(0), high.max(0)
    floor = [(x, low[1], z) for x in (low[0], high[0]) for z in (low[2], high[2])]
    canvas = Canvas(Camera(np.concatenate([floor, *(d.points for d in drawn)]), azimuth, elevation,
                           width * OVERSAMPLING))
    lift = 0.004 * np.linalg.norm(high - low)
    for drawing in solids:
        if drawing.triangles is not None:
            canvas.add_triangles(drawing)
        elif drawing.lines is not None:
            canvas.add_lines(drawing, 1.2)
        else:
            canvas.add_points(drawing, 1.5)
    for drawing in surfaces:
        canvas.add_triangles(drawing, lift, opacity=0.82)
    for drawing in edges:
        canvas.add_lines(drawing, 0.9, 1.5 * lift, opacity=0.55)
    for drawing in walls:
        canvas.add_lines(drawing, 1.6, 1.5 * lift)
    for drawing in paths:
        canvas.add_lines(drawing, 4.5, 2 * lift, hidden=HIDDEN)
        canvas.add_points(_ends_of(drawing), 11, 2 * lift, hidden=HIDDEN)
    return _frame(canvas, title, subtitle, legend, low, high)


def _ends_of(drawing):
    points = drawing.points[[0, -1]]
    return type(drawing)(points, colors=drawing.colors[[0, -1]] if len(drawing) else None, palette=drawing.palette)


def _frame(canvas, title, subtitle, legend, low, high):
    """The picture with axes in meters along the floor of the box, and title, subtitle and legend above it."""
    require("matplotlib")
    figures, backend = require("matplotlib.figure"), require("matplotlib.backends.backend_agg")
    image = canvas.image()
    rows, columns = image.shape[:2]
    inch, left, right, below = 100, 90, 60, 95
    lines = textwrap.wrap(subtitle, max(40, columns // CHARACTER)) or [""]
    width, above = columns + left + right, 75 + LINE * len(lines)
    height = rows + below + above
    figure = figures.Figure(figsize=(width / inch, height / inch), dpi=inch, facecolor="none")
    frame = backend.FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(-left, columns + right)
    axes.set_ylim(-below, rows + above)
    axes.axis("off")
    _draw_axes(axes, canvas.camera, low, high)
    axes.text(0, rows + above - 22, title, fontsize=19, fontweight="bold", color="#1c2a3c", va="top", parse_math=False)
    for k, line in enumerate(lines):
        axes.text(0, rows + above - 56 - LINE * k, line, fontsize=12, color="#4a5a70", va="top", parse_math=False)
    if legend:
        patches = require("matplotlib.patches")
        handles = [patches.Patch(facecolor=np.array(color) / 255, edgecolor="#33415c", linewidth=0.5, label=label)
                   for label, color in legend]
        axes.legend(handles=handles, loc="upper right", fontsize=11, framealpha=0.9, borderpad=0.8,
                    bbox_to_anchor=(1 - 20 / width, 1 - (above - 10) / height))
    return _overlay(frame, image, above, left)


def _overlay(frame, image, above, left):
    """The frame over the picture. Matplotlib could do that, but resamples the picture, which is slow."""
    frame.draw()
    drawn = np.asarray(frame.buffer_rgba())
    whole = np.full((*drawn.shape[:2], 3), BACKGROUND, dtype=np.uint8)
    whole[above:above + len(image), left:left + image.shape[1]] = image[::-1]
    there = drawn[..., 3] > 0
    share = drawn[there][:, 3:] / np.float32(255)
    whole[there] = whole[there] + share * (drawn[there][:, :3] - whole[there].astype(np.float32)) + np.float32(0.5)
    return require("PIL.Image").fromarray(whole)


def _draw_axes(axes, camera, low, high):
    """Draws the near edges of the box's floor and its height at the left, with ticks at round numbers of meters."""
    corner = lambda x, y, z: camera.project([(x, y, z)])[0, :2] / OVERSAMPLING      # noqa: E731
    near_x = high[0] if camera.axes[2, 0] >= 0 else low[0]
    near_z = high[2] if camera.axes[2, 2] >= 0 else low[2]
    left_x, left_z = min(((x, z) for x in (low[0], high[0]) for z in (low[2], high[2])),
                         key=lambda at: corner(at[0], low[1], at[1])[0])
    lines = (("x", 0, lambda v: (v, low[1], near_z)), ("z", 2, lambda v: (near_x, low[1], v)), ("y", 1, lambda v: (left_x, v, left_z)))
    center = corner(*((low + high) / 2))
    for name, axis, at in lines:
        if high[axis] - low[axis] < 1e-6:
            continue
        a, b = corner(*at(low[axis])), corner(*at(high[axis]))
        axes.plot(*np.transpose([a, b]), color="#6b7a90", linewidth=1.1, zorder=2, clip_on=False)
        outward = np.array([-(b - a)[1], (b - a)[0]]) / max(np.linalg.norm(b - a), 1e-9)
        outward = outward if outward @ ((a + b) / 2 - center) > 0 else -outward
        texts = [""]
        for value in ticks(low[axis], high[axis], most=max(2, int(np.linalg.norm(b - a) / 70))):
            place = corner(*at(value))
            axes.plot(*np.transpose([place, place + 7 * outward]), color="#6b7a90", linewidth=1.1, zorder=2)
            texts.append(f"{value:g}")
            axes.text(*(place + 20 * outward), texts[-1], fontsize=10, color="#4a5a70", ha="center", va="center")
        off = 46 + (4 + 4.5 * max(map(len, texts))) * abs(outward[0])
        axes.text(*((a + b) / 2 + off * outward), f"{name} [m]", fontsize=12, color="#1c2a3c", ha="center", va="center")


def ticks(low, high, most=8):
    """Multiples of 1, 2 or 5 · 10ⁿ from low to high, about `most` of them at most."""
    raw = (high - low) / max(most, 1)
    power = 10.0 ** np.floor(np.log10(raw))
    step = power * next(m for m in (1, 2, 5, 10) if m * power >= raw * (1 - 1e-9))
    return [round(k * step, 10) + 0.0 for k in range(int(np.ceil(low / step - 1e-9)), int(np.floor(high / step + 1e-9)) + 1)]
