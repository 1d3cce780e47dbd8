"""One tile of a navmesh: its polygons checked and linked to each other."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from libcpp.algorithm cimport reverse, rotate
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport surface_pivot, surface_start, surface_triangle
from navpy.base.area cimport AREA_COUNT, AREA_WALKABLE
from navpy.mesh.mesh_view cimport BY_HAND, DEFAULT_FLAGS, MeshView, OffMeshLink, Poly
from navpy.mesh.off_mesh_link cimport StoredLink, list_links, read_link, restore_link, store_link
from navpy.mesh.topology cimport (FAULT_NONE, FAULT_TWIN, Fault, Shape, check_detail, check_indices, check_vertices,
                                  clockwise_poly_area2, fault_message, link_polys, measure_shape)
from navpy.base.union_find cimport unite


# ---- a sound tile ----

cdef void borrow_tile(TileData* tile, MeshView* view) noexcept nogil:
    """A view of the tile as a whole mesh, with the arrays that topology reads."""
    memset(view, 0, sizeof(MeshView))
    view.vertices, view.vertex_count = tile.vertices.data(), <int32_t>(tile.vertices.size() // 3)
    view.polys, view.poly_count = tile.polys.data(), <int32_t>tile.polys.size()
    view.corners, view.corner_count = tile.corners.data(), <int32_t>tile.corners.size()
    view.neighbors, view.twins = tile.neighbors.data(), tile.twins.data()
    view.detail_triangles = tile.detail.data()


cdef int rotate_corners(TileData* tile, const Poly* poly) except -1 nogil:
    """Rotate the polygon to begin at the corner that shapes its surface."""
    cdef int32_t first = poly.first, middle, last = poly.first + poly.count
    middle = first + surface_start(tile.vertices.data(), tile.corners.data() + first, poly.count)
    rotate(tile.corners.begin() + first, tile.corners.begin() + middle, tile.corners.begin() + last)
    rotate(tile.portals.begin() + first, tile.portals.begin() + middle, tile.portals.begin() + last)
    return 0


cdef int add_detail_triangles(TileData* tile) except -1 nogil:
    """Polygons with a portal get the fan of their surface as detail triangles, which corners that stitching adds do not change."""
    cdef vector[int32_t] detail
    cdef Poly* poly
    cdef int32_t i, k, t, pivot
    cdef int32_t triangle[3]
    cdef bint portal
    for i in range(<int32_t>tile.polys.size()):
        poly = &tile.polys[i]
        portal = False
        for k in range(poly.first, poly.first + poly.count):
            portal = portal or tile.portals[k] != SIDE_NONE
        t = <int32_t>(detail.size() // 3)
        for k in range(3 * poly.detail_first, 3 * (poly.detail_first + poly.detail_count)):
            detail.push_back(tile.detail[k])
        if portal and poly.detail_count == 0:
            pivot = surface_pivot(tile.vertices.data(), tile.corners.data() + poly.first, poly.count)
            for k in range(1, poly.count - 1):
                surface_triangle(k, pivot, poly.count, triangle)
                detail.push_back(tile.corners[poly.first + triangle[0]])
                detail.push_back(tile.corners[poly.first + triangle[1]])
                detail.push_back(tile.corners[poly.first + triangle[2]])
        poly.detail_first, poly.detail_count = t, <int32_t>(detail.size() // 3) - t
    tile.detail.swap(detail)
    return 0


cdef int find_components(TileData* tile, vector[int32_t]* parent) except -1 nogil:
    """Number the connected components in the order of their lowest polygon, which is each one's root. parent: scratch."""
    cdef Poly* polys = tile.polys.data()
    cdef int32_t* parents
    cdef int32_t i, k, count = <int32_t>tile.polys.size()
    parent.resize(count)
    parents = parent.data()
    for i in range(count):
        parents[i] = i
        for k in range(polys[i].first, polys[i].first + polys[i].count):
            if 0 <= tile.neighbors[k] < i:
                unite(parents, tile.neighbors[k], i)
    tile.component_count = 0
    for i in range(count):
        if parents[i] == i:
            polys[i].component = tile.component_count
            tile.component_count += 1
        else:
            polys[i].component = polys[parents[i]].component
    return 0


