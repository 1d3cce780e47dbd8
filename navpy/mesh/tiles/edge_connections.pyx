"""Connects borders of parts that nearly meet, as Godot's maps connect regions: where an edge of one part runs along an edge of another
part, nowhere farther from it than the margin, a link leads across, as wide as the overlap of both edges; or the ground between the two is
made a polygon."""
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
cdef double LEAST_GAP = 2e-3            # meters: nearer edges meet, or are connected by a link
cdef double INSET = 0.05                # meters from an edge to the link's end on its polygon

cdef struct Edge:
    const double* a
    const double* b
    int32_t part


cdef struct Facing:                     # two edges side by side
    const Edge* edge
    const Edge* other
    double here[3][3]                   # on the edge: the begin, the end and the middle of what runs along the other
    double there[3][3]                  # on the other edge, next to these
    double width                        # meters


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


cdef bint face(const Edge* edge, const Edge* other, double margin, Facing* out) noexcept nogil:
    """False where the edges do not run side by side in opposite directions."""
    cdef double dx = edge.b[0] - edge.a[0], dz = edge.b[2] - edge.a[2], length = sqrt(dx * dx + dz * dz)
    cdef double from_, to, low, high
    cdef int side
    if length == 0.0 or distance2(other.a[0], other.a[2], other.b[0], other.b[2]) == 0.0:
        return False
    from_ = ((other.a[0] - edge.a[0]) * dx + (other.a[2] - edge.a[2]) * dz) / (length * length)
    to = ((other.b[0] - edge.a[0]) * dx + (other.b[2] - edge.a[2]) * dz) / (length * length)
    low, high = max(0.0, to), min(1.0, from_)
    if (high - low) * length < NARROWEST:
        return False
    for side in range(2):
        point_on(edge, high if side else low, out.here[side])
        point_on(other, ((high if side else low) - from_) / (to - from_), out.there[side])
        if distance3(out.here[side], out.there[side]) > margin:
            return False
    out.edge, out.other, out.width = edge, other, (high - low) * length
    point_on(edge, 0.5 * (low + high), out.here[2])
    point_on(other, (0.5 * (low + high) - from_) / (to - from_), out.there[2])
    return True


cdef LinkData link_across(const Facing* facing, double margin) noexcept nogil:
    cdef LinkData link
    memset(&link, 0, sizeof(LinkData))
    memcpy(link.start, facing.here[2], sizeof(link.start))
    memcpy(link.end, facing.there[2], sizeof(link.end))
    put_inside(facing.edge, facing.there[2], link.start)
    put_inside(facing.other, facing.here[2], link.end)
    link.width, link.radius, link.area, link.next = facing.width, margin + INSET, AREA_WALKABLE, -1
    link.start_poly = link.end_poly = NO_POLY
    return link


cdef int add_both_ways(MeshData* mesh, const LinkData* link) except -1 nogil:
    cdef LinkData back = link[0]
    cdef int k
    for k in range(3):
        back.start[k], back.end[k] = link.end[k], link.start[k]
    mesh.links.push_back(link[0])
    mesh.links.push_back(back)
    return 0


cdef int find_facing(const MeshData* mesh, const vector[int32_t]* ends, const vector[uint8_t]* joins, double margin, vector[Edge]* edges,
                     vector[Facing]* out) except -1 nogil:
    cdef unordered_map[int64_t, vector[int32_t]] cells
    cdef vector[int32_t] seen                   # by edge, 1 + the last edge that it was compared with
    cdef Facing facing
    cdef const Edge* edge
    cdef int64_t x, z
    cdef int32_t i, other
    list_edges(mesh, ends, joins, edges)
    seen.resize(edges.size(), 0)
    for i in range(<int32_t>edges.size()):
        edge = &edges.at(i)
        for x in range(<int64_t>floor((min(edge.a[0], edge.b[0]) - margin) / CELL),
                       <int64_t>floor((max(edge.a[0], edge.b[0]) + margin) / CELL) + 1):
            for z in range(<int64_t>floor((min(edge.a[2], edge.b[2]) - margin) / CELL),
                           <int64_t>floor((max(edge.a[2], edge.b[2]) + margin) / CELL) + 1):
                for other in cells[key_of(x, z)]:
                    if edges.at(other).part != edge.part and seen[other] != i + 1:
                        seen[other] = i + 1
                        if face(edge, &edges.at(other), margin, &facing):
                            out.push_back(facing)
                cells[key_of(x, z)].push_back(i)
    return 0


cdef int connect_edges(MeshData* mesh, const vector[int32_t]* ends, const vector[uint8_t]* joins, double margin,
                       int32_t id) except -1 nogil:
    cdef vector[Edge] edges
    cdef vector[Facing] facing
    cdef LinkData link
    cdef size_t i, before = mesh.links.size()
    find_facing(mesh, ends, joins, margin, &edges, &facing)
    for i in range(facing.size()):
        link = link_across(&facing[i], margin)
        link.id = id
        add_both_ways(mesh, &link)
    if mesh.links.size() > before:
        attach_links(mesh)
        update_view(mesh)
    return 0


cdef bint has_ground_between(const Facing* facing) noexcept nogil:
    """Is the other edge to the right of the edge, outside its polygon?"""
    cdef const Edge* edge = facing.edge
    cdef double dx = edge.b[0] - edge.a[0], dz = edge.b[2] - edge.a[2], length = sqrt(dx * dx + dz * dz)
    cdef int side
    for side in range(2):
        if (facing.there[side][2] - facing.here[side][2]) * dx - (facing.there[side][0] - facing.here[side][0]) * dz < LEAST_GAP * length:
            return False
    return True


cdef int list_ground_between(const MeshData* mesh, const vector[int32_t]* ends, const vector[uint8_t]* joins, double margin,
                             vector[double]* corners) except -1 nogil:
    cdef vector[Edge] edges
    cdef vector[Facing] facing
    cdef size_t i
    cdef int k
    find_facing(mesh, ends, joins, margin, &edges, &facing)
    for i in range(facing.size()):
        if has_ground_between(&facing[i]):
            for k in range(2):
                corners.insert(corners.end(), &facing[i].here[1 - k][0], &facing[i].here[1 - k][0] + 3)
            for k in range(2):
                corners.insert(corners.end(), &facing[i].there[k][0], &facing[i].there[k][0] + 3)
    return 0
