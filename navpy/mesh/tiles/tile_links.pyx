"""
Off-mesh links that come and go with tiles.

The bake of a tile knows the polygons of that tile only. When a link is added to a mesh, it is cut where another polygon begins at
either of its ends, so that the parts together are as wide as the link was; parts without a polygon are dropped. A jump over a gap is
found from both sides and leads both ways: where two such jumps overlap, the first by direction and place stays. The result depends
only on the tiles of the mesh, not on their order.
"""
from libc.math cimport fabs, floor
from libc.stdint cimport int32_t, int64_t, uint64_t
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector

from navpy.mesh.link_kind cimport LINK_JUMP
from navpy.base.core cimport NO_POLY
from navpy.base.geom cimport distance2
from navpy.mesh.tiles.link_attachment cimport FIT_NEAR, FIT_ON, Fit, attach_link, chain_links, forget_chain, is_near
from navpy.mesh.poly_surface cimport height_at
from navpy.mesh.mesh_view cimport BACK_OF_TILE, BY_HAND, OF_TILE, MeshView, OffMeshLink as LinkData, tile_at, tile_coordinate
from navpy.mesh.tiles.mesh_data cimport MeshData, label_islands
from navpy.mesh.off_mesh_link cimport is_two_way

cdef enum:
    LAST_ID = 0x7fffffff
    MAX_PARTS = 1024                # of a link across, however wide it is

cdef double NARROWEST = 1e-4        # meters: a link is not cut this near to its end
cdef double SEARCHED = 0.5          # of a link's radius: least width to which parts without a polygon are halved
cdef double SAME_WAY = 1.25         # of a link's radius: greatest distance between the ends of two jumps that are duplicates
cdef double SAMPLE = 0.5            # of a link's radius: distance of the samples across a jump
cdef double INWARDS = 1e-4          # of a tile's size: how far behind its start a link is looked up, on the tile that it leaves

ctypedef pair[pair[int64_t, int64_t], pair[pair[double, double], pair[double, int32_t]]] JumpOrder

cdef struct TileLink:               # a link before it is in the mesh
    LinkData forward
    bint two_way


# ---- which tile a link belongs to ----

cdef bint begins_on(const MeshView* mesh, const double* start, const double* end, int32_t x, int32_t z) noexcept nogil:
    """Does a tile's link begin on this tile? Its start may lie on the tile's border, so a place behind the start decides."""
    cdef double size = mesh.tile_size, length = distance2(start[0], start[2], end[0], end[2])
    cdef double back = INWARDS * size / length if length > 0.0 else 0.0
    return size > 0.0 and tile_coordinate(start[0] - back * (end[0] - start[0]), mesh.origin_x, size) == x \
        and tile_coordinate(start[2] - back * (end[2] - start[2]), mesh.origin_z, size) == z


cdef bint belongs_to(const MeshView* mesh, const LinkData* link, int32_t x, int32_t z) noexcept nogil:
    if link.of_tile == BACK_OF_TILE:
        return begins_on(mesh, link.end, link.start, x, z)
    return link.of_tile == OF_TILE and begins_on(mesh, link.start, link.end, x, z)


cdef inline bint may_get_tile(const MeshView* mesh, const double* point) noexcept nogil:
    """Has the mesh no tile at the point yet?"""
    return mesh.tile_size > 0.0 and tile_at(mesh, tile_coordinate(point[0], mesh.origin_x, mesh.tile_size),
                                            tile_coordinate(point[2], mesh.origin_z, mesh.tile_size)) < 0


# ---- links cut to polygons ----

cdef LinkData part_of(const LinkData* link, double low, double high) noexcept nogil:
    """A link's part between low and high, in −1 … 1 across it from right to left."""
    cdef LinkData part = link[0]
    cdef double dx = link.end[0] - link.start[0], dz = link.end[2] - link.start[2]
    cdef double side = 0.25 * (low + high) * link.width / distance2(0.0, 0.0, dx, dz)
    part.start[0], part.start[2] = link.start[0] + side * dz, link.start[2] - side * dx
    part.end[0], part.end[2] = link.end[0] + side * dz, link.end[2] - side * dx
    part.width = 0.5 * (high - low) * link.width
    return part


cdef int halve(const LinkData* link, vector[LinkData]* parts) except -1 nogil:
    parts.push_back(part_of(link, 0.0, 1.0))
    parts.push_back(part_of(link, -1.0, 0.0))
    return 0


