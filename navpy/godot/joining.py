"""Makes one navmesh of several: where their borders meet, corners are welded and edges split at each other's corners."""
from math import hypot, inf

WELD = 1e-3             # metres; corners nearer than half of it are one, and some that are nearer than all of it


def join(parts):
    """Vertices (x, y, z) and polygons (lists of their indices) of all parts, each given as (vertices, polygons)."""
    vertices, index_of, joined = [], {}, []
    for points, polygons in parts:
        index = [weld(point, vertices, index_of) for point in points]
        joined.append([[index[corner] for corner in polygon] for polygon in polygons])
    boxes = [bounds([vertices[corner] for polygon in polygons for corner in polygon]) for polygons in joined]
    borders = [border(polygons) for polygons in joined]
    for i, polygons in enumerate(joined):
        cuts = {}
        for k in range(len(joined)):
            if k != i:
                find_cuts(vertices, borders[i], borders[k], overlap(boxes[i], boxes[k]), cuts)
        if cuts:
            joined[i] = [split(vertices, polygon, cuts) for polygon in polygons]
    return vertices, [polygon for polygons in joined for polygon in polygons]


def weld(point, vertices, index_of):
    """The index of this point, or of one that was there before at the same place."""
    ranges = [{round(value / WELD - 0.25), round(value / WELD + 0.25)} for value in point]
    keys = [(x, y, z) for x in ranges[0] for y in ranges[1] for z in ranges[2]]
    for key in keys:
        if key in index_of:
            return index_of[key]
    vertices.append(point)
    for key in keys:
        index_of[key] = len(vertices) - 1
    return len(vertices) - 1


def edges(polygon):
    return zip(polygon, polygon[1:] + polygon[:1])


def border(polygons):
    """The edges (a, b) with nothing on their other side."""
    found = {edge: None for polygon in polygons for edge in edges(polygon)}
    return [(a, b) for a, b in found if (b, a) not in found]


def bounds(points):
    low, high = [inf] * 3, [-inf] * 3
    for point in points:
        low, high = list(map(min, low, point)), list(map(max, high, point))
    return low, high


def overlap(box, other):
    return [value - WELD for value in map(max, box[0], other[0])], [value + WELD for value in map(min, box[1], other[1])]


def meets(box, other):
    return all(a <= d and c <= b for a, b, c, d in zip(box[0], box[1], other[0], other[1]))


def find_cuts(vertices, own, others, box, cuts):
    """Adds to `cuts` the corners of other borders that lie inside our own edges; all of it within the box."""
    corners = [corner for corner in {a for a, _ in others} if meets((vertices[corner], vertices[corner]), box)]
    if not corners:
        return
    for a, b in own:
        if meets(bounds((vertices[a], vertices[b])), box):
            for corner in corners:
                if lies_inside(vertices[corner], vertices[a], vertices[b]):
                    cuts.setdefault((a, b), []).append(corner)


def lies_inside(p, a, b):
    """Whether p is on the edge from a to b, between its ends, as exactly as a convex polygon has to be."""
    dx, dz, length = b[0] - a[0], b[2] - a[2], hypot(b[0] - a[0], b[2] - a[2])
    if length == 0:
        return False
    along = ((p[0] - a[0]) * dx + (p[2] - a[2]) * dz) / length
    aside = abs((p[0] - a[0]) * dz - (p[2] - a[2]) * dx) / length
    height = a[1] + (b[1] - a[1]) * along / length
    return WELD < along < length - WELD and aside <= 1e-5 + 2e-7 * max(abs(p[0]), abs(p[2])) and abs(p[1] - height) <= WELD


def split(vertices, polygon, cuts):
    result = []
    for a, b in edges(polygon):
        result.append(a)
        x, _, z = vertices[a]
        result += sorted(set(cuts.get((a, b), ())), key=lambda corner: hypot(vertices[corner][0] - x, vertices[corner][2] - z))
    return result
