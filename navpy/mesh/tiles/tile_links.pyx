"""
Off-mesh links that come and go with tiles.

A tile knows only its own polygons when its links are made. Put into a mesh, a link is cut where another polygon begins at either
of its ends, so that it is as wide as it was found to be; parts that have no polygon go. A jump leads both ways and was found from
both its sides: what the one of them leads back is taken from the other. What remains depends only on the tiles that are there.
"""
from libc.math cimport fabs, floor
from libc.stdint cimport int32_t, int64_t, uint64_t
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY
from navpy.base.geom cimport distance2
from navpy.mesh.tiles.link_attachment cimport FIT_NEAR, FIT_ON, Fit, attach_link, chain_links, forget_chain, is_near
from navpy.mesh.nearest_poly cimport height_at
from navpy.mesh.mesh_view cimport BACK_OF_TILE, BY_HAND, OF_TILE, MeshView, OffMeshLink as LinkData, tile_at
from navpy.mesh.tiles.mesh_data cimport MeshData, label_islands
from navpy.mesh.off_mesh_link cimport is_two_way

cdef enum:
    LINK_JUMP = 3                   # kind of the links that the bake makes across gaps
    LAST_ID = 0x7fffffff
    MAX_PARTS = 1024                # of a link across, however wide it is

cdef double NARROWEST = 1e-4        # metres across: a cut this near to a link's end is none
cdef double SEARCHED = 0.5          # of a link's radius: parts without polygons are halved down to this width
cdef double SAME_WAY = 1.25         # of a link's radius: between the ends of two jumps that are one
cdef double SAMPLE = 0.5            # of a link's radius, across a jump
cdef double INWARDS = 1e-4          # of a tile's size, from a link's start back onto the tile that it leaves

ctypedef pair[pair[int64_t, int64_t], pair[pair[double, double], pair[double, int32_t]]] JumpOrder

cdef struct Given:                  # a link before it is in the mesh
    LinkData way
    bint two_way


# ---- whose a link is ----

cdef inline int32_t tile_coordinate(double at, double origin, double size) noexcept nogil:
    return <int32_t>floor((at - origin) / size)


cdef bint begins_on(const MeshView* mesh, const double* start, const double* end, int32_t x, int32_t z) noexcept nogil:
    """Does a tile's link begin on this tile? Its start is on an edge, which may lie on the tile's border, so look behind it."""
    cdef double size = mesh.tile_size, length = distance2(start[0], start[2], end[0], end[2])
    cdef double back = INWARDS * size / length if length > 0.0 else 0.0
    return size > 0.0 and tile_coordinate(start[0] - back * (end[0] - start[0]), mesh.origin_x, size) == x \
        and tile_coordinate(start[2] - back * (end[2] - start[2]), mesh.origin_z, size) == z


cdef bint belongs_to(const MeshView* mesh, const LinkData* link, int32_t x, int32_t z) noexcept nogil:
    if link.of_tile == BACK_OF_TILE:
        return begins_on(mesh, link.end, link.start, x, z)
    return link.of_tile == OF_TILE and begins_on(mesh, link.start, link.end, x, z)


cdef inline bint waits(const MeshView* mesh, const double* point) noexcept nogil:
    """May a tile still come that has the polygon?"""
    return mesh.tile_size > 0.0 and tile_at(mesh, tile_coordinate(point[0], mesh.origin_x, mesh.tile_size),
                                            tile_coordinate(point[2], mesh.origin_z, mesh.tile_size)) < 0


# ---- cut to polygons ----

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


cdef int cut_off(const LinkData* link, double low, double high, int side, vector[LinkData]* parts) except -1 nogil:
    """The part beyond the link's left (0) or right (1) end on its polygons, as high as it ends there."""
    cdef LinkData part = part_of(link, low, high)
    part.start[1], part.end[1] = link.leave[side][1], link.land[side][1]
    parts.push_back(part)
    return 0


cdef void put_on_surface(const MeshView* mesh, LinkData* link) noexcept nogil:
    """Give its ends the heights of the polygons that it leaves and lands on."""
    link.start[1] = height_at(mesh, link.start_poly, link.start[0], link.start[2])
    link.end[1] = height_at(mesh, link.end_poly, link.end[0], link.end[2])


