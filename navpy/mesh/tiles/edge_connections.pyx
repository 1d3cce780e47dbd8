"""Connects borders of parts that nearly meet, as Godot's maps connect regions: where an edge of one part runs along an edge of another
part, nowhere farther from it than the margin, a link leads across, as wide as the overlap of both edges; or the ground between the two
is made a polygon."""
from libc.math cimport floor, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset
from libcpp.algorithm cimport sort
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
cdef double LEAST_GAP = 2e-3            # meters: nearer edges meet, or are connected by a link; outlines that touch are as near
cdef double TOUCH = 1e-4                # meters by which neighbors may overlap by rounding
cdef double LEAST_TURN = 0.01           # radians: less is no corner, but cuts of a straight edge that are rounded
cdef double INSET = 0.05                # meters from an edge to the link's end on its polygon

cdef struct Edge:
    const double* a
    const double* b
    int32_t part
    int32_t poly


cdef struct Facing:                     # two edges side by side
    const Edge* edge
    const Edge* other
    double here[3][3]                   # on the edge: the begin, the end and the middle of what runs along the other
    double there[3][3]                  # on the other edge, next to these
    double low, high                    # on the edge: where it begins and ends, of 0 to 1
    double width                        # meters

cdef struct Corner:                     # of what parts keep their distance from
    double x, z
    double radius                       # meters: the distance


cdef inline int64_t key_of(int64_t x, int64_t z) noexcept nogil:
    return <int64_t>(<uint64_t>x * 0x9E3779B97F4A7C15ULL ^ <uint64_t>z * 0xC2B2AE3D27D4EB4FULL)


cdef int list_edges(const MeshData* mesh, const vector[int32_t]* ends, const vector[uint8_t]* joins,
                    vector[Edge]* edges) except -1 nogil:
    """The boundary edges of parts that are to be connected."""
    cdef Edge edge
    cdef int32_t p, k, first, count
    edge.part = 0
    for p in range(<int32_t>mesh.polys.size()):
        while p >= ends[0][edge.part]:
            edge.part += 1
        first, count, edge.poly = mesh.polys[p].first, mesh.polys[p].count, p
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
    out.edge, out.other, out.low, out.high, out.width = edge, other, low, high, (high - low) * length
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


cdef int find_facing(const MeshData* mesh, const vector[int32_t]* ends, const vector[uint8_t]* joins, double margin,
                     vector[Edge]* edges, vector[Facing]* out) except -1 nogil:
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


# ---- ground between parts ----

cdef bint has_ground_between(const Facing* facing, double gap) noexcept nogil:
    """Is the other edge to the right of the edge, outside its polygon, and not farther than the gap?"""
    cdef const Edge* edge = facing.edge
    cdef double dx = edge.b[0] - edge.a[0], dz = edge.b[2] - edge.a[2], length = sqrt(dx * dx + dz * dz)
    cdef int side
    for side in range(2):
        if distance3(facing.here[side], facing.there[side]) > gap + LEAST_GAP:
            return False
        if (facing.there[side][2] - facing.here[side][2]) * dx - (facing.there[side][0]
                                                                  - facing.here[side][0]) * dz < LEAST_GAP * length:
            return False
    return True


cdef bint turns_out(const Edge* edge, const Edge* next_) noexcept nogil:
    """Goes the boundary round something there?"""
    cdef double dx = edge.b[0] - edge.a[0], dz = edge.b[2] - edge.a[2], next_dx = next_.b[0] - next_.a[0], \
        next_dz = next_.b[2] - next_.a[2]
    return dx * next_dz - dz * next_dx > LEAST_TURN * sqrt((dx * dx + dz * dz) * (next_dx * next_dx + next_dz * next_dz))


