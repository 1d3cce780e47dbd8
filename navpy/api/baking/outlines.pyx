"""The stages of a bake from outlines on plain numbers, for tests."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.baking.outlines.faces cimport Faces, find_faces, origin_of
from navpy.baking.outlines.noding cimport RawSide, node
from navpy.baking.outlines.offset cimport Cycles, offset_cycles
from navpy.baking.outlines.planar_graph cimport GridPoint, PlanarGraph, Side


cdef int read_sides(sides, vector[RawSide]* out) except -1:
    cdef RawSide one
    for x0, y0, x1, y1, layer, winding in sides:
        one.begin.x, one.begin.y, one.end.x, one.end.y, one.layer, one.winding = x0, y0, x1, y1, layer, winding
        out.push_back(one)
    return 0


def node_sides(sides):
    """Sides (x0, y0, x1, y1, layer, winding) of whole numbers into a planar graph.

    → (points, sides): [(x, y), …], [(begin, end, layer, winding), …]
    """
    cdef vector[RawSide] raw
    cdef PlanarGraph graph
    cdef GridPoint at
    cdef Side side
    read_sides(sides, &raw)
    with nogil:
        node(&raw, &graph)
    return [(at.x, at.y) for at in graph.points], [(side.begin, side.end, side.layer, side.winding) for side in graph.sides]


def offset_sides(cycles, double radius, double corner_error):
    """The raw offset curve of cycles of whole points (x, y), free area on their left, as sides (x0, y0, x1, y1, layer, winding)."""
    cdef Cycles given
    cdef vector[RawSide] raw
    cdef RawSide one
    cdef GridPoint at
    given.first.push_back(0)
    for cycle in cycles:
        for at.x, at.y in cycle:
            given.points.push_back(at)
        given.first.push_back(<int32_t>given.points.size())
    with nogil:
        offset_cycles(&given, radius, corner_error, &raw)
    return [(one.begin.x, one.begin.y, one.end.x, one.end.y, one.layer, one.winding) for one in raw]


def face_windings(sides, int layers):
    """Sides as in node_sides, noded → [((x, y) begin, (x, y) end, winding numbers on the left)] of the half edges of the graph."""
    cdef vector[RawSide] raw
    cdef PlanarGraph graph
    cdef Faces faces
    cdef GridPoint a, b
    cdef int32_t half
    read_sides(sides, &raw)
    with nogil:
        node(&raw, &graph)
        find_faces(&graph, layers, &faces)
    found = []
    for half in range(<int32_t>faces.turn.size()):
        if faces.turn[half] >= 0:
            a, b = graph.points[origin_of(&graph, half)], graph.points[origin_of(&graph, half ^ 1)]
            found.append(((a.x, a.y), (b.x, b.y), [faces.winding[half * layers + i] for i in range(layers)]))
    return found
