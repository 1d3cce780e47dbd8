"""Removes polygons of tiles and navmeshes: small islands, and what no path from given places leads to."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_place
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.guard cimport Inside, change, read
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.tiles.link_attachment cimport attach_links
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink, Poly, island_of
from navpy.mesh.tiles.mesh_data cimport copy_tile, place_tile
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.tiles.tile cimport NavMeshTile
from navpy.mesh.tiles.tile_data cimport TileData, finish_tile
from navpy.mesh.tiles.tiling cimport join_tiles, add_tiles
from navpy.mesh.topology cimport Fault, fault_message

cdef TileData NO_TILE                   # of zeros


cdef int copy_kept(const TileData* tile, const uint8_t* keep, TileData* out) except -1 nogil:
    """Copy the polygons to keep, in their order, with the vertices that they use."""
    cdef vector[int32_t] places
    cdef Poly poly
    cdef int32_t i, k, used = 0
    places.resize(tile.vertices.size() // 3, -1)
    for i in range(<int32_t>tile.polys.size()):
        if keep[i]:
            for k in range(tile.polys[i].first, tile.polys[i].first + tile.polys[i].count):
                places[tile.corners[k]] = 0
            for k in range(3 * tile.polys[i].detail_first, 3 * (tile.polys[i].detail_first + tile.polys[i].detail_count)):
                places[tile.detail[k]] = 0
    for i in range(<int32_t>places.size()):
        if places[i] == 0:
            places[i] = used
            used += 1
            for k in range(3):
                out.vertices.push_back(tile.vertices[3 * <size_t>i + k])
    out.x, out.z = tile.x, tile.z
    for i in range(<int32_t>tile.polys.size()):
        if not keep[i]:
            continue
        poly = tile.polys[i]
        poly.first, poly.detail_first = <int32_t>out.corners.size(), <int32_t>(out.detail.size() // 3)
        out.polys.push_back(poly)
        for k in range(tile.polys[i].first, tile.polys[i].first + poly.count):
            out.corners.push_back(places[tile.corners[k]])
            out.portals.push_back(tile.portals[k])
        for k in range(3 * tile.polys[i].detail_first, 3 * (tile.polys[i].detail_first + poly.detail_count)):
            out.detail.push_back(places[tile.detail[k]])
    return 0


cdef int keep_in_tile(const TileData* tile, const uint8_t* keep, TileData* out) except -1:
    cdef Fault fault
    cdef bint good
    with nogil:
        copy_kept(tile, keep, out)
        good = finish_tile(out, False, &fault)
    if not good:
        raise ValueError(fault_message(&fault))
    return 0


cdef int mark_small(const MeshView* mesh, const vector[int64_t]* sizes, int64_t min_size, vector[uint8_t]* small) except -1 nogil:
    """Mark the islands whose polygons' sizes add up to less than min_size."""
    cdef vector[int64_t] sums
    cdef int32_t i
    sums.resize(mesh.island_count)
    small.resize(mesh.island_count)
    for i in range(mesh.poly_count):
        if mesh.polys[i].count > 0:
            sums[island_of(mesh, i)] += sizes[0][i]
    for i in range(mesh.island_count):
        small[0][i] = sums[i] < min_size
    return 0


cdef int mark_reachable(const MeshView* mesh, vector[uint8_t]* reached, vector[PolyRef]* open) except -1 nogil:
    """Flood from the open polygons over edges and links, whatever their areas."""
    cdef PolyRef poly, next
    cdef int32_t i
    while open.size() > 0:
        poly = open.back()
        open.pop_back()
        for i in range(mesh.polys[poly].first, mesh.polys[poly].first + mesh.polys[poly].count):
            next = mesh.neighbors[i]
            if next != NO_POLY and not reached[0][next]:
                reached[0][next] = 1
                open.push_back(next)
        i = mesh.polys[poly].first_link
        while i >= 0:
            next = mesh.links[i].end_poly
            if not reached[0][next]:
                reached[0][next] = 1
                open.push_back(next)
            i = mesh.links[i].next
    return 0


cdef int keep_links(const MeshView* mesh, const uint8_t* reached, vector[OffMeshLink]* out) except -1 nogil:
    """Copy the links whose ends have no polygon, or one that is kept."""
    cdef const OffMeshLink* link
    cdef int32_t i
    for i in range(mesh.link_count):
        link = &mesh.links[i]
        if (link.start_poly == NO_POLY or reached[link.start_poly]) and (link.end_poly == NO_POLY or reached[link.end_poly]):
            out.push_back(link[0])
    return 0


# ---- Python ----

def keep_polygons(NavMeshTile tile not None, const uint8_t[::1] keep not None):
    """Keep only some polygons of a tile.

    Parameters
    ----------
    tile : NavMeshTile
    keep : buffer of bytes
        One for each polygon; 0: it is removed.

    Returns
    -------
    NavMeshTile
        Its polygons are in the order that they had.

    Raises
    ------
    ValueError
        Another number of bytes.
    """
    cdef NavMeshTile kept = NavMeshTile.__new__(NavMeshTile)
    if keep.shape[0] != <Py_ssize_t>tile.data.polys.size():
        raise ValueError(f"keep: must be one a polygon, are {keep.shape[0]} for {tile.data.polys.size()} polygons")
    keep_in_tile(&tile.data, &keep[0] if keep.shape[0] else NULL, &kept.data)
    return kept


