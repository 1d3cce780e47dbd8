"""A tile as bytes: written, read, and checked in full as it is read."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from libcpp.vector cimport vector

from navpy.base.area cimport AREA_COUNT
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport surface_start
from navpy.mesh.mesh_view cimport DEFAULT_FLAGS, MeshView, Poly
from navpy.mesh.tiles.tile_data cimport SIDE_COUNT, SIDE_NONE, borrow_tile, find_components
from navpy.mesh.topology cimport FAULT_NONE, FAULT_TWIN, PolyShape, check_detail, check_indices, check_vertices, measure_shape


cdef inline uint64_t fold(uint64_t value, uint64_t word) noexcept nogil:
    value = (value ^ word) * 0x9E3779B97F4A7C15ULL
    return value ^ value >> 32


cdef uint64_t hash_bytes(const uint8_t* data, int64_t size) noexcept nogil:
    """A checksum of 64 bits, eight bytes at a time: xor, multiply by the golden ratio's odd 64 bits, fold. Each step is a bijection,
    so every change within eight bytes changes the checksum."""
    cdef uint64_t value = <uint64_t>size
    cdef uint64_t words[4]
    while size >= 32:
        memcpy(words, data, 32)
        value = fold(fold(fold(fold(value, words[0]), words[1]), words[2]), words[3])
        data += 32
        size -= 32
    while size > 0:
        words[0] = 0
        memcpy(words, data, min(size, 8))
        value = fold(value, words[0])
        data += 8
        size -= 8
    return value


cdef int write_bytes(vector[uint8_t]* out, const void* data, int64_t size) except -1 nogil:
    cdef size_t end = out.size()
    out.resize(end + size)
    if size > 0:
        memcpy(out.data() + end, data, size)
    return 0


cdef bint read_bytes(ByteReader* reader, void* out, int64_t size) noexcept nogil:
    if size < 0 or size > reader.left:
        return False
    if size > 0:
        memcpy(out, reader.at, size)
    reader.at += size
    reader.left -= size
    return True


cdef int64_t padding(int64_t ints, int64_t bytes_) noexcept nogil:
    return -(4 * ints + bytes_) & 7


cdef int write_tile(const TileData* tile, vector[uint8_t]* out) except -1 nogil:
    """See docs/file-format.md; a multiple of eight bytes."""
    cdef TileHead head
    cdef vector[int32_t] table
    cdef int64_t zero = 0
    cdef size_t i
    head.x, head.z, head.vertices = tile.x, tile.z, <int32_t>(tile.vertices.size() // 3)
    head.polys, head.corners = <int32_t>tile.polys.size(), <int32_t>tile.corners.size()
    head.detail = <int32_t>(tile.detail.size() // 3)
    for i in range(tile.polys.size()):
        table.push_back(tile.polys[i].count)
    for i in range(tile.polys.size()):
        table.push_back(<int32_t>(tile.polys[i].area | <uint32_t>(tile.polys[i].flags ^ DEFAULT_FLAGS) << 16))
    for i in range(tile.polys.size()):
        table.push_back(tile.polys[i].detail_count)
    write_bytes(out, &head, sizeof(head))
    write_bytes(out, tile.vertices.data(), 8 * tile.vertices.size())
    write_bytes(out, table.data(), 4 * table.size())
    write_bytes(out, tile.corners.data(), 4 * tile.corners.size())
    write_bytes(out, tile.twins.data(), 4 * tile.twins.size())
    write_bytes(out, tile.detail.data(), 4 * tile.detail.size())
    write_bytes(out, tile.portals.data(), tile.portals.size())
    write_bytes(out, &zero, padding(table.size() + 2 * tile.corners.size() + tile.detail.size(), tile.portals.size()))
    return 0


cdef int64_t bytes_after(const TileHead* head) noexcept nogil:
    cdef int64_t ints = 3 * <int64_t>head.polys + 2 * <int64_t>head.corners + 3 * <int64_t>head.detail
    return 24 * <int64_t>head.vertices + 4 * ints + head.corners + padding(ints, head.corners)


cdef const char* read_head(ByteReader* reader, TileHead* head) noexcept nogil:
    """Read the head; NULL where as many bytes follow as it says, else what is wrong."""
    if not read_bytes(reader, head, sizeof(TileHead)):
        return b"it ends within a tile"
    if head.vertices < 0 or head.polys < 0 or head.corners < 0 or head.detail < 0:
        return b"a tile has a negative count"
    if bytes_after(head) > reader.left:
        return b"a tile's counts ask for more bytes than there are"
    return NULL


cdef bint skip_tile(ByteReader* reader, TileHead* head) noexcept nogil:
    """Read a tile's head alone; false where it is not sound."""
    if read_head(reader, head) != NULL:
        return False
    reader.at += bytes_after(head)
    reader.left -= bytes_after(head)
    return True


cdef const char* read_polys(TileData* tile, const int32_t* table, int64_t corner_count, int64_t detail_count) noexcept nogil:
    """Turn counts into ranges; NULL where they fit, else what does not."""
    cdef int64_t first = 0, detail_first = 0, count = tile.polys.size(), i
    cdef Poly* poly
    for i in range(count):
        poly = &tile.polys[i]
        memset(poly, 0, sizeof(Poly))
        poly.first, poly.count, poly.first_link = <int32_t>first, table[i], -1
        poly.area, poly.flags = table[count + i] & 0xffff, (<uint32_t>table[count + i] >> 16) ^ DEFAULT_FLAGS
        poly.detail_first, poly.detail_count = <int32_t>detail_first, table[2 * count + i]
        if poly.count < 3 or poly.detail_count < 0:
            return b"a polygon has fewer than 3 corners"
        if poly.area >= AREA_COUNT:
            return b"a polygon's area id is not 0 to 63"
        first += poly.count
        detail_first += poly.detail_count
        if first > corner_count or detail_first > detail_count:
            return b"its polygons have more corners or detail triangles than it has itself"
    if first != corner_count or detail_first != detail_count:
        return b"its polygons have fewer corners or detail triangles than it has itself"
    return NULL


