"""Adds tiles to a navmesh, replaces and removes them. Only the tile and the borders of its neighbours are touched; islands
are joined anew from the components of the tiles."""
from libc.math cimport fabs
from libc.stdint cimport int32_t

from navpy.core cimport NO_POLY, PolyRef
from navpy.geom cimport border_tolerance
from navpy.location cimport Location, Reach, default_reach, locate
from navpy.mesh cimport OffMeshLink, tile_at
from navpy.mesh_data cimport MeshData, copy_tile, displace_tile, label_islands, place_tile
from navpy.stitching cimport MAX_PORTALS, first_bent, share_vertices, stitch, unstitch
from navpy.tile cimport SIDE_COUNT, SIDE_NONE, TileData

cdef enum:
    MAX_TILE = 1000000000               # tile coordinates go as far either way

cdef int STEP_X[4]
cdef int STEP_Z[4]
STEP_X[:] = [-1, 0, 1, 0]
STEP_Z[:] = [0, 1, 0, -1]


# ---- does it fit ----

cdef const char* edge_off_line(const MeshData* mesh, const TileData* tile) noexcept nogil:
    cdef const double* v
    cdef double line
    cdef int32_t i, k, end, side
    cdef int32_t counts[4]
    counts[0] = counts[1] = counts[2] = counts[3] = 0
    for i in range(<int32_t>tile.polys.size()):
        for k in range(tile.polys[i].first, tile.polys[i].first + tile.polys[i].count):
            side = tile.portals[k]
            if side == SIDE_NONE:
                continue
            if mesh.view.tile_size == 0.0:
                return b"has a portal, which a mesh without tiles cannot have"
            counts[side] += 1
            if counts[side] > MAX_PORTALS:
                return b"has more than 2048 portals on one side"
            line = mesh.view.origin_x + (tile.x + (side == 2)) * mesh.view.tile_size if side % 2 == 0 else \
                mesh.view.origin_z + (tile.z + (side == 1)) * mesh.view.tile_size
            for end in range(2):
                if end == 1 and k + 1 == tile.polys[i].first + tile.polys[i].count:
                    v = &tile.vertices[3 * <size_t>tile.corners[tile.polys[i].first]]
                else:
                    v = &tile.vertices[3 * <size_t>tile.corners[k + end]]
                if fabs(v[side % 2 * 2] - line) > 0.25 * border_tolerance(v[0], v[2]):
                    return b"has a portal that does not lie on the tile's border"
    return NULL


cdef const char* why_not(const MeshData* mesh, const TileData* tile) noexcept nogil:
    cdef double size = mesh.view.tile_size, slack, x, z
    cdef size_t i
    if fabs(tile.x) > MAX_TILE or fabs(tile.z) > MAX_TILE:
        return b"has coordinates beyond 1e9"
    for i in range(0, tile.vertices.size() if size > 0.0 else 0, 3):
        x = tile.vertices[i] - mesh.view.origin_x - tile.x * size
        z = tile.vertices[i + 2] - mesh.view.origin_z - tile.z * size
        slack = border_tolerance(tile.vertices[i], tile.vertices[i + 2])
        if x < -slack or x > size + slack or z < -slack or z > size + slack:
            return b"has a vertex outside of the tile's bounds"
    return edge_off_line(mesh, tile)


# ---- links ----

cdef PolyRef link_end(const MeshData* mesh, const double* point, double radius) noexcept nogil:
    cdef Reach reach = default_reach(&mesh.view)
    cdef Location at
    reach.sideways = reach.up = reach.down = reach.sunken = max(radius, border_tolerance(point[0], point[2]))
    reach.body = reach.down
    locate(&mesh.view, point, &reach, &at)
    return at.poly


cdef bint is_near(const MeshData* mesh, int32_t x, int32_t z, const double* point, double radius) noexcept nogil:
    cdef double size = mesh.view.tile_size, slack = radius + border_tolerance(point[0], point[2])
    cdef double dx = point[0] - mesh.view.origin_x - x * size, dz = point[2] - mesh.view.origin_z - z * size
    return size == 0.0 or (-slack <= dx <= size + slack and -slack <= dz <= size + slack)


cdef void chain_links(MeshData* mesh) noexcept nogil:
    """Each polygon's links in the order of the list."""
    cdef OffMeshLink* at
    cdef int32_t i
    for i in range(<int32_t>mesh.links.size()):
        if mesh.links[i].start_poly != NO_POLY:
            mesh.polys[mesh.links[i].start_poly].first_link = -1
    for i in range(<int32_t>mesh.links.size() - 1, -1, -1):
        at = &mesh.links[i]
        at.next = -1
        if at.start_poly != NO_POLY and at.end_poly != NO_POLY:
            at.next = mesh.polys[at.start_poly].first_link
            mesh.polys[at.start_poly].first_link = i


