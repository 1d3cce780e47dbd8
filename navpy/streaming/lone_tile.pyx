"""Meshes of one tile alone."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t
from libcpp.memory cimport make_shared, shared_ptr
from libcpp.vector cimport vector

from navpy.mesh.half_edges cimport Face, FilterRules, HalfEdge, LinkEnds, PackedTile
from navpy.mesh.mesh_view cimport OffMeshLink, Poly, PolyBounds, Tile, island_of
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.portal_graph cimport update_portal_graph
from navpy.mesh.tiles.mesh_data cimport MeshData, PortalEdge, TileRecord, place_tile, start_mesh
from navpy.mesh.tiles.tile_links cimport add_tile_links
from navpy.mesh.tiles.tiling cimport join_tiles
from navpy.query.dijkstra cimport length_to
from navpy.streaming.world_index cimport WorldGate, gate_count, leads_in, leads_out, place_on, side_of


cdef int start_world_mesh(const WorldIndex* world, MeshData* mesh) except -1 nogil:
    start_mesh(mesh)
    mesh.view.tile_size, mesh.view.origin_x, mesh.view.origin_z = world.tile_size, world.origin_x, world.origin_z
    mesh.view.agent_radius, mesh.view.agent_height, mesh.view.climb = world.agent_radius, world.agent_height, world.climb
    return 0


cdef int make_lone_tile(const WorldIndex* world, const TileData* tile, const vector[OffMeshLink]* directions, const RouteCosts* costs,
                        shared_ptr[LoneTile]* out) except -1 nogil:
    cdef LoneTile* lone
    cdef const FilterRules* rules = &costs.rules if costs != NULL and not costs.uniform else NULL
    out[0] = make_shared[LoneTile]()
    lone = out.get()
    start_world_mesh(world, &lone.mesh)
    place_tile(&lone.mesh, tile)
    join_tiles(&lone.mesh)
    add_tile_links(&lone.mesh, directions)
    update_portal_graph(&lone.mesh.view, rules, &lone.graph)
    lone.mesh.view.graph = &lone.graph
    lone.factor = costs.least if costs != NULL and costs.uniform else 1.0
    return 0


cdef int64_t memory_of(const LoneTile* lone) noexcept nogil:
    cdef const TileRecord* record = &lone.mesh.records[0]
    cdef size_t bytes = sizeof(Tile) + sizeof(TileRecord) + sizeof(PackedTile)
    cdef int side
    bytes += record.vertices.count * 3 * sizeof(double)
    bytes += record.polys.count * (sizeof(Poly) + 3 * sizeof(double) + sizeof(PolyBounds) + sizeof(Face) + sizeof(double)
                                   + sizeof(int32_t))
    # corners, own_corners, own_edges, neighbors, twins and the record's twins; its portals; the packed graph
    bytes += record.corners.count * (6 * sizeof(int32_t) + 1 + sizeof(HalfEdge))
    bytes += (3 * record.detail.count + record.components.count + record.cells.count + record.entries.count
              + record.index.count) * sizeof(int32_t)
    for side in range(4):
        bytes += record.sides[side].size() * sizeof(PortalEdge)
    bytes += lone.mesh.links.size() * (sizeof(OffMeshLink) + 2 * sizeof(double) + sizeof(LinkEnds))
    return <int64_t>bytes


cdef bint place_gate(const WorldIndex* world, const LoneTile* lone, int32_t tile, int32_t gate, NearestPoly* out) noexcept nogil:
    cdef const WorldGate* at = &world.gates[gate]
    cdef const float* point = place_on(at, tile)
    cdef int k
    for k in range(3):
        out.point[k] = point[k]
    out.poly, out.distance = at.polys[side_of(at, tile)], 0.0
    return out.poly < lone.mesh.view.poly_count


cdef double way_inside(LoneTile* lone, const NearestPoly* start, const NearestPoly* goal) except -1.0 nogil:
    if island_of(&lone.mesh.view, start.poly) != island_of(&lone.mesh.view, goal.poly):
        return INFINITY
    return lone.factor * length_to(view_of(&lone.mesh.view, &lone.graph), &lone.search, start, goal)


cdef int measure_ways(const WorldIndex* world, LoneTile* lone, int32_t tile, const NearestPoly* place, bint to_place,
                      vector[double]* out) except -1 nogil:
    cdef NearestPoly at
    cdef const WorldGate* gate
    cdef int32_t i, index
    out.clear()
    out.resize(gate_count(world, tile), INFINITY)
    for i in range(gate_count(world, tile)):
        index = world.tile_gates[world.first_gate[tile] + i]
        gate = &world.gates[index]
        if not (leads_in(gate, tile) if to_place else leads_out(gate, tile)) or not place_gate(world, lone, tile, index, &at):
            continue
        out[0][i] = way_inside(lone, &at, place) if to_place else way_inside(lone, place, &at)
    return 0
