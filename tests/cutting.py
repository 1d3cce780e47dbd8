"""Cuts a mesh into tiles by hand: the oracle of tiled meshes, which owes nothing to the baker."""
from array import array

import numpy as np

from navpy.mesh.tiles.tile import NavMeshTile


def crossing(a, b, axis, at):
    """Where the segment a b crosses the plane; the same bits whichever way it runs."""
    a, b = sorted((tuple(a), tuple(b)))
    t = (at - a[axis]) / (b[axis] - a[axis])
    point = [p + t * (q - p) for p, q in zip(a, b)]
    point[axis] = at
    return tuple(point)


def clip(ring, axis, at, keep):
    """The part of a convex ring on one side (keep ±1) of the plane."""
    out = []
    for a, b in zip(ring, ring[1:] + ring[:1]):
        a_in, b_in = keep * (a[axis] - at) >= 0, keep * (b[axis] - at) >= 0
        if a_in:
            out.append(a)
        if a_in != b_in and a[axis] != at and b[axis] != at:
            out.append(crossing(a, b, axis, at))
    out = [p for p, q in zip(out, out[1:] + out[:1]) if p != q]
    return out if len(out) > 2 and area(out) > 1e-9 else []


def area(ring):
    return sum(a[2] * b[0] - a[0] * b[2] for a, b in zip(ring, ring[1:] + ring[:1])) / 2


def slope_clip(ring, normal, at, keep):
    """As clip, for a plane of any direction: by its distance as a further coordinate."""
    with_distance = [(*p, p[0] * normal[0] + p[2] * normal[1] - at) for p in ring]
    return [p[:3] for p in clip(with_distance, 3, 0.0, keep)]


def tile_rings(mesh, size, origin=(0.0, 0.0)):
    """{(x, z): rings} of the mesh's polygons, cut at the tiles' borders."""
    vertices = [tuple(v) for v in mesh.vertices.tolist()]
    tiles = {}
    for polygon in mesh.polygons:
        ring = [vertices[i] for i in polygon]
        low = [int(np.floor((min(p[2 * k] for p in ring) - origin[k]) / size)) for k in range(2)]
        high = [int(np.floor((max(p[2 * k] for p in ring) - origin[k]) / size)) for k in range(2)]
        for x in range(low[0], high[0] + 1):
            slab = clip(clip(ring, 0, origin[0] + x * size, 1), 0, origin[0] + (x + 1) * size, -1)
            for z in range(low[1], high[1] + 1):
                piece = clip(clip(slab, 2, origin[1] + z * size, 1), 2, origin[1] + (z + 1) * size, -1)
                if piece:
                    tiles.setdefault((x, z), []).append(piece)
    return tiles


def split(rings, rng):
    """Cut all of one tile's rings along a line: the neighbors' edges then end elsewhere than its own."""
    angle, through = rng.uniform(0, np.pi), rings[rng.integers(len(rings))]
    normal = (np.cos(angle), np.sin(angle))
    middle = np.mean(through, axis=0)
    at = middle[0] * normal[0] + middle[2] * normal[1]
    return [piece for ring in rings for keep in (1, -1) for piece in [slope_clip(ring, normal, at, keep)] if piece]


def make_tile(x, z, rings, size, origin=(0.0, 0.0), areas=None, detail=False, flags=None):
    """A NavMeshTile of rings; every edge on the border is a portal. detail: a center vertex and triangles around it."""
    index, corners, offsets, portals = {}, array("i"), array("i", [0]), array("b")
    lines = [(0, origin[0] + x * size), (2, origin[1] + (z + 1) * size), (0, origin[0] + (x + 1) * size), (2, origin[1] + z * size)]
    for ring in rings:
        for a, b in zip(ring, ring[1:] + ring[:1]):
            corners.append(index.setdefault(a, len(index)))
            on = [side for side, (axis, at) in enumerate(lines) if a[axis] == at and b[axis] == at]
            portals.append(on[0] if on else -1)
        offsets.append(len(corners))
    vertices, detail_offsets, triangles = list(index), None, None
    if detail:
        detail_offsets, triangles = array("i", [0]), array("i")
        for i, ring in enumerate(rings):
            own = corners[offsets[i]:offsets[i + 1]]
            for a, b in zip(own, own[1:] + own[:1]):
                triangles.extend((a, b, len(vertices)))
            vertices.append(tuple(np.mean(ring, axis=0) + (0, 0.25, 0)))
            detail_offsets.append(len(triangles) // 3)
    return NavMeshTile(np.array(vertices, float).reshape(-1, 3), offsets, corners, areas, portals, detail_offsets, triangles,
                       flags=flags, x=x, z=z)


def cut_mesh(mesh, size, origin=(0.0, 0.0), seed=None, detail=False):
    """{(x, z): NavMeshTile} of a mesh; seed: cut every tile once more, each along a line of its own."""
    tiles, rng = {}, np.random.default_rng(seed)
    for (x, z), rings in sorted(tile_rings(mesh, size, origin).items()):
        tiles[x, z] = make_tile(x, z, rings if seed is None else split(rings, rng), size, origin, detail=detail)
    return tiles
