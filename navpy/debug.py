"""
Any stage of a bake, and the navmesh, as points, lines, triangles and colours. Draws nothing: whatever can show triangles
can show what these functions return.
"""
import colorsys

import numpy as np

LEVEL, FLOOR, SOLID, WALL, PORTAL, LINK, PATH = (
    (176, 178, 184), (108, 176, 128), (196, 190, 182), (24, 44, 72), (255, 255, 255), (214, 92, 20), (214, 32, 72))
DISTINCT = np.array([(62, 142, 208), (240, 160, 48), (72, 176, 116), (216, 92, 96), (144, 112, 204), (156, 116, 88),
                     (228, 132, 192), (76, 184, 190), (188, 184, 60), (112, 128, 144), (244, 196, 120), (120, 196, 240)],
                    dtype=np.uint8)
GRADIENT = np.array([[255 * c for c in colorsys.hsv_to_rgb(0.75 - 0.6 * t, 0.75 - 0.25 * t, 0.45 + 0.5 * t)]
                     for t in np.linspace(0, 1, 16)]).astype(np.uint8)
SIDES = ((-1, 0, (0, 2, 6, 4)), (1, 0, (1, 5, 7, 3)), (0, -1, (0, 4, 5, 1)), (0, 1, (2, 3, 7, 6)))     # of a box, by its corners


class Drawing:
    """Something to be drawn.

    points: float32 (n, 3), metres, Y up. triangles: int32 (m, 3), counter-clockwise seen from outside, or None. lines:
    int32 (m, 2), or None. With neither, the points are meant. colors: uint8, one a triangle, line or point: an index into
    palette, uint8 (k, 3), red, green and blue."""

    __slots__ = ("points", "triangles", "lines", "colors", "palette")

    def __init__(self, points, triangles=None, lines=None, colors=None, palette=DISTINCT):
        self.points = np.ascontiguousarray(points, dtype=np.float32).reshape(-1, 3)
        self.triangles = None if triangles is None else np.ascontiguousarray(triangles, dtype=np.int32).reshape(-1, 3)
        self.lines = None if lines is None else np.ascontiguousarray(lines, dtype=np.int32).reshape(-1, 2)
        elements = self.points if triangles is None and lines is None else self.triangles if lines is None else self.lines
        self.colors = np.zeros(len(elements), np.uint8) if colors is None else np.ascontiguousarray(colors, dtype=np.uint8)
        self.palette = np.array(palette, dtype=np.uint8).reshape(-1, 3)

    def __len__(self):
        """Number of triangles, lines or points."""
        return len(self.colors)

    def __repr__(self):
        kind = "triangles" if self.triangles is not None else "lines" if self.lines is not None else "points"
        return f"<Drawing of {len(self)} {kind}>"


# ---- the bake's stages ----

def draw_level(vertices, triangles):
    """The level itself, triangles."""
    return Drawing(vertices, triangles, palette=[LEVEL])


def draw_heightfield(field):
    """The solid spans of a Heightfield as boxes, tops that can be stood on in another colour; sides that a neighbouring span
    covers are left out."""
    spans = _spans_of(field)
    x, z, bottom, top, area = spans.T
    corners = np.stack([np.stack([x + i, (bottom, top)[k], z + j], 1) for k in (0, 1) for j in (0, 1) for i in (0, 1)], 1)
    first = 8 * np.arange(len(spans))
    quads, colors = [first[:, None] + np.array((4, 6, 7, 5))], [np.where(area > 0, 0, 1)]
    for dx, dz, quad in SIDES:
        open_side = first[~_covered(spans, dx, dz, field.width)]
        quads.append(open_side[:, None] + np.array(quad))
        colors.append(np.full(len(open_side), 1))
    points, triangles = _compacted(corners.reshape(-1, 3), _cut_quads(np.concatenate(quads)))
    return Drawing(_metres(field, points), triangles, colors=np.repeat(np.concatenate(colors), 2), palette=[FLOOR, SOLID])


def draw_distances(compact):
    """The floors of a CompactHeightfield, brighter the farther they are from the border."""
    distances = compact.floor_distances.astype(np.int64)
    shown = compact.floor_areas != 0
    steps = distances * (len(GRADIENT) - 1) // max(1, distances.max(initial=0)) if len(distances) else np.zeros(len(shown), int)
    return _draw_floors(compact, shown, steps, GRADIENT)