cdef int part_beyond(const LinkData* link, double low, double high, int side, vector[LinkData]* parts) except -1 nogil:
    """The part low … high beyond the left (0) or right (1) end of what lies on the link's polygons, at the height of that end."""
    cdef LinkData part = part_of(link, low, high)
    part.start[1], part.end[1] = link.leave[side][1], link.land[side][1]
    parts.push_back(part)
    return 0


cdef void put_on_surface(const MeshView* mesh, LinkData* link) noexcept nogil:
    """Give its ends the heights of the polygons that it leaves and lands on."""
    link.start[1] = height_at(mesh, link.start_poly, link.start[0], link.start[2])
    link.end[1] = height_at(mesh, link.end_poly, link.end[0], link.end[2])


cdef int fit_link(const MeshView* mesh, const TileLink* link, vector[LinkData]* parts, vector[TileLink]* out) except -1 nogil:
    """Cut a link to the polygons that it leaves and lands on. Parts without polygons are dropped, unless a tile that is missing may
    bring one. parts: scratch, empty before and after."""
    cdef LinkData one
    cdef TileLink done
    cdef double low, high
    cdef double searched = max(SEARCHED * link.forward.radius, link.forward.width / MAX_PARTS)
    cdef Fit at
    cdef bint wide
    done.two_way = link.two_way
    parts.push_back(link.forward)
    while parts.size() > 0:
        one = parts.back()
        parts.pop_back()
        at = attach_link(mesh, &one, &low, &high)
        wide = one.width > searched
        if may_get_tile(mesh, one.end) or (one.start_poly == NO_POLY and may_get_tile(mesh, one.start)):
            done.forward = one
            out.push_back(done)
        elif at != FIT_ON and wide:
            halve(&one, parts)
        elif at == FIT_NEAR:
            done.forward = one
            put_on_surface(mesh, &done.forward)
            out.push_back(done)
        elif at == FIT_ON:
            done.forward = one
            if 0.5 * (1.0 - high) * one.width < NARROWEST:
                high = 1.0
            if 0.5 * (low + 1.0) * one.width < NARROWEST:
                low = -1.0
            if high < 1.0:
                part_beyond(&one, high, 1.0, 0, parts)
            if low > -1.0:
                part_beyond(&one, -1.0, low, 1, parts)
            if low > -1.0 or high < 1.0:
                done.forward = part_of(&one, low, high)
            put_on_surface(mesh, &done.forward)
            out.push_back(done)
    return 0


# ---- jumps found from both sides ----

cdef double to_stretch2(double x, double z, const double* point, double side_x, double side_z) noexcept nogil:
    """Square of the distance in the ground plane from a place to the stretch of ±side around a point."""
    cdef double dx = x - point[0], dz = z - point[2], t = 0.0, length2 = side_x * side_x + side_z * side_z
    if length2 > 0.0:
        t = max(-1.0, min(1.0, (dx * side_x + dz * side_z) / length2))
    dx -= t * side_x
    dz -= t * side_z
    return dx * dx + dz * dz


cdef inline void half_across(const LinkData* link, double* side_x, double* side_z) noexcept nogil:
    """Half of what a link is wide, to the left."""
    cdef double dx = link.end[0] - link.start[0], dz = link.end[2] - link.start[2]
    cdef double scale = 0.5 * link.width / distance2(0.0, 0.0, dx, dz)
    side_x[0], side_z[0] = dz * scale, -dx * scale


cdef cppclass Jumps:                # those kept so far, hashed by the squares of the ground plane that their ends touch
    double size                     # of a square, meters
    double slack                    # meters between the ends of duplicates, in the ground plane
    double climb                    # meters between them in height
    vector[LinkData] kept
    unordered_map[int64_t, vector[int32_t]] squares


cdef inline int64_t square_key(double x, double z) noexcept nogil:
    return <int64_t>(<uint64_t><int64_t>x * 0x9E3779B97F4A7C15ULL ^ <uint64_t><int64_t>z)     # squares may share a key


cdef bint is_led_back(Jumps* jumps, const double* start, const double* end, double x, double z) noexcept nogil:
    """Does a kept jump lead from about this end to about this start, both moved aside by (x, z)?"""
    cdef int64_t key = square_key(floor((start[0] + x) / jumps.size), floor((start[2] + z) / jumps.size))
    cdef const LinkData* back
    cdef double side_x, side_z, slack2 = jumps.slack * jumps.slack
    cdef int32_t i
    if jumps.squares.count(key) == 0:
        return False
    for i in jumps.squares[key]:
        back = &jumps.kept[i]
        half_across(back, &side_x, &side_z)
        if (fabs(back.end[1] - start[1]) <= jumps.climb and fabs(back.start[1] - end[1]) <= jumps.climb
                and to_stretch2(start[0] + x, start[2] + z, back.end, side_x, side_z) <= slack2
                and to_stretch2(end[0] + x, end[2] + z, back.start, side_x, side_z) <= slack2):
            return True
    return False


