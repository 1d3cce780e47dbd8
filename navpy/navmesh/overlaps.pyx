"""Two convex polygons overlap by as much as one has to be moved to part them: the least depth over the normals of all edges
(separating axes). Pairs are found by a sweep along x."""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.core cimport PolyRef
from navpy.base.geom cimport clockwise_area2, distance2
from navpy.mesh.mesh_view cimport MeshView, Poly
from navpy.mesh.poly_surface cimport height_at

cdef struct PolyBox:
    double low_x, low_z, high_x, high_z     # meters


cdef inline double corner(const MeshView* mesh, int32_t index, int axis) noexcept nogil:
    return mesh.vertices[3 * <size_t>mesh.corners[index] + axis]


cdef inline double inside_of(const MeshView* mesh, int32_t start, int32_t end, double x, double z) noexcept nogil:
    """Times the length of the edge: meters from the line of an edge to a place, above 0 on the side of its polygon."""
    return -clockwise_area2(corner(mesh, start, 0), corner(mesh, start, 2), corner(mesh, end, 0), corner(mesh, end, 2), x, z)


cdef inline bint meet(const PolyBox* a, const PolyBox* b, double depth) noexcept nogil:
    return min(a.high_x, b.high_x) - max(a.low_x, b.low_x) > depth and min(a.high_z, b.high_z) - max(a.low_z, b.low_z) > depth


cdef PolyBox box_of(const MeshView* mesh, PolyRef index) noexcept nogil:
    """Of the outline: bounds of polygons are wider."""
    cdef const Poly* poly = &mesh.polys[index]
    cdef PolyBox box
    cdef int32_t i
    box.low_x = box.low_z = INFINITY
    box.high_x = box.high_z = -INFINITY
    for i in range(poly.first, poly.first + poly.count):
        box.low_x, box.high_x = min(box.low_x, corner(mesh, i, 0)), max(box.high_x, corner(mesh, i, 0))
        box.low_z, box.high_z = min(box.low_z, corner(mesh, i, 2)), max(box.high_z, corner(mesh, i, 2))
    return box


cdef bint lie_apart(const MeshView* mesh, const Poly* a, const Poly* b, double depth) noexcept nogil:
    """Does an edge of the first polygon have the second one, but for some depth, on its outer side?"""
    cdef int32_t i, k, after
    cdef double size, deepest
    for i in range(a.first, a.first + a.count):
        after = i + 1 if i + 1 < a.first + a.count else a.first
        size = distance2(corner(mesh, i, 0), corner(mesh, i, 2), corner(mesh, after, 0), corner(mesh, after, 2))
        deepest = -INFINITY
        for k in range(b.first, b.first + b.count):
            deepest = max(deepest, inside_of(mesh, i, after, corner(mesh, k, 0), corner(mesh, k, 2)))
        if deepest <= depth * size and size > 0.0:
            return True
    return False


cdef int clip(const MeshView* mesh, const Poly* by, vector[double]* shape) except -1 nogil:
    """What of a convex shape, x and z of each corner, is inside a polygon (Sutherland & Hodgman 1974)."""
    cdef vector[double] out
    cdef int32_t i, after
    cdef size_t k, next, count
    cdef double here, there, share
    for i in range(by.first, by.first + by.count):
        after = i + 1 if i + 1 < by.first + by.count else by.first
        out.clear()
        count = shape.size() // 2
        for k in range(count):
            next = (k + 1) % count
            here = inside_of(mesh, i, after, shape.at(2 * k), shape.at(2 * k + 1))
            there = inside_of(mesh, i, after, shape.at(2 * next), shape.at(2 * next + 1))
            if here >= 0.0:
                out.push_back(shape.at(2 * k))
                out.push_back(shape.at(2 * k + 1))
            if (here < 0.0) != (there < 0.0):
                share = here / (here - there)
                out.push_back(shape.at(2 * k) + share * (shape.at(2 * next) - shape.at(2 * k)))
                out.push_back(shape.at(2 * k + 1) + share * (shape.at(2 * next + 1) - shape.at(2 * k + 1)))
        shape.swap(out)
    return 0


