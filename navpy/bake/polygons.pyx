"""
Convex polygons of the contours: ear clipping with the shortest diagonal first, then greedy merging across the longest
common edges (O'Rourke, Computational Geometry in C, chapter 1, for the diagonal tests; Mononen's Recast for the order).
In between the triangles are fitted to the floors under them, and only polygons that fit too are merged.

All tests are exact in voxel units, so polygons are convex without tolerance; corners in a straight line are allowed.
"""
from array import array

from cython.operator cimport dereference
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector
from navpy.bake.compact cimport CompactHeightfield
from navpy.bake.contours cimport Contour, ContourSet
from navpy.bake.corners cimport ContourCorner, crosses, dot, in_cone, same_place, side, touches
from navpy.bake.refinement cimport EdgeRings, FloorMap, NO_EDGE, fit_triangles, fits, map_floors

cdef struct SharedEdge:             # candidate for merging
    int64_t length2
    int32_t edge

ctypedef unordered_map[int64_t, int32_t] IndexMap
ctypedef pair[int64_t, int32_t] IndexEntry


# Triangulation

cdef bint in_loose_cone(const ContourCorner* before, const ContourCorner* corner, const ContourCorner* after,
                        const ContourCorner* p) noexcept nogil:
    """As `in_cone`, but p may lie in the direction of the edges."""
    cdef int64_t turn = side(before, corner, after)
    if turn > 0:
        return side(corner, after, p) >= 0 and side(corner, before, p) <= 0
    if turn < 0:
        return not (side(corner, after, p) < 0 and side(corner, before, p) > 0)
    return dot(corner, before, after) >= 0 or side(corner, after, p) >= 0


cdef bint is_diagonal_free(const ContourCorner* corners, const EarRing* ring, int32_t a, int32_t c, bint loose) noexcept nogil:
    """Whether the diagonal a–c meets no edge of the ring, its own ends aside; `loose` lets it touch edges."""
    cdef const ContourCorner* p = &corners[a]
    cdef const ContourCorner* q = &corners[c]
    cdef const ContourCorner* from_
    cdef const ContourCorner* to
    cdef int32_t i = a
    while True:
        from_, to = &corners[i], &corners[ring.after[i]]
        if not (same_place(from_, p) or same_place(from_, q) or same_place(to, p) or same_place(to, q)):
            if crosses(p, q, from_, to) if loose else touches(p, q, from_, to):
                return False
        i = ring.after[i]
        if i == a:
            return True


cdef bint is_ear(const ContourCorner* corners, const EarRing* ring, int32_t b, bint loose) noexcept nogil:
    """Whether the triangle of b and its two neighbours can be cut off."""
    cdef int32_t a = ring.before[b], c = ring.after[b]
    cdef int64_t turn = side(&corners[a], &corners[b], &corners[c])
    if loose:
        return turn >= 0 and in_loose_cone(&corners[ring.before[a]], &corners[a], &corners[b], &corners[c]) and in_loose_cone(
            &corners[b], &corners[c], &corners[ring.after[c]], &corners[a]) and is_diagonal_free(corners, ring, a, c, True)
    return turn > 0 and in_cone(&corners[ring.before[a]], &corners[a], &corners[b], &corners[c]) and in_cone(
        &corners[b], &corners[c], &corners[ring.after[c]], &corners[a]) and is_diagonal_free(corners, ring, a, c, False)


cdef int32_t shortest_ear(const ContourCorner* corners, const EarRing* ring, int32_t start, bint loose) noexcept nogil:
    """The ear with the shortest diagonal, −1 if there is none. `loose` looks at every corner anew."""
    cdef int32_t b = start, best = -1
    cdef int64_t length2, best_length2 = 0
    while True:
        if is_ear(corners, ring, b, True) if loose else ring.is_ear[b] != 0:
            length2 = dot(&corners[ring.before[b]], &corners[ring.after[b]], &corners[ring.after[b]])
            if best < 0 or length2 < best_length2:
                best, best_length2 = b, length2
        b = ring.after[b]
        if b == start:
            return best


