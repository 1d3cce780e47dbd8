"""
The stages of a bake, and the navmesh, as Drawings: points, lines and triangles with colors.

These functions need no graphics library: any program that shows triangles can show a Drawing.
"""
import colorsys

import numpy as np

from navpy.api.baking.compact import column_starts, floor_areas, floor_distances, floor_heights, floor_regions
from navpy.api.baking.contours import raw_contours, simplified_contours
from navpy.api.baking.heightfield import column_spans, level_bounds
from navpy.baking.voxels.distance_field import blur_distance_field, build_distance_field
from navpy.query import MeshPath

GROUND_AREA = 63                    # AREA_WALKABLE of navpy/base/area.pxd: ground without another area, and the highest area id
LEVEL, FLOOR, SOLID, WALL, PORTAL, TILE, LINK, PATH = (
    (176, 178, 184), (108, 176, 128), (196, 190, 182), (24, 44, 72), (255, 255, 255), (250, 226, 80), (214, 92, 20), (214, 32, 72))
# 32 colors: each after the twelfth is the one of all that lies farthest from those before it, and from LEVEL, WALL, PORTAL, LINK and
# PATH, in the color space OKLab, in which equal distances look alike; the least distance of two is 0.087.
DISTINCT = np.array([(62, 142, 208), (240, 160, 48), (72, 176, 116), (216, 92, 96), (144, 112, 204), (156, 116, 88),
                     (228, 132, 192), (76, 184, 190), (188, 184, 60), (112, 128, 144), (244, 196, 120), (120, 196, 240),
                     (20, 104, 20), (140, 20, 140), (20, 248, 176), (56, 68, 188), (140, 56, 20), (44, 92, 116), (248, 188, 248),
                     (212, 236, 44), (200, 68, 164), (164, 236, 236), (140, 80, 116), (68, 140, 20), (164, 152, 248), (80, 212, 92),
                     (80, 104, 236), (20, 128, 104), (248, 164, 164), (188, 140, 20), (128, 68, 200), (140, 212, 164)], dtype=np.uint8)
GRADIENT = np.array([[255 * c for c in colorsys.hsv_to_rgb(0.75 - 0.6 * t, 0.75 - 0.25 * t, 0.45 + 0.5 * t)]
                     for t in np.linspace(0, 1, 16)]).astype(np.uint8)
SIDES = ((-1, 0, (0, 2, 6, 4)), (1, 0, (1, 5, 7, 3)), (0, -1, (0, 4, 5, 1)), (0, 1, (2, 3, 7, 6)))     # of a box: dx, dz, its corners


class Drawing:
    """
    Triangles, lines or points with colors.

    Parameters
    ----------
    points : array_like, (n, 3)
        Meters, Y up.
    triangles : array_like of int, (m, 3), optional
        Indices of points, counter-clockwise seen from outside.
    lines : array_like of int, (m, 2), optional
        Indices of points. Without triangles and lines, the drawing consists of its points.
    colors : array_like of int, (m,) or (n,), optional
        For each triangle, line or point, the index of its color in the palette.
    palette : array_like, (k, 3), optional
        Red, green and blue, 0 … 255.
    """

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
    """The triangles of the level."""
    return Drawing(vertices, triangles, palette=[LEVEL])


def draw_heightfield(field):
    """The solid spans of a Heightfield as boxes. Walkable tops have another color. Sides that a neighboring span covers are left
    out."""
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
    return Drawing(_meters(field, points), triangles, colors=np.repeat(np.concatenate(colors), 2), palette=[FLOOR, SOLID])


def draw_distances(compact):
    """The floors of a CompactHeightfield: the brighter, the farther from the border. If the bake has freed the distances, they are
    computed again."""
    if not len(floor_distances(compact)) and compact.floor_count:
        build_distance_field(compact)
        blur_distance_field(compact)
    distances = floor_distances(compact).astype(np.int64)
    shown = floor_areas(compact) != 0
    steps = distances * (len(GRADIENT) - 1) // max(1, distances.max(initial=0)) if len(distances) else np.zeros(len(shown), int)
    return _draw_floors(compact, shown, steps, GRADIENT)