cdef int fit(const MeshView* mesh, const Given* given, vector[LinkData]* parts, vector[Given]* out) except -1 nogil:
    """Cut a link to the polygons that it leaves and lands on. Parts without polygons go, unless a tile may bring them. parts:
    empty, for use here."""
    cdef LinkData one
    cdef Given done
    cdef double low, high
    cdef double searched = max(SEARCHED * given.way.radius, given.way.width / MAX_PARTS)
    cdef Fit at
    cdef bint wide
    done.two_way = given.two_way
    parts.push_back(given.way)
    while parts.size() > 0:
        one = parts.back()
        parts.pop_back()
        at = attach_link(mesh, &one, &low, &high)
        wide = one.width > searched
        if waits(mesh, one.end) or (one.start_poly == NO_POLY and waits(mesh, one.start)):
            done.way = one
            out.push_back(done)
        elif at != FIT_ON and wide:
            halve(&one, parts)
        elif at == FIT_NEAR:
            done.way = one
            put_on_surface(mesh, &done.way)
            out.push_back(done)
        elif at == FIT_ON:
            done.way = one
            if 0.5 * (1.0 - high) * one.width < NARROWEST:
                high = 1.0
            if 0.5 * (low + 1.0) * one.width < NARROWEST:
                low = -1.0
            if high < 1.0:
                cut_off(&one, high, 1.0, 0, parts)
            if low > -1.0:
                cut_off(&one, -1.0, low, 1, parts)
            if low > -1.0 or high < 1.0:
                done.way = part_of(&one, low, high)
            put_on_surface(mesh, &done.way)
            out.push_back(done)
    return 0


# ---- jumps that were found from both sides ----

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


cdef cppclass Jumps:                # those that stay, by the squares of the ground plane from where their ways back may begin
    double size                     # of a square, metres
    double slack                    # metres between ends that are one
    double climb                    # metres in height between them
    vector[LinkData] kept
    unordered_map[int64_t, vector[int32_t]] squares


cdef inline int64_t square_key(double x, double z) noexcept nogil:
    return <int64_t>(<uint64_t><int64_t>x * 0x9E3779B97F4A7C15ULL ^ <uint64_t><int64_t>z)     # others may have it too


cdef bint is_led_back(Jumps* jumps, const double* start, const double* end, double x, double z) noexcept nogil:
    """Does a jump that stays lead from about this end to about this start, both moved aside by (x, z)?"""
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


cdef int remember(Jumps* jumps, const LinkData* link) except -1 nogil:
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


cdef int keep_free_parts(Jumps* jumps, const Given* given, vector[Given]* out) except -1 nogil:
    """What is left of a jump where none that stays leads back."""
    cdef double side_x, side_z, t
    cdef double sample = max(SAMPLE * given.way.radius, given.way.width / MAX_PARTS)
    cdef int count = max(1, <int>(given.way.width / sample + 0.5)) if sample > 0.0 else 1, k, begin = -1
    cdef size_t first = out.size(), i
    cdef bint free
    cdef Given part = given[0]
    half_across(&given.way, &side_x, &side_z)
    for k in range(count + 1):
        t = (2.0 * k + 1.0) / count - 1.0
        free = k < count and not is_led_back(jumps, given.way.start, given.way.end, t * side_x, t * side_z)
        if free and begin < 0:
            begin = k
        elif not free and begin >= 0:
            if k - begin < count:
                part.way = part_of(&given.way, 2.0 * begin / count - 1.0, 2.0 * k / count - 1.0)
            out.push_back(part)
            begin = -1
    for i in range(first, out.size()):
        remember(jumps, &out[0][i].way)
    return 0


cdef JumpOrder order_of(const LinkData* link, int32_t index) noexcept nogil:
    """Jumps by their direction, then by their place: the same for a level in one piece and in tiles."""
    cdef JumpOrder order
    cdef double dx = link.end[0] - link.start[0], dz = link.end[2] - link.start[2], length = distance2(0.0, 0.0, dx, dz)
    order.first.first, order.first.second = -<int64_t>floor(1e6 * dx / length + 0.5), -<int64_t>floor(1e6 * dz / length + 0.5)
    order.second.first.first, order.second.first.second = link.start[0], link.start[2]
    order.second.second.first, order.second.second.second = link.start[1], index
    return order


