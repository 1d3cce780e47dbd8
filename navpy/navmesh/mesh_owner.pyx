"""What a NavMesh holds, for Python: vertices, polygons, their neighbors and islands, sizes."""
from libc.stdint cimport int32_t

from navpy.base.core cimport PolyRef
from navpy.base.guard cimport Inside, read
from navpy.mesh.mesh_view cimport Poly, fan_pivot, island_of, still_there, surface_at, surface_size, tile_at
from navpy.mesh.topology cimport clockwise_poly_area2

from array import array


cdef object read_only(values, dtype, columns=0):
    import numpy as np
    rows = np.array(values, dtype=dtype)
    if columns:
        rows = rows.reshape(-1, columns)
    rows.setflags(write=False)
    return rows


def list_vertices(MeshOwner mesh):
    cdef double[::1] coordinates
    if mesh.view.vertex_count == 0:
        return read_only([], "float64", 3)
    coordinates = <double[:3 * <Py_ssize_t>mesh.view.vertex_count]>mesh.data.vertices.data()
    return read_only(coordinates, "float64", 3)


def list_polygons(MeshOwner mesh):
    return tuple([mesh.polygon(i) for i in range(mesh.view.poly_count)])


def list_areas(MeshOwner mesh):
    return read_only([mesh.view.polys[i].area for i in range(mesh.view.poly_count)], "int32")


def list_flags(MeshOwner mesh):
    return read_only([mesh.view.polys[i].flags for i in range(mesh.view.poly_count)], "uint16")


def list_islands(MeshOwner mesh):
    return read_only([island_of(&mesh.view, <int32_t>i) if mesh.view.polys[i].count else -1 for i in range(mesh.view.poly_count)],
                     "int32")


def list_neighbors(MeshOwner mesh):
    cdef const Poly* poly
    rows = []
    for i in range(mesh.view.poly_count):
        poly = &mesh.view.polys[i]
        rows.append(tuple([mesh.view.neighbors[poly.first + k] for k in range(poly.count)]))
    return tuple(rows)


def list_triangles(MeshOwner mesh):
    cdef int32_t pivot, i, k
    cdef int32_t triangle[3]
    corners = array("i")
    for i in range(mesh.view.poly_count):
        pivot = fan_pivot(&mesh.view, i)
        for k in range(surface_size(&mesh.view, i)):
            surface_at(&mesh.view, i, pivot, k, triangle)
            corners.extend((triangle[0], triangle[1], triangle[2]))
    return read_only(corners, "int32")


