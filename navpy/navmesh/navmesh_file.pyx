"""Writes and reads navmesh files. Everything read is checked before it is used."""
from libc.math cimport isfinite
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.area cimport AREA_COUNT
from navpy.mesh.mesh_view cimport OffMeshLink
from navpy.mesh.tiles.mesh_data cimport MeshData, copy_tile, fill_grids, make_grids, allocate_tiles, store_tile
from navpy.mesh.off_mesh_link cimport StoredLink, restore_link, store_link
from navpy.mesh.poly_grid cimport GridDraft, CellItem
from navpy.base.parallel cimport Runner, parallel_for
from navpy.mesh.portal_graph cimport TILES_PER_TASK, update_portal_graph_parallel
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.path_index cimport PathIndex
from navpy.mesh.tiles.tile_bytes cimport ByteReader, TileHead, hash_bytes, write_bytes, read_tile, skip_tile, read_bytes, write_tile
from navpy.mesh.tiles.tile_data cimport TileData
from navpy.mesh.tiles.tiling cimport first_nonconvex_tile, stitch_tiles, tile_misfit
from navpy.mesh.topology cimport Fault, fault_message
from navpy.navmesh.index_file cimport read_path_index, write_path_index

cdef struct NavmeshHeader:                     # as written, little-endian; no padding
    uint8_t magic[8]
    uint64_t checksum                   # of all that follows, but for the path index
    int32_t format
    int32_t tile_count
    int32_t link_count
    int32_t index_words                 # eighths of the bytes of the path index behind the tiles; 0: there is none
    double agent_radius
    double agent_height
    double climb
    double tile_size
    double origin_x
    double origin_z
    uint64_t exit_only_areas
    double area_costs[64]

cdef enum:
    FORMAT = 2
    CHECKED_FROM = 16                   # bytes before the checksum's range
    MIN_TILE_BYTES = 24

cdef bytes MAGIC = b"NAVPYMSH"
cdef const char* MAGIC_BYTES = MAGIC
cdef const char* DAMAGED = b"the checksum is wrong, it is damaged"


# ---- writing ----

cdef int write_links(const MeshData* mesh, vector[uint8_t]* out) except -1 nogil:
    cdef StoredLink stored
    cdef size_t i
    for i in range(mesh.links.size()):
        store_link(&mesh.links[i], &stored)
        write_bytes(out, &stored, sizeof(stored))
    return 0