cdef int add_corner(const Edge* edge, double t, double radius, vector[Corner]* out) except -1 nogil:
    cdef double dx = edge.b[0] - edge.a[0], dz = edge.b[2] - edge.a[2], length = sqrt(dx * dx + dz * dz)
    cdef Corner corner
    corner.x, corner.z, corner.radius = edge.a[0] + t * dx - radius * dz / length, edge.a[2] + t * dz + radius * dx / length, radius
    out.push_back(corner)
    return 0


cdef int list_corners(const vector[Edge]* edges, const vector[double]* radii, vector[Corner]* out) except -1 nogil:
    """The corners of walls, as the boundaries show them, which go round them at a distance. The corner of an arc is opposite the
    middle of each of its sides, and none of these is longer than the radius; that of a straight side is opposite its end."""
    cdef unordered_map[size_t, vector[int32_t]] begins      # edges by where they begin
    cdef vector[uint8_t] turns                              # by edge, 1: at its begin, 2: at its end
    cdef const Edge* edge
    cdef double radius
    cdef size_t i
    cdef int32_t k
    turns.resize(edges.size(), 0)
    for i in range(edges.size()):
        begins[<size_t>edges.at(i).a].push_back(<int32_t>i)
    for i in range(edges.size()):
        edge = &edges.at(i)
        for k in begins[<size_t>edge.b]:
            if edges.at(k).part == edge.part and turns_out(edge, &edges.at(k)):
                turns[i] |= 2
                turns[k] |= 1
    for i in range(edges.size()):
        edge, radius = &edges.at(i), radii.at(edges.at(i).part)
        if turns[i] == 3 and distance2(edge.a[0], edge.a[2], edge.b[0], edge.b[2]) <= radius:
            add_corner(edge, 0.5, radius, out)
        else:
            for k in range(2):
                if turns[i] >> k & 1:
                    add_corner(edge, <double>k, radius, out)
    return 0


cdef bint keep_away(Facing* facing, const Corner* corner) noexcept nogil:
    """Take away what is nearer to the corner than its distance; of two sides that are left, the longer one stays. False: nothing is
    left."""
    cdef const Edge* edge = facing.edge
    cdef double dx = edge.b[0] - edge.a[0], dz = edge.b[2] - edge.a[2], length = sqrt(dx * dx + dz * dz)
    cdef double x = corner.x - edge.a[0], z = corner.z - edge.a[2]
    cdef double along = (x * dx + z * dz) / length, aside = (z * dx - x * dz) / length, gap = 0.0, away, half
    cdef int side
    for side in range(2):
        gap = max(gap, ((facing.there[side][2] - edge.a[2]) * dx - (facing.there[side][0] - edge.a[0]) * dz) / length)
    away = max(max(-aside, aside - gap), 0.0)
    if away >= corner.radius:
        return True
    half = sqrt(corner.radius * corner.radius - away * away)
    if along + half <= facing.low * length or along - half >= facing.high * length:
        return True
    if along - half - facing.low * length > facing.high * length - along - half:
        facing.high = (along - half) / length
    else:
        facing.low = (along + half) / length
    return (facing.high - facing.low) * length >= NARROWEST


cdef void narrow(const Facing* whole, Facing* part) noexcept nogil:
    """Set the ends of a part of two edges that face each other."""
    cdef double begin = (part.low - whole.low) / (whole.high - whole.low), end = (part.high - whole.low) / (whole.high - whole.low)
    cdef int k
    for k in range(3):
        part.here[0][k] = whole.here[0][k] + begin * (whole.here[1][k] - whole.here[0][k])
        part.here[1][k] = whole.here[0][k] + end * (whole.here[1][k] - whole.here[0][k])
        part.there[0][k] = whole.there[0][k] + begin * (whole.there[1][k] - whole.there[0][k])
        part.there[1][k] = whole.there[0][k] + end * (whole.there[1][k] - whole.there[0][k])


