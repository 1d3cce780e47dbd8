"""The stages of a bake from outlines that its pieces share, a whole level or a tile."""
from libc.stdint cimport int16_t, int32_t
from libcpp.vector cimport vector

from navpy.base.area cimport AREA_NONE, AREA_WALKABLE
from navpy.baking.outlines.boundary cimport trace_boundary
from navpy.baking.outlines.constrained_delaunay cimport triangulate
from navpy.baking.outlines.faces cimport find_faces
from navpy.baking.outlines.noding cimport RawSide, node
from navpy.baking.outlines.offset cimport offset_cycles
from navpy.baking.outlines.outlines cimport LAYER_AREA, LAYER_OBSTRUCTION, LAYER_TRAVERSABLE
from navpy.baking.outlines.windows cimport OutlineWindow, add_clipped


cdef int32_t layer_count(const Bake* bake) noexcept nogil:
    return LAYER_AREA + <int32_t>bake.outlines.area.size()


cdef int add_outline(const Bake* bake, int32_t outline, OutlineWindow* window, vector[RawSide]* out) except -1 nogil:
    cdef const double* at = bake.outlines.points.data()
    cdef int32_t k, last = bake.outlines.first[outline + 1] - 1
    for k in range(bake.outlines.first[outline], last + 1):
        add_clipped(window, at[2 * last], at[2 * last + 1], at[2 * k], at[2 * k + 1], bake.outlines.layer[outline],
                    1, out)
        last = k
    return 0


cdef int area_at(const Bake* bake, const int16_t* winding, int32_t layers, bint eroded) noexcept nogil:
    cdef int32_t layer = layers - 1
    if winding[LAYER_OBSTRUCTION] != 0 or (winding[LAYER_TRAVERSABLE] != 1 if eroded else winding[LAYER_TRAVERSABLE] == 0):
        return AREA_NONE
    while layer >= LAYER_AREA and winding[layer] == 0:
        layer -= 1
    return bake.outlines.area[layer - LAYER_AREA] if layer >= LAYER_AREA else AREA_WALKABLE


cdef int find_areas(const Bake* bake, OutlineMemory* plane, int32_t layers, bint eroded) except -1 nogil:
    """The area id of each triangle."""
    cdef size_t t, count = plane.triangulation.origin.size() // 3
    plane.area.clear()
    plane.area.resize(count)
    for t in range(count):
        plane.area[t] = area_at(bake, plane.triangulation.winding.data() + t * layers, layers, eroded)
    return 0


cdef int make_triangles(const Bake* bake, OutlineMemory* plane, int32_t layers, bint eroded) except -1 nogil:
    """From raw sides to triangles with their area ids."""
    node(&plane.raw, &plane.graph)
    plane.raw.clear()
    triangulate(&plane.graph, layers, &plane.triangulation)
    return find_areas(bake, plane, layers, eroded)


cdef int erode(const Bake* bake, OutlineMemory* plane) except -1 nogil:
    cdef int32_t half
    node(&plane.raw, &plane.graph)
    plane.raw.clear()
    find_faces(&plane.graph, LAYER_AREA, &plane.faces)
    plane.free.resize(plane.faces.turn.size())
    for half in range(<int32_t>plane.free.size()):
        plane.free[half] = area_at(bake, plane.faces.winding.data() + <size_t>half * LAYER_AREA, LAYER_AREA, False) != AREA_NONE
    trace_boundary(&plane.graph, &plane.faces, &plane.free, &plane.cycles)
    return offset_cycles(&plane.cycles, bake.radius, bake.corner_error, &plane.raw)
