"""Polygons, links and areas as Python code names them."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.area cimport AREA_COUNT
from navpy.base.arguments cimport read_indices, read_unsigned, read_whole
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView, Tile, still_there, tile_at


cdef object as_polygons(polygons):
    cdef const int32_t[:] given
    try:
        given = polygons
    except (TypeError, ValueError, BufferError):
        given = None
    return read_indices("polygons", polygons) if given is None else polygons


cdef int read_polygons(const MeshView* view, polygons, version, vector[PolyRef]* out) except -1:
    cdef const int32_t[:] given = as_polygons(polygons)
    cdef uint64_t known_at = view.version
    cdef Py_ssize_t i
    if version is not None:
        known_at = read_unsigned("version", version)
    out.reserve(given.shape[0])
    for i in range(given.shape[0]):
        if still_there(view, given[i], known_at):
            out.push_back(given[i])
        elif version is None:
            raise ValueError(f"polygons: there is no polygon {given[i]}")
    return 0


cdef list read_ids(ids):
    """Link ids, ascending, each once."""
    try:
        return sorted({read_whole("links", number, 0, 0x7fffffff) for number in ids})
    except TypeError:
        raise ValueError(f"links: must be ids of links, are {ids!r}") from None


cdef uint64_t read_areas(str name, areas) except? 0xffffffffffffffffU:
    """Bits of area ids."""
    cdef uint64_t bits = 0
    try:
        given = list(areas)
    except TypeError:
        raise ValueError(f"{name}: must be area ids, are {areas!r}") from None
    for area in given:
        bits |= <uint64_t>1 << read_whole(name, area, 0, AREA_COUNT - 1)
    return bits


cdef dict by_tiles(const MeshView* view, dict entries):
    """{polygon: value} as {(x, z) of its tile: [(its place in the tile, value)]}."""
    cdef PolyRef poly
    cdef const Tile* tile
    found = {}
    for poly, value in entries.items():
        tile = &view.tiles[view.polys[poly].tile]
        found.setdefault((tile.x, tile.z), []).append((poly - tile.first_poly, value))
    return found


cdef dict from_tiles(const MeshView* view, dict entries):
    """The inverse of by_tiles; polygons that the mesh does not have are left out."""
    cdef int32_t tile, i
    found = {}
    for (x, z), values in entries.items():
        tile = tile_at(view, x, z)
        for i, value in values:
            if tile >= 0 and 0 <= i < view.tiles[tile].poly_count:
                found[view.tiles[tile].first_poly + i] = value
    return found
