"""Adds tiles to the flat arrays of a navmesh and removes them."""
from libc.stdint cimport int8_t, int32_t, int64_t
from libc.string cimport memcpy, memset
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.area cimport AREA_COUNT
from navpy.mesh.mesh_view cimport NO_TILE, MeshView, Poly, Tile, bucket_of
from navpy.mesh.poly_grid cimport GridDraft, CellItem, bound_polys, fill_grid, fill_index, size_grid
from navpy.mesh.tiles.tile_bytes cimport TileHead
from navpy.mesh.tiles.tile_data cimport SIDE_NONE, TileData, borrow_tile
from navpy.mesh.topology cimport find_center
from navpy.base.union_find cimport root_of, unite

cdef enum:
    USUAL_PORTALS = 8                   # of a tile on one side


# ---- ranges ----

cdef int allocate(RangePool* pool, int32_t count, Range* found) except -1 nogil:
    """The first free range that is large enough, or one at the end."""
    cdef size_t i
    found.first, found.count = 0, count
    if count == 0:
        return 0
    for i in range(pool.free.size()):
        if pool.free[i].count < count:
            continue
        found.first = pool.free[i].first
        pool.free[i].first += count
        pool.free[i].count -= count
        if pool.free[i].count == 0:
            pool.free.erase(pool.free.begin() + i)
        return 0
    if pool.end > 0x7ffffff0 - count:
        with gil:
            raise ValueError(f"mesh: an array of more than {0x7ffffff0} entries is too large")
    found.first = pool.end
    pool.end += count
    return 0


cdef int release(RangePool* pool, Range range_) except -1 nogil:
    """Free a range and join it with the free ones before and after it."""
    cdef size_t low = 0, high = pool.free.size(), middle
    if range_.count == 0:
        return 0
    while low < high:
        middle = (low + high) // 2
        if pool.free[middle].first < range_.first:
            low = middle + 1
        else:
            high = middle
    if low > 0 and pool.free[low - 1].first + pool.free[low - 1].count == range_.first:
        pool.free[low - 1].count += range_.count
        low -= 1
    else:
        pool.free.insert(pool.free.begin() + low, range_)
    if low + 1 < pool.free.size() and pool.free[low].first + pool.free[low].count == pool.free[low + 1].first:
        pool.free[low].count += pool.free[low + 1].count
        pool.free.erase(pool.free.begin() + low + 1)
    return 0


cdef int resize_corners(MeshData* mesh) except -1 nogil:
    mesh.corners.resize(mesh.corner_pool.end)
    mesh.own_corners.resize(mesh.corner_pool.end)
    mesh.own_edges.resize(mesh.corner_pool.end)
    mesh.neighbors.resize(mesh.corner_pool.end)
    mesh.twins.resize(mesh.corner_pool.end)
    return 0


cdef int allocate_corners(MeshData* mesh, int32_t count, Range* found) except -1 nogil:
    allocate(&mesh.corner_pool, count, found)
    resize_corners(mesh)
    update_view(mesh)
    return 0


cdef int32_t allocate_vertex(MeshData* mesh) except -1 nogil:
    cdef Range found
    allocate(&mesh.vertex_pool, 1, &found)
    mesh.vertices.resize(3 * <size_t>mesh.vertex_pool.end)
    update_view(mesh)
    return found.first