cdef bint finish_tile(TileData* tile, bint flip, Fault* fault) except -1 nogil:
    """Check the polygons, rotate each to the corner that shapes its surface, and find neighbors and components. flip: reverse clockwise
    polygons first, for tiles without portals. False where there is a fault. An edge that two polygons share is no portal."""
    cdef MeshView view
    cdef vector[int32_t] parent
    cdef Shape shape
    cdef int32_t i, k
    tile.portals.resize(tile.corners.size(), SIDE_NONE)
    tile.neighbors.resize(tile.corners.size())
    tile.twins.resize(tile.corners.size())
    borrow_tile(tile, &view)
    fault.kind = FAULT_NONE
    if not (check_vertices(&view, fault) and check_indices(&view, fault)):
        return False
    for i in range(view.poly_count):
        if flip and clockwise_poly_area2(&view, &tile.polys[i]) > 0.0:
            reverse(tile.corners.begin() + tile.polys[i].first,
                    tile.corners.begin() + tile.polys[i].first + tile.polys[i].count)
        rotate_corners(tile, &tile.polys[i])
        if not (measure_shape(&view, i, 1.0, &shape, fault) and check_detail(&view, i, shape.clockwise_area2, fault)):
            return False
    if not link_polys(&view, tile.neighbors.data(), tile.twins.data(), fault):
        return False
    for k in range(view.corner_count):
        if tile.twins[k] >= 0:
            tile.portals[k] = SIDE_NONE
    add_detail_triangles(tile)
    find_components(tile, &parent)
    return True


# ---- bytes ----

cdef enum:
    TILE_VERSION = 2

cdef bytes TILE_MAGIC = b"NAVPYTIL"


cdef inline uint64_t fold(uint64_t value, uint64_t word) noexcept nogil:
    value = (value ^ word) * 0x9E3779B97F4A7C15ULL
    return value ^ value >> 32


cdef uint64_t hash_bytes(const uint8_t* data, int64_t size) noexcept nogil:
    """A checksum of 64 bits, eight bytes at a time: xor, multiply by the golden ratio's odd 64 bits, fold. Each step is a bijection, so
    every change within eight bytes changes the checksum."""
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
    cdef Shape shape
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
    """Fill in the end vertex of each edge, and the neighbors from the twins. NULL where each twin is an edge and no edge with a twin is a
    portal, else what is wrong."""
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


# ---- Python ----