cdef int without_double_jumps(const vector[Given]* given, double climb, vector[Given]* out) except -1 nogil:
    cdef vector[JumpOrder] order
    cdef Jumps jumps
    cdef double widest = 0.0
    cdef const LinkData* way
    cdef int32_t i
    jumps.slack = 0.0
    for i in range(<int32_t>given.size()):
        way = &given[0][i].way
        if way.kind == LINK_JUMP and given[0][i].two_way and way.start_poly != NO_POLY and way.end_poly != NO_POLY:
            order.push_back(order_of(way, i))
            jumps.slack, widest = max(jumps.slack, SAME_WAY * way.radius), max(widest, way.width)
        else:
            out.push_back(given[0][i])
    sort(order.begin(), order.end())
    jumps.size, jumps.climb = max(4.0 * jumps.slack, widest / 8.0, 1e-3), climb
    for i in range(<int32_t>order.size()):
        keep_free_parts(&jumps, &given[0][order[i].second.second.second], out)
    return 0


# ---- into the mesh and out of it ----

cdef int append_way(MeshData* mesh, const LinkData* way) except -1 nogil:
    cdef double low, high
    mesh.links.push_back(way[0])
    attach_link(&mesh.view, &mesh.links.back(), &low, &high)
    return 0


cdef int append_links(MeshData* mesh, const vector[Given]* given) except -1 nogil:
    """Put links in; those without an id get the next ones."""
    cdef LinkData way
    cdef int32_t last_id = 0, i, k
    for i in range(<int32_t>mesh.links.size()):
        last_id = max(last_id, mesh.links[i].id)
    for i in range(<int32_t>given.size()):
        last_id = max(last_id, given[0][i].way.id)
    for i in range(<int32_t>given.size()):
        way = given[0][i].way
        way.of_tile = OF_TILE
        if way.id == 0 and last_id < LAST_ID:
            last_id += 1
            way.id = last_id
        append_way(mesh, &way)
        if given[0][i].two_way:
            for k in range(3):
                way.start[k], way.end[k] = given[0][i].way.end[k], given[0][i].way.start[k]
            way.of_tile = BACK_OF_TILE
            append_way(mesh, &way)
    return 0


cdef int read_ways(const vector[LinkData]* ways, vector[Given]* out) except -1 nogil:
    """Links from ways, of which those back come right behind those out; one without the other is a way of its own."""
    cdef Given one
    cdef size_t i = 0
    while i < ways.size():
        one.way, one.two_way = ways[0][i], is_two_way(ways, i)
        if one.way.start[0] != one.way.end[0] or one.way.start[2] != one.way.end[2]:
            out.push_back(one)
        i += 2 if one.two_way else 1
    return 0


cdef int take_out(MeshData* mesh, int32_t x, int32_t z, vector[LinkData]* near) except -1 nogil:
    """Take the links of a tile out of the mesh, and those of others that begin or end at it to `near`. How many ways in all."""
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


cdef int32_t put_links(MeshData* mesh, const vector[LinkData]* near, const vector[LinkData]* ways) except -1 nogil:
    """Put in links that were there before and new ones. How many of the former have no polygon left."""
    cdef vector[Given] given, fitted, single
    cdef vector[LinkData] parts
    cdef size_t i, before, old
    cdef int32_t lost = 0
    read_ways(near, &given)
    old = given.size()
    read_ways(ways, &given)
    for i in range(given.size()):
        before = fitted.size()
        fit(&mesh.view, &given[i], &parts, &fitted)
        lost += i < old and fitted.size() == before
    without_double_jumps(&fitted, mesh.view.climb, &single)
    append_links(mesh, &single)
    chain_links(mesh)
    label_islands(mesh)
    return lost


cdef int remove_tile_links(MeshData* mesh, int32_t x, int32_t z) except -1 nogil:
    """Those of a tile that has been removed."""
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


cdef int32_t add_tile_links(MeshData* mesh, const vector[LinkData]* ways) except -1 nogil:
    cdef vector[LinkData] near
    return put_links(mesh, &near, ways) if ways.size() > 0 else 0


cdef int32_t replace_tile_links(MeshData* mesh, int32_t x, int32_t z, const vector[LinkData]* ways) except -1 nogil:
    """Those of a tile that has been replaced; how many of its neighbours' lost their polygons with it."""
    cdef vector[LinkData] near
    return put_links(mesh, &near, ways) if take_out(mesh, x, z, &near) > 0 or ways.size() > 0 else 0
