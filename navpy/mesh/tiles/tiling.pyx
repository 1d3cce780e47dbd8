"""Adds tiles to a navmesh, replaces and removes them. Only the tile and the borders of its neighbors change; islands are found again
from the components of the tiles."""
from libc.math cimport fabs
from libc.stdint cimport int32_t
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY
from navpy.base.geom cimport border_tolerance
from navpy.mesh.tiles.link_attachment cimport attach_links, reattach_links
from navpy.mesh.mesh_view cimport Poly, tile_at
from navpy.mesh.tiles.mesh_data cimport MeshData, copy_tile, free_tile, label_islands, place_tile
from navpy.mesh.tiles.stitching cimport MAX_PORTALS, Seam, first_nonconvex, share_vertices, stitch, unstitch
from navpy.mesh.tiles.tile_data cimport SIDE_COUNT, SIDE_NONE, TileData

cdef enum:
    MAX_TILE = 1000000000               # greatest tile coordinate, and least, negated

cdef double LEAST_PIECE = 1e-4          # of a tile's side: shorter pieces of portals are rounding, as a cell is no less than a 4096th

cdef int STEP_X[4]
cdef int STEP_Z[4]
STEP_X[:] = [-1, 0, 1, 0]
STEP_Z[:] = [0, 1, 0, -1]


# ---- does a tile fit ----

cdef const char* misplaced_portal(const MeshData* mesh, const TileData* tile) noexcept nogil:
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


cdef const char* tile_misfit(const MeshData* mesh, const TileData* tile) noexcept nogil:
    cdef const double* v = tile.vertices.data()
    cdef double size = mesh.view.tile_size, slack, x, z
    cdef size_t i
    if fabs(tile.x) > MAX_TILE or fabs(tile.z) > MAX_TILE:
        return b"has coordinates beyond 1e9"
    for i in range(0, tile.vertices.size() if size > 0.0 else 0, 3):
        x, z = v[i] - mesh.view.origin_x - tile.x * size, v[i + 2] - mesh.view.origin_z - tile.z * size
        if x < 0.0 or x > size or z < 0.0 or z > size:
            slack = border_tolerance(v[i], v[i + 2])
            if x < -slack or x > size + slack or z < -slack or z > size + slack:
                return b"has a vertex outside of the tile's bounds"
    return misplaced_portal(mesh, tile)


# ---- tiles ----

cdef int32_t neighbor_tile(const MeshData* mesh, int32_t index, int side) noexcept nogil:
    """The tile across a side, −1 where there is none."""
    if mesh.view.tile_size == 0.0:
        return -1
    return tile_at(&mesh.view, mesh.tiles[index].x + STEP_X[side], mesh.tiles[index].z + STEP_Z[side])


cdef int stitch_tile(MeshData* mesh, int32_t index) except -1 nogil:
    cdef Seam seam
    cdef int32_t other
    cdef int side
    for side in range(SIDE_COUNT):
        other = neighbor_tile(mesh, index, side)
        if other >= 0 and (side == 1 or side == 2):
            stitch(mesh, &seam, index, other, side)
        elif other >= 0:
            stitch(mesh, &seam, other, index, (side + 2) % 4)
    return 0


cdef int disconnect_tile(MeshData* mesh, int32_t index) except -1 nogil:
    """Take a tile out of the mesh and close the borders of its neighbors."""
    cdef Seam seam
    cdef int32_t others[4]
    cdef int side
    for side in range(SIDE_COUNT):
        others[side] = neighbor_tile(mesh, index, side)
        if others[side] >= 0:
            unstitch(mesh, &seam, others[side], (side + 2) % 4)
    free_tile(mesh, index)
    for side in range(SIDE_COUNT):
        if others[side] >= 0:
            share_vertices(mesh, others[side], (side + 2) % 4, True)
    return 0


cdef bint all_convex(const MeshData* mesh, int32_t x, int32_t z) noexcept nogil:
    """Are all polygons of the tiles at and around a place convex?"""
    cdef int32_t dx, dz, tile
    for dz in range(-1, 2):
        for dx in range(-1, 2):
            tile = tile_at(&mesh.view, x + dx, z + dz)
            if tile >= 0 and first_nonconvex(mesh, tile) != NO_POLY:
                return False
    return True


