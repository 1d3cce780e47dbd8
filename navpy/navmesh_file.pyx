"""Writes and reads navmesh files. Nothing that is read is believed before it is checked."""
from libc.math cimport isfinite
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.mesh cimport AREA_COUNT, OffMeshLink
from navpy.mesh_data cimport MeshData, adopt_tile, copy_tile, reserve_mesh
from navpy.off_mesh_link cimport StoredLink, restore_link, store_link
from navpy.tile cimport ByteReader, TileData, TileHead, hash_bytes, put_bytes, read_tile, skip_tile, take_bytes, write_tile
from navpy.tiling cimport join_tiles, why_not
from navpy.topology cimport Fault, fault_message

cdef struct Header:                     # as written, little-endian; no padding
    uint8_t magic[8]
    uint64_t checksum                   # of all that follows
    int32_t format
    int32_t tile_count
    int32_t link_count
    int32_t reserved                    # 0
    double agent_radius
    double agent_height
    double climb
    double tile_size
    double origin_x
    double origin_z
    uint64_t soft_areas
    double area_costs[64]

cdef enum:
    FORMAT = 2
    CHECKED_FROM = 16                   # bytes before the checksum's range
    MIN_TILE_BYTES = 24

cdef bytes MAGIC = b"NAVPYMSH"
cdef const char* MAGIC_BYTES = MAGIC


# ---- writing ----

cdef int write_links(const MeshData* mesh, vector[uint8_t]* out) except -1 nogil:
    cdef StoredLink stored
    cdef size_t i
    for i in range(mesh.links.size()):
        store_link(&mesh.links[i], &stored)
        put_bytes(out, &stored, sizeof(stored))
    return 0


cdef int write_mesh(const MeshData* mesh, vector[uint8_t]* out) except -1 nogil:
    """Tiles by z, then x, whatever order they came in."""
    cdef Header head
    cdef TileData tile
    cdef vector[pair[pair[int32_t, int32_t], int32_t]] order
    cdef pair[pair[int32_t, int32_t], int32_t] place
    cdef size_t i
    cdef uint64_t checksum
    for i in range(mesh.tiles.size()):
        if mesh.tiles[i].live:
            place.first.first, place.first.second, place.second = mesh.tiles[i].z, mesh.tiles[i].x, <int32_t>i
            order.push_back(place)
    sort(order.begin(), order.end())
    memset(&head, 0, sizeof(head))
    head.format, head.tile_count, head.link_count = FORMAT, <int32_t>order.size(), <int32_t>mesh.links.size()
    head.agent_radius, head.agent_height, head.climb = mesh.view.agent_radius, mesh.view.agent_height, mesh.view.climb
    head.tile_size, head.origin_x, head.origin_z = mesh.view.tile_size, mesh.view.origin_x, mesh.view.origin_z
    head.soft_areas = mesh.view.soft_areas
    memcpy(head.area_costs, mesh.area_costs.data(), sizeof(head.area_costs))
    out.clear()
    put_bytes(out, &head, sizeof(head))
    write_links(mesh, out)
    for i in range(order.size()):
        copy_tile(mesh, order[i].second, &tile)
        write_tile(&tile, out)
    checksum = hash_bytes(out.data() + CHECKED_FROM, out.size() - CHECKED_FROM)
    memcpy(out.data(), <const char*>MAGIC_BYTES, 8)
    memcpy(out.data() + 8, &checksum, 8)
    return 0


# ---- reading ----

cdef const char* read_settings(const Header* head, MeshData* mesh) noexcept nogil:
    """NULL where the header's numbers are sound, else what is wrong."""
    cdef int i
    if not (isfinite(head.agent_radius) and head.agent_radius >= 0.0 and isfinite(head.agent_height)
            and head.agent_height >= 0.0 and isfinite(head.climb) and head.climb >= 0.0):
        return b"its agent's measures are no finite numbers from 0 on"
    if not (isfinite(head.tile_size) and head.tile_size >= 0.0 and isfinite(head.origin_x) and isfinite(head.origin_z)):
        return b"its tile size and origin are no finite numbers"
    if head.tile_size == 0.0 and head.tile_count != 1:
        return b"without a tile size there must be one tile"
    for i in range(AREA_COUNT):
        if not (isfinite(head.area_costs[i]) and head.area_costs[i] >= 0.0):
            return b"an area's cost is no finite number from 0 on"
        mesh.area_costs[i] = head.area_costs[i]
    mesh.view.agent_radius, mesh.view.agent_height, mesh.view.climb = head.agent_radius, head.agent_height, head.climb
    mesh.view.tile_size, mesh.view.origin_x, mesh.view.origin_z = head.tile_size, head.origin_x, head.origin_z
    mesh.view.soft_areas = head.soft_areas
    return NULL


