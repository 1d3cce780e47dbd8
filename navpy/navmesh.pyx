"""NavMesh: the class that owns a mesh, made from polygons or from bytes, and what Python sees of it."""
from libc.math cimport isfinite
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy
from libcpp.algorithm cimport reverse, rotate
from libcpp.vector cimport vector

from navpy.geom cimport is_point, surface_start
from navpy.location cimport Location, Reach, default_reach, fill_grid, first_broken_cell, locate, locate_nearest, size_grid
from navpy.mesh cimport AREA_COUNT, MeshView, Poly, fan_pivot, island_of, surface_at, surface_size
from navpy.topology cimport (Fault, check_indices, check_shape, check_topology, check_vertices, fault_message, find_centers,
                             label_islands, link, poly_area2)

from array import array

cdef enum:
    AREA_WALKABLE = 63


# ---- bytes ----

cdef struct Header:                     # as written, little-endian; no padding
    uint8_t magic[8]
    uint64_t checksum                   # of all that follows
    int32_t version
    int32_t vertex_count
    int32_t poly_count
    int32_t corner_count
    double agent_radius
    double agent_height
    double climb

cdef enum:
    FORMAT_VERSION = 1
    CHECKED_FROM = 16                   # bytes before the checksum's range

cdef bytes MAGIC = b"NAVPYMSH"


cdef uint64_t fnv1a(const uint8_t* data, size_t size) noexcept nogil:
    """FNV-1a, 64 bits (Fowler, Noll, Vo): each step is one-to-one, so no single changed byte goes unseen."""
    cdef uint64_t value = 14695981039346656037ULL
    cdef size_t i
    for i in range(size):
        value = (value ^ data[i]) * 1099511628211ULL
    return value


cdef int64_t body_size(const Header* head) noexcept nogil:
    return 24 * <int64_t>head.vertex_count + 8 * <int64_t>head.poly_count + 4 * <int64_t>head.corner_count


# ---- Python ----

cdef object query_find_path = None
cdef object query_find_paths = None


def register_query(find_path, find_paths):
    """Give NavMesh its methods ``find_path`` and ``find_paths``; navpy.query calls this when it is imported."""
    global query_find_path, query_find_paths
    query_find_path, query_find_paths = find_path, find_paths


cdef double measure(str name, value) except -1.0:
    cdef double number
    try:
        number = value
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: must be a number of metres, is {value!r}") from None
    if not (isfinite(number) and number >= 0.0):
        raise ValueError(f"{name}: must be a finite number of metres, not below 0, is {value}")
    return number


def area_ids(areas):
    """int32 (n,) from whatever numpy takes for whole numbers; ValueError for others, none is rounded or wrapped."""
    import numpy as np
    try:
        given = np.asarray(areas)
    except ValueError as error:
        raise ValueError(f"areas: cannot be read as numbers: {error}") from None
    if given.ndim != 1:
        raise ValueError(f"areas: must be one a polygon, have the shape {given.shape}")
    if given.size and (given.dtype.kind not in "iu" or given.min() < -2**31 or given.max() >= 2**31):
        raise ValueError(f"areas: must be 32-bit integers, are {given.dtype} such as {given[0]}")
    return np.ascontiguousarray(given, dtype=np.int32)


cdef int read_point(str name, point, double* out) except -1:
    """Three numbers of any kind; whether they are finite is for the caller to say."""
    try:
        x, y, z = point
        out[0], out[1], out[2] = x, y, z
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: must be three numbers, is {point!r}") from None
    return 0