cdef bint triangulate(const ContourCorner* corners, int32_t count, vector[Triangle]& triangles) except -1 nogil:
    """Clip ears until nothing is left. → whether that succeeded; if not, the triangles found so far are kept"""
    cdef EarRing ring
    cdef int32_t b, a, c, left = count, start = 0
    ring.before.resize(count)
    ring.after.resize(count)
    ring.is_ear.resize(count)
    for b in range(count):
        ring.before[b] = b - 1 if b > 0 else count - 1
        ring.after[b] = b + 1 if b + 1 < count else 0
    for b in range(count):
        ring.is_ear[b] = is_ear(corners, &ring, b, False)
    while left > 3:
        b = shortest_ear(corners, &ring, start, False)
        if b < 0:
            # Simplifying can make an outline touch or overlap itself; then a diagonal may run along an edge.
            b = shortest_ear(corners, &ring, start, True)
            if b < 0:
                return False
        a, c = ring.before[b], ring.after[b]
        append_triangle(corners, a, b, c, triangles)
        ring.after[a], ring.before[c] = c, a
        ring.is_ear[a] = is_ear(corners, &ring, a, False)
        ring.is_ear[c] = is_ear(corners, &ring, c, False)
        start = a
        left -= 1
    append_triangle(corners, ring.before[start], start, ring.after[start], triangles)
    return True


cdef int append_triangle(const ContourCorner* corners, int32_t a, int32_t b, int32_t c, vector[Triangle]& triangles) except -1 nogil:
    """Loose ears may be flat: those cover nothing and are left out."""
    cdef Triangle triangle
    if side(&corners[a], &corners[b], &corners[c]) > 0:
        triangle.corners[0], triangle.corners[1], triangle.corners[2] = a, b, c
        triangles.push_back(triangle)
    return 0


# Merging

cdef inline int64_t directed_edge(int32_t a, int32_t b) noexcept nogil:
    return (<int64_t>a << 32) | b


cdef int enter(IndexMap& index_of, int64_t key, int32_t value) except -1 nogil:
    """index_of[key] = value, with MemoryError where there is no room: C++'s own operator would end the process."""
    cdef IndexEntry entry
    cdef IndexMap.iterator found = index_of.find(key)
    if found != index_of.end():
        dereference(found).second = value
        return 0
    entry.first, entry.second = key, value
    index_of.insert(entry)
    return 0


