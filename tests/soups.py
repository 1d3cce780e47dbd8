"""Random levels that no one would build, with random settings, and what must hold of every bake of one.

A seed is a level: `make_case` gives the same for it everywhere. Lengths are in cells until the level is scaled."""
import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from navpy.api.baking.compact import floor_regions
from navpy.baking.voxels.areas import BoxVolume, ConvexVolume, CylinderVolume
from navpy.api.baking.outlines import node_sides
from navpy.api.baking.triangulation import triangulate_graph
from navpy.api.baking.bakes import bake_stages, bake_tile
from navpy.baking.settings import FIELDS, BakeSettings
from navpy.baking.source import BakeSource
from navpy.base.core import PathStatus
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.navmesh.navmesh import NavMesh

BOX = np.array([(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4),
                (1, 5, 7), (1, 7, 3)])


class Case:
    """A level and what it is baked with. more: keyword arguments of bake. size: (width, height, depth) in meters, low: its
    lowest corner."""

    __slots__ = ("seed", "vertices", "triangles", "settings", "more", "low", "size")

    def __repr__(self):
        return f"seed {self.seed}: {len(self.triangles)} triangles, {self.settings!r}, {self.more!r:.200}"


# ---- parts of levels: (n, 3, 3) corners of triangles, in cells ----

def quad(a, b, c, d):
    return np.array([(a, b, c), (a, c, d)], dtype=float)


def sheet(x0, z0, x1, z1, y0, y1=None):
    """A rectangle that faces up, y0 high at x0 and y1 at x1."""
    y1 = y0 if y1 is None else y1
    return quad((x0, y0, z0), (x0, y0, z1), (x1, y1, z1), (x1, y1, z0))


def box(low, high):
    corners = np.array([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])], dtype=float)
    return corners[BOX]


def scattered(rng, size):
    """Triangles of very different sizes."""
    count = rng.integers(1, 60)
    middles = rng.uniform(0, 1, (count, 1, 3)) * size
    return middles + rng.normal(0, 1, (count, 3, 3)) * 10 ** rng.uniform(-2, 1.3, (count, 1, 1)) * (1, rng.choice((0.05, 0.3, 1)), 1)


def noise(rng, size):
    """A grid of quads with noise in its heights, some quads left out."""
    n, m = rng.integers(1, 13, 2)
    x, z = np.meshgrid(np.linspace(0, size[0], n + 1), np.linspace(0, size[2], m + 1), indexing="ij")
    y = rng.uniform(0, rng.choice((0.01, 0.5, 2, 10)), x.shape) + rng.uniform(0, size[1])
    p = np.stack((x, y, z), axis=-1)
    a, b, c, d = p[:-1, :-1], p[:-1, 1:], p[1:, 1:], p[1:, :-1]
    split = np.stack((np.stack((a, b, c), axis=-2), np.stack((a, c, d), axis=-2)), axis=2).reshape(-1, 3, 3)
    return split[rng.random(len(split)) < rng.choice((0.5, 0.9, 1.0))]


def boxes(rng, size):
    """Closed boxes on whole or half cells."""
    parts = []
    for _ in range(rng.integers(1, 14)):
        step = rng.choice((1, 1, 2, 0.5))
        low = np.floor(rng.uniform(0, 1, 3) * size / step) * step
        parts.append(box(low, low + step * rng.integers(1, 12, 3) * (1, rng.choice((0.3, 1)), 1)))
    return np.concatenate(parts)


def ground(rng, size):
    y = rng.choice((0, rng.uniform(0, size[1])))
    return sheet(0, 0, size[0], size[2], y) if rng.random() < 0.6 else box((0, y - 1, 0), (size[0], y, size[2]))