cdef bint replace_tile(MeshData* mesh, const TileData* tile) except -1 nogil:
    """Add or replace a tile; islands are not found again. False, and the mesh as it was, where stitching would make a polygon of the
    tile or its neighbors concave or flat."""
    cdef int32_t index = tile_at(&mesh.view, tile.x, tile.z)
    cdef bint replaces = index >= 0, convex
    cdef TileData old
    mesh.view.version += 1
    if replaces:
        copy_tile(mesh, index, &old)
        disconnect_tile(mesh, index)
    index = place_tile(mesh, tile)
    stitch_tile(mesh, index)
    convex = all_convex(mesh, tile.x, tile.z)
    if not convex:
        disconnect_tile(mesh, index)
        if replaces:
            stitch_tile(mesh, place_tile(mesh, &old))
    reattach_links(mesh, tile.x, tile.z)
    return convex


cdef bint add_tile(MeshData* mesh, const TileData* tile) except -1 nogil:
    cdef bint convex = replace_tile(mesh, tile)
    label_islands(mesh)
    return convex


cdef int add_tiles(MeshData* mesh, const vector[TileData]& tiles) except -1 nogil:
    cdef size_t i
    for i in range(tiles.size()):
        replace_tile(mesh, &tiles[i])
    return label_islands(mesh)


cdef int stitch_tiles(MeshData* mesh) except -1 nogil:
    cdef Seam seam
    cdef int32_t i, other
    cdef int side
    for i in range(<int32_t>mesh.tiles.size() if mesh.view.tile_size > 0.0 else 0):
        for side in range(1, 3):
            other = neighbor_tile(mesh, i, side)
            if other >= 0:
                stitch(mesh, &seam, i, other, side)
    return attach_links(mesh)


cdef int32_t first_nonconvex_tile(const MeshData* mesh) noexcept nogil:
    cdef int32_t i
    for i in range(<int32_t>mesh.tiles.size() if mesh.view.tile_size > 0.0 else 0):
        if first_nonconvex(mesh, i) != NO_POLY:
            return i
    return -1


cdef int32_t join_tiles(MeshData* mesh) except -2 nogil:
    stitch_tiles(mesh)
    return first_nonconvex_tile(mesh)


cdef bint is_piece(const MeshData* mesh, const Poly* poly, int32_t edge) noexcept nogil:
    """Whether an edge on a tile's border, whose direction is that of x or z, is longer than what rounding leaves."""
    cdef int32_t end = edge + 1 if edge + 1 < poly.first + poly.count else poly.first
    cdef const double* a = mesh.view.vertices + 3 * <size_t>mesh.view.corners[edge]
    cdef const double* b = mesh.view.vertices + 3 * <size_t>mesh.view.corners[end]
    return fabs(b[0] - a[0]) + fabs(b[2] - a[2]) > LEAST_PIECE * mesh.view.tile_size


cdef int find_unconnected(const MeshData* mesh, vector[pair[int32_t, int32_t]]* tiles) except -1 nogil:
    """List the tiles on both sides of each portal, or piece of one, without a twin."""
    cdef pair[int32_t, int32_t] place
    cdef int32_t i, k, tile, side
    for i in range(<int32_t>mesh.polys.size() if mesh.view.tile_size > 0.0 else 0):
        for k in range(mesh.polys[i].first, mesh.polys[i].first + mesh.polys[i].count):
            tile = mesh.polys[i].tile
            side = mesh.records[tile].portals[mesh.own_edges[k]]
            if side == SIDE_NONE or mesh.twins[k] >= 0 or not is_piece(mesh, &mesh.polys[i], k):
                continue
            place.first, place.second = mesh.tiles[tile].x, mesh.tiles[tile].z
            tiles.push_back(place)
            place.first, place.second = place.first + STEP_X[side], place.second + STEP_Z[side]
            tiles.push_back(place)
    return 0


cdef int remove_tile(MeshData* mesh, int32_t index) except -1 nogil:
    cdef int32_t x = mesh.tiles[index].x, z = mesh.tiles[index].z
    mesh.view.version += 1
    disconnect_tile(mesh, index)
    reattach_links(mesh, x, z)
    return label_islands(mesh)
