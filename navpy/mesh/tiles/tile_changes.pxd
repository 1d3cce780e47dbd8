"""Finds the tiles that have changed since the last time, header-only."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport MeshView, Tile

cdef struct TileVersion:              # of a tile, when it was last compared
    uint64_t version
    int32_t x, z
    bint live

cdef struct TilePlace:
    int32_t x, z


cdef inline int find_changed_tiles(const MeshView* mesh, vector[TileVersion]* known, vector[TilePlace]* changed) except -1 nogil:
    """The places where a tile was added or removed since the last call; ``known`` is empty before the first."""
    cdef TileVersion none
    cdef TileVersion* before
    cdef const Tile* tile
    cdef TilePlace place
    cdef int32_t i
    changed.clear()
    none.version, none.x, none.z, none.live = 0, 0, 0, False
    known.resize(mesh.tile_count, none)
    for i in range(mesh.tile_count):
        before, tile = &known[0][i], &mesh.tiles[i]
        if before.version == tile.version and before.live == tile.live:
            continue
        if before.live:
            place.x, place.z = before.x, before.z
            changed.push_back(place)
        if tile.live:
            place.x, place.z = tile.x, tile.z
            changed.push_back(place)
        before.version, before.x, before.z, before.live = tile.version, tile.x, tile.z, tile.live
    return 0