def spiral(rng, size):
    """A ramp that winds over itself."""
    turns, steps, rise = rng.uniform(1, 4), rng.integers(5, 16), rng.uniform(1, 14)
    inner, outer = sorted(rng.uniform(0.02, 0.5, 2) * min(size[0], size[2]))
    angle = np.linspace(0, turns * 2 * np.pi, int(turns * steps) + 1) * rng.choice((-1, 1))
    way = np.stack((np.cos(angle), np.zeros_like(angle), np.sin(angle)), axis=-1)
    up = np.linspace(0, turns * rise, len(angle))[:, None] * (0, 1, 0) + np.array((0.5, 0, 0.5)) * size
    a, b = way * inner + up, way * outer + up
    return np.concatenate([quad(a[i], b[i], b[i + 1], a[i + 1])[:, ::rng.choice((1, 1, 1, -1))] for i in range(len(a) - 1)])


def comb(rng, size):
    """Ground with long teeth."""
    parts, width, step = [ground(rng, size)], rng.uniform(0.2, 2), rng.uniform(1, 6)
    for i, x in enumerate(np.arange(step, size[0], step)[:25]):
        ends = sorted(rng.uniform(0, size[2], 2)) if rng.random() < 0.3 else (0 if i % 2 else 2, size[2] - (2 if i % 2 else 0))
        parts.append(box((x, 0, ends[0]), (x + width, size[1] * rng.uniform(0.1, 1), ends[1])))
    return np.concatenate(parts)


