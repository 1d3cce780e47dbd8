"""Chooses the tiles of a streamed world that are to be loaded."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY
from navpy.base.geom cimport border_tolerance, distance2, is_point
from navpy.mesh.mesh_view cimport tile_coordinate
from navpy.mesh.nearest_poly cimport SearchExtents, default_extents, locate
from navpy.streaming.world_index cimport entry_at, find_entry

ctypedef pair[double, int32_t] Ranked       # square of a tile's distance, m², and its index


cdef int start_stream(const WorldIndex* world, TileStream* stream) except -1 nogil:
    stream.states.clear()
    stream.states.resize(world.tiles.size(), <uint8_t>TILE_AWAY)
    stream.is_wanted.clear()
    stream.is_wanted.resize(world.tiles.size(), <uint8_t>0)
    stream.loaded_bytes, stream.starved = 0, 0
    return 0


cdef double distance2_to(const WorldIndex* world, const TileStream* stream, int32_t tile) noexcept nogil:
    """Square of the distance from the tile's square to the nearest focus point, m²."""
    cdef double low_x = world.origin_x + world.tile_size * world.tiles[tile].x, \
        low_z = world.origin_z + world.tile_size * world.tiles[tile].z
    cdef double best = INFINITY, dx, dz, x, z
    cdef size_t i
    for i in range(0, stream.focus.size(), 2):
        x, z = stream.focus[i], stream.focus[i + 1]
        dx, dz = max(low_x - x, x - low_x - world.tile_size, 0.0), max(low_z - z, z - low_z - world.tile_size, 0.0)
        best = min(best, dx * dx + dz * dz)
    return best


cdef int list_near(const WorldIndex* world, const TileStream* stream, double reach, vector[int32_t]* out) except -1 nogil:
    """Appends the tiles in the box around each focus point, some of them more than once."""
    cdef int64_t low_x, low_z, high_x, high_z, x, z
    cdef int32_t tile
    cdef size_t i
    for i in range(0, stream.focus.size(), 2):
        low_x = tile_coordinate(stream.focus[i] - reach, world.origin_x, world.tile_size)
        high_x = tile_coordinate(stream.focus[i] + reach, world.origin_x, world.tile_size)
        low_z = tile_coordinate(stream.focus[i + 1] - reach, world.origin_z, world.tile_size)
        high_z = tile_coordinate(stream.focus[i + 1] + reach, world.origin_z, world.tile_size)
        # the box has more places than there are tiles
        if high_x - low_x + 1 >= <int64_t>world.tiles.size() // (high_z - low_z + 1):
            for tile in range(<int32_t>world.tiles.size()):
                out.push_back(tile)
            return 0
        for z in range(low_z, high_z + 1):
            for x in range(low_x, high_x + 1):
                tile = find_entry(world, <int32_t>x, <int32_t>z)
                if tile >= 0:
                    out.push_back(tile)
    return 0


cdef int rank_tiles(const WorldIndex* world, TileStream* stream, vector[Ranked]* out) except -1 nogil:
    """The tiles that may be wanted, each once, nearest first."""
    cdef vector[int32_t] near
    cdef double reach2 = stream.distance * stream.distance
    cdef double kept2 = (stream.distance + world.tile_size) * (stream.distance + world.tile_size)
    cdef Ranked ranked
    cdef int32_t tile
    list_near(world, stream, stream.distance, &near)
    near.insert(near.end(), stream.loaded.begin(), stream.loaded.end())
    for tile in near:
        if stream.is_wanted[tile]:
            continue
        stream.is_wanted[tile] = True
        ranked.first, ranked.second = distance2_to(world, stream, tile), tile
        if stream.states[tile] != TILE_BAD and ranked.first <= (kept2 if stream.states[tile] == TILE_LOADED else reach2):
            out.push_back(ranked)
    for tile in near:
        stream.is_wanted[tile] = False
    sort(out.begin(), out.end())
    return 0