cdef int link_triangles(const vector[Triangle]& triangles, const vector[int32_t]& vertex_of, EdgeRings* rings) except -1 nogil:
    """Half edges of the triangles and their twins; vertex_of maps the contour's corners to welded vertices."""
    cdef IndexMap edges
    cdef IndexMap.iterator found
    cdef int32_t edge_count = 3 * <int32_t>triangles.size(), edge, other
    rings.origin.resize(edge_count)
    rings.before.resize(edge_count)
    rings.after.resize(edge_count)
    rings.twin.clear()
    rings.twin.resize(edge_count, NO_EDGE)
    rings.gone.clear()
    rings.gone.resize(edge_count, False)
    rings.poly.resize(triangles.size())
    rings.size.clear()
    rings.size.resize(triangles.size(), 3)
    for edge in range(edge_count):
        rings.origin[edge] = vertex_of[triangles[edge // 3].corners[edge % 3]]
        rings.before[edge] = edge - 1 if edge % 3 > 0 else edge + 2
        rings.after[edge] = edge + 1 if edge % 3 < 2 else edge - 2
        rings.poly[edge // 3] = edge // 3
    for edge in range(edge_count):
        enter(edges, directed_edge(rings.origin[edge], rings.origin[rings.after[edge]]), edge)
    for edge in range(edge_count):
        found = edges.find(directed_edge(rings.origin[rings.after[edge]], rings.origin[edge]))
        if found == edges.end():
            continue
        other = rings.twin[edge] = dereference(found).second
        # Where triangles overlap, an edge may occur twice; only one pair is linked.
        if rings.twin[other] != edge and rings.twin[other] != NO_EDGE:
            rings.twin[edge] = NO_EDGE
    for edge in range(edge_count):
        if rings.twin[edge] != NO_EDGE and rings.twin[rings.twin[edge]] != edge:
            rings.twin[edge] = NO_EDGE
    return 0


cdef int32_t root_of(vector[int32_t]& parents, int32_t node) noexcept nogil:
    while parents[node] != node:
        parents[node] = parents[parents[node]]
        node = parents[node]
    return node


cdef bint is_convex(const ContourCorner* a, const ContourCorner* b, const ContourCorner* c) noexcept nogil:
    """Whether the way a, b, c goes straight on or turns left."""
    cdef int64_t turn = side(a, b, c)
    return turn > 0 or (turn == 0 and dot(b, a, c) < 0)


cdef bint can_merge(const ContourCorner* vertices, EdgeRings* rings, int32_t edge, int max_corners) noexcept nogil:
    cdef int32_t twin = rings.twin[edge]
    cdef int32_t a = root_of(rings.poly, edge // 3), b = root_of(rings.poly, twin // 3)
    if a == b or rings.size[a] + rings.size[b] - 2 > max_corners:
        return False
    return is_convex(&vertices[rings.origin[rings.before[edge]]], &vertices[rings.origin[edge]],
                     &vertices[rings.origin[rings.after[rings.after[twin]]]]) and is_convex(
        &vertices[rings.origin[rings.before[twin]]], &vertices[rings.origin[twin]],
        &vertices[rings.origin[rings.after[rings.after[edge]]]])


cdef int append_stretch(const EdgeRings* rings, int32_t edge, vector[int32_t]& edges) except -1 nogil:
    """All half edges of the polygon but this one, from the next on."""
    cdef int32_t at = rings.after[edge]
    while at != edge:
        edges.push_back(at)
        at = rings.after[at]
    return 0


cdef int ring_from(const EdgeRings* rings, const vector[int32_t]& edges, vector[int32_t]& ring) except -1 nogil:
    """The vertices of a polygon's half edges, from the lowest half edge on."""
    cdef size_t i, lowest = 0
    ring.clear()
    for i in range(edges.size()):
        if edges[i] < edges[lowest]:
            lowest = i
    for i in range(edges.size()):
        ring.push_back(rings.origin[edges[(lowest + i) % edges.size()]])
    return 0


cdef bint merged_fits(const vector[ContourCorner]& vertices, const EdgeRings* rings, int32_t edge, const FloorMap* map,
                      CompactHeightfield compact) except -1 nogil:
    cdef vector[int32_t] edges, ring
    if map.fits_anyhow:
        return True
    append_stretch(rings, edge, edges)
    append_stretch(rings, rings.twin[edge], edges)
    ring_from(rings, edges, ring)
    return fits(map, compact, vertices, ring)


cdef void merge_across(EdgeRings* rings, int32_t edge) noexcept nogil:
    cdef int32_t twin = rings.twin[edge]
    cdef int32_t a = root_of(rings.poly, edge // 3), b = root_of(rings.poly, twin // 3)
    rings.after[rings.before[edge]] = rings.after[twin]
    rings.before[rings.after[twin]] = rings.before[edge]
    rings.after[rings.before[twin]] = rings.after[edge]
    rings.before[rings.after[edge]] = rings.before[twin]
    rings.gone[edge] = rings.gone[twin] = True
    rings.poly[b] = a
    rings.size[a] += rings.size[b] - 2


cdef bint is_longer(const SharedEdge& a, const SharedEdge& b) noexcept nogil:
    return a.length2 > b.length2 or (a.length2 == b.length2 and a.edge < b.edge)


cdef int merge_triangles(const vector[ContourCorner]& vertices, EdgeRings* rings, int max_corners, const FloorMap* map,
                         CompactHeightfield compact) except -1 nogil:
    """
    Merge across shared edges, the longest first, in one pass: polygons only grow, so an edge that cannot be removed at its
    turn hardly ever can.
    """
    cdef vector[SharedEdge] candidates
    cdef SharedEdge candidate
    cdef int32_t edge
    cdef size_t i
    for edge in range(<int32_t>rings.origin.size()):
        if rings.twin[edge] > edge:
            candidate.edge = edge
            candidate.length2 = dot(&vertices[rings.origin[edge]], &vertices[rings.origin[rings.after[edge]]],
                                    &vertices[rings.origin[rings.after[edge]]])
            candidates.push_back(candidate)
    sort(candidates.begin(), candidates.end(), is_longer)
    for i in range(candidates.size()):
        if (can_merge(vertices.data(), rings, candidates[i].edge, max_corners)
                and merged_fits(vertices, rings, candidates[i].edge, map, compact)):
            merge_across(rings, candidates[i].edge)
    return 0


# The stage

cdef int32_t weld(vector[ContourCorner]& vertices, IndexMap& index_of, const ContourCorner* corner) except -1 nogil:
    """
    Index of the vertex at the corner. Heights must agree exactly: every floor around a corner gives it the same height,
    and what differs is the two sides of a drop.
    """
    cdef int64_t key = (<int64_t>corner.x_vx << 40) | (<int64_t>corner.z_vx << 16) | corner.y_vx
    cdef IndexMap.iterator found = index_of.find(key)
    if found != index_of.end():
        return dereference(found).second
    enter(index_of, key, <int32_t>vertices.size())
    vertices.push_back(corner[0])
    return <int32_t>vertices.size() - 1


cdef int separate_overlap(PolyMesh self, vector[int32_t]& ring, IndexMap& owners) except -1 nogil:
    """Give a polygon vertices of its own if an earlier one lies on the same side of one of its edges."""
    cdef size_t i
    cdef int32_t k
    for i in range(ring.size()):
        if owners.count(directed_edge(ring[i], ring[(i + 1) % ring.size()])) > 0:
            self.overlapping += 1
            for k in range(<int32_t>ring.size()):
                self.grid_vertices.push_back(self.grid_vertices[ring[k]])
                ring[k] = <int32_t>self.grid_vertices.size() - 1
            break
    for i in range(ring.size()):
        enter(owners, directed_edge(ring[i], ring[(i + 1) % ring.size()]), <int32_t>self.area_data.size())
    return 0


cdef int append_polygons(PolyMesh self, EdgeRings* rings, const Contour* contour, IndexMap& owners) except -1 nogil:
    cdef vector[uint8_t] written
    cdef vector[int32_t] edges, ring
    cdef int32_t edge
    written.resize(rings.size.size(), False)
    for edge in range(<int32_t>rings.origin.size()):
        if rings.gone[edge] or written[root_of(rings.poly, edge // 3)]:
            continue
        written[root_of(rings.poly, edge // 3)] = True
        edges.clear()
        edges.resize(1, edge)
        append_stretch(rings, edge, edges)
        ring_from(rings, edges, ring)
        separate_overlap(self, ring, owners)
        self.corner_data.insert(self.corner_data.end(), ring.begin(), ring.end())
        self.offset_data.push_back(<int32_t>self.corner_data.size())
        self.area_data.push_back(contour.area)
        self.region_data.push_back(contour.region)
    return 0


cdef int build_polygons(PolyMesh self, ContourSet contours) except -1 nogil:
    cdef IndexMap index_of, owners
    cdef vector[Triangle] triangles
    cdef vector[int32_t] vertex_of
    cdef EdgeRings rings
    cdef FloorMap map
    cdef const Contour* contour
    cdef const ContourCorner* corners
    cdef size_t i
    cdef int32_t k
    map.tolerance = contours.height_error_vx
    map.fits_anyhow = map.tolerance == INFINITY
    self.offset_data.push_back(0)
    for i in range(contours.contours.size()):
        contour = &contours.contours[i]
        corners = &contours.corners[contour.first]
        triangles.clear()
        if not triangulate(corners, contour.count, triangles):
            self.untriangulated += 1
        vertex_of.clear()
        for k in range(contour.count):
            vertex_of.push_back(weld(self.grid_vertices, index_of, &corners[k]))
        link_triangles(triangles, vertex_of, &rings)
        if map.tolerance != INFINITY:
            map_floors(&map, contours.compact, contour.region, self.grid_vertices, &rings)
            fit_triangles(&map, contours.compact, self.grid_vertices, &rings)
        merge_triangles(self.grid_vertices, &rings, self.vertices_per_polygon, &map, contours.compact)
        append_polygons(self, &rings, contour, owners)
    for i in range(self.grid_vertices.size()):
        self.vertex_data.push_back(contours.bounds_min[0] + self.grid_vertices[i].x_vx * contours.cell_size)
        self.vertex_data.push_back(contours.bounds_min[1] + self.grid_vertices[i].y_vx * contours.cell_height)
        self.vertex_data.push_back(contours.bounds_min[2] + self.grid_vertices[i].z_vx * contours.cell_size)
    return 0


cdef object int_array(const vector[int32_t]& values):
    result = array("i")
    if not values.empty():
        result.frombytes((<const char*>values.data())[:values.size() * sizeof(int32_t)])
    return result


cdef class PolyMesh:
    """
    The contours as convex polygons of up to `vertices_per_polygon` corners, counter-clockwise seen from above.

    Neighbouring polygons share vertex indices. The surface of a polygon, as NavMesh cuts it into triangles, stays
    within the contours' height_error_vx of every floor under it as far as corners of the voxel grid allow. Raises ValueError
    for fewer than three vertices a polygon.
    """

    def __init__(self, ContourSet contours not None, int vertices_per_polygon):
        if vertices_per_polygon < 3:
            raise ValueError(f"vertices_per_polygon must be >= 3, got {vertices_per_polygon}")
        self.vertices_per_polygon = vertices_per_polygon
        self.grid_vertices.clear()
        self.vertex_data.clear()
        self.offset_data.clear()
        self.corner_data.clear()
        self.area_data.clear()
        self.region_data.clear()
        self.untriangulated = self.overlapping = 0
        with nogil:
            build_polygons(self, contours)

    @property
    def polygon_count(self):
        """Number of polygons."""
        return <int>self.area_data.size()

    @property
    def vertices(self):
        """Metres: float64 (n, 3), a buffer; empty where there are no polygons."""
        result = array("d")
        if self.vertex_data.empty():
            return result
        result.frombytes((<const char*>self.vertex_data.data())[:self.vertex_data.size() * sizeof(double)])
        return memoryview(result).cast("B").cast("d", (len(result) // 3, 3))

    @property
    def grid_corners(self):
        """The vertices in voxel units, exact: a list of (x, y, z)."""
        return [(vertex.x_vx, vertex.y_vx, vertex.z_vx) for vertex in self.grid_vertices]

    @property
    def offsets(self):
        """Where each polygon begins in `corners`, and where the last one ends: int32 (polygon_count + 1,), a buffer."""
        return int_array(self.offset_data)

    @property
    def corners(self):
        """Vertex indices, polygon by polygon: int32, a buffer."""
        return int_array(self.corner_data)

    @property
    def areas(self):
        """Area id of every polygon: int32 (polygon_count,), a buffer."""
        return int_array(self.area_data)

    @property
    def regions(self):
        """Region of every polygon: int32 (polygon_count,), a buffer."""
        return int_array(self.region_data)
