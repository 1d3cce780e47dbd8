"""Convex polygons of the contours: triangles, merged greedily across the longest common edges (Recast, rcBuildPolyMesh).

All tests are exact in voxel units, so polygons are convex without tolerance; collinear corners are allowed.
"""
from array import array

from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t
from libc.string cimport memcpy
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector
from navpy.base.interrupts cimport check_signals
from navpy.base.arrays cimport int_array, point_rows
from navpy.baking.contours.contours cimport ContourSet
from navpy.baking.contours.corners cimport ACROSS_TILE, Contour, ContourCorner, dot, same_place, side
from navpy.baking.contours.triangulation cimport EarClipper, HalfEdges, NO_EDGE, triangulate
from navpy.base.union_find cimport root_of


# Merging

cdef bint is_convex(const ContourCorner* a, const ContourCorner* b, const ContourCorner* c) noexcept nogil:
    """Whether the path a, b, c turns left or goes straight on."""
    cdef int64_t turn = side(a, b, c)
    return turn > 0 or (turn == 0 and dot(b, a, c) < 0)


cdef bint can_merge(const ContourCorner* corners, HalfEdges* half_edges, int32_t edge, int max_corners) noexcept nogil:
    cdef int32_t twin = half_edges.twin[edge]
    cdef int32_t a = root_of(half_edges.poly.data(), edge // 3), b = root_of(half_edges.poly.data(), twin // 3)
    if a == b or half_edges.size[a] + half_edges.size[b] - 2 > max_corners:
        return False
    return is_convex(&corners[half_edges.origin[half_edges.prev[edge]]], &corners[half_edges.origin[edge]],
                     &corners[half_edges.origin[half_edges.next[half_edges.next[twin]]]]) and is_convex(
        &corners[half_edges.origin[half_edges.prev[twin]]], &corners[half_edges.origin[twin]],
        &corners[half_edges.origin[half_edges.next[half_edges.next[edge]]]])


cdef void merge_across(HalfEdges* half_edges, int32_t edge) noexcept nogil:
    cdef int32_t twin = half_edges.twin[edge]
    cdef int32_t a = root_of(half_edges.poly.data(), edge // 3), b = root_of(half_edges.poly.data(), twin // 3)
    half_edges.next[half_edges.prev[edge]] = half_edges.next[twin]
    half_edges.prev[half_edges.next[twin]] = half_edges.prev[edge]
    half_edges.next[half_edges.prev[twin]] = half_edges.next[edge]
    half_edges.prev[half_edges.next[edge]] = half_edges.prev[twin]
    half_edges.removed[edge] = half_edges.removed[twin] = True
    half_edges.poly[b] = a
    half_edges.size[a] += half_edges.size[b] - 2


cdef bint is_longer(const SharedEdge& a, const SharedEdge& b) noexcept nogil:
    return a.length2 > b.length2 or (a.length2 == b.length2 and a.edge < b.edge)


cdef int merge_triangles(const ContourCorner* corners, HalfEdges* half_edges, int max_corners,
                         vector[SharedEdge]& candidates) except -1 nogil:
    """Merge across shared edges in one pass, the longest first. Polygons only grow, so an edge that cannot be removed at first hardly
    ever can later."""
    cdef SharedEdge candidate
    cdef int32_t edge
    cdef size_t i
    if max_corners == 3:
        return 0
    candidates.clear()
    for edge in range(<int32_t>half_edges.origin.size()):
        if half_edges.twin[edge] > edge:
            candidate.edge = edge
            candidate.length2 = dot(&corners[half_edges.origin[edge]], &corners[half_edges.origin[half_edges.next[edge]]],
                                    &corners[half_edges.origin[half_edges.next[edge]]])
            candidates.push_back(candidate)
    sort(candidates.begin(), candidates.end(), is_longer)
    for i in range(candidates.size()):
        if can_merge(corners, half_edges, candidates[i].edge, max_corners):
            merge_across(half_edges, candidates[i].edge)
    return 0


# Vertices

cdef int make_room(PolyMesh self, size_t corner_count, VertexIndex* index) except -1 nogil:
    """Reserve a vertex for each corner of the contours, and about two edges for each."""
    cdef size_t buckets = 16
    self.grid_vertices.reserve(corner_count)
    self.corner_data.reserve(2 * corner_count)
    self.portal_data.reserve(2 * corner_count)
    index.next.reserve(corner_count)
    index.first_edge.reserve(corner_count)
    index.edges.reserve(2 * corner_count)
    while buckets < corner_count:
        buckets *= 2
    index.buckets.resize(buckets, -1)
    return 0


cdef int32_t add_vertex(PolyMesh self, VertexIndex* index, const ContourCorner* corner) except -1 nogil:
    self.grid_vertices.push_back(corner[0])
    index.first_edge.push_back(-1)
    return <int32_t>self.grid_vertices.size() - 1


cdef int32_t weld(PolyMesh self, VertexIndex* index, const ContourCorner* corner) except -1 nogil:
    """Index of the vertex at a corner, a new one if there is none. Both heights must be equal: all floors around a corner give it the
    same heights, so corners that differ are on the two sides of a drop, or on different layers."""
    cdef uint32_t mixed = <uint32_t>corner.x_vx * <uint32_t>0x9E3779B1 ^ <uint32_t>corner.z_vx * <uint32_t>0x85EBCA77
    cdef size_t bucket = (mixed ^ (mixed >> 15)) & (index.buckets.size() - 1)
    cdef int32_t vertex = index.buckets[bucket]
    cdef const ContourCorner* other
    while vertex >= 0:
        other = &self.grid_vertices[vertex]
        if other.x_vx == corner.x_vx and other.z_vx == corner.z_vx and other.y_vx == corner.y_vx \
                and other.low_vx == corner.low_vx:
            return vertex
        vertex = index.next[vertex]
    vertex = add_vertex(self, index, corner)
    index.next.resize(vertex + 1)
    index.next[vertex], index.buckets[bucket] = index.buckets[bucket], vertex
    return vertex


cdef int32_t find_edge(const VertexIndex* index, int32_t from_, int32_t to) noexcept nogil:
    """Index of the edge between two vertices, −1: there is none."""
    cdef int32_t at = index.first_edge[from_]
    while at >= 0 and index.edges[at].to != to:
        at = index.edges[at].next
    return at


cdef int separate_overlap(PolyMesh self, VertexIndex* index, vector[int32_t]& ring, int32_t region) except -1 nogil:
    """Give a polygon vertices of its own if another one lies on the same side of one of its edges. Index its edges."""
    cdef Successor edge
    cdef EdgeOverlap overlap
    cdef int32_t other
    cdef size_t i, k
    for i in range(ring.size()):
        k = i + 1 if i + 1 < ring.size() else 0
        other = find_edge(index, ring[i], ring[k])
        if other >= 0:
            self.overlapping += 1
            overlap.from_, overlap.to = self.grid_vertices[ring[i]], self.grid_vertices[ring[k]]
            overlap.regions[0], overlap.regions[1] = index.edges[other].region, region
            self.overlaps.push_back(overlap)
            for k in range(ring.size()):
                ring[k] = add_vertex(self, index, &self.grid_vertices[ring[k]])
            break
    edge.region = region
    for i in range(ring.size()):
        edge.to, edge.next = ring[i + 1 if i + 1 < ring.size() else 0], index.first_edge[ring[i]]
        index.first_edge[ring[i]] = <int32_t>index.edges.size()
        index.edges.push_back(edge)
    return 0


# The stage

cdef int8_t portal_side(const HalfEdges* half_edges, int32_t edge, const ContourCorner* corners, int32_t count) noexcept nogil:
    """The side of the tile that a half edge lies on, by its direction, or NO_PORTAL. It is an edge of the contour if it ends where
    that one does: there the next half edge may begin at another corner, as a corner where a bridge to a hole ends is there twice."""
    cdef int32_t at = half_edges.origin[edge], after = at + 1 if at + 1 < count else 0
    if half_edges.twin[edge] != NO_EDGE or not same_place(&corners[half_edges.origin[half_edges.next[edge]]], &corners[after]) \
            or corners[after].across != ACROSS_TILE:
        return NO_PORTAL
    if corners[at].x_vx == corners[after].x_vx:
        return 0 if corners[at].z_vx < corners[after].z_vx else 2
    return 1 if corners[at].x_vx < corners[after].x_vx else 3


cdef int append_polygon(PolyMesh self, const HalfEdges* half_edges, int32_t edge, const Contour* contour,
                        const ContourCorner* corners, VertexIndex* index, vector[int32_t]& ring) except -1 nogil:
    """Append the polygon that a half edge belongs to, beginning with it."""
    cdef int32_t at = edge
    ring.clear()
    while True:
        ring.push_back(weld(self, index, &corners[half_edges.origin[at]]))
        self.portal_data.push_back(portal_side(half_edges, at, corners, contour.count))
        at = half_edges.next[at]
        if at == edge:
            break
    separate_overlap(self, index, ring, contour.region)
    self.corner_data.insert(self.corner_data.end(), ring.begin(), ring.end())
    self.offset_data.push_back(<int32_t>self.corner_data.size())
    self.area_data.push_back(contour.area)
    self.region_data.push_back(contour.region)
    return 0


cdef int append_polygons(PolyMesh self, HalfEdges* half_edges, const Contour* contour, const ContourCorner* corners,
                         VertexIndex* index, vector[int32_t]& ring) except -1 nogil:
    cdef int32_t edge, root
    for edge in range(<int32_t>half_edges.origin.size()):
        root = root_of(half_edges.poly.data(), edge // 3)
        if not half_edges.removed[edge] and half_edges.size[root] > 0:
            append_polygon(self, half_edges, edge, contour, corners, index, ring)
            half_edges.size[root] = 0
    return 0


cdef int measure_vertices(PolyMesh self) except -1 nogil:
    cdef size_t i
    self.vertex_data.reserve(3 * self.grid_vertices.size())
    for i in range(self.grid_vertices.size()):
        self.vertex_data.push_back(self.origin[0] + (self.x0 + self.grid_vertices[i].x_vx) * self.cell_size)
        self.vertex_data.push_back(self.origin[1] + self.grid_vertices[i].y_vx * self.cell_height)
        self.vertex_data.push_back(self.origin[2] + (self.z0 + self.grid_vertices[i].z_vx) * self.cell_size)
    return 0


cdef int build_polygons(PolyMesh self, ContourSet contours) except -1 nogil:
    cdef VertexIndex index
    cdef EarClipper clipper
    cdef HalfEdges half_edges
    cdef vector[SharedEdge] candidates
    cdef vector[int32_t] ring
    cdef const Contour* contour
    cdef const ContourCorner* corners
    cdef size_t i
    self.offset_data.push_back(0)
    make_room(self, contours.corners.size(), &index)
    for i in range(contours.contours.size()):
        check_signals()
        contour = &contours.contours[i]
        corners = &contours.corners[contour.first]
        if not triangulate(corners, contour.count, contour.region, &clipper, &half_edges):
            self.untriangulated += 1
        merge_triangles(corners, &half_edges, self.vertices_per_polygon, candidates)
        append_polygons(self, &half_edges, contour, corners, &index, ring)
    measure_vertices(self)
    return 0


cdef class PolyMesh:
    """The contours as convex polygons, counter-clockwise seen from above, of which neighbors share vertices (Recast, rcPolyMesh).

    The polygons are cut in the ground plane; only their corners have the heights of floors.

    Parameters
    ----------
    contours : ContourSet
    vertices_per_polygon : int
        Largest number of corners, at least 3.
    """

    def __init__(self, ContourSet contours not None, int vertices_per_polygon):
        if vertices_per_polygon < 3:
            raise ValueError(f"vertices_per_polygon: must be at least 3, is {vertices_per_polygon}")
        self.vertices_per_polygon = vertices_per_polygon
        self.x0, self.z0 = contours.compact.x0, contours.compact.z0
        self.cell_size, self.cell_height = contours.compact.cell_size, contours.compact.cell_height
        memcpy(self.origin, contours.compact.origin, sizeof(self.origin))
        self.grid_vertices.clear()
        self.vertex_data.clear()
        self.offset_data.clear()
        self.corner_data.clear()
        self.portal_data.clear()
        self.area_data.clear()
        self.region_data.clear()
        self.overlaps.clear()
        self.untriangulated = self.overlapping = 0
        with nogil:
            build_polygons(self, contours)

    @property
    def polygon_count(self):
        """Number of polygons."""
        return <int>self.area_data.size()

    @property
    def vertices(self):
        """Meters: float64 (n, 3), a buffer; empty where there are no polygons."""
        return point_rows(self.vertex_data)

    @property
    def offsets(self):
        """Where each polygon begins in `corners`, and where the last one ends: int32 (polygon_count + 1,), a buffer."""
        return int_array(self.offset_data)

    @property
    def corners(self):
        """Vertex indices, polygon by polygon: int32, a buffer."""
        return int_array(self.corner_data)

    @property
    def portals(self):
        """Of each corner's edge, int8, a buffer: the side across which the mesh goes on in the neighboring tile, 0 −x, 1 +z, 2 +x,
        3 −z, or −1."""
        result = array("b")
        if not self.portal_data.empty():
            result.frombytes((<const char*>self.portal_data.data())[:self.portal_data.size()])
        return result

    @property
    def areas(self):
        """Area id of every polygon: int32 (polygon_count,), a buffer."""
        return int_array(self.area_data)

    @property
    def regions(self):
        """Region of every polygon: int32 (polygon_count,), a buffer."""
        return int_array(self.region_data)