cdef int read_sizes(NavMesh mesh, dict sizes, vector[int64_t]* out) except -1:
    """The sizes of all polygons, by index in the mesh."""
    cdef const int32_t[::1] given
    cdef int32_t i, k
    out.resize(mesh.view.poly_count)
    for i in range(mesh.view.tile_count):
        if mesh.view.tiles[i].live:
            given = sizes[mesh.view.tiles[i].x, mesh.view.tiles[i].z]
            if given.shape[0] != mesh.view.tiles[i].poly_count:
                raise ValueError(f"sizes: must be one a polygon, are {given.shape[0]} for {mesh.view.tiles[i].poly_count} "
                                 f"polygons of tile ({mesh.view.tiles[i].x}, {mesh.view.tiles[i].z})")
            for k in range(given.shape[0]):
                out[0][mesh.view.tiles[i].first_poly + k] = given[k]
    return 0


def drop_small_islands(NavMesh mesh not None, dict sizes not None, int64_t min_size):
    """Remove the polygons of small islands from a mesh of tiles.

    Parameters
    ----------
    mesh : NavMesh
    sizes : dict of {(x, z): int32 buffer}
        By tile the size of each of its polygons.
    min_size : int
        Islands whose polygons' sizes add up to less are removed.

    Raises
    ------
    ValueError
        Another number of sizes than polygons.
    """
    cdef vector[int64_t] size_of
    cdef vector[uint8_t] small, keep
    cdef vector[TileData] changed
    cdef TileData whole, part
    cdef int32_t i, k, first, dropped
    cdef Inside inside
    change(&mesh.guard, &inside)
    read_sizes(mesh, sizes, &size_of)
    mark_small(&mesh.view, &size_of, min_size, &small)
    for i in range(mesh.view.tile_count):
        if not mesh.view.tiles[i].live:
            continue
        keep.clear()
        first, dropped = mesh.view.tiles[i].first_poly, 0
        for k in range(first, first + mesh.view.tiles[i].poly_count):
            keep.push_back(not small[island_of(&mesh.view, k)])
            dropped += not keep.back()
        if dropped == 0:
            continue
        whole = NO_TILE
        copy_tile(&mesh.data, i, &whole)
        part = NO_TILE
        keep_in_tile(&whole, keep.data(), &part)
        changed.push_back(part)
    add_tiles(&mesh.data, changed)
    mesh.refresh()


cdef int mark_seeds(NavMesh mesh, seeds, vector[uint8_t]* reached, vector[PolyRef]* open) except -1:
    """Mark the polygons that the seeds are on."""
    cdef SearchExtents reach = default_extents(&mesh.view)
    cdef NearestPoly found
    cdef double at[3]
    reached.clear()
    reached.resize(mesh.view.poly_count)
    given = list(seeds)
    if not given:
        raise ValueError("seeds: there is none, nothing would be kept")
    for i, seed in enumerate(given):
        read_place(f"seeds[{i}]", seed, at)
        if not locate(view_of(&mesh.view, mesh.view.graph), at, &reach, &found):
            raise ValueError(f"seeds[{i}]: ({at[0]:g}, {at[1]:g}, {at[2]:g}) is not on the navmesh")
        if not reached[0][found.poly]:
            reached[0][found.poly] = 1
            open.push_back(found.poly)
    return 0


def keep_reachable(NavMesh mesh not None, seeds):
    """A new mesh of the polygons that paths from the seeds lead to.

    Roofs and the like go, to which nothing leads or from which ways lead down only, and with them their links; islands that a link
    leads to stay. Tiles, the other links, costs of areas and exit-only areas stay; polygons get other indices.

    Parameters
    ----------
    mesh : NavMesh
    seeds : iterable of (x, y, z)
        Meters: places on the mesh (NavMesh.locate) where characters begin.

    Returns
    -------
    NavMesh

    Raises
    ------
    ValueError
        No seeds, or one that is not on the mesh.
    """
    cdef NavMesh kept = NavMesh(agent_radius=mesh.agent_radius, agent_height=mesh.agent_height, climb=mesh.climb, _start=True)
    cdef vector[uint8_t] wanted
    cdef vector[PolyRef] open
    cdef TileData whole, part
    cdef int32_t i
    cdef Inside inside
    read(&mesh.guard, &inside)
    mark_seeds(mesh, seeds, &wanted, &open)
    with nogil:
        mark_reachable(&mesh.view, &wanted, &open)
    kept.data.view.tile_size, kept.data.view.exit_only_areas = mesh.view.tile_size, mesh.view.exit_only_areas
    kept.data.view.origin_x, kept.data.view.origin_z = mesh.view.origin_x, mesh.view.origin_z
    kept.data.area_costs = mesh.data.area_costs
    for i in range(mesh.view.tile_count):
        if not mesh.view.tiles[i].live:
            continue
        copy_tile(&mesh.data, i, &whole)
        part = NO_TILE
        keep_in_tile(&whole, wanted.data() + mesh.view.tiles[i].first_poly, &part)
        place_tile(&kept.data, &part)
    with nogil:
        join_tiles(&kept.data)
        keep_links(&mesh.view, wanted.data(), &kept.data.links)
        attach_links(&kept.data)
    kept.refresh()
    return kept