cdef const char* check_polys(TileData* tile, Fault* fault) noexcept nogil:
    """NULL where each polygon by itself is as finish_tile leaves it, else what is wrong."""
    cdef MeshView view
    cdef PolyShape shape
    cdef int32_t i
    borrow_tile(tile, &view)
    if not (check_vertices(&view, fault) and check_indices(&view, fault)):
        return b""
    for i in range(view.poly_count):
        if not (measure_shape(&view, i, 1.0, &shape, fault) and check_detail(&view, i, shape.clockwise_area2, fault)):
            return b""
        if shape.in_line:
            shape.least = surface_start(view.vertices, view.corners + view.polys[i].first, view.polys[i].count)
        if shape.least != 0:
            return b"a polygon does not begin where its surface does"
    return NULL


cdef const char* check_twins_and_portals(TileData* tile, int32_t* ends) noexcept nogil:
    """Fill in the end vertex of each edge, and the neighbors from the twins. NULL where each twin is an edge and no edge with a twin
    is a portal, else what is wrong."""
    cdef const Poly* poly
    cdef const int32_t* corners = tile.corners.data()
    cdef const int32_t* twins = tile.twins.data()
    cdef const int8_t* portals = tile.portals.data()
    cdef PolyRef* neighbors = tile.neighbors.data()
    cdef int32_t i, k, last, corner_count = <int32_t>tile.corners.size()
    cdef bint leads_out
    for k in range(corner_count):
        neighbors[k] = NO_POLY
    for i in range(<int32_t>tile.polys.size()):
        poly = tile.polys.data() + i
        last = poly.first + poly.count - 1
        leads_out = False
        for k in range(poly.first, last + 1):
            ends[k] = corners[k + 1 if k < last else poly.first]
            if portals[k] != SIDE_NONE:
                leads_out = True
                if twins[k] != -1 or portals[k] < SIDE_NONE or portals[k] >= SIDE_COUNT:
                    return b"an edge's portal is no side of a tile, or it has a twin too"
            if <uint32_t>twins[k] < <uint32_t>corner_count:
                neighbors[twins[k]] = i
            elif twins[k] != -1:
                return b"an edge's twin is out of range"
        if leads_out and poly.detail_count == 0:
            return b"a polygon with a portal has no detail triangles"
    return NULL


cdef bint check_edges(const TileData* tile, const int32_t* ends, Fault* fault) noexcept nogil:
    """Twins name each other and hold the same two vertices in opposite order."""
    cdef const Poly* poly
    cdef const int32_t* corners = tile.corners.data()
    cdef const int32_t* twins = tile.twins.data()
    cdef const PolyRef* neighbors = tile.neighbors.data()
    cdef int32_t i, k, twin
    for i in range(<int32_t>tile.polys.size()):
        poly = tile.polys.data() + i
        for k in range(poly.first, poly.first + poly.count):
            twin = twins[k]
            if twin >= 0 and (twins[twin] != k or neighbors[k] == i or ends[twin] != corners[k] or ends[k] != corners[twin]):
                fault.kind, fault.poly, fault.other, fault.a, fault.b = FAULT_TWIN, i, neighbors[k], corners[k], ends[k]
                return False
    return True


cdef int read_tile(ByteReader* reader, TileData* tile, vector[int32_t]* scratch, const char** wrong, Fault* fault) except -1 nogil:
    """Read and check one tile. wrong: NULL where it is sound, else what is wrong with it; b"" where the fault says so."""
    cdef TileHead head
    cdef int64_t zero = 0
    wrong[0] = read_head(reader, &head)
    fault.kind = FAULT_NONE
    if wrong[0] != NULL:
        return 0
    tile.x, tile.z = head.x, head.z
    tile.vertices.resize(3 * <size_t>head.vertices)
    tile.polys.resize(head.polys)
    scratch.resize(3 * <size_t>head.polys)
    tile.corners.resize(head.corners)
    tile.twins.resize(head.corners)
    tile.neighbors.resize(head.corners)
    tile.portals.resize(head.corners)
    tile.detail.resize(3 * <size_t>head.detail)
    read_bytes(reader, tile.vertices.data(), 8 * tile.vertices.size())      # read_head has checked that as many bytes are left
    read_bytes(reader, scratch.data(), 4 * scratch.size())
    read_bytes(reader, tile.corners.data(), 4 * tile.corners.size())
    read_bytes(reader, tile.twins.data(), 4 * tile.twins.size())
    read_bytes(reader, tile.detail.data(), 4 * tile.detail.size())
    read_bytes(reader, tile.portals.data(), tile.portals.size())
    read_bytes(reader, &zero, padding(scratch.size() + 2 * tile.corners.size() + tile.detail.size(), tile.portals.size()))
    if zero != 0:
        wrong[0] = b"the bytes that fill a tile up are not 0"
        return 0
    wrong[0] = read_polys(tile, scratch.data(), head.corners, head.detail)
    if wrong[0] == NULL:
        wrong[0] = check_polys(tile, fault)
    if wrong[0] == NULL:
        scratch.resize(head.corners)
        wrong[0] = check_twins_and_portals(tile, scratch.data())
    if wrong[0] == NULL and not check_edges(tile, scratch.data(), fault):
        wrong[0] = b""
    if wrong[0] == NULL:
        find_components(tile, scratch)
    return 0
