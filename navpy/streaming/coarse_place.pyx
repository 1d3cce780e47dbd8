"""Places at which routes begin and end."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libc.string cimport memcpy
from libcpp.memory cimport shared_ptr

from navpy.base.geom cimport border_tolerance, distance2
from navpy.mesh.mesh_view cimport tile_at, tile_coordinate
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport SearchExtents, default_extents, locate, locate_nearest
from navpy.mesh.tiles.mesh_data cimport copy_tile
from navpy.mesh.tiles.tile_links cimport list_tile_links
from navpy.streaming.lone_tile cimport LoneTile, make_lone_tile, measure_ways, way_inside
from navpy.streaming.world_index cimport find_entry


cdef int list_candidates(const WorldIndex* world, const double* point, int32_t* out) noexcept nogil:
    cdef int32_t x = tile_coordinate(point[0], world.origin_x, world.tile_size), \
            z = tile_coordinate(point[2], world.origin_z, world.tile_size)
    cdef double reach = max(2.0 * world.agent_radius, 1.0)          # of default_extents
    cdef double low_x, low_z
    cdef int32_t dx, dz, tile
    cdef int count = 0
    out[0] = find_entry(world, x, z)
    count += out[0] >= 0
    for dz in range(-1, 2):
        for dx in range(-1, 2):
            if dx == 0 and dz == 0:
                continue
            low_x, low_z = world.origin_x + world.tile_size * (<double>x + dx), world.origin_z + world.tile_size * (<double>z + dz)
            if point[0] < low_x - reach or point[0] > low_x + world.tile_size + reach or point[2] < low_z - reach \
                    or point[2] > low_z + world.tile_size + reach:
                continue
            tile = find_entry(world, x + dx, z + dz)
            if tile >= 0:
                out[count] = tile
                count += 1
    return count


cdef bint is_straight_below(const CoarseEnd* end, const double* point) noexcept nogil:
    return distance2(end.point[0], end.point[2], point[0], point[2]) <= border_tolerance(point[0], point[2])


cdef int finish_place(const WorldIndex* world, LoneTile* lone, int32_t tile, const NearestPoly* at, bint is_goal,
                      CoarsePlace* out) except -1 nogil:
    out.end.tile, out.end.poly = tile, at.poly
    memcpy(out.end.point, at.point, sizeof(at.point))
    return measure_ways(world, lone, tile, at, is_goal, &out.ways)


cdef bint place_in_tile(const WorldIndex* world, const RouteCosts* costs, int32_t tile, const RawTile* raw, const double* point,
                        bint is_goal, CoarsePlace* out) except -1 nogil:
    cdef shared_ptr[LoneTile] lone
    cdef SearchExtents reach
    cdef NearestPoly at
    make_lone_tile(world, &raw.data, &raw.directions, costs, &lone)
    reach = default_extents(&lone.get().mesh.view)
    if not locate(view_of(&lone.get().mesh.view, &lone.get().graph), point, &reach, &at):
        return False
    finish_place(world, lone.get(), tile, &at, is_goal, out)
    return True


cdef int place_on_mesh(const WorldIndex* world, const RouteCosts* costs, const MeshData* mesh, const NearestPoly* at, bint is_goal,
                       CoarsePlace* out) except -1 nogil:
    cdef shared_ptr[LoneTile] lone
    cdef RawTile raw
    cdef SearchExtents reach
    cdef NearestPoly own = at[0], other
    cdef NavView nav
    cdef int32_t tile = mesh.polys[at.poly].tile
    own.poly = at.poly - mesh.records[tile].polys.first
    copy_loaded(mesh, tile, &raw)
    make_lone_tile(world, &raw.data, &raw.directions, costs, &lone)
    if lone.get().graph.costs[own.poly] < 0.0:          # a goal beside what may be used is moved there, a start anywhere
        nav, reach = view_of(&lone.get().mesh.view, &lone.get().graph), default_extents(&lone.get().mesh.view)
        if locate(nav, at.point, &reach, &other) or (not is_goal and locate_nearest(nav, at.point, NULL, &other)):
            own = other
    return finish_place(world, lone.get(), find_entry(world, mesh.tiles[tile].x, mesh.tiles[tile].z), &own, is_goal, out)


cdef double direct_in_tile(const WorldIndex* world, const RouteCosts* costs, const RawTile* raw, const CoarsePlace* start,
                           const CoarsePlace* goal) except -1.0 nogil:
    cdef shared_ptr[LoneTile] lone
    cdef NearestPoly a, b
    if start.end.tile != goal.end.tile:
        return INFINITY
    make_lone_tile(world, &raw.data, &raw.directions, costs, &lone)
    a.poly, b.poly, a.distance, b.distance = start.end.poly, goal.end.poly, 0.0, 0.0
    memcpy(a.point, start.end.point, sizeof(a.point))
    memcpy(b.point, goal.end.point, sizeof(b.point))
    return way_inside(lone.get(), &a, &b)


cdef int32_t loaded_tile(const WorldIndex* world, const MeshData* mesh, int32_t tile) noexcept nogil:
    return tile_at(&mesh.view, world.tiles[tile].x, world.tiles[tile].z)


cdef int copy_loaded(const MeshData* mesh, int32_t tile, RawTile* out) except -1 nogil:
    copy_tile(mesh, tile, &out.data)
    out.directions.clear()
    return list_tile_links(mesh, mesh.tiles[tile].x, mesh.tiles[tile].z, &out.directions)