cdef class NavMeshTile:
    """NavMeshTile(vertices, offsets, corners, areas=None, portals=None, detail_offsets=None, detail_triangles=None, *, flags=None, x=0, z=0)

    One tile of a bake: plain data for a NavMesh, which can be sent between processes. Links are added by `with_links`.

    Tiles are equal where their bytes are.

    Parameters
    ----------
    vertices : float64 (n, 3)
        Meters, Y up: corners, then vertices that only the surface uses.
    offsets : int32 (polygons + 1,)
        Polygon i has the corners offsets[i] … offsets[i + 1] − 1.
    corners : int32
        Vertex indices, counter-clockwise seen from above.
    areas : int32 (polygons,), optional
        Area ids 0 … 63; 63 by default.
    portals : int8, optional
        Parallel to corners: the side of the tile that the edge leads across, 0 −x, 1 +z, 2 +x, 3 −z, or −1. An edge between two polygons of the
        tile leads across no side.
    detail_offsets : int32 (polygons + 1,), optional
        Polygon i has the triangles detail_offsets[i] … detail_offsets[i + 1] − 1; none where its surface is the fan of its corners.
    detail_triangles : int32 (3 × triangles,), optional
        Vertex indices, counter-clockwise seen from above. Together the triangles cover the polygon.
    flags : int32 (polygons,), optional
        Flags 0 … 0xffff, which filters include or exclude; 1 by default.
    x, z : int
        Tile coordinates.

    Raises
    ------
    ValueError
        The first fault of a polygon, as of `NavMesh`.

    Notes
    -----
    All arrays are buffers of exactly these types, and are copied; numpy is not needed.
    """

    def __cinit__(self, const double[:, ::1] vertices=None, const int32_t[::1] offsets=None, const int32_t[::1] corners=None,
                  const int32_t[::1] areas=None, const int8_t[::1] portals=None, const int32_t[::1] detail_offsets=None,
                  const int32_t[::1] detail_triangles=None, *, const int32_t[::1] flags=None, int32_t x=0, int32_t z=0, bint _flip=False):
        cdef Fault fault
        cdef bint good
        self.data.x, self.data.z = x, z
        read_outlines(&self.data, vertices, offsets, corners)
        read_rest(&self.data, areas, portals, detail_offsets, detail_triangles)
        read_flags(&self.data, flags)
        with nogil:
            good = finish_tile(&self.data, _flip, &fault)
        if not good:
            raise ValueError(fault_message(&fault))

    def to_bytes(self):
        """bytes: the tile, little-endian, with a version and a checksum; see `from_bytes` and docs/file-format.md."""
        cdef vector[uint8_t] body
        cdef uint64_t head[2]
        cdef StoredLink stored
        cdef size_t i
        write_tile(&self.data, &body)
        for i in range(self.directions.size()):
            store_link(&self.directions[i], &stored)
            write_bytes(&body, &stored, sizeof(stored))
        head[0], head[1] = TILE_VERSION, hash_bytes(body.data(), body.size())
        return TILE_MAGIC + (<const char*>head)[:sizeof(head)] + (<const char*>body.data())[:body.size()]

    @staticmethod
    def from_bytes(const uint8_t[::1] data not None):
        """The tile of these bytes.

        Parameters
        ----------
        data : bytes
            From `to_bytes`.

        Returns
        -------
        NavMeshTile

        Raises
        ------
        ValueError
            Bytes that are no tile, are damaged, or have another version.
        """
        cdef NavMeshTile tile = NavMeshTile.__new__(NavMeshTile)
        cdef ByteReader reader
        cdef StoredLink stored
        cdef OffMeshLink direction
        cdef uint64_t head[2]
        cdef vector[int32_t] scratch
        cdef Fault fault
        cdef const char* wrong
        if data.shape[0] < 24 or bytes(data[:8]) != TILE_MAGIC:
            raise ValueError("tile data: does not begin as a tile does")
        reader.at, reader.left = &data[0] + 8, data.shape[0] - 8
        read_bytes(&reader, head, sizeof(head))
        if head[0] != TILE_VERSION:
            raise ValueError(f"tile data: has format {head[0]}, this program reads {TILE_VERSION}")
        if head[1] != hash_bytes(reader.at, reader.left):
            raise ValueError("tile data: the checksum is wrong, it is damaged")
        with nogil:
            read_tile(&reader, &tile.data, &scratch, &wrong, &fault)
        if wrong != NULL:
            raise ValueError(f"tile data: {wrong.decode() or fault_message(&fault)}")
        if reader.left % sizeof(StoredLink) != 0:
            raise ValueError(f"tile data: {reader.left} bytes behind the polygons are no whole number of links")
        while read_bytes(&reader, &stored, sizeof(stored)):
            if not restore_link(&stored, &direction) or direction.of_tile == BY_HAND:
                raise ValueError("tile data: a link's numbers are out of range")
            tile.directions.push_back(direction)
        return tile

    def with_links(self, links):
        """The tile with other links.

        Parameters
        ----------
        links : iterable of OffMeshLink
            They begin on the edges of the tile, and replace its own.

        Returns
        -------
        NavMeshTile
        """
        cdef NavMeshTile tile = NavMeshTile.__new__(NavMeshTile)
        tile.data = self.data
        for one in links:
            read_link(one, 0.5, &tile.directions, True)
        return tile

    def __reduce__(self):
        return NavMeshTile.from_bytes, (self.to_bytes(),)

    def __eq__(self, other):
        return self.to_bytes() == other.to_bytes() if isinstance(other, NavMeshTile) else NotImplemented

    def __hash__(self):
        return hash(self.to_bytes())

    def __repr__(self):
        return f"<NavMeshTile ({self.x}, {self.z}) of {self.polygon_count} polygons>"

    @property
    def x(self):
        """Tile coordinate along x."""
        return self.data.x

    @property
    def z(self):
        """Tile coordinate along z."""
        return self.data.z

    @property
    def polygon_count(self):
        return <Py_ssize_t>self.data.polys.size()

    @property
    def vertices(self):
        """float64 (n, 3), meters; a copy."""
        import numpy as np
        return np.array(self.data.vertices, dtype=np.float64).reshape(-1, 3)

    @property
    def polygons(self):
        """list of tuple: vertex indices of each polygon. A polygon may begin with another corner than it was given with."""
        return [tuple([self.data.corners[poly.first + i] for i in range(poly.count)]) for poly in self.data.polys]

    @property
    def portals(self):
        """Side that each edge leads across, −1 none, a tuple a polygon; edge i runs from corner i to corner i+1."""
        return [tuple([self.data.portals[poly.first + i] for i in range(poly.count)]) for poly in self.data.polys]

    @property
    def areas(self):
        """int32 (n,), area id a polygon."""
        import numpy as np
        return np.array([poly.area for poly in self.data.polys], dtype=np.int32)

    @property
    def flags(self):
        """uint16 (n,), flags of each polygon."""
        import numpy as np
        return np.array([poly.flags for poly in self.data.polys], dtype=np.uint16)

    @property
    def links(self):
        """Its OffMeshLinks, a list: they come into a mesh and go with the tile."""
        return list_links(&self.directions, 0)

    @property
    def detail_triangles(self):
        """Vertex indices of each polygon's detail triangles, a list of triples a polygon; polygons with a portal always
        have some."""
        return [[tuple([self.data.detail[3 * (poly.detail_first + i) + k] for k in range(3)]) for i in range(poly.detail_count)]
                for poly in self.data.polys]