cdef const char* read_links(ByteReader* reader, int32_t count, MeshData* mesh) except? NULL nogil:
    cdef StoredLink stored
    cdef OffMeshLink link
    cdef int32_t _link
    for _link in range(count):
        if not take_bytes(reader, &stored, sizeof(stored)):
            return b"it ends within a link"
        if not restore_link(&stored, &link):
            return b"a link's numbers are out of range"
        mesh.links.push_back(link)
    return NULL


cdef int reserve_tiles(ByteReader reader, int32_t count, MeshData* mesh) except -1 nogil:
    """Room for all tiles at once; they hold no more than there are bytes."""
    cdef TileHead head
    cdef int64_t vertices = 0, polys = 0, corners = 0, detail = 0
    cdef int32_t _tile
    for _tile in range(count):
        if not skip_tile(&reader, &head):
            break
        vertices += head.vertices
        polys += head.polys
        corners += head.corners
        detail += head.detail
    return reserve_mesh(mesh, count, vertices, polys, corners, detail)


cdef const char* read_tiles(ByteReader* reader, int32_t count, MeshData* mesh, Fault* fault) except? NULL nogil:
    cdef TileData tile
    cdef vector[int32_t] scratch
    cdef const char* wrong
    cdef int32_t i, last_x = 0, last_z = 0
    reserve_tiles(reader[0], count, mesh)
    for i in range(count):
        wrong = read_tile(reader, &tile, &scratch, fault)
        if wrong == NULL:
            wrong = why_not(mesh, &tile)
        if wrong != NULL:
            return wrong
        if i > 0 and (tile.z < last_z or (tile.z == last_z and tile.x <= last_x)):
            return b"its tiles are not in the order of z, then x"
        last_x, last_z = tile.x, tile.z
        adopt_tile(mesh, &tile)
    if reader.left != 0:
        return b"it is longer than its tiles"
    if join_tiles(mesh) >= 0:
        return b"a tile's polygons are too thin to be joined to its neighbours"
    return NULL


cdef int read_mesh(const uint8_t* data, int64_t size, MeshData* mesh) except -1:
    """Fill a mesh that has just been started."""
    cdef Header head
    cdef ByteReader reader
    cdef Fault fault
    cdef const char* wrong
    if size < <int64_t>sizeof(Header):
        raise ValueError(f"navmesh data: {size} bytes are too few for its header of {sizeof(Header)}")
    memcpy(&head, data, sizeof(Header))
    if (<const char*>head.magic)[:8] != MAGIC:
        raise ValueError("navmesh data: does not begin as a navmesh does")
    if head.format != FORMAT:
        raise ValueError(f"navmesh data: has format {head.format}, this program reads {FORMAT}")
    if head.checksum != hash_bytes(data + CHECKED_FROM, size - CHECKED_FROM):
        raise ValueError("navmesh data: the checksum is wrong, it is damaged")
    reader.at, reader.left = data + sizeof(Header), size - sizeof(Header)
    if head.tile_count < 0 or head.link_count < 0 or head.reserved != 0 or <int64_t>MIN_TILE_BYTES * head.tile_count \
            + <int64_t>sizeof(StoredLink) * head.link_count > reader.left:
        raise ValueError(f"navmesh data: {size} bytes hold no {head.tile_count} tiles and {head.link_count} links")
    wrong = read_settings(&head, mesh)
    if wrong == NULL:
        with nogil:
            wrong = read_links(&reader, head.link_count, mesh)
            if wrong == NULL:
                wrong = read_tiles(&reader, head.tile_count, mesh, &fault)
    if wrong != NULL:
        raise ValueError(f"navmesh data: {wrong.decode() or fault_message(&fault)}")
    return 0
