"""Numbers that outlast a navmesh in memory."""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy
from libcpp.algorithm cimport sort, upper_bound
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.area cimport AREA_COUNT
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.mesh.mesh_view cimport NO_TILE, MeshView, OffMeshLink, Poly, fan_pivot, surface_at, surface_size

cdef uint64_t GOLDEN = 0x9E3779B97F4A7C15U


cdef int number_tiles(const MeshView* mesh, LastingNumbers* out) except -1 nogil:
    cdef vector[pair[pair[int32_t, int32_t], int32_t]] places
    cdef pair[pair[int32_t, int32_t], int32_t] place
    cdef int32_t i, polys = 0
    for i in range(mesh.tile_count):
        if mesh.tiles[i].live:
            place.first.first, place.first.second, place.second = mesh.tiles[i].z, mesh.tiles[i].x, i
            places.push_back(place)
    sort(places.begin(), places.end())
    out.numbers.clear()
    out.numbers.resize(mesh.tile_count, NO_TILE)
    out.tiles.clear()
    out.first_polys.clear()
    for place in places:
        out.numbers[place.second] = <int32_t>out.tiles.size()
        out.tiles.push_back(place.second)
        out.first_polys.push_back(polys)
        polys += mesh.tiles[place.second].poly_count
    return 0


cdef PolyRef numbered_poly(const MeshView* mesh, const LastingNumbers* by, int32_t number) noexcept nogil:
    cdef const int32_t* first = by.first_polys.data()
    cdef int32_t at = <int32_t>(upper_bound(first, first + by.first_polys.size(), number) - first) - 1, poly
    if number < 0 or at < 0:
        return NO_POLY
    poly = number - by.first_polys[at]
    return mesh.tiles[by.tiles[at]].first_poly + poly if poly < mesh.tiles[by.tiles[at]].poly_count else NO_POLY


cdef LastingEdge number_of_edge(const MeshView* mesh, const LastingNumbers* by, int32_t edge) noexcept nogil:
    """An edge between two polygons, which knows its own one by its twin."""
    cdef PolyRef poly = mesh.neighbors[mesh.twins[edge]] if 0 <= edge < mesh.corner_count and mesh.twins[edge] >= 0 else NO_POLY
    cdef LastingEdge out
    out.poly = number_of_poly(mesh, by, poly)
    out.corner = edge - mesh.polys[poly].first if out.poly != NO_POLY else 0
    return out


cdef int32_t numbered_edge(const MeshView* mesh, const LastingNumbers* by, const LastingEdge* edge) noexcept nogil:
    cdef PolyRef poly = numbered_poly(mesh, by, edge.poly)
    if poly == NO_POLY or not 0 <= edge.corner < mesh.polys[poly].count:
        return -1
    return mesh.polys[poly].first + edge.corner


cdef int32_t number_of_link(const MeshView* mesh, int32_t id) noexcept nogil:
    cdef int32_t i
    if id < FIRST_LINK or mesh == NULL:
        return id
    for i in range(mesh.link_count):
        if mesh.links[i].id == id:
            return FIRST_LINK + i
    return id


cdef int32_t numbered_link(const MeshView* mesh, int32_t number) noexcept nogil:
    cdef int32_t i = number - FIRST_LINK
    return mesh.links[i].id if number >= FIRST_LINK and mesh != NULL and i < mesh.link_count else number


# ---- the hash ----

cdef inline uint64_t add_word(uint64_t hash, uint64_t word) noexcept nogil:
    """Xor, multiply, fold: a bijection of either, so one changed word changes the hash."""
    hash = (hash ^ word) * GOLDEN
    return hash ^ (hash >> 32)


cdef inline uint64_t add_double(uint64_t hash, double value) noexcept nogil:
    cdef uint64_t word
    memcpy(&word, &value, sizeof(word))
    return add_word(hash, word)


cdef inline uint64_t add_pair(uint64_t hash, int32_t a, int32_t b) noexcept nogil:
    return add_word(hash, <uint64_t><uint32_t>a << 32 | <uint32_t>b)


cdef uint64_t add_vertex(uint64_t hash, const MeshView* mesh, int32_t vertex) noexcept nogil:
    cdef const double* at = mesh.vertices + 3 * <size_t>vertex
    return add_double(add_double(add_double(hash, at[0]), at[1]), at[2])


cdef uint64_t add_poly(uint64_t hash, const MeshView* mesh, const LastingNumbers* by, PolyRef index) noexcept nogil:
    """Its outline with what is across each edge, its surface, and what the user has set."""
    cdef const Poly* poly = &mesh.polys[index]
    cdef int32_t triangle[3]
    cdef int32_t i, k, pivot
    hash = add_pair(add_pair(hash, poly.count, poly.detail_count), poly.area, poly.flags)
    for i in range(poly.first, poly.first + poly.count):
        hash = add_vertex(hash, mesh, mesh.corners[i])
        hash = add_word(hash, <uint32_t>number_of_poly(mesh, by, mesh.neighbors[i]))
    if poly.detail_count > 0:
        pivot = fan_pivot(mesh, index)
        for i in range(surface_size(mesh, index)):
            surface_at(mesh, index, pivot, i, triangle)
            for k in range(3):
                hash = add_vertex(hash, mesh, triangle[k])
    if mesh.regions != NULL:
        hash = add_word(hash, <uint32_t>mesh.regions[index])
    return add_double(hash, mesh.enter_costs[index]) if mesh.enter_costs != NULL else hash


cdef uint64_t add_link(uint64_t hash, const MeshView* mesh, const LastingNumbers* by, int32_t index) noexcept nogil:
    cdef const OffMeshLink* link = &mesh.links[index]
    cdef int32_t id = link.id if link.id < FIRST_LINK else FIRST_LINK + index
    cdef int32_t k
    for k in range(3):
        hash = add_double(add_double(hash, link.start[k]), link.end[k])
    hash = add_double(add_double(hash, link.radius), link.width)
    hash = add_pair(hash, number_of_poly(mesh, by, link.start_poly), number_of_poly(mesh, by, link.end_poly))
    return add_pair(add_pair(hash, link.area, link.kind), id, link.flags)


cdef uint64_t hash_mesh(const MeshView* mesh, const LastingNumbers* by) noexcept nogil:
    cdef uint64_t hash = add_pair(GOLDEN, <int32_t>by.tiles.size(), mesh.link_count)
    cdef int32_t i, poly
    cdef size_t k
    hash = add_double(add_double(add_double(hash, mesh.climb), mesh.agent_radius), mesh.agent_height)
    hash = add_double(add_double(add_double(hash, mesh.tile_size), mesh.origin_x), mesh.origin_z)
    hash = add_word(hash, mesh.exit_only_areas)
    for i in range(AREA_COUNT):
        hash = add_double(hash, mesh.area_costs[i])
    for k in range(by.tiles.size()):
        i = by.tiles[k]
        hash = add_word(add_pair(hash, mesh.tiles[i].x, mesh.tiles[i].z), mesh.tiles[i].poly_count)
        for poly in range(mesh.tiles[i].first_poly, mesh.tiles[i].first_poly + mesh.tiles[i].poly_count):
            hash = add_poly(hash, mesh, by, poly)
    for i in range(mesh.link_count):
        hash = add_link(hash, mesh, by, i)
    return hash