def draw_regions(compact):
    """The floors of a CompactHeightfield that belong to a region, with one color for each region."""
    regions = floor_regions(compact)
    return _draw_floors(compact, regions > 0, regions % len(DISTINCT), DISTINCT)


def draw_contours(contours, compact, raw=False):
    """The outlines of a ContourSet, simplified or as traced (raw), with one color for each region. compact: the field that it was made
    from."""
    points, lines, colors = [], [], []
    for region, corners in raw_contours(contours) if raw else simplified_contours(contours):
        first, count = len(points), len(corners)
        points.extend(corners)
        lines.extend((first + i, first + (i + 1) % count) for i in range(count))
        colors.extend([region % len(DISTINCT)] * count)
    return Drawing(_meters(compact, np.array(points, dtype=np.float64).reshape(-1, 3), windowed=False), lines=lines, colors=colors)


def draw_polygons(polygons):
    """The convex polygons of a PolyMesh, flat, with one color for each region."""
    offsets, corners, regions = (np.frombuffer(data, dtype=np.int32) for data in
                                 (polygons.offsets, polygons.corners, polygons.regions))
    triangles, colors = [], []
    for i in range(polygons.polygon_count):
        ring = corners[offsets[i]:offsets[i + 1]]
        triangles.extend((ring[0], ring[k], ring[k + 1]) for k in range(1, len(ring) - 1))
        colors.extend([regions[i] % len(DISTINCT)] * (len(ring) - 2))
    return Drawing(np.asarray(polygons.vertices), triangles, colors=colors)


def draw_stages(stages):
    """{name: Drawing} of every stage that a BakeStages holds, in the order of the bake. After a tiled bake it holds the mesh alone."""
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
    """(int32 (m, 3), int32 (m,)): the triangles of a NavMesh's surface, and for each of them its polygon."""
    triangles = np.array(mesh.triangles, dtype=np.int32).reshape(-1, 3)
    rings = [len(ring) - 2 for ring in mesh.polygons if ring]
    if len(triangles) == sum(rings):
        return triangles, np.repeat([i for i, ring in enumerate(mesh.polygons) if ring], rings).astype(np.int32)
    # The triangles are in the order of the polygons and cover each polygon exactly: their areas tell where the next one begins.
    x, z = mesh.vertices[:, 0], mesh.vertices[:, 2]
    covered = np.abs(_area2(x[triangles], z[triangles]))
    ends = np.cumsum([sum(_area2(x[[ring[0], ring[k], ring[k + 1]]][None], z[[ring[0], ring[k], ring[k + 1]]][None])[0]
                          for k in range(1, len(ring) - 1)) if ring else 0.0 for ring in mesh.polygons])
    polys = np.searchsorted(np.abs(ends), np.cumsum(covered) - 0.5 * covered)
    return triangles, np.minimum(polys, len(ends) - 1).astype(np.int32)


def island_ranks(mesh):
    """int64 (polygons,): the rank of each polygon's island by area in the ground plane; 0 is the largest."""
    sizes = island_areas(mesh)
    rank = np.empty(len(sizes) + 1, dtype=np.int64)
    rank[np.argsort(-sizes, kind="stable")] = np.arange(len(sizes))
    rank[-1] = 0
    return rank[mesh.islands]


def island_areas(mesh):
    """float64 (island_count,): the area of each island in the ground plane, m²."""
    there = mesh.islands >= 0
    return np.bincount(mesh.islands[there], _plan_areas(mesh)[there], minlength=mesh.island_count)


def _plan_areas(mesh):
    """float64 (n,): the area of each polygon in the ground plane, m²."""
    triangles, polys = surface_triangles(mesh)
    x, z = mesh.vertices[:, 0], mesh.vertices[:, 2]
    return np.bincount(polys, 0.5 * np.abs(_area2(x[triangles], z[triangles])), minlength=len(mesh.polygons))