cdef int write_mesh(const MeshData* mesh, const PortalGraph* graph, const PathIndex* index, vector[uint8_t]* out) except -1 nogil:
    """Tiles by z, then x, in whatever order they were added."""
    cdef NavmeshHeader head
    cdef TileData tile
    cdef vector[pair[pair[int32_t, int32_t], int32_t]] places
    cdef pair[pair[int32_t, int32_t], int32_t] place
    cdef vector[int32_t] order
    cdef size_t i, end
    cdef int32_t index_words
    cdef uint64_t checksum
    for i in range(mesh.tiles.size()):
        if mesh.tiles[i].live:
            place.first.first, place.first.second, place.second = mesh.tiles[i].z, mesh.tiles[i].x, <int32_t>i
            places.push_back(place)
    sort(places.begin(), places.end())
    for place in places:
        order.push_back(place.second)
    memset(&head, 0, sizeof(head))
    head.format, head.tile_count, head.link_count = FORMAT, <int32_t>order.size(), <int32_t>mesh.links.size()
    head.agent_radius, head.agent_height, head.climb = mesh.view.agent_radius, mesh.view.agent_height, mesh.view.climb
    head.tile_size, head.origin_x, head.origin_z = mesh.view.tile_size, mesh.view.origin_x, mesh.view.origin_z
    head.exit_only_areas = mesh.view.exit_only_areas
    memcpy(head.area_costs, mesh.area_costs.data(), sizeof(head.area_costs))
    out.clear()
    write_bytes(out, &head, sizeof(head))
    write_links(mesh, out)
    for i in range(order.size()):
        copy_tile(mesh, order[i], &tile)
        write_tile(&tile, out)
    end = out.size()
    if index != NULL:
        write_path_index(mesh, graph, index, &order, out)
        index_words = <int32_t>((out.size() - end) // 8)
        memcpy(&(<NavmeshHeader*>out.data()).index_words, &index_words, 4)
    checksum = hash_bytes(out.data() + CHECKED_FROM, end - CHECKED_FROM)
    memcpy(out.data(), <const char*>MAGIC_BYTES, 8)
    memcpy(out.data() + 8, &checksum, 8)
    return 0


# ---- reading ----

cdef const char* read_settings(const NavmeshHeader* head, MeshData* mesh) noexcept nogil:
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
    mesh.view.exit_only_areas = head.exit_only_areas
    return NULL


cdef const char* read_links(ByteReader* reader, int32_t count, MeshData* mesh) except? NULL nogil:
    cdef StoredLink stored
    cdef OffMeshLink link
    cdef int32_t _link
    for _link in range(count):
        if not read_bytes(reader, &stored, sizeof(stored)):
            return b"it ends within a link"
        if not restore_link(&stored, &link):
            return b"a link's numbers are out of range"
        mesh.links.push_back(link)
    return NULL


cdef cppclass TileBatch:                # tiles read by one task
    TileData tile
    vector[int32_t] scratch
    GridDraft draft
    const char* wrong                   # what is wrong with the first bad tile, b"": see fault; NULL: nothing
    Fault fault
    bint done                           # false where memory ran out

cdef cppclass Reading:
    MeshData* mesh
    PortalGraph* graph
    const uint8_t* data
    int64_t size
    uint64_t checksum
    bint stitched
    vector[ByteReader] tiles            # from the begin of each tile to the end of the bytes
    vector[TileHead] heads
    vector[TileBatch] batches           # of TILES_PER_TASK tiles each, the last one of fewer
    int64_t left                        # bytes after the last tile


cdef int find_tiles(Reading* reading, ByteReader reader, int32_t count) except -1 nogil:
    """List the tiles by their heads, up to the first bad one, which is listed as empty: reading it says what is wrong."""
    cdef TileHead head
    cdef bint sound = True
    cdef size_t i
    while sound and <int32_t>reading.tiles.size() < count:
        reading.tiles.push_back(reader)
        sound = skip_tile(&reader, &head)
        if not sound:
            memset(&head, 0, sizeof(head))
        reading.heads.push_back(head)
    reading.left = reader.left
    reading.batches.resize((reading.tiles.size() + TILES_PER_TASK - 1) // TILES_PER_TASK)
    for i in range(reading.batches.size()):
        reading.batches[i].done = False
    return 0


cdef int read_one_tile(Reading* reading, TileBatch* batch, int32_t index) except -1 nogil:
    cdef const TileHead* head = &reading.heads[index]
    cdef const TileHead* before = &reading.heads[index - 1 if index > 0 else 0]
    cdef ByteReader reader = reading.tiles[index]
    read_tile(&reader, &batch.tile, &batch.scratch, &batch.wrong, &batch.fault)
    if batch.wrong == NULL:
        batch.wrong = tile_misfit(reading.mesh, &batch.tile)
    if batch.wrong == NULL and index > 0 and (head.z < before.z or (head.z == before.z and head.x <= before.x)):
        batch.wrong = b"its tiles are not in the order of z, then x"
    if batch.wrong == NULL:
        store_tile(reading.mesh, &batch.tile, index, &batch.draft)
    return 0


cdef int read_batch(Reading* reading, int32_t index) except -1 nogil:
    cdef TileBatch* batch = &reading.batches[index]
    cdef int32_t i, last = min((index + 1) * TILES_PER_TASK, <int32_t>reading.tiles.size())
    cdef size_t polys = 0, detail = 0
    batch.wrong = NULL
    for i in range(index * TILES_PER_TASK, last):
        polys += reading.heads[i].polys
        detail += reading.heads[i].detail
    batch.draft.polys.reserve(4 * polys)
    batch.draft.triangles.reserve(2 * detail)
    for i in range(index * TILES_PER_TASK, last):
        read_one_tile(reading, batch, i)
        if batch.wrong != NULL:
            break
    batch.done = True
    return 0


cdef int read_batch_task(void* userdata, int32_t index) except -1 nogil:
    return read_batch(<Reading*>userdata, index)


cdef int fill_grids_task(void* userdata, int32_t index) except -1 nogil:
    cdef Reading* reading = <Reading*>userdata
    cdef const CellItem* polys = reading.batches[index].draft.polys.data()
    cdef const CellItem* triangles = reading.batches[index].draft.triangles.data()
    cdef int32_t i
    for i in range(index * TILES_PER_TASK, min((index + 1) * TILES_PER_TASK, <int32_t>reading.tiles.size())):
        fill_grids(reading.mesh, i, &polys, &triangles)


cdef int stitch_all(Reading* reading) except -1 nogil:
    stitch_tiles(reading.mesh)
    reading.stitched = True
    return 0


cdef int stitch_or_hash_task(void* userdata, int32_t index) except -1 nogil:
    """Two tasks: 0 stitches, which only one thread can do; 1 takes the checksum."""
    cdef Reading* reading = <Reading*>userdata
    if index == 0:
        stitch_all(reading)
    else:
        reading.checksum = hash_bytes(reading.data + CHECKED_FROM, reading.size - CHECKED_FROM)


cdef int no_memory() except -1 nogil:
    with gil:
        raise MemoryError("navmesh data: there is no memory for its tiles")


cdef int read_tiles(Reading* reading, const Runner* runner, const char** wrong, Fault* fault) except -1 nogil:
    """Add the tiles, not stitched yet, if nothing is wrong."""
    cdef size_t i
    allocate_tiles(reading.mesh, reading.heads.data(), <int32_t>reading.heads.size())
    parallel_for(runner, read_batch_task, reading, <int32_t>reading.batches.size())
    for i in range(reading.batches.size()):
        if not reading.batches[i].done:
            no_memory()
        if reading.batches[i].wrong != NULL:
            wrong[0], fault[0] = reading.batches[i].wrong, reading.batches[i].fault
            return 0
    if reading.left != 0:
        wrong[0] = b"it is longer than its tiles"
        return 0
    make_grids(reading.mesh)
    return parallel_for(runner, fill_grids_task, reading, <int32_t>reading.batches.size())


cdef int join(Reading* reading, uint64_t checksum, const Runner* runner, const char** wrong) except -1 nogil:
    """Stitch the tiles; if they stay convex and the checksum is right, pack the graph."""
    reading.stitched = False
    parallel_for(runner, stitch_or_hash_task, reading, 2)
    if not reading.stitched:
        no_memory()
    if reading.checksum != checksum:
        wrong[0] = DAMAGED
    elif first_nonconvex_tile(reading.mesh) >= 0:
        wrong[0] = b"a tile's polygons are too thin to be joined to its neighbors"
    else:
        update_portal_graph_parallel(&reading.mesh.view, NULL, reading.graph, runner)
    return 0


cdef str find_wrong(const NavmeshHeader* head, ByteReader* reader, int64_t size, MeshData* mesh):
    """Read the bytes before the tiles; None where they are right, else what is wrong."""
    cdef const char* wrong
    if head.tile_count < 0 or head.link_count < 0 or <int64_t>MIN_TILE_BYTES * head.tile_count \
            + <int64_t>sizeof(StoredLink) * head.link_count > reader.left:
        return f"{size} bytes hold no {head.tile_count} tiles and {head.link_count} links"
    wrong = read_settings(head, mesh)
    if wrong == NULL:
        wrong = read_links(reader, head.link_count, mesh)
    return None if wrong == NULL else wrong.decode()


cdef bint is_damaged(const NavmeshHeader* head, const uint8_t* data, int64_t size) noexcept nogil:
    return head.checksum != hash_bytes(data + CHECKED_FROM, size - CHECKED_FROM)


cdef str find_index_fault(const NavmeshHeader* head, const uint8_t* data, int64_t size, MeshData* mesh, const PortalGraph* graph,
                          PathIndex* index):
    """Read the path index behind the mesh's bytes, if there is one; None if it is right, else what is wrong with it."""
    cdef const char* wrong = NULL
    if head.index_words > 0:
        with nogil:
            wrong = read_path_index(data, size, mesh, graph, index)
    return None if wrong == NULL else f"navmesh data: the path index is left out: {wrong.decode()}"


cdef str read_mesh(const uint8_t* data, int64_t size, MeshData* mesh, PortalGraph* graph, PathIndex* index, const Runner* runner):
    """Fill a mesh after start_mesh."""
    cdef NavmeshHeader head
    cdef ByteReader reader
    cdef Reading reading
    cdef Fault fault
    cdef const char* wrong = NULL
    cdef str message
    cdef int64_t end                    # of the tiles
    cdef bint joined = False
    if size < <int64_t>sizeof(NavmeshHeader):
        raise ValueError(f"navmesh data: {size} bytes are too few for its header of {sizeof(NavmeshHeader)}")
    memcpy(&head, data, sizeof(NavmeshHeader))
    if (<const char*>head.magic)[:8] != MAGIC:
        raise ValueError("navmesh data: does not begin as a navmesh does")
    if head.format != FORMAT:
        raise ValueError(f"navmesh data: has format {head.format}, this program reads {FORMAT}")
    end = size - 8 * <int64_t>head.index_words
    if head.index_words < 0 or end < <int64_t>sizeof(NavmeshHeader):
        raise ValueError(f"navmesh data: {size} bytes hold no path index of {8 * <int64_t>head.index_words}")
    reader.at, reader.left = data + sizeof(NavmeshHeader), end - sizeof(NavmeshHeader)
    message = find_wrong(&head, &reader, end, mesh)
    if message is None:
        reading.mesh, reading.graph, reading.data, reading.size = mesh, graph, data, end
        with nogil:
            find_tiles(&reading, reader, head.tile_count)
            read_tiles(&reading, runner, &wrong, &fault)
            joined = wrong == NULL
            if joined:
                join(&reading, head.checksum, runner, &wrong)
        if wrong == NULL:
            return find_index_fault(&head, data + end, size - end, mesh, graph, index)
        message = wrong.decode() or fault_message(&fault)
    if not joined and is_damaged(&head, data, end):
        message = DAMAGED.decode()      # other faults may follow from damage
    raise ValueError(f"navmesh data: {message}")
