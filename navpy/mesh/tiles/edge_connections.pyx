"""Connects borders of parts that nearly meet, as Godot's maps connect regions: where an edge of one part runs along an edge of another
part, nowhere farther from it than the margin, a link leads across, as wide as the overlap of both edges."""
from libc.math cimport floor, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY
from navpy.base.geom cimport distance2, distance3
from navpy.mesh.tiles.link_attachment cimport attach_links
from navpy.base.area cimport AREA_WALKABLE
from navpy.mesh.mesh_view cimport OffMeshLink as LinkData
from navpy.mesh.tiles.mesh_data cimport MeshData, update_view

cdef double CELL = 2.0                  # meters, of the grid that edges are found by
cdef double NARROWEST = 0.05            # meters: least overlap of two edges
cdef double INSET = 0.05                # meters from an edge to the link's end on its polygon

cdef struct Edge:
    const double* a
    const double* b
    int32_t part


cdef inline int64_t key_of(int64_t x, int64_t z) noexcept nogil:
    return <int64_t>(<uint64_t>x * 0x9E3779B97F4A7C15ULL ^ <uint64_t>z * 0xC2B2AE3D27D4EB4FULL)


cdef int list_edges(const MeshData* mesh, const vector[int32_t]* ends, const vector[uint8_t]* joins, vector[Edge]* edges) except -1 nogil:
    """The boundary edges of parts that are to be connected."""
    cdef Edge edge
    cdef int32_t p, k, first, count
    edge.part = 0
    for p in range(<int32_t>mesh.polys.size()):
        while p >= ends[0][edge.part]:
            edge.part += 1
        first, count = mesh.polys[p].first, mesh.polys[p].count
        for k in range(count if joins[0][edge.part] else 0):
            if mesh.neighbors[first + k] == NO_POLY:
                edge.a = mesh.vertices.data() + 3 * <size_t>mesh.corners[first + k]
                edge.b = mesh.vertices.data() + 3 * <size_t>mesh.corners[first + (k + 1) % count]
                edges.push_back(edge)
    return 0


cdef void point_on(const Edge* edge, double t, double* out) noexcept nogil:
    cdef int k
    for k in range(3):
        out[k] = edge.a[k] + t * (edge.b[k] - edge.a[k])


cdef void put_inside(const Edge* edge, const double* across, double* point) noexcept nogil:
    """Move a point of the edge into its polygon, to the edge's left: so far that it is not on the other polygon where both overlap."""
    cdef double dx = edge.b[0] - edge.a[0], dz = edge.b[2] - edge.a[2], length = sqrt(dx * dx + dz * dz)
    cdef double overlap = ((across[0] - point[0]) * dz - (across[2] - point[2]) * dx) / length
    cdef double inset = INSET + max(overlap, 0.0)
    point[0] += inset * dz / length
    point[2] -= inset * dx / length


cdef bint connect(const Edge* edge, const Edge* other, double margin, LinkData* link) noexcept nogil:
    """The link across two edges; false where they do not run side by side in opposite directions."""
    cdef double dx = edge.b[0] - edge.a[0], dz = edge.b[2] - edge.a[2], length = sqrt(dx * dx + dz * dz)
    cdef double from_, to, low, high
    cdef double here[3]
    cdef double there[3]
    cdef int side
    if length == 0.0 or distance2(other.a[0], other.a[2], other.b[0], other.b[2]) == 0.0:
        return False
    from_ = ((other.a[0] - edge.a[0]) * dx + (other.a[2] - edge.a[2]) * dz) / (length * length)
    to = ((other.b[0] - edge.a[0]) * dx + (other.b[2] - edge.a[2]) * dz) / (length * length)
    low, high = max(0.0, to), min(1.0, from_)
    if (high - low) * length < NARROWEST:
        return False
    for side in range(2):
        point_on(edge, high if side else low, here)
        point_on(other, ((high if side else low) - from_) / (to - from_), there)
        if distance3(here, there) > margin:
            return False
    memset(link, 0, sizeof(LinkData))
    point_on(edge, 0.5 * (low + high), here)
    point_on(other, (0.5 * (low + high) - from_) / (to - from_), there)
    memcpy(link.start, here, sizeof(here))
    memcpy(link.end, there, sizeof(there))
    put_inside(edge, there, link.start)
    put_inside(other, here, link.end)
    link.width, link.radius, link.area, link.next = (high - low) * length, margin + INSET, AREA_WALKABLE, -1
    link.start_poly = link.end_poly = NO_POLY
    return True


cdef int add_both_ways(MeshData* mesh, const LinkData* link) except -1 nogil:
    cdef LinkData back = link[0]
    cdef int k
    for k in range(3):
        back.start[k], back.end[k] = link.end[k], link.start[k]
    mesh.links.push_back(link[0])
    mesh.links.push_back(back)
    return 0


cdef int connect_edges(MeshData* mesh, const vector[int32_t]* ends, const vector[uint8_t]* joins, double margin,
                       int32_t id) except -1 nogil:
    cdef unordered_map[int64_t, vector[int32_t]] cells
    cdef vector[Edge] edges
    cdef vector[int32_t] seen                   # by edge, 1 + the last edge that it was compared with
    cdef LinkData link
    cdef const Edge* edge
    cdef int64_t x, z
    cdef int32_t i, other
    cdef size_t before = mesh.links.size()
    list_edges(mesh, ends, joins, &edges)
    seen.resize(edges.size(), 0)
    for i in range(<int32_t>edges.size()):
        edge = &edges[i]
        for x in range(<int64_t>floor((min(edge.a[0], edge.b[0]) - margin) / CELL),
                       <int64_t>floor((max(edge.a[0], edge.b[0]) + margin) / CELL) + 1):
            for z in range(<int64_t>floor((min(edge.a[2], edge.b[2]) - margin) / CELL),
                           <int64_t>floor((max(edge.a[2], edge.b[2]) + margin) / CELL) + 1):
                for other in cells[key_of(x, z)]:
                    if edges[other].part != edge.part and seen[other] != i + 1:
                        seen[other] = i + 1
                        if connect(edge, &edges[other], margin, &link):
                            link.id = id
                            add_both_ways(mesh, &link)
                cells[key_of(x, z)].push_back(i)
    if mesh.links.size() > before:
        attach_links(mesh)
        update_view(mesh)
    return 0