cdef int read_outlines(TileData* tile, const double[:, ::1] vertices, const int32_t[::1] offsets,
                       const int32_t[::1] corners) except -1:
    cdef Poly poly
    cdef Py_ssize_t i
    if vertices is not None and vertices.shape[0]:
        if vertices.shape[1] != 3:
            raise ValueError(f"vertices: must have 3 coordinates a vertex, have {vertices.shape[1]}")
        if vertices.shape[0] > 0x3fffffff:
            raise ValueError(f"vertices: at most {0x3fffffff}, are {vertices.shape[0]}")
        tile.vertices.assign(&vertices[0, 0], &vertices[0, 0] + 3 * vertices.shape[0])
    if corners is not None and corners.shape[0]:
        if corners.shape[0] > 0x3fffffff:
            raise ValueError(f"corners: at most {0x3fffffff}, are {corners.shape[0]}")
        tile.corners.assign(&corners[0], &corners[0] + corners.shape[0])
    if offsets is None or offsets.shape[0] == 0:
        if tile.corners.size():
            raise ValueError(f"offsets: missing for {tile.corners.size()} corners")
        return 0
    if offsets[0] != 0 or offsets[offsets.shape[0] - 1] != <Py_ssize_t>tile.corners.size():
        raise ValueError(f"offsets: must run from 0 to the {tile.corners.size()} corners, run from "
                         f"{offsets[0]} to {offsets[offsets.shape[0] - 1]}")
    memset(&poly, 0, sizeof(Poly))
    poly.area, poly.flags, poly.first_link = AREA_WALKABLE, DEFAULT_FLAGS, -1
    for i in range(offsets.shape[0] - 1):
        poly.first, poly.count = offsets[i], offsets[i + 1] - offsets[i]
        if not (0 <= offsets[i] <= offsets[i + 1]):
            raise ValueError(f"offsets: must not decrease, do at polygon {i}")
        tile.polys.push_back(poly)
    return 0


cdef int read_flags(TileData* tile, const int32_t[::1] flags) except -1:
    cdef Py_ssize_t i, count = tile.polys.size()
    if flags is None:
        return 0
    if flags.shape[0] != count:
        raise ValueError(f"flags: must be one a polygon, are {flags.shape[0]} for {count} polygons")
    for i in range(count):
        if not 0 <= flags[i] <= 0xffff:
            raise ValueError(f"flags: must be 0 … {0xffff:#x}, polygon {i} has {flags[i]}")
        tile.polys[i].flags = <uint16_t>flags[i]
    return 0


cdef int read_rest(TileData* tile, const int32_t[::1] areas, const int8_t[::1] portals, const int32_t[::1] detail_offsets,
                   const int32_t[::1] detail_triangles) except -1:
    cdef Py_ssize_t i, count = tile.polys.size(), triangles = 0
    if areas is not None:
        if areas.shape[0] != count:
            raise ValueError(f"areas: must be one a polygon, are {areas.shape[0]} for {count} polygons")
        for i in range(count):
            if not 0 <= areas[i] < AREA_COUNT:
                raise ValueError(f"areas: must be 0 … {AREA_COUNT - 1}, polygon {i} has {areas[i]}")
            tile.polys[i].area = areas[i]
    if portals is not None:
        if portals.shape[0] != <Py_ssize_t>tile.corners.size():
            raise ValueError(f"portals: must be one a corner, are {portals.shape[0]} for {tile.corners.size()} corners")
        for i in range(portals.shape[0]):
            if not SIDE_NONE <= portals[i] < SIDE_COUNT:
                raise ValueError(f"portals: must be −1 or a side 0 … 3, corner {i} has {portals[i]}")
            tile.portals.push_back(portals[i])
    if detail_triangles is not None and detail_triangles.shape[0]:
        triangles = detail_triangles.shape[0] // 3
        if detail_triangles.shape[0] % 3 or triangles > 0x3fffffff:
            raise ValueError(f"detail_triangles: must be 3 a triangle, are {detail_triangles.shape[0]}")
        tile.detail.assign(&detail_triangles[0], &detail_triangles[0] + detail_triangles.shape[0])
    if detail_offsets is None:
        if triangles:
            raise ValueError(f"detail_offsets: missing for {triangles} detail triangles")
        return 0
    if detail_offsets.shape[0] != count + 1 or detail_offsets[0] != 0 or detail_offsets[count] != triangles:
        raise ValueError(f"detail_offsets: must be {count + 1} that run from 0 to the {triangles} detail triangles")
    for i in range(count):
        tile.polys[i].detail_first, tile.polys[i].detail_count = detail_offsets[i], detail_offsets[i + 1] - detail_offsets[i]
        if not (0 <= detail_offsets[i] <= detail_offsets[i + 1]):
            raise ValueError(f"detail_offsets: must not decrease, do at polygon {i}")
    return 0