def pillars(rng, size):
    """Ground with many holes."""
    parts, step = [ground(rng, size)], rng.choice((2, 3, 4, 5, 7))
    for x, z in np.argwhere(rng.random((int(size[0] // step), int(size[2] // step))) < rng.choice((0.3, 0.7, 1)))[:120] * step:
        shift = rng.uniform(0, 1, 2) * rng.choice((0, 1))
        top = size[1] * rng.choice((1, rng.uniform(0.1, 2)))
        parts.append(box((x + shift[0], 0, z + shift[1]), (x + shift[0] + rng.choice((0.1, 1, 1.5)), top, z + shift[1] + 1)))
    return np.concatenate(parts)


def walls(rng, size):
    """Upright sheets without thickness on a ground."""
    parts = [ground(rng, size)]
    for _ in range(rng.integers(1, 12)):
        (x0, z0), (x1, z1) = rng.uniform(0, 1, (2, 2)) * (size[0], size[2])
        if rng.random() < 0.4:
            x1 = x0 = round(x0)
        y = size[1] * rng.uniform(0, 1.5)
        parts.append(quad((x0, 0, z0), (x1, 0, z1), (x1, y, z1), (x0, y, z0)))
    return np.concatenate(parts)


def stack(rng, size):
    """Rectangles over each other at the same or nearly the same height."""
    parts, step = [], rng.choice((0, 1e-4, 0.01, 0.5, 1, 3, 6))
    for i in range(rng.integers(2, 12)):
        (x0, x1), (z0, z1) = np.sort(rng.uniform(0, 1, (2, 2)), axis=1) * ((size[0],), (size[2],))
        if rng.random() < 0.5:
            x0, x1, z0, z1 = round(x0), round(x1), round(z0), round(z1)
        parts.append(sheet(x0, z0, x1, z1, 3 + step * i)[:, ::rng.choice((1, 1, 1, -1))])
    return np.concatenate(parts)


def checkers(rng, size):
    """Tiles that touch at their corners, at a few heights."""
    step = rng.choice((1, 2, 3, 5))
    places = np.argwhere(rng.random((int(size[0] // step), int(size[2] // step))) < rng.choice((0.3, 0.5, 0.8)))[:160] * step
    heights = rng.choice((0, 0, 0, 1, 2, 7), len(places))
    if len(places) == 0:
        return ground(rng, size)
    return np.concatenate([sheet(x, z, x + step, z + step, y) for (x, z), y in zip(places, heights)])


def slopes(rng, size):
    """Large sheets about as steep as may be walked on, through each other."""
    parts = []
    for _ in range(rng.integers(1, 7)):
        (x0, x1), (z0, z1) = np.sort(rng.uniform(-0.2, 1.2, (2, 2)), axis=1) * ((size[0],), (size[2],))
        y = rng.uniform(0, size[1])
        parts.append(sheet(x0, z0, x1, z1, y, y + (x1 - x0) * rng.choice((-1, 1)) * rng.choice((0.2, 0.5, 0.99, 1, 1.01))))
        if rng.random() < 0.5:
            parts[-1] = parts[-1][:, ::-1, ::-1] if rng.random() < 0.5 else parts[-1][:, :, (2, 1, 0)][:, ::-1]
    return np.concatenate(parts)


def stairs(rng, size):
    """Steps that end in a landing over them."""
    parts, tread, rise, z0 = [], rng.uniform(0.5, 4), rng.uniform(0.2, 3), rng.uniform(0, 0.5) * size[2]
    for i in range(min(30, int(size[0] / tread))):
        parts.append(box((i * tread, 0, z0), ((i + 1) * tread, (i + 1) * rise, z0 + rng.uniform(2, 12))))
    parts.append(sheet(0, 0, size[0], z0 + 1, len(parts) * rise))
    return np.concatenate(parts)


def rings(rng, size):
    """Walls around walls, some with a gap, on a ground."""
    parts, step = [ground(rng, size)], rng.uniform(1, 5)
    for i in range(1, min(8, int(min(size[0], size[2]) / 2 / step))):
        x0, z0, x1, z1 = i * step, i * step, size[0] - i * step, size[2] - i * step
        sides = [((x0, z0), (x1, z0)), ((x1, z0), (x1, z1)), ((x1, z1), (x0, z1)), ((x0, z1), (x0, z0))]
        for (ax, az), (bx, bz) in sides[rng.choice((0, 0, 1)):]:
            parts.append(quad((ax, -1, az), (bx, -1, bz), (bx, size[1], bz), (ax, size[1], az)))
    return np.concatenate(parts)


def slivers(rng, size):
    """Needles, much longer than wide."""
    count = rng.integers(3, 50)
    a, b = rng.uniform(-0.1, 1.1, (2, count, 3)) * size
    b[:, 1] = a[:, 1] + rng.normal(0, 1, count)
    return np.stack((a, b, a + rng.normal(0, 1, (count, 3)) * 10 ** rng.uniform(-5, 0.3, (count, 1))), axis=1)


def arena(rng, size):
    """Flat triangles in outlines that cross themselves, with slivers among them."""
    outlines = [rng.uniform(0, 1, (rng.integers(3, 12), 2)) for _ in range(rng.integers(1, 4))]
    blocks = [rng.uniform(0, 1, (rng.integers(3, 6), 2)) for _ in range(rng.integers(0, 4))]
    sides = []
    for layer, lots in enumerate((outlines, blocks)):
        for lot in (np.round(lot * (1 << 20)).astype(int).tolist() for lot in lots):
            sides += [(*a, *b, layer, 1) for a, b in zip(lot, [*lot[1:], lot[0]])]
    points, sides = node_sides(sides)
    origin, _twin, _side, winding = map(np.asarray, triangulate_graph(points, sides, 2))
    inside = (winding[::2] != 0) & (winding[1::2] == 0)
    flat = np.array(points)[origin.reshape(-1, 3)[inside]] / (1 << 20)
    corners = np.insert(flat, 1, 0.0, axis=2) * (size[0], 0.0, size[2]) + (0.0, rng.uniform(0, 5), 0.0)
    return corners[:, ::-1] if len(corners) else ground(rng, size)


PARTS = (scattered, noise, boxes, ground, spiral, comb, pillars, walls, stack, checkers, slopes, stairs, rings, slivers, arena)


# ---- levels ----

def spoil(rng, corners):
    """What broken exporters make of triangles."""
    extra = [corners]
    some = corners[rng.random(len(corners)) < 0.3]
    if rng.random() < 0.3:
        extra.append(some)                                              # duplicated
    if rng.random() < 0.3:
        extra.append(some[:, ::-1])                                     # and inverted
    if rng.random() < 0.3 and len(some):
        flat = some.copy()
        flat[:, 2] = flat[:, 1] if rng.random() < 0.5 else 2 * flat[:, 1] - flat[:, 0]
        extra.append(flat)                                              # without area
    if rng.random() < 0.3 and len(some):
        fan = some.copy()
        fan[:, 2] += rng.normal(0, 5, fan[:, 2].shape)
        extra.append(fan)                                               # more than two at an edge
    if rng.random() < 0.1:
        extra.append(corners * (1, 0, 1) + (0, rng.uniform(0, 5), 0))   # flattened
    return np.concatenate(extra)


def make_corners(rng, size):
    parts = [PARTS[rng.integers(len(PARTS))](rng, size) for _ in range(rng.choice((1, 1, 1, 2, 3)))]
    corners = np.concatenate(parts)
    if rng.random() < 0.3:
        corners = spoil(rng, corners)
    if rng.random() < 0.15:
        corners = np.round(corners * 2) / 2
    if rng.random() < 0.25:
        turn = rng.choice((np.pi / 4, np.pi / 2, rng.uniform(0, 6.3)))
        c, s = np.cos(turn), np.sin(turn)
        corners = corners @ np.array(((c, 0, -s), (0, 1, 0), (s, 0, c)))
    if rng.random() < 0.1:
        corners = corners[:, ::-1]
    return corners[:1500]


def make_settings(rng, cell_size, cell_height):
    height_vx = rng.choice((2, 3, 5, 8, rng.uniform(2, 12)))
    radius = rng.choice((0, 0, 0, 1, 1, 2, rng.uniform(1, 4)))
    pick = rng.choice
    found = dict(
        cell_size=cell_size, cell_height=cell_height, agent_height=height_vx * cell_height, agent_radius=radius * cell_size,
        agent_max_climb=pick((0, 1, rng.uniform(0, height_vx), 0.9 * height_vx)) * cell_height,
        agent_max_slope=pick((45, 45, 60, 60, 89, 90, 5)),
        region_min_size=pick((0, 0, 0, 1, 2, 5)), region_merge_size=pick((0, 3, 20)),
        edge_max_length=pick((0, 0, 1, rng.uniform(0, 12))) * cell_size, edge_max_error=pick((0, 0.5, 1.3, 3, rng.uniform(0, 3))),
        vertices_per_polygon=pick((3, 4, 5, 6, 6)), detail_sample_distance=pick((0, 1, 6, 6)),
        detail_sample_max_error=pick((0, 0.1, 1, 1, 3)), sample_partition_type=pick((0, 1, 2)),
        link_drop_height=pick((0, 0, rng.uniform(0, 20))) * cell_height,
        link_climb_height=pick((0, 0, rng.uniform(0, 20))) * cell_height,
        link_jump_distance=pick((0, 0, rng.uniform(0, 8))) * cell_size, tile_size=pick((0, 0, 0, rng.integers(8, 41))),
        filter_low_hanging_obstacles=rng.random() < 0.6, filter_ledge_spans=rng.random() < 0.3,
        filter_walkable_low_height_spans=rng.random() < 0.6, filter_enclosed_spaces=rng.random() < 0.5,
        filter_median_areas=rng.random() < 0.3)
    most = {field.name: field.maximum for field in FIELDS if field.maximum is not None}     # of levels with huge cells
    return BakeSettings(**{name: min(value, most.get(name, value)) for name, value in found.items()})


def make_volume(rng, low, size):
    area, eroded = int(rng.choice((0, 0, 1, 5, 63))), (None, True, False)[rng.integers(3)]
    center, extent = low + rng.uniform(-0.1, 1.1, 3) * size, np.maximum(rng.uniform(0.02, 0.7, 3) * size + 1e-6, 2e-5)
    kind = rng.integers(3)
    if kind == 0:
        return BoxVolume(tuple(center), tuple(extent), rng.uniform(0, 7), area=area, eroded=eroded)
    if kind == 1:
        return CylinderVolume(tuple(center), extent[0] / 2, extent[1], area=area, eroded=eroded)
    angles = np.arange(5) * 2 * np.pi / 5
    outline = [(center[0] + extent[0] * np.cos(a), center[2] + extent[2] * np.sin(a)) for a in angles]
    return ConvexVolume(outline, center[1] - extent[1], center[1] + extent[1], area=area, eroded=eroded)


def make_case(seed):
    """The level of a seed, as a Case."""
    rng = np.random.default_rng(seed)
    case = Case()
    case.seed = seed
    area = 10 ** rng.uniform(rng.choice((0.3, 2)), 3.4)
    width = area ** rng.choice((0.5, 0.5, 0.5, rng.uniform(0.1, 0.9)))
    size = np.array((width, rng.choice((3, 12, 40)), area / width))
    corners = make_corners(rng, size)
    if len(corners) == 0:
        corners = ground(rng, size)
    spread = (np.ptp(corners[:, :, 0]) + 1) * (np.ptp(corners[:, :, 2]) + 1)
    if spread > 4000:                                   # of cells: a needle may lead far away
        corners = corners * (4000 / spread) ** 0.5
    scale = rng.choice((0.25, 1, 0.001, 40, 10 ** rng.uniform(-3, 1.7)))
    squash = 10 ** rng.uniform(-1, 0.3) if rng.random() < 0.5 else 1
    corners = corners * scale
    cell_height = min(max(scale * squash, 0.001), 500)
    if rng.random() < 0.3:
        corners = corners + rng.choice((1, 100, 1e4, 1e6)) * rng.uniform(-1, 1, 3) * scale
    case.settings = make_settings(rng, scale, cell_height)
    with np.errstate(over="ignore"):
        points = corners.reshape(-1, 3).astype(np.float32)
    indices = np.arange(len(points), dtype=np.int32)
    if rng.random() < 0.6:
        points, indices = np.unique(points, axis=0, return_inverse=True)
    case.vertices, case.triangles = np.ascontiguousarray(points), np.ascontiguousarray(indices.reshape(-1, 3), dtype=np.int32)
    case.low = points.min(axis=0).astype(float)
    case.size = points.max(axis=0).astype(float) - case.low
    case.more = make_more(rng, case)
    return case


def make_more(rng, case):
    more = {}
    if rng.random() < 0.25:
        more["areas"] = rng.choice((0, 1, 2, 63, 63), len(case.triangles)).astype(np.uint8)
    if rng.random() < 0.25:
        more["volumes"] = [make_volume(rng, case.low, case.size) for _ in range(rng.integers(1, 4))]
    if rng.random() < 0.05:
        more["seeds"] = [tuple(case.low + rng.uniform(0, 1, 3) * case.size) for _ in range(2)]
    if rng.random() < 0.05:
        start, end = map(tuple, case.low + rng.uniform(0, 1, (2, 3)) * case.size)
        radius = rng.choice((1, 20)) * case.settings.cell_size
        more["links"] = [OffMeshLink(start, end, radius=radius)] if start != end else []
    if rng.random() < 0.1:
        low, high = np.sort(rng.uniform(-0.2, 1.2, (2, 3)), axis=0)
        more["bounds"] = tuple(case.low + low * case.size), tuple(case.low + high * case.size)
    return more


# ---- what must hold ----

def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(map(str, what)))


def check_case(case, executor=None):
    """Bake a case and try its mesh. Returns a dict of counts, None where the input was refused; AssertionError where something
    is wrong with the mesh, and whatever else the bake raises."""
    source_of = {name: case.more[name] for name in ("areas", "volumes", "bounds") if name in case.more}
    try:
        source = BakeSource(case.vertices, case.triangles, case.settings, **source_of)
    except ValueError:
        return None
    try:
        stages = bake_stages(case.vertices, case.triangles, case.settings, executor=executor, **case.more)
    except ValueError as error:
        for text, name in (("is not on the navmesh", "seeds"), ("there is no polygon within", "links")):
            if text in str(error) and name in case.more:
                del case.more[name]
                return check_case(case, executor)
        if "less than half a cell" not in str(error):
            raise
        return None
    mesh, rng = stages.mesh, random.Random(case.seed)
    faults = [text for text in stages.warnings if "nothing" not in text and not text.startswith("ramps")]
    counts = dict(polygons=mesh.polygon_count, warnings=faults,
                  tiled=bool(case.settings.tile_size), links=len(mesh.links))
    check_mesh(mesh, case, rng)
    if stages.compact is not None and not case.settings.edge_max_error and not counts["warnings"] and "seeds" not in case.more:
        check_complete(mesh, stages)
    if case.seed % 8 == 0:
        shuffled = np.random.default_rng(case.seed).permutation(len(case.triangles))
        more = dict(case.more, areas=case.more["areas"][shuffled]) if "areas" in case.more else case.more
        again = bake_stages(case.vertices, case.triangles[shuffled], case.settings, executor=executor, **more).mesh
        check(again.to_bytes() == mesh.to_bytes(), "the order of the triangles matters")
    if case.settings.tile_size and case.seed % 4 == 0 and mesh.polygon_count:
        x, z = rng.randrange(source.tiles[0]), rng.randrange(source.tiles[1])
        tile = bake_tile(case.vertices, case.triangles, case.settings, x, z, **dict(source_of, bounds=source.bounds))
        if tile.polygon_count:
            mesh.add_tile(tile)
            mesh.validate()
    return counts


def check_mesh(mesh, case, rng):
    mesh.validate()
    data = mesh.to_bytes()
    check(NavMesh.from_bytes(data).to_bytes() == data, "to_bytes of from_bytes differs")
    if mesh.polygon_count == 0:
        return
    vertices = mesh.vertices
    check(np.isfinite(vertices).all(), "vertices that are not finite")
    low, high = mesh.bounds
    slack = 2 * case.settings.cell_height
    floor, ceiling = case.vertices[:, 1].min(), case.vertices[:, 1].max()
    check(floor - slack <= low[1] and high[1] <= ceiling + slack, "heights", low[1], high[1], "outside", floor, ceiling)
    for axis in (0, 2):
        slack = case.settings.cell_size
        floor, ceiling = case.vertices[:, axis].min(), case.vertices[:, axis].max()
        check(floor - slack <= low[axis] and high[axis] <= ceiling + slack, "extent", low, high, "outside", floor, ceiling)
    check(mesh.area > 0, "no area")
    points = [tuple(vertices[list(mesh.polygon(live))].mean(axis=0)) for live in rng.choices(live_polygons(mesh), k=3)]
    points.append(tuple(case.low + np.array([rng.random() for _ in range(3)]) * case.size))
    found = [mesh.locate(point) for point in points]
    islands = mesh.islands
    for point, place in zip(points, found):
        check(place is None or np.isfinite(place[1]).all() and np.isfinite(place[2]), "located", place, "for", point)
        poly, at, away = mesh.nearest(point)
        check(np.isfinite(at).all() and np.isfinite(away), "nearest", at, "to", point)
        check(mesh.locate(at, (0.001, 0.01, 0.01)) is not None, "nothing located at", at, "on polygon", poly)
    for i, j in ((0, 1), (1, 2), (0, 3)):
        path = mesh.find_path(points[i], points[j], allow_partial=rng.random() < 0.5)
        check(np.isfinite(path.points).all() and np.isfinite(path.length), "a path that is not finite")
        if found[i] is not None and found[j] is not None and islands[found[i][0]] == islands[found[j][0]] and not mesh.links:
            check(path.status == PathStatus.COMPLETE, "no path on one island:", path.message)


def live_polygons(mesh):
    islands = mesh.islands
    return [i for i in range(len(islands)) if islands[i] >= 0]


def check_complete(mesh, stages):
    """With edges that follow the cells exactly, the mesh is as large as the floors that have a region."""
    floors = int((floor_regions(stages.compact) > 0).sum())
    area = stages.compact.cell_size ** 2 * floors
    check(abs(mesh.area - area) <= 1e-6 * area, "the mesh has", mesh.area, "m² of", area)


class InOne(ThreadPoolExecutor):
    """One thread for the tiles, so that a fault can be replayed."""

    def __init__(self):
        super().__init__(1)
