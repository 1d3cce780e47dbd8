"""Widths of edges, and paths for agents wider than the bake, as Python users ask for them."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_length, read_place
from navpy.base.guard cimport Guard, Inside, enter, read
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.navmesh.navmesh cimport NavMesh
from navpy.query.clearance.clearance_map cimport ClearanceMap, update_clearance_map
from navpy.query.clearance.edge_clearance cimport Interval, free_intervals, mark_narrow, measure_edges
from navpy.query.clearance.near_walls cimport WallSearch
from navpy.query.clearance.wide_path cimport WideSearch, find_wide_path
from navpy.mesh.path_data cimport Path

from array import array

__all__ = ["WidePathFinder", "edge_clearance", "free_parts", "narrow_edges"]

OUTCOMES = ("found", "no room at the start", "no room at the goal", "no way is wide enough")       # by WideOutcome


def edge_clearance(NavMesh mesh not None, max_clearance=10.0):
    """Radius of the largest disc whose center can lie on each edge without the disc touching a wall.

    Parameters
    ----------
    mesh : NavMesh
    max_clearance : float
        Meters; larger clearances are given as this.

    Returns
    -------
    array("d")
        Meters, parallel to the corners of all polygons: of the edge from the corner to the next one. Never too large, at most 1e-6
        too small. 0 at a wall, and for corners that tiles which have gone leave behind.

    Raises
    ------
    ValueError
        max_clearance is not finite or below 0.
    """
    cdef double most = read_length("max_clearance", max_clearance)
    cdef Inside inside
    read(&mesh.guard, &inside)
    out = array("d", bytes(8 * mesh.view.corner_count))
    cdef double[::1] values = out
    if mesh.view.corner_count > 0:
        with nogil:
            measure_edges(view_of(&mesh.view, mesh.view.graph), most, &values[0])
    return out


def narrow_edges(NavMesh mesh not None, radius):
    """Edges that an agent's center cannot cross.

    Parameters
    ----------
    mesh : NavMesh
    radius : float
        Meters that the center keeps away from walls.

    Returns
    -------
    bytes
        Parallel to the corners of all polygons: 1 where no place on the edge that begins there is so far away from all walls, 0
        elsewhere, at walls and for corners of no polygon.

    Raises
    ------
    ValueError
        The radius is not finite or below 0.
    """
    cdef double most = read_length("radius", radius)
    cdef vector[uint8_t] narrow
    cdef Inside inside
    read(&mesh.guard, &inside)
    with nogil:
        mark_narrow(view_of(&mesh.view, mesh.view.graph), most, &narrow)
    return (<const char*>narrow.data())[:narrow.size()]


cdef bint is_of_polygon(const PortalGraph* graph, int32_t corner) noexcept nogil:
    """Corners of tiles that have gone belong to no polygon."""
    cdef size_t poly
    for poly in range(graph.faces.size()):
        if graph.faces[poly].first <= corner < graph.faces[poly].first + graph.faces[poly].count:
            return True
    return False


def free_parts(NavMesh mesh not None, Py_ssize_t edge, radius):
    """The parts of an edge where an agent's center can cross it.

    Parameters
    ----------
    mesh : NavMesh
    edge : int
        Index of the corner at which the edge begins.
    radius : float
        Meters that the center keeps away from walls.

    Returns
    -------
    list of (low, high)
        Ascending; 0 at the edge's corner, 1 at the next one.

    Raises
    ------
    IndexError
        No polygon has such a corner.
    ValueError
        The radius is not finite or below 0.
    """
    cdef double most = read_length("radius", radius)
    cdef WallSearch search
    cdef vector[Interval] free
    cdef Inside inside
    read(&mesh.guard, &inside)
    if not 0 <= edge < mesh.view.corner_count:
        raise IndexError(f"edge {edge}: there are {mesh.view.corner_count}")
    if not is_of_polygon(mesh.view.graph, <int32_t>edge):
        raise IndexError(f"edge {edge}: no polygon has it, its tile has gone or was joined anew")
    free_intervals(view_of(&mesh.view, mesh.view.graph), &search, edge, most, &free)
    return [(part.low, part.high) for part in free]


cdef class WidePathFinder:
    """Finds paths for agents that are wider than the mesh was baked for.

    Parameters
    ----------
    mesh : NavMesh
    radius : float
        Meters that the agent's radius exceeds the bake's by.

    Raises
    ------
    ValueError
        The radius is not finite or below 0.
    """
    cdef NavMesh mesh
    cdef Guard guard
    cdef ClearanceMap map
    cdef WideSearch search
    cdef double radius

    def __cinit__(self, NavMesh mesh not None, radius):
        self.mesh, self.radius, self.guard.name = mesh, read_length("radius", radius), b"the finder"

    def __repr__(self):
        return f"<WidePathFinder for {self.radius:g} m beyond the bake's radius>"

    cdef int update(self, Inside* inside) except -1:
        inside.changes(&self.guard)
        inside.reads(&self.mesh.guard)
        enter(inside)
        with nogil:
            update_clearance_map(view_of(&self.mesh.view, self.mesh.view.graph), self.radius, &self.map)
        return 0

    def path(self, start, goal):
        """The shortest path between two points that keeps the radius away from all walls.

        Around the corners of walls it follows tangents to a circle. From an end that is nearer to a wall it leads straight to the
        nearest place that is not, or comes straight from there.

        Parameters
        ----------
        start, goal : (x, y, z)
            Meters.

        Returns
        -------
        (outcome, points, polygons, links, corridor, entries) or None
            outcome: one of OUTCOMES; the lists are empty unless it is "found". polygons and links are parallel to points, entries to
            corridor. None where an end is off the mesh.

        Raises
        ------
        ValueError
            A point is not three finite numbers within 1e30 m.
        """
        cdef NavView nav = view_of(&self.mesh.view, self.mesh.view.graph)
        cdef double a[3]
        cdef double b[3]
        cdef SearchExtents reach = default_extents(&self.mesh.view)
        cdef NearestPoly first, last
        cdef Path found
        cdef int outcome
        cdef Inside inside
        read_place("start", start, a)
        read_place("goal", goal, b)
        self.update(&inside)
        if not (locate(nav, a, &reach, &first) and locate(nav, b, &reach, &last)):
            return None
        with nogil:
            outcome = find_wide_path(nav, &self.map, &self.search, &first, &last, -1.0, &found)
        points = [(found.points[3 * i], found.points[3 * i + 1], found.points[3 * i + 2]) for i in range(found.point_polys.size())]
        return OUTCOMES[outcome], points, list(found.point_polys), list(found.point_links), list(found.corridor), list(found.entries)

    @property
    def pieces(self):
        """(polygon, [(x, z), …]) of each convex piece of a polygon on which the agent's center may be, meters."""
        cdef Py_ssize_t i
        cdef Inside inside
        self.update(&inside)
        if self.map.radius == 0.0:
            return []
        return [(self.map.pieces.polys[i], [(self.map.vertices[3 * self.map.pieces.corners[k]],
                                             self.map.vertices[3 * self.map.pieces.corners[k] + 2])
                                            for k in range(self.map.pieces.first[i], self.map.pieces.first[i + 1])])
                for i in range(<Py_ssize_t>self.map.polys.size())]