def legend_rows(mesh, by):
    """[(name, m² in the ground plane, (red, green, blue))]: the legend of `draw_surface`. Islands are sorted by size; areas have their
    costs in the name. Empty for polygons, which are too many."""
    if by == "polygon" or not mesh.polygon_count:
        return []
    if by == "island":
        return [(f"island {k + 1}", size, tuple(DISTINCT[k % len(DISTINCT)].tolist()))
                for k, size in enumerate(sorted(island_areas(mesh), reverse=True))]
    sizes, rows = _plan_areas(mesh), []
    for area in sorted(set(mesh.areas[mesh.islands >= 0].tolist()), reverse=True):
        traits = [f"cost {mesh.area_cost(area):g}"] * (mesh.area_cost(area) != 1) + ["exit only"] * (area in mesh.exit_only_areas)
        rows.append((f"area {area}" + (f" ({', '.join(traits)})" if traits else ""), sizes[mesh.areas == area].sum(),
                     tuple(DISTINCT[(GROUND_AREA - area) % len(DISTINCT)].tolist())))
    return rows


def draw_surface(mesh, by="island"):
    """The triangles of a NavMesh's surface, with one color for each island, area or polygon. by: "island", "area" or "polygon"."""
    if by not in ("island", "area", "polygon"):
        raise ValueError(f"color: must be 'island', 'area' or 'polygon', is {by!r}")
    triangles, polys = surface_triangles(mesh)
    value = island_ranks(mesh) if by == "island" else (GROUND_AREA - mesh.areas if by == "area" else np.arange(len(mesh.polygons)))
    return Drawing(mesh.vertices, triangles, colors=value[polys] % len(DISTINCT))


class Edges:
    """
    The edges of a NavMesh's polygons as lines along its surface.

    Attributes
    ----------
    points : (n, 3) float32
        Meters.
    sides : (m, 2) int64
        Indices of points.
    polygons, neighbors : (m,) int
        The polygon on each side of a line; neighbors has −1 at a wall.
    """

    __slots__ = ("points", "sides", "polygons", "neighbors", "_mesh")

    def __init__(self, mesh):
        triangles, polys = surface_triangles(mesh)
        sides = triangles[:, (0, 1, 1, 2, 2, 0)].reshape(-1, 2).astype(np.int64)
        polys, size = np.repeat(polys, 3), len(mesh.vertices)
        turned = (polys * size + sides[:, 1]) * size + sides[:, 0]
        border = ~np.isin((polys * size + sides[:, 0]) * size + sides[:, 1], turned)     # of no other triangle of the polygon
        self.points, self.sides, self.polygons = mesh.vertices, sides[border], polys[border]
        self.neighbors = _across(mesh, mesh.vertices[self.sides].mean(1), self.polygons)
        self._mesh = mesh

    def walls(self):
        """bool (m,): borders of the navmesh."""
        return self.neighbors < 0

    def shared(self):
        """bool (m,): edges that two polygons share, each once."""
        return self.neighbors > self.polygons

    def between_tiles(self):
        """bool (m,): of the shared edges those on borders of tiles."""
        shared, mesh = self.shared(), self._mesh
        if len(mesh.tiles) < 2:
            return np.zeros_like(shared)
        tiles = np.array([mesh.tile_of(i) for i in range(len(mesh.polygons))])
        return shared & (tiles[self.polygons] != tiles[self.neighbors]).any(1)

    def draw(self, chosen, color):
        """The chosen lines in one color."""
        return Drawing(self.points, lines=self.sides[chosen], palette=[color])


