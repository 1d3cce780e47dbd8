"""NavMeshTile: one tile of a navmesh for Python, made of arrays or of bytes."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memset
from libcpp.vector cimport vector

from navpy.base.area cimport AREA_COUNT, AREA_WALKABLE
from navpy.mesh.mesh_view cimport DEFAULT_FLAGS, Poly
from navpy.mesh.off_mesh_link cimport list_links, read_link
from navpy.mesh.tiles.stored_tile cimport read_stored_tile, write_stored_tile
from navpy.mesh.tiles.tile_data cimport SIDE_COUNT, SIDE_NONE, TileData, finish_tile
from navpy.mesh.topology cimport Fault, fault_message


cdef class NavMeshTile:
    """NavMeshTile(vertices, offsets, corners, areas=None, portals=None, detail_offsets=None, detail_triangles=None, *, flags=None,
    x=0, z=0)

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
        Parallel to corners: the side of the tile that the edge leads across, 0 −x, 1 +z, 2 +x, 3 −z, or −1. An edge between two
        polygons of the tile leads across no side.
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
                  const int32_t[::1] detail_triangles=None, *, const int32_t[::1] flags=None, int32_t x=0, int32_t z=0,
                  bint _flip=False):
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
        cdef vector[uint8_t] data
        write_stored_tile(&self.data, &self.directions, &data)
        return (<const char*>data.data())[:data.size()]

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
        cdef vector[int32_t] scratch
        cdef Fault fault
        cdef const char* wrong
        cdef const uint8_t* begin = &data[0] if data.shape[0] else NULL
        cdef int64_t size = data.shape[0]
        with nogil:
            read_stored_tile(begin, size, &tile.data, &tile.directions, &scratch, &wrong, &fault)
        if wrong != NULL:
            raise ValueError(f"tile data: {wrong.decode() or fault_message(&fault)}")
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
        for i, one in enumerate(links):
            read_link(one, i, 0.5, &tile.directions, True)
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
        """Polygons of the tile."""
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