cdef int choose_tiles(const WorldIndex* world, TileStream* stream) except -1 nogil:
    cdef vector[Ranked] ranked
    cdef double reach2 = stream.distance * stream.distance
    cdef int64_t left = stream.memory
    cdef int32_t tile
    cdef size_t i, k
    for i in range(stream.wanted.size()):
        stream.is_wanted[stream.wanted[i]] = False
    stream.wanted.clear()
    stream.to_read.clear()
    stream.to_drop.clear()
    stream.starved = 0
    rank_tiles(world, stream, &ranked)
    for i in range(ranked.size()):
        tile = ranked[i].second
        left -= world.tiles[tile].memory
        if left < 0:                        # so are all that follow, however small: no tile is taken before a nearer one
            for k in range(i, ranked.size()):
                stream.starved += ranked[k].first <= reach2
            break
        stream.wanted.push_back(tile)
        stream.is_wanted[tile] = True
        if stream.states[tile] == TILE_AWAY:
            stream.to_read.push_back(tile)
    ranked.clear()
    for i in range(stream.loaded.size()):
        if not stream.is_wanted[stream.loaded[i]]:
            ranked.push_back(Ranked(-distance2_to(world, stream, stream.loaded[i]), stream.loaded[i]))
    sort(ranked.begin(), ranked.end())
    for i in range(ranked.size()):
        stream.to_drop.push_back(ranked[i].second)
    return 0


cdef bint may_come(const WorldIndex* world, const TileStream* stream, const double* point) noexcept nogil:
    cdef int32_t tile = entry_at(world, point[0], point[2]) if is_point(point) else -1
    return tile >= 0 and (stream.states[tile] == TILE_AWAY or stream.states[tile] == TILE_ASKED)


cdef bint locate_loaded(const WorldIndex* world, const TileStream* stream, NavView nav, const double* point,
                        NearestPoly* out) noexcept nogil:
    cdef SearchExtents reach = default_extents(nav.mesh)
    if locate(nav, point, &reach, out) and (distance2(point[0], point[2], out.point[0], out.point[2]) <= border_tolerance(point[0],
                                                                                                                          point[2])
                                            or not may_come(world, stream, point)):
        return True
    out.poly = NO_POLY
    return False


cdef bint is_loaded_between(const WorldIndex* world, const TileStream* stream, const double* a, const double* b) noexcept nogil:
    cdef int64_t low_x, low_z, high_x, high_z, x, z
    cdef int32_t tile
    if stream.loaded.size() == world.tiles.size():
        return True
    low_x = tile_coordinate(min(a[0], b[0]), world.origin_x, world.tile_size)
    high_x = tile_coordinate(max(a[0], b[0]), world.origin_x, world.tile_size)
    low_z = tile_coordinate(min(a[2], b[2]), world.origin_z, world.tile_size)
    high_z = tile_coordinate(max(a[2], b[2]), world.origin_z, world.tile_size)
    if high_x - low_x + 1 > <int64_t>stream.loaded.size() // (high_z - low_z + 1):
        return False
    for z in range(low_z, high_z + 1):
        for x in range(low_x, high_x + 1):
            tile = find_entry(world, <int32_t>x, <int32_t>z)
            if tile >= 0 and (stream.states[tile] == TILE_AWAY or stream.states[tile] == TILE_ASKED):
                return False
    return True


cdef int note_added(const WorldIndex* world, TileStream* stream, int32_t tile) except -1 nogil:
    stream.loaded.push_back(tile)
    stream.states[tile] = TILE_LOADED
    stream.loaded_bytes += world.tiles[tile].memory
    return 0


cdef void note_dropped(const WorldIndex* world, TileStream* stream, int32_t tile) noexcept nogil:
    cdef size_t i = 0
    while i < stream.loaded.size() and stream.loaded[i] != tile:
        i += 1
    stream.loaded.erase(stream.loaded.begin() + i)
    stream.states[tile] = TILE_AWAY
    stream.loaded_bytes -= world.tiles[tile].memory