cdef int add_jump(Jumps* jumps, const LinkData* link) except -1 nogil:
    cdef double side_x, side_z, x, z, reach_x, reach_z
    cdef int32_t index = <int32_t>jumps.kept.size()
    half_across(link, &side_x, &side_z)
    reach_x, reach_z = fabs(side_x) + jumps.slack, fabs(side_z) + jumps.slack
    x = floor((link.end[0] - reach_x) / jumps.size)
    while x <= floor((link.end[0] + reach_x) / jumps.size):
        z = floor((link.end[2] - reach_z) / jumps.size)
        while z <= floor((link.end[2] + reach_z) / jumps.size):
            jumps.squares[square_key(x, z)].push_back(index)
            z += 1.0
        x += 1.0
    jumps.kept.push_back(link[0])
    return 0


cdef int parts_not_led_back(Jumps* jumps, const TileLink* link, vector[TileLink]* out) except -1 nogil:
    """The parts of a jump that no kept jump leads back."""
    cdef double side_x, side_z, t
    cdef double sample = max(SAMPLE * link.forward.radius, link.forward.width / MAX_PARTS)
    cdef int count = max(1, <int>(link.forward.width / sample + 0.5)) if sample > 0.0 else 1, k, begin = -1
    cdef size_t first = out.size(), i
    cdef bint free
    cdef TileLink part = link[0]
    half_across(&link.forward, &side_x, &side_z)
    for k in range(count + 1):
        t = (2.0 * k + 1.0) / count - 1.0
        free = k < count and not is_led_back(jumps, link.forward.start, link.forward.end, t * side_x, t * side_z)
        if free and begin < 0:
            begin = k
        elif not free and begin >= 0:
            if k - begin < count:
                part.forward = part_of(&link.forward, 2.0 * begin / count - 1.0, 2.0 * k / count - 1.0)
            out.push_back(part)
            begin = -1
    for i in range(first, out.size()):
        add_jump(jumps, &out[0][i].forward)
    return 0


cdef JumpOrder order_of(const LinkData* link, int32_t index) noexcept nogil:
    """Order of jumps by direction, then by place: the same for a level baked in one piece and in tiles."""
    cdef JumpOrder order
    cdef double dx = link.end[0] - link.start[0], dz = link.end[2] - link.start[2], length = distance2(0.0, 0.0, dx, dz)
    order.first.first, order.first.second = -<int64_t>floor(1e6 * dx / length + 0.5), -<int64_t>floor(1e6 * dz / length + 0.5)
    order.second.first.first, order.second.first.second = link.start[0], link.start[2]
    order.second.second.first, order.second.second.second = link.start[1], index
    return order


cdef int remove_duplicate_jumps(const vector[TileLink]* links, double climb, vector[TileLink]* out) except -1 nogil:
    cdef vector[JumpOrder] order
    cdef Jumps jumps
    cdef double widest = 0.0
    cdef const LinkData* forward
    cdef int32_t i
    jumps.slack = 0.0
    for i in range(<int32_t>links.size()):
        forward = &links[0][i].forward
        if forward.kind == LINK_JUMP and links[0][i].two_way and forward.start_poly != NO_POLY and forward.end_poly != NO_POLY:
            order.push_back(order_of(forward, i))
            jumps.slack, widest = max(jumps.slack, SAME_WAY * forward.radius), max(widest, forward.width)
        else:
            out.push_back(links[0][i])
    sort(order.begin(), order.end())
    jumps.size, jumps.climb = max(4.0 * jumps.slack, widest / 8.0, 1e-3), climb
    for i in range(<int32_t>order.size()):
        parts_not_led_back(&jumps, &links[0][order[i].second.second.second], out)
    return 0


# ---- added to a mesh and removed ----

cdef int append_direction(MeshData* mesh, const LinkData* direction) except -1 nogil:
    cdef double low, high
    mesh.links.push_back(direction[0])
    attach_link(&mesh.view, &mesh.links.back(), &low, &high)
    return 0