cdef void follow_tile(MeshData* mesh, int32_t x, int32_t z) noexcept nogil:
    """Look for the polygons of links anew that begin or end near a tile that has changed."""
    cdef OffMeshLink* at
    cdef size_t i
    cdef bint moved = False
    for i in range(mesh.links.size()):
        at = &mesh.links[i]
        if is_near(mesh, x, z, at.start, at.radius) or is_near(mesh, x, z, at.end, at.radius):
            if at.start_poly != NO_POLY:        # chain_links won't know it any more
                mesh.polys[at.start_poly].first_link = -1
            at.start_poly, at.end_poly = link_end(mesh, at.start, at.radius), link_end(mesh, at.end, at.radius)
            moved = True
    if moved:
        chain_links(mesh)


cdef int attach_links(MeshData* mesh) except -1 nogil:
    cdef int32_t i
    for i in range(<int32_t>mesh.polys.size()):
        mesh.polys[i].first_link = -1
    for i in range(<int32_t>mesh.links.size()):
        mesh.links[i].start_poly = link_end(mesh, mesh.links[i].start, mesh.links[i].radius)
        mesh.links[i].end_poly = link_end(mesh, mesh.links[i].end, mesh.links[i].radius)
    chain_links(mesh)
    return label_islands(mesh)


# ---- tiles ----

cdef int32_t beside(const MeshData* mesh, int32_t index, int side) noexcept nogil:
    """The tile across a side, −1 where there is none."""
    if mesh.view.tile_size == 0.0:
        return -1
    return tile_at(&mesh.view, mesh.tiles[index].x + STEP_X[side], mesh.tiles[index].z + STEP_Z[side])


cdef int join_tile(MeshData* mesh, int32_t index) except -1 nogil:
    cdef int32_t other
    cdef int side
    for side in range(SIDE_COUNT):
        other = beside(mesh, index, side)
        if other >= 0 and (side == 1 or side == 2):
            stitch(mesh, index, other, side)
        elif other >= 0:
            stitch(mesh, other, index, (side + 2) % 4)
    return 0


cdef int part_tile(MeshData* mesh, int32_t index) except -1 nogil:
    """Take a tile out of the mesh and close the borders of its neighbours."""
    cdef int32_t others[4]
    cdef int side
    for side in range(SIDE_COUNT):
        others[side] = beside(mesh, index, side)
        if others[side] >= 0:
            unstitch(mesh, others[side], (side + 2) % 4)
    displace_tile(mesh, index)
    for side in range(SIDE_COUNT):
        if others[side] >= 0:
            share_vertices(mesh, others[side], (side + 2) % 4)
    return 0


cdef bint is_sound(const MeshData* mesh, int32_t x, int32_t z) noexcept nogil:
    """Are all polygons of the tiles at and around a place convex still?"""
    cdef int32_t dx, dz, tile
    for dz in range(-1, 2):
        for dx in range(-1, 2):
            tile = tile_at(&mesh.view, x + dx, z + dz)
            if tile >= 0 and first_bent(mesh, tile) != NO_POLY:
                return False
    return True


cdef bint put_tile(MeshData* mesh, const TileData* tile) except -1 nogil:
    """A tile that fits by itself may still meet its neighbours in slivers; then the mesh is left as it was."""
    cdef int32_t index = tile_at(&mesh.view, tile.x, tile.z)
    cdef bint replaces = index >= 0, sound
    cdef TileData old
    mesh.view.version += 1
    if replaces:
        copy_tile(mesh, index, &old)
        part_tile(mesh, index)
    index = place_tile(mesh, tile)
    join_tile(mesh, index)
    sound = is_sound(mesh, tile.x, tile.z)
    if not sound:
        part_tile(mesh, index)
        if replaces:
            join_tile(mesh, place_tile(mesh, &old))
    follow_tile(mesh, tile.x, tile.z)
    label_islands(mesh)
    return sound


cdef int32_t join_tiles(MeshData* mesh) except -2 nogil:
    cdef int32_t i, other
    cdef int side
    for i in range(<int32_t>mesh.tiles.size()):
        for side in range(1, 3):
            other = beside(mesh, i, side)
            if other >= 0:
                stitch(mesh, i, other, side)
    attach_links(mesh)
    for i in range(<int32_t>mesh.tiles.size()):
        if first_bent(mesh, i) != NO_POLY:
            return i
    return -1


cdef int take_tile(MeshData* mesh, int32_t index) except -1 nogil:
    cdef int32_t x = mesh.tiles[index].x, z = mesh.tiles[index].z
    mesh.view.version += 1
    part_tile(mesh, index)
    follow_tile(mesh, x, z)
    return label_islands(mesh)