cdef void update_view(MeshData* mesh) noexcept nogil:
    cdef MeshView* view = &mesh.view
    view.vertices, view.vertex_count = mesh.vertices.data(), <int32_t>(mesh.vertices.size() // 3)
    view.polys, view.poly_count = mesh.polys.data(), <int32_t>mesh.polys.size()
    view.corners, view.corner_count = mesh.corners.data(), <int32_t>mesh.corners.size()
    view.neighbors, view.twins, view.centers = mesh.neighbors.data(), mesh.twins.data(), mesh.centers.data()
    view.detail_triangles, view.islands = mesh.detail.data(), mesh.islands.data()
    view.bounds, view.detail_index = mesh.bounds.data(), mesh.detail_index.data()
    view.tiles, view.tile_count = mesh.tiles.data(), <int32_t>mesh.tiles.size()
    view.tile_buckets, view.bucket_count = mesh.buckets.data(), <int32_t>mesh.buckets.size()
    view.cell_first, view.cell_polys = mesh.cell_first.data(), mesh.cell_polys.data()
    view.links, view.link_count = mesh.links.data(), <int32_t>mesh.links.size()
    view.area_costs = mesh.area_costs.data()
    view.regions = mesh.regions.data() if not mesh.regions.empty() else NULL
    view.enter_costs = mesh.enter_costs.data()


cdef int start_mesh(MeshData* mesh) except -1 nogil:
    """A mesh without tiles, at version 1."""
    mesh.area_costs.resize(AREA_COUNT, 1.0)
    mesh.buckets.resize(1, -1)
    mesh.view.version = 1
    update_view(mesh)
    return 0


# ---- finding tiles ----

cdef void add_to_bucket(MeshData* mesh, int32_t index) noexcept nogil:
    cdef int32_t bucket = bucket_of(mesh.tiles[index].x, mesh.tiles[index].z, <int32_t>mesh.buckets.size())
    mesh.tiles[index].next = mesh.buckets[bucket]
    mesh.buckets[bucket] = index


cdef int add_to_buckets(MeshData* mesh, int32_t index) except -1 nogil:
    """Add a tile to the hash table, which has at least as many buckets as tiles."""
    cdef int32_t i
    if mesh.tiles.size() <= mesh.buckets.size():
        add_to_bucket(mesh, index)
        return 0
    mesh.buckets.resize(2 * mesh.buckets.size())
    for i in range(<int32_t>mesh.buckets.size()):
        mesh.buckets[i] = -1
    for i in range(<int32_t>mesh.tiles.size()):
        if mesh.tiles[i].live:
            add_to_bucket(mesh, i)
    return 0


cdef void remove_from_buckets(MeshData* mesh, int32_t index) noexcept nogil:
    cdef int32_t* at = &mesh.buckets[bucket_of(mesh.tiles[index].x, mesh.tiles[index].z, <int32_t>mesh.buckets.size())]
    while at[0] != index:
        at = &mesh.tiles[at[0]].next
    at[0] = mesh.tiles[index].next


# ---- a tile in, a tile out ----

cdef int allocate_ranges(MeshData* mesh, const TileHead* head, TileRecord* record) except -1 nogil:
    allocate(&mesh.vertex_pool, head.vertices, &record.vertices)
    allocate(&mesh.poly_pool, head.polys, &record.polys)
    allocate(&mesh.corner_pool, head.corners, &record.corners)
    allocate(&mesh.detail_pool, head.detail, &record.detail)
    return 0


cdef int resize_arrays(MeshData* mesh) except -1 nogil:
    mesh.vertices.resize(3 * <size_t>mesh.vertex_pool.end)
    mesh.polys.resize(mesh.poly_pool.end)
    mesh.centers.resize(3 * <size_t>mesh.poly_pool.end)
    mesh.bounds.resize(mesh.poly_pool.end)
    mesh.detail.resize(3 * <size_t>mesh.detail_pool.end)
    resize_corners(mesh)
    update_view(mesh)
    return 0


cdef void copy_edges(MeshData* mesh, const MeshView* view, const TileRecord* record) noexcept nogil:
    """The tile's corners and the arrays parallel to them."""
    cdef int32_t vertex = record.vertices.first, corner = record.corners.first, poly = record.polys.first, i
    cdef const int32_t* from_corners = view.corners
    cdef const int32_t* from_twins = view.twins
    cdef const PolyRef* from_neighbors = view.neighbors
    cdef int32_t* corners = mesh.corners.data() + corner
    cdef int32_t* own_corners = mesh.own_corners.data() + corner
    cdef int32_t* own_edges = mesh.own_edges.data() + corner
    cdef int32_t* twins = mesh.twins.data() + corner
    cdef PolyRef* neighbors = mesh.neighbors.data() + corner
    for i in range(record.corners.count):
        corners[i] = own_corners[i] = vertex + from_corners[i]
        own_edges[i] = i
        twins[i] = corner + from_twins[i] if from_twins[i] >= 0 else -1
        neighbors[i] = poly + from_neighbors[i] if from_neighbors[i] != NO_POLY else NO_POLY


cdef void copy_arrays(MeshData* mesh, const TileData* tile, const MeshView* view, int32_t index) noexcept nogil:
    """Copy the tile's arrays into its ranges; indices then count from the mesh's first. Source and target may be the same memory."""
    cdef const TileRecord* record = &mesh.records[index]
    cdef double* vertices = mesh.vertices.data() + 3 * <size_t>record.vertices.first
    cdef int32_t* to = mesh.detail.data() + 3 * <size_t>record.detail.first
    cdef const int32_t* detail = tile.detail.data()
    cdef int32_t i
    cdef size_t k
    cdef Poly* poly
    if view.vertex_count > 0 and view.vertices != vertices:
        memcpy(vertices, view.vertices, 3 * sizeof(double) * <size_t>view.vertex_count)
    for k in range(tile.detail.size()):
        to[k] = record.vertices.first + detail[k]
    copy_edges(mesh, view, record)
    for i in range(record.polys.count):
        poly = &mesh.polys[record.polys.first + i]
        poly[0] = view.polys[i]
        poly.first += record.corners.first
        poly.detail_first += record.detail.first
        poly.tile, poly.first_link = index, -1
        find_center(&mesh.view, record.polys.first + i, &mesh.centers[3 * <size_t>(record.polys.first + i)])


cdef int record_outlines(const MeshData* mesh, const TileData* tile, TileRecord* record) except -1 nogil:
    """Record where the polygons' corners begin, and the portals by side."""
    cdef const int8_t* portals = tile.portals.data()
    cdef const Poly* poly
    cdef PortalEdge edge
    cdef int32_t i, k, first = record.corners.first
    record.offsets.resize(record.polys.count + 1)
    for i in range(4):
        record.sides[i].clear()
        record.joined_components[i].clear()
    for i in range(record.polys.count):
        poly = &mesh.polys[record.polys.first + i]
        record.offsets[i] = poly.first - first
        for k in range(poly.first - first, poly.first - first + poly.count):
            if portals[k] != SIDE_NONE:
                edge.poly, edge.edge = record.polys.first + i, k
                if record.sides[portals[k]].size() == 0:
                    record.sides[portals[k]].reserve(USUAL_PORTALS)
                record.sides[portals[k]].push_back(edge)
    record.offsets[record.polys.count] = record.corners.count
    return 0


cdef int write_tile_arrays(MeshData* mesh, const TileData* tile, const MeshView* view, int32_t index,
                           GridDraft* draft) except -1 nogil:
    """Write the tile, whose arrays the view shows, into the ranges of its record, and find out what its grids need. The record's twins
    and portals are the caller's to set."""
    cdef Tile* placed = &mesh.tiles[index]
    cdef TileRecord* record = &mesh.records[index]
    cdef int64_t indexed
    memset(placed, 0, sizeof(Tile))
    placed.x, placed.z, placed.live, placed.version = tile.x, tile.z, True, mesh.view.version
    placed.first_poly, placed.poly_count = record.polys.first, record.polys.count
    copy_arrays(mesh, tile, view, index)
    record_outlines(mesh, tile, record)
    indexed = bound_polys(&mesh.view, placed, mesh.bounds.data(), draft)
    record.entries.count = <int32_t>size_grid(mesh.bounds.data(), placed, draft)
    record.index.count = <int32_t>min(indexed, <int64_t>0x7fffffff)     # too large: allocating it fails
    record.cells.count = placed.grid_width * placed.grid_depth + 1
    record.components.count = tile.component_count
    return 0


cdef int allocate_grids(MeshData* mesh, int32_t index) except -1 nogil:
    cdef TileRecord* record = &mesh.records[index]
    allocate(&mesh.component_pool, record.components.count, &record.components)
    allocate(&mesh.cell_pool, record.cells.count, &record.cells)
    allocate(&mesh.entry_pool, record.entries.count, &record.entries)
    allocate(&mesh.index_pool, record.index.count, &record.index)
    mesh.tiles[index].first_cell = record.cells.first
    return 0


cdef int resize_grids(MeshData* mesh) except -1 nogil:
    mesh.islands.resize(mesh.component_pool.end)
    mesh.cell_first.resize(mesh.cell_pool.end)
    mesh.cell_polys.resize(mesh.entry_pool.end)
    mesh.detail_index.resize(mesh.index_pool.end)
    update_view(mesh)
    return 0


cdef void fill_grids(MeshData* mesh, int32_t index, const CellItem** polys, const CellItem** triangles) noexcept nogil:
    """The grids of one tile; polys and triangles move on to the next tile's in the draft."""
    cdef const Tile* tile = &mesh.tiles[index]
    cdef const TileRecord* record = &mesh.records[index]
    cdef int32_t i
    for i in range(record.polys.first, record.polys.first + record.polys.count):
        mesh.polys[i].component += record.components.first
    fill_grid(tile, polys[0], record.entries.count, record.entries.first, mesh.cell_first.data() + record.cells.first,
              mesh.cell_polys.data())
    triangles[0] = fill_index(&mesh.view, tile, triangles[0], record.index.first, mesh.bounds.data(), mesh.detail_index.data())
    polys[0] += record.entries.count


cdef int32_t insert_tile(MeshData* mesh, const TileData* tile, const MeshView* view) except -1 nogil:
    """Add the tile, whose arrays the view shows, under a free index. The record's twins and portals are the caller's to set."""
    cdef int32_t index = <int32_t>mesh.tiles.size()
    cdef TileHead head
    cdef GridDraft draft
    cdef const CellItem* polys
    cdef const CellItem* triangles
    if mesh.free_tiles.size() > 0:
        index = mesh.free_tiles.back()
        mesh.free_tiles.pop_back()
    else:
        mesh.tiles.resize(index + 1)
        mesh.records.resize(index + 1)
        mesh.free_tiles.reserve(mesh.tiles.capacity())
    head.vertices, head.polys, head.corners = view.vertex_count, view.poly_count, view.corner_count
    head.detail = <int32_t>(tile.detail.size() // 3)
    allocate_ranges(mesh, &head, &mesh.records[index])
    resize_arrays(mesh)
    write_tile_arrays(mesh, tile, view, index, &draft)
    allocate_grids(mesh, index)
    resize_grids(mesh)
    polys, triangles = draft.polys.data(), draft.triangles.data()
    fill_grids(mesh, index, &polys, &triangles)
    add_to_buckets(mesh, index)
    update_view(mesh)
    return index


cdef int32_t place_tile(MeshData* mesh, const TileData* tile) except -1 nogil:
    cdef MeshView view
    cdef int32_t index
    borrow_tile(<TileData*>tile, &view)
    index = insert_tile(mesh, tile, &view)
    mesh.records[index].twins = tile.twins
    mesh.records[index].portals = tile.portals
    return index


cdef void swap_arrays(MeshData* mesh, TileData* tile) noexcept nogil:
    """A mesh of one tile takes over the arrays: for a large one, touching new memory would cost most of the time."""
    mesh.vertices.swap(tile.vertices)
    mesh.polys.swap(tile.polys)
    mesh.corners.swap(tile.corners)
    mesh.neighbors.swap(tile.neighbors)


cdef int32_t move_tile_in(MeshData* mesh, TileData* tile) except -1 nogil:
    cdef MeshView view
    cdef int32_t index
    borrow_tile(tile, &view)
    if mesh.tiles.size() == 0 and mesh.view.tile_size == 0.0:
        swap_arrays(mesh, tile)
    index = insert_tile(mesh, tile, &view)
    mesh.records[index].twins.swap(tile.twins)
    mesh.records[index].portals.swap(tile.portals)
    return index


# ---- all tiles at once ----

cdef int allocate_tiles(MeshData* mesh, const TileHead* heads, int32_t count) except -1 nogil:
    cdef int32_t i
    mesh.tiles.resize(count)
    mesh.records.resize(count)
    mesh.free_tiles.reserve(count)
    for i in range(count):
        allocate_ranges(mesh, &heads[i], &mesh.records[i])
    if count > 1:                       # room for the corners and vertices that stitching adds
        mesh.vertices.reserve(3 * (<size_t>mesh.vertex_pool.end + mesh.corner_pool.end // 16))
        mesh.corners.reserve(mesh.corner_pool.end + <size_t>mesh.corner_pool.end // 4)
        mesh.own_corners.reserve(mesh.corners.capacity())
        mesh.own_edges.reserve(mesh.corners.capacity())
        mesh.neighbors.reserve(mesh.corners.capacity())
        mesh.twins.reserve(mesh.corners.capacity())
    return resize_arrays(mesh)


cdef int store_tile(MeshData* mesh, TileData* tile, int32_t index, GridDraft* draft) except -1 nogil:
    cdef MeshView view
    borrow_tile(tile, &view)
    if mesh.view.tile_size == 0.0:
        swap_arrays(mesh, tile)
        update_view(mesh)
    write_tile_arrays(mesh, tile, &view, index, draft)
    mesh.records[index].twins.swap(tile.twins)
    mesh.records[index].portals.swap(tile.portals)
    return 0


cdef int make_grids(MeshData* mesh) except -1 nogil:
    cdef int32_t i
    while mesh.buckets.size() < mesh.tiles.size():
        mesh.buckets.resize(2 * mesh.buckets.size(), -1)
    for i in range(<int32_t>mesh.tiles.size()):
        allocate_grids(mesh, i)
        add_to_bucket(mesh, i)
    return resize_grids(mesh)


cdef int free_tile(MeshData* mesh, int32_t index) except -1 nogil:
    """Release the tile's ranges, and the corners and vertices that stitching has added to its outlines."""
    cdef TileRecord* record = &mesh.records[index]
    cdef Range one, block
    cdef int32_t i, k, own
    cdef Poly* poly
    one.count = 1
    for i in range(record.polys.first, record.polys.first + record.polys.count):
        poly = &mesh.polys[i]
        for k in range(poly.first, poly.first + poly.count):
            own = mesh.own_corners[k]
            if own < record.vertices.first or own >= record.vertices.first + record.vertices.count:
                one.first = own
                release(&mesh.vertex_pool, one)
            mesh.neighbors[k], mesh.twins[k] = NO_POLY, -1
        if poly.first < record.corners.first or poly.first >= record.corners.first + record.corners.count:
            block.first, block.count = poly.first, poly.count
            release(&mesh.corner_pool, block)
        memset(poly, 0, sizeof(Poly))
        poly.tile, poly.first_link = NO_TILE, -1
    remove_from_buckets(mesh, index)
    mesh.tiles[index].live, mesh.tiles[index].poly_count, mesh.tiles[index].version = False, 0, mesh.view.version
    mesh.free_tiles.push_back(index)
    release(&mesh.vertex_pool, record.vertices)
    release(&mesh.poly_pool, record.polys)
    release(&mesh.corner_pool, record.corners)
    release(&mesh.detail_pool, record.detail)
    release(&mesh.component_pool, record.components)
    release(&mesh.cell_pool, record.cells)
    release(&mesh.entry_pool, record.entries)
    release(&mesh.index_pool, record.index)
    record.polys.count = record.components.count = 0
    for i in range(4):
        record.sides[i].clear()
        record.joined_components[i].clear()
    update_view(mesh)
    return 0


cdef int copy_tile(const MeshData* mesh, int32_t index, TileData* out) except -1 nogil:
    """The tile as it was put in."""
    cdef const TileRecord* record = &mesh.records[index]
    cdef Poly poly
    cdef int32_t i
    out.x, out.z, out.component_count = mesh.tiles[index].x, mesh.tiles[index].z, record.components.count
    out.vertices.assign(mesh.vertices.begin() + 3 * <size_t>record.vertices.first,
                        mesh.vertices.begin() + 3 * <size_t>(record.vertices.first + record.vertices.count))
    out.twins = record.twins
    out.portals = record.portals
    out.polys.clear()
    out.corners.clear()
    out.neighbors.clear()
    out.detail.clear()
    for i in range(record.corners.first, record.corners.first + record.corners.count):
        out.corners.push_back(mesh.own_corners[i] - record.vertices.first)
        out.neighbors.push_back(NO_POLY)
    for i in range(3 * record.detail.first, 3 * (record.detail.first + record.detail.count)):
        out.detail.push_back(mesh.detail[i] - record.vertices.first)
    for i in range(record.polys.count):
        poly = mesh.polys[record.polys.first + i]
        poly.first, poly.count = record.offsets[i], record.offsets[i + 1] - record.offsets[i]
        poly.detail_first -= record.detail.first
        poly.component -= record.components.first
        poly.tile, poly.first_link = 0, -1
        out.polys.push_back(poly)
    for i in range(record.polys.count):
        for k in range(record.offsets[i], record.offsets[i + 1]):
            if out.twins[k] >= 0:
                out.neighbors[out.twins[k]] = i
    return 0


# ---- islands ----

cdef int label_islands(MeshData* mesh) except -1 nogil:
    """Islands by union-find over the tiles' components, joined by stitched edges and links. Labels follow the order of the tiles and
    of the components in them."""
    cdef vector[int32_t] parent
    cdef const TileRecord* record
    cdef int32_t i, k, root, count = 0
    cdef size_t t, side, j
    parent.resize(mesh.islands.size())
    for i in range(<int32_t>parent.size()):
        parent[i] = i
        mesh.islands[i] = -1
    for t in range(mesh.records.size()):
        for side in range(1, 3):
            for j in range(mesh.records[t].joined_components[side].size()):
                unite(parent.data(), mesh.records[t].joined_components[side][j].first,
                      mesh.records[t].joined_components[side][j].second)
    for t in range(mesh.links.size()):
        if mesh.links[t].start_poly != NO_POLY and mesh.links[t].end_poly != NO_POLY:
            unite(parent.data(), mesh.polys[mesh.links[t].start_poly].component, mesh.polys[mesh.links[t].end_poly].component)
    for t in range(mesh.records.size()):
        record = &mesh.records[t]
        for k in range(record.components.first, record.components.first + record.components.count):
            root = root_of(parent.data(), k)
            if mesh.islands[root] < 0:
                mesh.islands[root] = count
                count += 1
            mesh.islands[k] = mesh.islands[root]
    mesh.view.island_count = count
    update_view(mesh)
    return 0