cdef int append_links(MeshData* mesh, const vector[TileLink]* links) except -1 nogil:
    """Add links; those without an id get the next ids."""
    cdef LinkData direction
    cdef int32_t last_id = 0, i, k
    for i in range(<int32_t>mesh.links.size()):
        last_id = max(last_id, mesh.links[i].id)
    for i in range(<int32_t>links.size()):
        last_id = max(last_id, links[0][i].forward.id)
    for i in range(<int32_t>links.size()):
        direction = links[0][i].forward
        direction.of_tile = OF_TILE
        if direction.id == 0 and last_id < LAST_ID:
            last_id += 1
            direction.id = last_id
        append_direction(mesh, &direction)
        if links[0][i].two_way:
            for k in range(3):
                direction.start[k], direction.end[k] = links[0][i].forward.end[k], links[0][i].forward.start[k]
            direction.of_tile = BACK_OF_TILE
            append_direction(mesh, &direction)
    return 0


cdef int pair_directions(const vector[LinkData]* directions, vector[TileLink]* out) except -1 nogil:
    """Pair each direction with the opposite one, which follows it; a direction without one is a one-way link."""
    cdef TileLink link
    cdef size_t i = 0
    while i < directions.size():
        link.forward, link.two_way = directions[0][i], is_two_way(directions, i)
        if link.forward.start[0] != link.forward.end[0] or link.forward.start[2] != link.forward.end[2]:
            out.push_back(link)
        i += 2 if link.two_way else 1
    return 0


cdef int remove_near_links(MeshData* mesh, int32_t x, int32_t z, vector[LinkData]* near) except -1 nogil:
    """Remove the links of a tile from the mesh, and move those of other tiles that begin or end near it to `near`; returns the number
    of directions removed."""
    cdef size_t i, kept = 0, count = mesh.links.size()
    cdef LinkData* at
    cdef bint gone
    for i in range(count):
        at = &mesh.links[i]
        gone = at.of_tile != BY_HAND
        if gone and not belongs_to(&mesh.view, at, x, z):
            gone = is_near(&mesh.view, x, z, at.start, SAME_WAY * at.radius) or is_near(&mesh.view, x, z, at.end, SAME_WAY * at.radius)
            if gone:
                near.push_back(at[0])
        if gone:
            forget_chain(mesh, at)
        else:
            mesh.links[kept] = at[0]
            kept += 1
    mesh.links.resize(kept)
    return <int>(count - kept)


cdef int32_t add_links(MeshData* mesh, const vector[LinkData]* near, const vector[LinkData]* directions) except -1 nogil:
    """Add links that were in the mesh before, and new ones; returns how many of the former have no polygon any more."""
    cdef vector[TileLink] links, fitted, single
    cdef vector[LinkData] parts
    cdef size_t i, before, old
    cdef int32_t lost = 0
    pair_directions(near, &links)
    old = links.size()
    pair_directions(directions, &links)
    for i in range(links.size()):
        before = fitted.size()
        fit_link(&mesh.view, &links[i], &parts, &fitted)
        lost += i < old and fitted.size() == before
    remove_duplicate_jumps(&fitted, mesh.view.climb, &single)
    append_links(mesh, &single)
    chain_links(mesh)
    label_islands(mesh)
    return lost


cdef int remove_tile_links(MeshData* mesh, int32_t x, int32_t z) except -1 nogil:
    """Remove the links of a tile that has been removed."""
    cdef size_t i, kept = 0
    for i in range(mesh.links.size()):
        if not belongs_to(&mesh.view, &mesh.links[i], x, z):
            mesh.links[kept] = mesh.links[i]
            kept += 1
        else:
            forget_chain(mesh, &mesh.links[i])
    if kept == mesh.links.size():
        return 0
    mesh.links.resize(kept)
    chain_links(mesh)
    return label_islands(mesh)


cdef int list_tile_links(const MeshData* mesh, int32_t x, int32_t z, vector[LinkData]* out) except -1 nogil:
    cdef size_t i
    for i in range(mesh.links.size()):
        if belongs_to(&mesh.view, &mesh.links[i], x, z):
            out.push_back(mesh.links[i])
    return 0


cdef int32_t add_tile_links(MeshData* mesh, const vector[LinkData]* directions) except -1 nogil:
    cdef vector[LinkData] near
    return add_links(mesh, &near, directions) if directions.size() > 0 else 0


cdef int32_t replace_tile_links(MeshData* mesh, int32_t x, int32_t z, const vector[LinkData]* directions) except -1 nogil:
    """Replace the links of a tile that has been replaced; returns how many links of its neighbors have lost their polygons."""
    cdef vector[LinkData] near
    return add_links(mesh, &near, directions) if remove_near_links(mesh, x, z, &near) > 0 or directions.size() > 0 else 0