cdef bint share_floor(const MeshView* mesh, PolyRef a, PolyRef b, double* place) except -1 nogil:
    """Are the surfaces at most a step apart in the middle of what two polygons have in common? place: there."""
    cdef vector[double] shape
    cdef const Poly* poly = &mesh.polys[a]
    cdef int32_t i
    cdef size_t k
    cdef double y
    for i in range(poly.first, poly.first + poly.count):
        shape.push_back(corner(mesh, i, 0))
        shape.push_back(corner(mesh, i, 2))
    clip(mesh, &mesh.polys[b], &shape)
    if shape.empty():
        return False
    place[0] = place[2] = 0.0
    for k in range(0, shape.size(), 2):
        place[0] += 2.0 * shape[k] / shape.size()
        place[2] += 2.0 * shape[k + 1] / shape.size()
    place[1], y = height_at(mesh, a, place[0], place[2]), height_at(mesh, b, place[0], place[2])
    return fabs(place[1] - y) <= mesh.climb


cdef bint is_known(const vector[Overlap]* found, int32_t a, int32_t b) noexcept nogil:
    cdef size_t i
    for i in range(found.size()):
        if found.at(i).a == a and found.at(i).b == b:
            return True
    return False


cdef int list_candidates(const MeshView* mesh, const vector[int32_t]* ends, double depth, vector[PolyBox]* boxes,
                         vector[int32_t]* parts, vector[pair[double, int32_t]]* order) except -1 nogil:
    """The polygons that lie in the box of another part, by the least x; boxes and parts are those of all polygons."""
    cdef vector[PolyBox] wholes
    cdef PolyBox whole
    cdef int32_t part = 0, p, count = <int32_t>ends.size()
    cdef PolyRef poly
    wholes.resize(count)
    for p in range(count):
        wholes[p].low_x = wholes[p].low_z = INFINITY
        wholes[p].high_x = wholes[p].high_z = -INFINITY
    for poly in range(min(mesh.poly_count, ends.back())):
        while poly >= ends.at(part):
            part += 1
        boxes.push_back(box_of(mesh, poly))
        parts.push_back(part)
        whole = boxes.back()
        wholes[part].low_x, wholes[part].high_x = min(wholes[part].low_x, whole.low_x), max(wholes[part].high_x, whole.high_x)
        wholes[part].low_z, wholes[part].high_z = min(wholes[part].low_z, whole.low_z), max(wholes[part].high_z, whole.high_z)
    for poly in range(<int32_t>boxes.size()):
        for p in range(count):
            if p != parts.at(poly) and meet(&boxes.at(poly), &wholes[p], depth):
                order.push_back(pair[double, int32_t](boxes.at(poly).low_x, poly))
                break
    sort(order.begin(), order.end())
    return 0


cdef int find_overlaps(const MeshView* mesh, const vector[int32_t]* ends, double depth, vector[Overlap]* out) except -1 nogil:
    cdef vector[PolyBox] boxes
    cdef vector[int32_t] parts
    cdef vector[pair[double, int32_t]] order
    cdef vector[int32_t] active
    cdef Overlap found
    cdef size_t i, k, kept
    cdef int32_t poly, other
    if ends.size() < 2:
        return 0
    list_candidates(mesh, ends, depth, &boxes, &parts, &order)
    for i in range(order.size()):
        poly, kept = order[i].second, 0
        for k in range(active.size()):
            other = active[k]
            if boxes[other].high_x - order[i].first <= depth:
                continue
            active[kept] = other
            kept += 1
            found.a, found.b = min(parts[poly], parts[other]), max(parts[poly], parts[other])
            if found.a != found.b and not is_known(out, found.a, found.b) and meet(&boxes[poly], &boxes[other], depth) \
                    and not lie_apart(mesh, &mesh.polys[poly], &mesh.polys[other], depth) \
                    and not lie_apart(mesh, &mesh.polys[other], &mesh.polys[poly], depth) \
                    and share_floor(mesh, poly, other, found.place):
                out.push_back(found)
        active.resize(kept)
        active.push_back(poly)
    return 0