def _across(mesh, middles, polys):
    """For points on the borders of polygons: the polygon on the other side, −1 at a wall."""
    counts = np.array([len(ring) for ring in mesh.polygons], dtype=np.int64)
    first = np.cumsum(counts) - counts
    corners = np.array([i for ring in mesh.polygons for i in ring], dtype=np.int64)
    next_corners = np.array([ring[(k + 1) % len(ring)] for ring in mesh.polygons for k in range(len(ring))], dtype=np.int64)
    neighbors = np.array([other for row in mesh.neighbors for other in row], dtype=np.int64)
    if not len(polys):
        return np.zeros(0, dtype=np.int64)
    starts = np.cumsum(counts[polys]) - counts[polys]
    edge = np.arange(counts[polys].sum()) - np.repeat(starts - first[polys], counts[polys])
    a, b, p = (points[:, (0, 2)] for points in (mesh.vertices[corners[edge]], mesh.vertices[next_corners[edge]],
                                                np.repeat(middles, counts[polys], axis=0)))
    t = np.clip(_dot(p - a, b - a) / np.maximum(_dot(b - a, b - a), 1e-300), 0.0, 1.0)
    off = _dot(a + t[:, None] * (b - a) - p, a + t[:, None] * (b - a) - p)
    nearest = np.lexsort((off, np.repeat(np.arange(len(polys)), counts[polys])))[starts]
    return neighbors[edge[nearest]]


def draw_links(mesh, steps=12):
    """The off-mesh links of a NavMesh as arcs from start to end: one arc, or two for the sides of a link with a width. A link that
    leads one way has an arrowhead at its end."""
    points, lines = [], []

    def add(chain):
        lines.extend((len(points) + i, len(points) + i + 1) for i in range(len(chain) - 1))
        points.extend(chain)
    for link in directed_links(mesh):
        if link.back:
            continue
        wide = bool((link.leave[0] != link.leave[1]).any())
        arcs = [_arc(link.leave[side], link.land[side], steps) for side in range(1 + wide)]
        for arc in arcs:
            add(arc)
        if wide:
            add(link.leave)
            add(link.land)
        if not link.two_way:
            add(_arrow_head(np.mean([arc[-3] for arc in arcs], axis=0), link.land.mean(0)))
    return Drawing(np.array(points).reshape(-1, 3), lines=lines, palette=[LINK])


def _arc(start, end, steps):
    t = np.linspace(0.0, 1.0, steps + 1)[:, None]
    return start + t * (end - start) + (0, 0.25 * np.linalg.norm(end - start), 0) * (4 * t * (1 - t))


def _arrow_head(before, tip):
    """The two strokes of an arrowhead, as a chain of three points."""
    back = before - tip
    aside = np.array((back[2], 0.0, -back[0]))
    aside *= 0.5 * np.linalg.norm(back) / max(np.linalg.norm(aside), 1e-12)
    return [tip + back + aside, tip, tip + back - aside]


def draw_path(points, color=PATH):
    """A path as lines of one color (red, green, blue)."""
    return Drawing(points, lines=np.arange(max(len(points) - 1, 0))[:, None] + (0, 1), palette=[color])


def path_on_surface(mesh, path):
    """float64 (n, 3): the points of a PathResult, with points between them where the ground of its NavMesh bends, and on arcs along
    links."""
    if not len(path.points):
        return np.zeros((0, 3))
    mesh_path = MeshPath(mesh, path.points, path.links)
    mesh_path.add_slope_points(0.0)
    points = mesh_path.points
    chain = [points[:1]]
    for start, end, link in zip(points, points[1:], mesh_path.links):
        chain.append(_arc(start, end, 12)[1:] if link >= 0 else [end])
    return np.concatenate(chain)


