"""What a NavMesh holds, for Python: vertices, polygons, their neighbors and islands, sizes."""
from libc.stdint cimport int32_t

from navpy.mesh.mesh_view cimport Poly, fan_pivot, island_of, surface_at, surface_size
from navpy.mesh.topology cimport clockwise_poly_area2

from array import array


cdef class MeshOwner:
    """Base of NavMesh."""

    @property
    def version(self):
        """Counts the changes of the mesh; 1 for a new one."""
        return self.view.version

    def polygon(self, Py_ssize_t index):
        """Vertex indices of a polygon, counter-clockwise seen from above; it may begin with another than it was made
        with, as the first corner shapes the surface."""
        if index < 0 or index >= self.view.poly_count:
            raise IndexError(f"polygon {index}: there are {self.view.poly_count}")
        cdef const Poly* poly = &self.view.polys[index]
        return tuple([self.view.corners[poly.first + i] for i in range(poly.count)])

    @property
    def vertices(self):
        """float64 (n, 3), meters, what only surfaces use and free places included; a copy."""
        import numpy as np
        cdef double[:, ::1] rows
        if self.view.vertex_count == 0:
            return np.zeros((0, 3))
        rows = <double[:self.view.vertex_count, :3]>self.data.vertices.data()
        return np.array(rows)

    @property
    def polygons(self):
        """Vertex indices, a tuple a polygon."""
        return [self.polygon(i) for i in range(self.view.poly_count)]

    @property
    def areas(self):
        """int32 (n,), area id a polygon."""
        import numpy as np
        return np.array([self.view.polys[i].area for i in range(self.view.poly_count)], dtype=np.int32)

    @property
    def islands(self):
        """int32 (n,), a label a polygon: those that reach each other carry the same, 0 … island_count−1; −1 a free
        place."""
        import numpy as np
        return np.array([island_of(&self.view, <int32_t>i) if self.view.polys[i].count else -1
                         for i in range(self.view.poly_count)], dtype=np.int32)

    @property
    def neighbors(self):
        """Polygon across each edge, −1 at a wall, a tuple a polygon; edge i runs from corner i to corner i+1."""
        cdef const Poly* poly
        rows = []
        for i in range(self.view.poly_count):
            poly = &self.view.polys[i]
            rows.append(tuple([self.view.neighbors[poly.first + k] for k in range(poly.count)]))
        return rows

    @property
    def triangles(self):
        """Vertex indices of the polygons cut into triangles, array("i"), three a triangle; heights are those of its planes."""
        cdef int32_t pivot, i, k
        cdef int32_t triangle[3]
        out = array("i")
        for i in range(self.view.poly_count):
            pivot = fan_pivot(&self.view, i)
            for k in range(surface_size(&self.view, i)):
                surface_at(&self.view, i, pivot, k, triangle)
                out.extend((triangle[0], triangle[1], triangle[2]))
        return out

    @property
    def area(self):
        """m² in the ground plane: a slope counts as its shadow at noon, floors over each other count each."""
        cdef double sum = 0.0
        for i in range(self.view.poly_count):
            if self.view.polys[i].count:
                sum -= 0.5 * clockwise_poly_area2(&self.view, &self.view.polys[i])
        return sum

    @property
    def bounds(self):
        """((x, y, z) least, (x, y, z) greatest) of the vertices, meters; None without vertices."""
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
        """Polygons, free places not counted."""
        return sum([self.view.tiles[i].poly_count for i in range(self.view.tile_count)])

    @property
    def vertex_count(self):
        """Vertices, free places included."""
        return self.view.vertex_count

    @property
    def island_count(self):
        return self.view.island_count

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