cdef class NavMesh:
    """NavMesh(vertices=None, offsets=None, corners=None, areas=None, *, agent_radius=0, agent_height=0, climb=0)

    Convex polygons in space that agents walk on. It never changes once made; without polygons it is empty but valid.

    vertices: float64 (n, 3), metres, Y up. offsets: int32 (polygons + 1,), polygon i has the corners
    offsets[i] … offsets[i+1]−1. corners: int32, vertex indices, counter-clockwise seen from above. areas: int32, an area
    id a polygon, 63 (walkable ground) when left out. All are buffers of exactly that type and are copied; no numpy is
    needed. agent_radius, agent_height, climb: metres, what the mesh was baked for, 0 where unknown.

    Polygons are neighbours where they share both vertices of an edge; equal positions under different indices are not
    joined. ValueError, naming the polygon: a vertex that is not finite, an index out of range, fewer than 3 corners, a
    polygon that is degenerate, clockwise or not convex in the ground plane (corners in line are fine), an edge of more
    than two polygons or of two on the same side.
    """

    def __cinit__(self, const double[:, ::1] vertices=None, const int32_t[::1] offsets=None,
                  const int32_t[::1] corners=None, const int32_t[::1] areas=None, *,
                  agent_radius=0.0, agent_height=0.0, climb=0.0, bint _flip=False):
        cdef Poly poly
        cdef Py_ssize_t i
        self.view.agent_radius = measure("agent_radius", agent_radius)
        self.view.agent_height = measure("agent_height", agent_height)
        self.view.climb = measure("climb", climb)
        if vertices is not None and vertices.shape[0]:
            if vertices.shape[1] != 3:
                raise ValueError(f"vertices: must have 3 coordinates a vertex, have {vertices.shape[1]}")
            if vertices.shape[0] > 0x7fffffff:
                raise ValueError(f"vertices: at most {0x7fffffff}, are {vertices.shape[0]}")
            self.vertex_data.assign(&vertices[0, 0], &vertices[0, 0] + 3 * vertices.shape[0])
        if corners is not None and corners.shape[0]:
            if corners.shape[0] > 0x7ffffffe:
                raise ValueError(f"corners: at most {0x7ffffffe}, are {corners.shape[0]}")
            self.corner_data.assign(&corners[0], &corners[0] + corners.shape[0])
        if offsets is not None and offsets.shape[0]:
            if offsets[0] != 0 or offsets[offsets.shape[0] - 1] != <Py_ssize_t>self.corner_data.size():
                raise ValueError(f"offsets: must run from 0 to the {self.corner_data.size()} corners, run from "
                                 f"{offsets[0]} to {offsets[offsets.shape[0] - 1]}")
            for i in range(offsets.shape[0] - 1):
                poly.first, poly.count = offsets[i], offsets[i + 1] - offsets[i]
                poly.component, poly.area = 0, AREA_WALKABLE
                poly.tile, poly.detail_first, poly.detail_count, poly.first_link = 0, 0, 0, -1
                if not (0 <= offsets[i] <= offsets[i + 1]):
                    raise ValueError(f"offsets: must not decrease, do at polygon {i}")
                self.poly_data.push_back(poly)
        elif self.corner_data.size():
            raise ValueError(f"offsets: missing for {self.corner_data.size()} corners")
        if areas is not None:
            if areas.shape[0] != <Py_ssize_t>self.poly_data.size():
                raise ValueError(f"areas: must be one a polygon, are {areas.shape[0]} for {self.poly_data.size()} polygons")
            for i in range(areas.shape[0]):
                self.poly_data[i].area = areas[i]
        self.assemble(_flip)

    cdef int assemble(self, bint flip) except -1:
        """Check the polygons, let each begin where its surface does and derive everything else; flip: turn clockwise ones
        first."""
        cdef MeshView* view = &self.view
        cdef Fault fault
        cdef vector[int32_t] labels
        cdef int32_t i
        cdef bint good
        view.vertices, view.vertex_count = self.vertex_data.data(), <int32_t>(self.vertex_data.size() // 3)
        view.polys, view.poly_count = self.poly_data.data(), <int32_t>self.poly_data.size()
        view.corners, view.corner_count = self.corner_data.data(), <int32_t>self.corner_data.size()
        self.cost_data.resize(AREA_COUNT, 1.0)
        view.area_costs, view.version = self.cost_data.data(), 1
        with nogil:
            good = check_vertices(view, &fault) and check_indices(view, &fault)
            for i in range(view.poly_count if good else 0):
                if flip and poly_area2(view, &self.poly_data[i]) > 0.0:
                    reverse(self.corner_data.begin() + self.poly_data[i].first,
                            self.corner_data.begin() + self.poly_data[i].first + self.poly_data[i].count)
                self.rotate_corners(&self.poly_data[i])
                good = good and check_shape(view, i, &fault)
            if good:
                self.neighbor_data.resize(view.corner_count)
                self.twin_data.resize(view.corner_count)
                view.neighbors, view.twins = self.neighbor_data.data(), self.twin_data.data()
                good = link(view, self.neighbor_data.data(), self.twin_data.data(), &fault)
            if good and view.poly_count > 0:
                labels.resize(view.poly_count)
                view.island_count = label_islands(view, labels.data())
                for i in range(view.island_count):
                    self.island_data.push_back(i)
                view.islands = self.island_data.data()
                for i in range(view.poly_count):
                    self.poly_data[i].component = labels[i]
                self.center_data.resize(3 * <size_t>view.poly_count)
                view.centers = self.center_data.data()
                find_centers(view, self.center_data.data())
                size_grid(view)
                fill_grid(view, &self.cell_first_data, &self.cell_poly_data)
                view.cell_first, view.cell_polys = self.cell_first_data.data(), self.cell_poly_data.data()
        if not good:
            raise ValueError(fault_message(&fault))
        return 0

    cdef int rotate_corners(self, const Poly* poly) except -1 nogil:
        cdef int32_t start = surface_start(self.view.vertices, self.view.corners + poly.first, poly.count)
        rotate(self.corner_data.begin() + poly.first, self.corner_data.begin() + poly.first + start,
               self.corner_data.begin() + poly.first + poly.count)
        return 0

    @staticmethod
    def from_polygons(vertices, polygons, areas=None, *, agent_radius=0.0, agent_height=0.0, climb=0.0):
        """A NavMesh from whatever numpy takes for (n, 3) vertices and an iterable of index sequences. Polygons that are
        clockwise seen from above are turned round; everything else is checked as by the constructor."""
        import numpy as np
        from operator import index
        try:
            points = np.ascontiguousarray(vertices, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise ValueError(f"vertices: cannot be read as numbers: {error}") from None
        if points.size == 0:
            points = points.reshape(0, 3)
        if points.ndim != 2 or points.shape[1] != 3:
            raise ValueError(f"vertices: must have the shape (n, 3), have {points.shape}")
        offsets, corners = array("i", [0]), array("i")
        for i, polygon in enumerate(polygons):
            try:
                for corner in polygon:
                    corners.append(index(corner))
            except (TypeError, OverflowError):
                raise ValueError(f"polygons: polygon {i} is not a sequence of vertex indices: {polygon!r}") from None
            offsets.append(len(corners))
        if areas is not None:
            areas = area_ids(areas)
        return NavMesh(points, offsets, corners, areas, agent_radius=agent_radius, agent_height=agent_height,
                       climb=climb, _flip=True)

    def validate(self):
        """ValueError with the first fault of what the mesh holds: vertices, shapes, links, islands, grid."""
        cdef Fault fault
        cdef bint good
        cdef int32_t cell
        with nogil:
            good = check_topology(&self.view, &fault)
            cell = first_broken_cell(&self.view) if good else -1
        if not good:
            raise ValueError(fault_message(&fault))
        if cell >= 0:
            raise ValueError(f"mesh: cell {cell} of the location grid is broken")

    def locate(self, point, reach=None):
        """(polygon, (x, y, z) on it, distance in metres) of the floor under the point's feet, or None.

        reach: (sideways, up, down) in metres that the floor may be away; by default twice the agent's radius or 1, the
        climb or 0.5, and 4. The highest surface within it straight above or below wins, never the storey above. Where
        there is none, or only one further down than an origin would float (the agent's height, at least 1.5, and
        a jump of 0.75), one sideways wins if it is not as deep. A border belongs to the polygons on both sides."""
        cdef double at[3]
        cdef Reach limits = default_reach(&self.view)
        cdef Location found
        read_point("point", point, at)
        if reach is not None:
            try:
                sideways, up, down = reach
            except (TypeError, ValueError):
                raise ValueError(f"reach: must be (sideways, up, down), is {reach!r}") from None
            limits.sideways, limits.up = measure("reach sideways", sideways), measure("reach up", up)
            limits.down = measure("reach down", down)
            limits.sunken = limits.up
        if not is_point(at):
            raise ValueError(f"point: must be finite and within 1e30 m, is ({at[0]}, {at[1]}, {at[2]})")
        if not locate(&self.view, at, &limits, &found):
            return None
        return found.poly, (found.point[0], found.point[1], found.point[2]), found.distance

    def nearest(self, point):
        """(polygon, (x, y, z) on it, distance in metres) of the surface's point nearest in space; None when empty."""
        cdef double at[3]
        cdef Location found
        read_point("point", point, at)
        if not is_point(at):
            raise ValueError(f"point: must be finite and within 1e30 m, is ({at[0]}, {at[1]}, {at[2]})")
        if not locate_nearest(&self.view, at, &found):
            return None
        return found.poly, (found.point[0], found.point[1], found.point[2]), found.distance

    def find_path(self, start, goal, allow_partial=False):
        """The way from start to goal, taut inside the corridor that A* finds; see navpy.query.find_path."""
        if query_find_path is None:
            raise RuntimeError("NavMesh.find_path needs navpy.query, which is not imported")
        return query_find_path(self, start, goal, allow_partial)

    def find_paths(self, starts, goals, executor=None):
        """Many paths at once; see navpy.query.find_paths."""
        if query_find_paths is None:
            raise RuntimeError("NavMesh.find_paths needs navpy.query, which is not imported")
        return query_find_paths(self, starts, goals, executor)

    def to_bytes(self):
        """The mesh as bytes, little-endian, with a version and a checksum; see from_bytes."""
        cdef Header head
        memcpy(head.magic, <const char*>MAGIC, 8)
        head.version, head.vertex_count = FORMAT_VERSION, self.view.vertex_count
        head.poly_count, head.corner_count = self.view.poly_count, self.view.corner_count
        head.agent_radius, head.agent_height, head.climb = self.view.agent_radius, self.view.agent_height, self.view.climb
        cdef vector[int32_t] table
        cdef int32_t i
        table.assign(self.corner_data.begin(), self.corner_data.end())
        for i in range(self.view.poly_count):
            table.push_back(self.poly_data[i].count)
        for i in range(self.view.poly_count):
            table.push_back(self.poly_data[i].area)
        cdef vector[uint8_t] data
        data.resize(sizeof(Header) + body_size(&head))
        memcpy(data.data() + sizeof(Header), self.vertex_data.data(), self.vertex_data.size() * 8)
        memcpy(data.data() + sizeof(Header) + self.vertex_data.size() * 8, table.data(), table.size() * 4)
        memcpy(data.data(), &head, sizeof(Header))
        head.checksum = fnv1a(data.data() + CHECKED_FROM, data.size() - CHECKED_FROM)
        memcpy(data.data(), &head, sizeof(Header))
        return (<const char*>data.data())[:data.size()]

    @staticmethod
    def from_bytes(const uint8_t[::1] data not None):
        """A NavMesh from what to_bytes gave. ValueError, saying what is wrong, for anything else: nothing in the bytes
        is believed before it is checked."""
        cdef NavMesh mesh = NavMesh.__new__(NavMesh)
        cdef Header head
        cdef size_t size = data.shape[0]
        cdef int64_t first = 0
        cdef Poly poly
        cdef const uint8_t* body
        cdef vector[int32_t] table
        cdef int32_t i
        if size < sizeof(Header):
            raise ValueError(f"navmesh data: {size} bytes are too few for its header of {sizeof(Header)}")
        memcpy(&head, &data[0], sizeof(Header))
        if bytes(data[:8]) != MAGIC:
            raise ValueError("navmesh data: does not begin as a navmesh does")
        if head.version != FORMAT_VERSION:
            raise ValueError(f"navmesh data: has format {head.version}, this program reads {FORMAT_VERSION}")
        if head.vertex_count < 0 or head.poly_count < 0 or head.corner_count < 0:
            raise ValueError("navmesh data: has a negative count")
        if <int64_t>(size - sizeof(Header)) != body_size(&head):
            raise ValueError(f"navmesh data: {size} bytes, its counts ask for {sizeof(Header) + body_size(&head)}")
        if head.checksum != fnv1a(&data[0] + CHECKED_FROM, size - CHECKED_FROM):
            raise ValueError("navmesh data: the checksum is wrong, it is damaged")
        mesh.view.agent_radius = measure("navmesh data: agent_radius", head.agent_radius)
        mesh.view.agent_height = measure("navmesh data: agent_height", head.agent_height)
        mesh.view.climb = measure("navmesh data: climb", head.climb)
        body = &data[0] + sizeof(Header)
        mesh.vertex_data.resize(3 * <size_t>head.vertex_count)
        memcpy(mesh.vertex_data.data(), body, mesh.vertex_data.size() * 8)
        table.resize(<size_t>head.corner_count + 2 * <size_t>head.poly_count)
        memcpy(table.data(), body + mesh.vertex_data.size() * 8, table.size() * 4)
        for i in range(head.poly_count):
            poly.first, poly.count, poly.component = <int32_t>first, table[<size_t>head.corner_count + i], 0
            poly.tile, poly.detail_first, poly.detail_count, poly.first_link = 0, 0, 0, -1
            poly.area = table[<size_t>head.corner_count + head.poly_count + i]
            first += poly.count
            if poly.count < 3 or first > head.corner_count:
                raise ValueError(f"navmesh data: polygon {i} has {poly.count} corners, {head.corner_count} in all")
            mesh.poly_data.push_back(poly)
        if first != head.corner_count:
            raise ValueError(f"navmesh data: its polygons have {first} corners, its header says {head.corner_count}")
        table.resize(head.corner_count)
        mesh.corner_data.swap(table)
        mesh.assemble(False)
        return mesh

    def save(self, path):
        """Write the mesh to a file; whoever reads it meanwhile sees the old file or the new one, never a part."""
        import os
        from stat import S_IMODE
        path = os.fsdecode(os.fspath(path))
        data = self.to_bytes()
        part = f"{path}.{os.urandom(8).hex()}.part"     # of this call alone, whoever else saves to the path
        try:
            with open(part, "xb") as file:
                file.write(data)
            if os.path.isfile(path):
                os.chmod(part, S_IMODE(os.stat(path).st_mode))
            os.replace(part, path)
        except BaseException as error:
            if os.path.exists(part):
                os.remove(part)
            if isinstance(error, OSError):
                raise OSError(error.errno, error.strerror, path) from None
            raise

    @staticmethod
    def load(path):
        """A NavMesh from a file that save wrote. OSError where it cannot be read, ValueError where it is no navmesh."""
        with open(path, "rb") as file:
            return NavMesh.from_bytes(file.read())

    def __reduce__(self):
        return NavMesh.from_bytes, (self.to_bytes(),)

    def __repr__(self):
        return f"<NavMesh of {self.view.poly_count} polygons, {self.area:.1f} m², {self.view.island_count} islands>"

    def polygon(self, Py_ssize_t index):
        """Vertex indices of a polygon, counter-clockwise seen from above; it may begin with another than it was made
        with, as the first corner shapes the surface."""
        if index < 0 or index >= self.view.poly_count:
            raise IndexError(f"polygon {index}: there are {self.view.poly_count}")
        cdef const Poly* poly = &self.view.polys[index]
        return tuple([self.view.corners[poly.first + i] for i in range(poly.count)])

    @property
    def vertices(self):
        """float64 (n, 3), metres; a copy."""
        import numpy as np
        if self.view.vertex_count == 0:
            return np.zeros((0, 3))
        return np.array(<double[:self.view.vertex_count, :3]>self.vertex_data.data())

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
        """int32 (n,), a label a polygon: those that reach each other carry the same, 0 … island_count−1."""
        import numpy as np
        return np.array([island_of(&self.view, <int32_t>i) for i in range(self.view.poly_count)], dtype=np.int32)

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
        """m² in the ground plane: a slope counts as its shadow at noon, storeys over each other count each."""
        cdef double sum = 0.0
        for i in range(self.view.poly_count):
            sum -= 0.5 * poly_area2(&self.view, &self.view.polys[i])
        return sum

    @property
    def bounds(self):
        """((x, y, z) least, (x, y, z) greatest) of the vertices, metres; None without vertices."""
        if self.view.vertex_count == 0:
            return None
        cdef double low[3]
        cdef double high[3]
        cdef int32_t k
        cdef size_t i
        for k in range(3):
            low[k] = high[k] = self.vertex_data[k]
        for i in range(3 * <size_t>self.view.vertex_count):
            low[i % 3] = min(low[i % 3], self.vertex_data[i])
            high[i % 3] = max(high[i % 3], self.vertex_data[i])
        return (low[0], low[1], low[2]), (high[0], high[1], high[2])

    @property
    def polygon_count(self):
        return self.view.poly_count

    @property
    def vertex_count(self):
        return self.view.vertex_count

    @property
    def island_count(self):
        return self.view.island_count

    @property
    def agent_radius(self):
        """Metres, as baked; 0 where unknown."""
        return self.view.agent_radius

    @property
    def agent_height(self):
        """Metres, as baked; 0 where unknown."""
        return self.view.agent_height

    @property
    def climb(self):
        """Metres: a floor this far above the feet is still the floor one stands on."""
        return self.view.climb