def draw_regions(compact):
    """The floors of a CompactHeightfield that are in a region, one colour a region."""
    regions = compact.floor_regions
    return _draw_floors(compact, regions > 0, regions % len(DISTINCT), DISTINCT)


def draw_contours(contours, compact, raw=False):
    """The outlines of a ContourSet, simplified or as traced (raw), one colour a region; compact is what it was made of."""
    points, lines, colors = [], [], []
    for region, corners in contours.raw if raw else contours.merged:
        first, count = len(points), len(corners)
        points.extend(corners)
        lines.extend((first + i, first + (i + 1) % count) for i in range(count))
        colors.extend([region % len(DISTINCT)] * count)
    return Drawing(_metres(compact, np.array(points, dtype=np.float64).reshape(-1, 3), windowed=False), lines=lines, colors=colors)


def draw_polygons(polygons):
    """The convex polygons of a PolyMesh, flat, one colour a region."""
    offsets, corners, regions = (np.frombuffer(data, dtype=np.int32) for data in
                                 (polygons.offsets, polygons.corners, polygons.regions))
    triangles, colors = [], []
    for i in range(polygons.polygon_count):
        ring = corners[offsets[i]:offsets[i + 1]]
        triangles.extend((ring[0], ring[k], ring[k + 1]) for k in range(1, len(ring) - 1))
        colors.extend([regions[i] % len(DISTINCT)] * (len(ring) - 2))
    return Drawing(np.asarray(polygons.vertices), triangles, colors=colors)


def draw_stages(stages):
    """Every stage that a BakeStages holds, by name in the order of a bake; a tiled bake holds the mesh only."""
    drawings = {}
    heightfield, compact, contours, polygons = (getattr(stages, name, None) for name in
                                                ("heightfield", "compact", "contours", "polygons"))
    if heightfield is not None:
        drawings["heightfield"] = draw_heightfield(heightfield)
    if compact is not None:
        drawings["distances"] = draw_distances(compact)
        drawings["regions"] = draw_regions(compact)
    if contours is not None and compact is not None:
        drawings["traced contours"] = draw_contours(contours, compact, raw=True)
        drawings["contours"] = draw_contours(contours, compact)
    if polygons is not None:
        drawings["polygons"] = draw_polygons(polygons)
    return drawings


# ---- the navmesh ----

def surface_triangles(mesh):
    """(triangles int32 (m, 3) of a NavMesh's surface, int32 (m,) the polygon that each belongs to)."""
    triangles = np.array(mesh.triangles, dtype=np.int32).reshape(-1, 3)
    rings = [len(ring) - 2 for ring in mesh.polygons if ring]
    if len(triangles) == sum(rings):
        return triangles, np.repeat([i for i, ring in enumerate(mesh.polygons) if ring], rings).astype(np.int32)
    # Triangles follow each other polygon by polygon and cover each exactly: their areas tell where the next one begins.
    x, z = mesh.vertices[:, 0], mesh.vertices[:, 2]
    covered = np.abs(_area2(x[triangles], z[triangles]))
    ends = np.cumsum([sum(_area2(x[[ring[0], ring[k], ring[k + 1]]][None], z[[ring[0], ring[k], ring[k + 1]]][None])[0]
                          for k in range(1, len(ring) - 1)) if ring else 0.0 for ring in mesh.polygons])
    polys = np.searchsorted(np.abs(ends), np.cumsum(covered) - 0.5 * covered)
    return triangles, np.minimum(polys, len(ends) - 1).astype(np.int32)


def island_ranks(mesh):
    """int64 (polygons,): 0 for polygons of the largest island, 1 for those of the next one …; by area in the ground plane."""
    sizes = island_areas(mesh)
    rank = np.empty(len(sizes) + 1, dtype=np.int64)
    rank[np.argsort(-sizes, kind="stable")] = np.arange(len(sizes))
    rank[-1] = 0
    return rank[mesh.islands]


def island_areas(mesh):
    """m² of every island in the ground plane, float64 (island_count,)."""
    triangles, polys = surface_triangles(mesh)
    x, z = mesh.vertices[:, 0], mesh.vertices[:, 2]
    return np.bincount(mesh.islands[polys], 0.5 * np.abs(_area2(x[triangles], z[triangles])), minlength=mesh.island_count)