def _plane_heights(corners, x, z):
    """Heights of the planes of triangles (m, 3, 3) at x and z (…, m); NaN for vertical triangles."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = np.moveaxis(corners, (1, 2), (0, 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        whole = (bx - ax) * (cz - az) - (cx - ax) * (bz - az)
        u = ((x - ax) * (cz - az) - (cx - ax) * (z - az)) / whole
        v = ((bx - ax) * (z - az) - (x - ax) * (bz - az)) / whole
        return ay + u * (by - ay) + v * (cy - ay)


# ---- off-mesh links on the surface ----

class Surface:
    """The surface triangles of a NavMesh, by polygon."""

    __slots__ = ("vertices", "triangles", "first")

    def __init__(self, mesh):
        self.vertices = mesh.vertices
        self.triangles, polys = surface_triangles(mesh)
        self.first = np.searchsorted(polys, np.arange(len(mesh.polygons) + 1))

    def corners(self, polys):
        """float64 (m, 3, 3): the triangles of some polygons."""
        chosen = [self.triangles[self.first[i]:self.first[i + 1]] for i in polys]
        return self.vertices[np.concatenate(chosen)] if chosen else np.zeros((0, 3, 3))

    def height(self, poly, x, z):
        """Height of a polygon's surface at x and z, meters."""
        corners = self.corners([poly])
        a, b, c = (corners[:, k][:, (0, 2)] for k in range(3))
        outside = np.max([_cross2(q - p, (x, z) - p) / np.maximum(np.hypot(*(q - p).T), 1e-12)
                          for p, q in ((a, b), (b, c), (c, a))], axis=0)
        heights = _plane_heights(corners, x, z)
        return heights[np.argmin(np.where(np.isfinite(heights), outside, np.inf))]


class DirectedLink:
    """
    One direction of an off-mesh link.

    Attributes
    ----------
    link : int
        Index of the link.
    start_poly, end_poly : int
        Polygons, −1 where the link is not attached.
    area : int
        Area id.
    leave, land : (2, 3) float64
        The segments on which an agent leaves the surface and lands on it again: left and right end, in meters. Both ends are the same
        if the link has no width. If the link is not attached, they are its start and its end.
    two_way : bool
        The link has both directions.
    back : bool
        This is the direction from the link's end to its start.
    """

    __slots__ = ("link", "start_poly", "end_poly", "area", "leave", "land", "two_way", "back")


def directed_links(mesh):
    """The DirectedLinks of a NavMesh: one for each link, and a second one for each two-way link."""
    surface, found = Surface(mesh), []
    for index, link in enumerate(mesh.links):
        ends = (link.start, link.start_poly), (link.end, link.end_poly)
        for back, ((start, start_poly), (end, end_poly)) in enumerate((ends, ends[::-1])[:1 + link.two_way]):
            one = DirectedLink()
            one.link = index
            one.start_poly, one.end_poly, one.area, one.two_way, one.back = start_poly, end_poly, link.area, link.two_way, back == 1
            one.leave, one.land = (np.array([point, point], dtype=np.float64) for point in (start, end))
            if start_poly >= 0 and end_poly >= 0:
                _attach(mesh, surface, one, link)
            found.append(one)
    return found


def _attach(mesh, surface, one, link):
    """Moves the ends of a directed link to the surface, and widens them to the part of the link's width that lies on both polygons."""
    direction = one.land[0, [0, 2]] - one.leave[0, [0, 2]]
    reach = 3 * (max(link.radius, 1e-6),)
    start, end = (place_on(mesh, poly, point[0], reach) for poly, point in ((one.start_poly, one.leave), (one.end_poly, one.land)))
    length, low, high = np.hypot(*direction), 0.0, 0.0
    if link.width > 0 and length > 1e-6:
        left = 0.5 * link.width / length * np.array((direction[1], -direction[0]))
        low, high = zip(*(_clip(mesh.vertices[list(mesh.polygon(poly))][:, (0, 2)], at[[0, 2]], left)
                          for poly, at in ((one.start_poly, start), (one.end_poly, end))))
        low, high = max(low), min(high)
    for side, t in enumerate((high, low)):
        for out, poly, at in ((one.leave, one.start_poly, start), (one.land, one.end_poly, end)):
            x, z = at[[0, 2]] + (t * left if t else 0.0)
            out[side] = (x, surface.height(poly, x, z), z) if t else at