cdef class MeshOwner:
    """Base of NavMesh. Its arrays and tuples are kept until the mesh changes, so each access costs the same; the arrays are
    read-only."""

    def __cinit__(self, *_arguments, **_options):
        self.guard.name, self.guard.reading = b"the navmesh", b"searched"

    @property
    def version(self):
        """Counts the changes of the mesh; 1 for a new one."""
        return self.view.version

    def polygon(self, Py_ssize_t index):
        """tuple of int: vertex indices of a polygon, counter-clockwise seen from above; it may begin with another than it was made
        with, as the first corner shapes the surface."""
        cdef Inside inside
        read(&self.guard, &inside)
        if index < 0 or index >= self.view.poly_count:
            raise IndexError(f"polygon {index}: there are {self.view.poly_count}")
        cdef const Poly* poly = &self.view.polys[index]
        return tuple([self.view.corners[poly.first + i] for i in range(poly.count)])

    cdef object listed(self, str name, make):
        """What ``make`` lists of the mesh, kept until the mesh changes."""
        cdef Inside inside
        read(&self.guard, &inside)
        if self.listed_at != self.view.version:
            self.lists, self.listed_at = {}, self.view.version
        if name not in self.lists:
            self.lists[name] = make(self)
        return self.lists[name]

    @property
    def vertices(self):
        """float64 (n, 3), meters, what only surfaces use and free places included."""
        return self.listed("vertices", list_vertices)

    @property
    def polygons(self):
        """Vertex indices, a tuple a polygon, in a tuple."""
        return self.listed("polygons", list_polygons)

    @property
    def areas(self):
        """int32 (n,), area id a polygon."""
        return self.listed("areas", list_areas)

    @property
    def flags(self):
        """uint16 (n,), flags of each polygon, which filters include or exclude; 1 unless set, 0 of a free place."""
        return self.listed("flags", list_flags)

    @property
    def islands(self):
        """int32 (n,), a label a polygon: those that reach each other carry the same, 0 … island_count−1; −1 a free
        place."""
        return self.listed("islands", list_islands)

    @property
    def neighbors(self):
        """Polygon across each edge, −1 at a wall, a tuple a polygon, in a tuple; edge i runs from corner i to corner i+1."""
        return self.listed("neighbors", list_neighbors)

    @property
    def triangles(self):
        """int32 (3 n,), vertex indices of the polygons cut into triangles, three a triangle; heights are those of its planes."""
        return self.listed("triangles", list_triangles)

    def to_trimesh(self):
        """The surface as a trimesh.Trimesh, in meters with Y up.

        Its vertices are `vertices`, its faces the rows of `triangles`; face_attributes has the polygon, area and island of each face,
        int32.

        Raises
        ------
        ImportError
            trimesh is not installed; the message says how to.
        """
        import numpy as np
        from navpy.base.extras import require               # what it imports is not in the engine's library
        cdef Py_ssize_t i
        cdef Inside inside
        trimesh = require("trimesh")
        read(&self.guard, &inside)
        sizes = [surface_size(&self.view, <int32_t>i) for i in range(self.view.poly_count)]
        polygons = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
        return trimesh.Trimesh(self.vertices.copy(), self.triangles.reshape(-1, 3).copy(), process=False, face_attributes={
            "polygon": polygons, "area": self.areas[polygons], "island": self.islands[polygons]})

    @property
    def area(self):
        """m² of the projection on the ground plane; floors over each other count each."""
        cdef double sum = 0.0
        for i in range(self.view.poly_count):
            if self.view.polys[i].count:
                sum -= 0.5 * clockwise_poly_area2(&self.view, &self.view.polys[i])
        return sum

    @property
    def bounds(self):
        """((x, y, z), (x, y, z)) or None: least and greatest coordinates of the vertices, meters; None without vertices."""
        cdef double low[3]
        cdef double high[3]
        cdef int32_t k, i, tile
        cdef bint any = False
        for tile in range(self.view.tile_count):
            for i in range(self.data.records[tile].vertices.first, self.data.records[tile].vertices.first
                           + self.data.records[tile].vertices.count if self.view.tiles[tile].live else 0):
                for k in range(3):
                    low[k] = min(low[k], self.view.vertices[3 * <size_t>i + k]) if any else self.view.vertices[3 * <size_t>i + k]
                    high[k] = max(high[k], self.view.vertices[3 * <size_t>i + k]) if any else self.view.vertices[3 * <size_t>i + k]
                any = True
        return ((low[0], low[1], low[2]), (high[0], high[1], high[2])) if any else None

    @property
    def polygon_count(self):
        """Number of polygons, free places not counted."""
        return sum([self.view.tiles[i].poly_count for i in range(self.view.tile_count)])

    @property
    def vertex_count(self):
        """Number of vertices, free places included."""
        return self.view.vertex_count

    @property
    def island_count(self):
        """Number of islands: parts that no path leads between."""
        return self.view.island_count

    def find_tile(self, int32_t x, int32_t z):
        """Index of the tile in the mesh's arrays. ValueError: there is no such tile."""
        cdef int32_t tile = tile_at(&self.view, x, z) if self.view.tile_size > 0.0 else -1
        if tile < 0:
            raise ValueError(f"tile ({x}, {z}): there is none")
        return tile

    def tile_of(self, PolyRef poly):
        """(int, int): x and z of the polygon's tile. ValueError: there is no such polygon."""
        if not self.has_polygon(poly):
            raise ValueError(f"polygon {poly}: there is none")
        cdef int32_t tile = self.view.polys[poly].tile
        return self.view.tiles[tile].x, self.view.tiles[tile].z

    def tile_version(self, int32_t x, int32_t z):
        """int: the mesh's version when the tile was added. ValueError: there is no such tile."""
        cdef int32_t tile = self.find_tile(x, z)
        return self.view.tiles[tile].version

    def has_polygon(self, PolyRef poly, version=None):
        """Is there such a polygon, and was it already there at that version?"""
        return still_there(&self.view, poly, self.view.version if version is None else version)

    @property
    def tiles(self):
        """list of (int, int): x and z of all tiles, sorted; empty for a mesh that was not made from tiles."""
        cdef Inside inside
        read(&self.guard, &inside)
        return sorted([(self.view.tiles[i].x, self.view.tiles[i].z) for i in range(self.view.tile_count)
                       if self.view.tiles[i].live and self.view.tile_size > 0.0])

    @property
    def tile_size(self):
        """Meters; 0 for a mesh that was not made from tiles."""
        return self.view.tile_size

    @property
    def agent_radius(self):
        """Meters, as baked; 0 where unknown."""
        return self.view.agent_radius

    @property
    def agent_height(self):
        """Meters, as baked; 0 where unknown."""
        return self.view.agent_height

    @property
    def climb(self):
        """Meters: a floor this far above the feet is still the floor one stands on."""
        return self.view.climb