def draw_surface(mesh, by="island"):
    """The surface of a NavMesh, triangles; by: "island", "area" or "polygon", what has one colour."""
    if by not in ("island", "area", "polygon"):
        raise ValueError(f"by must be 'island', 'area' or 'polygon', not {by!r}")
    triangles, polys = surface_triangles(mesh)
    value = island_ranks(mesh) if by == "island" else (63 - mesh.areas if by == "area" else np.arange(len(mesh.polygons)))
    return Drawing(mesh.vertices, triangles, colors=value[polys] % len(DISTINCT))


def draw_edges(mesh, walls=True):
    """The borders of a NavMesh (walls) or the edges that its polygons share, lines."""
    lines = [(ring[k], ring[(k + 1) % len(ring)]) for ring, around in zip(mesh.polygons, mesh.neighbors)
             for k, other in enumerate(around) if (other < 0) == walls and (walls or ring[k] < ring[(k + 1) % len(ring)])]
    return Drawing(mesh.vertices, lines=lines, palette=[WALL if walls else PORTAL])


def draw_links(mesh, steps=12):
    """The off-mesh links of a NavMesh as arcs, lines."""
    points, lines = [], []
    for link in getattr(mesh, "links", ()):
        start, end = np.array(link["start"]), np.array(link["end"])
        t = np.linspace(0.0, 1.0, steps + 1)[:, None]
        rise = (0, 0.25 * np.linalg.norm(end - start), 0) * (4 * t * (1 - t))
        lines.extend((len(points) + i, len(points) + i + 1) for i in range(steps))
        points.extend(start + t * (end - start) + rise)
    return Drawing(np.array(points).reshape(-1, 3), lines=lines, palette=[LINK])


def draw_path(points):
    """A path, lines."""
    count = len(points)
    return Drawing(points, lines=[(i, i + 1) for i in range(count - 1)], palette=[PATH])


# ---- voxels ----

def _metres(field, points, windowed=True):
    """Points in voxel units as metres; windowed: counted from the field's first column, not from the grid's."""
    origin = np.array(field.bounds[0])
    if windowed:
        points = points + (getattr(field, "x0", 0), 0, getattr(field, "z0", 0))
    return origin + points * (field.cell_size, field.cell_height, field.cell_size)


def _spans_of(field):
    """int64 (n, 5): x, z, bottom, top, area of all spans, column by column, upwards."""
    spans = [(x, z, *span) for z in range(field.depth) for x in range(field.width) for span in field.column(x, z)]
    return np.array(spans, dtype=np.int64).reshape(-1, 5)


def _covered(spans, dx, dz, width):
    """For every span, does one span of the neighbouring column reach from below its bottom to above its top?"""
    x, z, bottom, top, _ = spans.T
    column = 65536 * (x + z * width)
    wanted = column + 65536 * (dx + dz * width) + bottom
    below = np.searchsorted(column + bottom, wanted, side="right") - 1
    there = (below >= 0) & (x[below] == x + dx) & (z[below] == z + dz)
    return there & (top[below] >= top)


def _draw_floors(compact, shown, colors, palette):
    columns = np.repeat(np.arange(compact.width * compact.depth), np.diff(compact.column_starts))[shown]
    x, z, y = columns % compact.width, columns // compact.width, compact.floor_heights[shown].astype(np.int64)
    points = np.stack([np.stack([x + i, y, z + j], 1) for i, j in ((0, 0), (0, 1), (1, 1), (1, 0))], 1).reshape(-1, 3)
    quads = 4 * np.arange(len(x))[:, None] + np.arange(4)
    return Drawing(_metres(compact, points), _cut_quads(quads), colors=np.repeat(np.asarray(colors)[shown], 2), palette=palette)


def _cut_quads(quads):
    return quads[:, (0, 1, 2, 0, 2, 3)].reshape(-1, 3)


def _compacted(points, triangles):
    """Only the points that triangles use, each once."""
    points, inverse = np.unique(points, axis=0, return_inverse=True)
    triangles = inverse.reshape(-1)[triangles]
    used, triangles = np.unique(triangles, return_inverse=True)
    return points[used], triangles.reshape(-1, 3)


def _area2(x, z):
    """Twice the signed area in the ground plane of triangles, (m, 3) coordinates each."""
    return (x[:, 1] - x[:, 0]) * (z[:, 2] - z[:, 0]) - (x[:, 2] - x[:, 0]) * (z[:, 1] - z[:, 0])