def _clip(ring, at, along):
    """(low, high), −1 ≤ low ≤ 0 ≤ high ≤ 1: for t between them, at + t·along lies in the polygon with these (x, z) corners. `at` lies
    in it."""
    low, high = -1.0, 1.0
    for a, b in zip(ring, np.roll(ring, -1, axis=0)):
        size = np.hypot(*(b - a))
        outside = ((b[0] - a[0]) * (at[1] - a[1]) - (at[0] - a[0]) * (b[1] - a[1])) / size
        slope = ((b[0] - a[0]) * along[1] - along[0] * (b[1] - a[1])) / size
        if slope > 1e-6:
            high = max(min(high, -outside / slope), 0.0)
        elif slope < -1e-6:
            low = min(max(low, -outside / slope), 0.0)
    return low, high


def place_on(mesh, poly, point, reach):
    """The nearest point to a point on a polygon within reach; the point itself if it is taken to another polygon."""
    found = mesh.locate(tuple(point), reach)
    return np.array(found[1] if found is not None and found[0] == poly else point)


def _dot(a, b):
    return np.einsum("ij,ij->i", a, b)


def _cross2(a, b):
    """Cross products of (x, z): above 0 where b points to the right of a, seen from above."""
    return a[:, 0] * b[:, 1] - b[:, 0] * a[:, 1]


# ---- voxels ----

def _meters(field, points, windowed=True):
    """Points in voxel units as meters. windowed: the points count from the field's first column, not from the grid's."""
    origin = np.array(level_bounds(field)[0])
    if windowed:
        points = points + (getattr(field, "x0", 0), 0, getattr(field, "z0", 0))
    return origin + points * (field.cell_size, field.cell_height, field.cell_size)


def _spans_of(field):
    """int64 (n, 5): x, z, bottom, top and area of all spans, column by column, from bottom to top."""
    spans = [(x, z, *span) for z in range(field.depth) for x in range(field.width) for span in column_spans(field, x, z)]
    return np.array(spans, dtype=np.int64).reshape(-1, 5)


def _covered(spans, dx, dz, width):
    """For each span: does a span of the neighboring column cover its side, from bottom to top?"""
    x, z, bottom, top, _ = spans.T
    column = 65536 * (x + z * width)
    wanted = column + 65536 * (dx + dz * width) + bottom
    below = np.searchsorted(column + bottom, wanted, side="right") - 1
    there = (below >= 0) & (x[below] == x + dx) & (z[below] == z + dz)
    return there & (top[below] >= top)


def _draw_floors(compact, shown, colors, palette):
    columns = np.repeat(np.arange(compact.width * compact.depth), np.diff(column_starts(compact)))[shown]
    x, z, y = columns % compact.width, columns // compact.width, floor_heights(compact)[shown].astype(np.int64)
    points = np.stack([np.stack([x + i, y, z + j], 1) for i, j in ((0, 0), (0, 1), (1, 1), (1, 0))], 1).reshape(-1, 3)
    quads = 4 * np.arange(len(x))[:, None] + np.arange(4)
    return Drawing(_meters(compact, points), _cut_quads(quads), colors=np.repeat(np.asarray(colors)[shown], 2), palette=palette)


def _cut_quads(quads):
    return quads[:, (0, 1, 2, 0, 2, 3)].reshape(-1, 3)


def _compacted(points, triangles):
    """(points, triangles) without points that are unused or double."""
    points, inverse = np.unique(points, axis=0, return_inverse=True)
    triangles = inverse.reshape(-1)[triangles]
    used, triangles = np.unique(triangles, return_inverse=True)
    return points[used], triangles.reshape(-1, 3)


def _area2(x, z):
    """Twice the signed areas of triangles in the ground plane; x and z: (m, 3)."""
    return (x[:, 1] - x[:, 0]) * (z[:, 2] - z[:, 0]) - (x[:, 2] - x[:, 0]) * (z[:, 1] - z[:, 0])