cdef int add_ground(const Facing* facing, double share, vector[Ground]* out) except -1 nogil:
    """A polygon beside each edge, unless its share of the gap is 0; share: the first one's."""
    cdef Ground here, there
    cdef double middle
    cdef int k, side
    here.poly, there.poly = facing.edge.poly, facing.other.poly
    for side in range(2):
        for k in range(3):
            middle = facing.here[side][k] + share * (facing.there[side][k] - facing.here[side][k])
            here.corners[1 - side][k], here.corners[2 + side][k] = facing.here[side][k], middle
            there.corners[1 - side][k], there.corners[2 + side][k] = middle, facing.there[side][k]
    if share > 0.0:
        out.push_back(here)
    if share < 1.0:
        out.push_back(there)
    return 0


cdef bint beside_earlier(const Ground& a, const Ground& b) noexcept nogil:
    return a.poly < b.poly


cdef int list_ground_between(const MeshData* mesh, const vector[int32_t]* ends, const vector[uint8_t]* joins,
                             const vector[double]* radii, vector[Ground]* out) except -1 nogil:
    cdef vector[Edge] edges
    cdef vector[Facing] facing
    cdef vector[Corner] corners
    cdef Facing part
    cdef double here, there, widest = 0.0
    cdef size_t i, k
    for i in range(radii.size()):
        widest = max(widest, radii.at(i))
    find_facing(mesh, ends, joins, 2.0 * widest + LEAST_GAP, &edges, &facing)
    if not facing.empty():
        list_corners(&edges, radii, &corners)
    for i in range(facing.size()):
        here, there = radii.at(facing[i].edge.part), radii.at(facing[i].other.part)
        if not has_ground_between(&facing[i], here + there):
            continue
        part, k = facing[i], 0
        while k < corners.size() and keep_away(&part, &corners[k]):
            k += 1
        if k == corners.size():
            narrow(&facing[i], &part)
            add_ground(&part, here / (here + there), out)
    sort(out.begin(), out.end(), beside_earlier)
    return 0


# ---- ground between connected edges ----

cdef bint has_line_between(const double* corners, const double* others) noexcept nogil:
    """Is all of one convex polygon of four corners on the outer side of an edge of another, in the plan?"""
    cdef double dx, dz, aside
    cdef bint parts
    cdef int i, k
    for i in range(4):
        dx, dz = corners[3 * ((i + 1) & 3)] - corners[3 * i], corners[3 * ((i + 1) & 3) + 2] - corners[3 * i + 2]
        parts = dx != 0.0 or dz != 0.0
        for k in range(4):
            aside = (others[3 * k + 2] - corners[3 * i + 2]) * dx - (others[3 * k] - corners[3 * i]) * dz
            parts = parts and aside >= -TOUCH * sqrt(dx * dx + dz * dz)
        if parts:
            return True
    return False


cdef bint is_free(const vector[Ground]* ground, const Ground* one) noexcept nogil:
    """Does it lie beside all other ground?"""
    cdef const double* corners = &one.corners[0][0]
    cdef size_t i
    for i in range(ground.size()):
        if not has_line_between(corners, &ground.at(i).corners[0][0]) and not has_line_between(&ground.at(i).corners[0][0], corners):
            return False
    return True


cdef int list_seams(const MeshData* mesh, const vector[int32_t]* ends, const vector[uint8_t]* joins, double margin,
                    vector[Ground]* out) except -1 nogil:
    cdef vector[Edge] edges
    cdef vector[Facing] facing
    cdef vector[Ground] ground
    cdef size_t i
    find_facing(mesh, ends, joins, margin, &edges, &facing)
    for i in range(facing.size()):
        ground.clear()
        if has_ground_between(&facing[i], margin):
            add_ground(&facing[i], 0.5, &ground)
        if not ground.empty() and is_free(out, &ground[0]) and is_free(out, &ground[1]):
            out.insert(out.end(), ground.begin(), ground.end())
    sort(out.begin(), out.end(), beside_earlier)
    return 0
