"""Polyanya as Python sees it, without the choices that find_path makes: for tests and benchmarks."""
from libc.math cimport INFINITY
from libc.stdint cimport int64_t

from navpy.api.query.given_ends cimport path_tuple, read_ends
from navpy.base.core cimport PolyRef
from navpy.base.geom cimport is_point
from navpy.base.guard cimport Guard, Inside, enter, read
from navpy.base.vec2 cimport to_plan
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.mesh.path_data cimport Path
from navpy.navmesh.navmesh cimport NavMesh
from navpy.query.polyanya.polyanya_path cimport find_polyanya, trace_polyanya
from navpy.query.polyanya.polyanya cimport FloodStart, advance_polyanya, begin_flood, begin_polyanya, flood_start
from navpy.query.polyanya.search_node cimport PolyanyaSearch, last_window_of
from navpy.query.polyanya.visibility_graph cimport VisibilityGraph
from navpy.query.polyanya.window cimport least_length


cdef class ExactFinder:
    """Exact shortest paths over a NavMesh in the ground plane, in one go or spread over frames.

    Parameters
    ----------
    mesh : NavMesh
    by_visibility : bool
        Whether a search may use the visibility graph; false: it uses intervals alone.
    """
    cdef NavMesh mesh
    cdef Guard guard
    cdef PolyanyaSearch search
    cdef VisibilityGraph visibility
    cdef NearestPoly start, goal
    cdef bint begun, by_visibility

    def __cinit__(self, NavMesh mesh not None, *, bint by_visibility=True):
        self.mesh, self.by_visibility, self.guard.name = mesh, by_visibility, b"the finder"

    cdef int go_in(self, Inside* inside) except -1:
        inside.changes(&self.guard)
        inside.reads(&self.mesh.guard)
        return enter(inside)

    cdef NavView nav(self):
        return view_of(&self.mesh.view, self.mesh.view.graph)

    def begin(self, PolyRef start_poly, start, PolyRef goal_poly, goal):
        """Begin to search for the path between two points on given polygons.

        Raises
        ------
        ValueError
            A polygon that the mesh does not have, a point that is not finite.
        """
        cdef NearestPoly a, b
        cdef VisibilityGraph* visibility = NULL
        if self.by_visibility:
            visibility = &self.visibility
        cdef Inside inside
        self.go_in(&inside)
        read_ends(self.mesh, "path", start_poly, start, goal_poly, goal, &a, &b)
        self.start, self.goal = a, b
        begin_polyanya(self.nav(), &self.search, visibility, &self.start, &self.goal, NULL)
        self.begun = True

    def advance(self, int64_t expansions):
        """Expand so many nodes, −1: any number; returns whether the search is over. A search whose mesh has changed since it began is
        over, without a path.

        Raises
        ------
        ValueError
            No search has begun.
        """
        cdef NavView nav = self.nav()
        cdef bint over
        cdef Inside inside
        if not self.begun:
            raise ValueError("advance: no search has begun")
        self.go_in(&inside)
        with nogil:
            over = advance_polyanya(nav, &self.search, expansions)
        return over

    def found(self):
        """(length in the ground plane, points, a polygon for each, link ids, corridor, entries) of the path; None if there is none, or
        if the search isn't over."""
        cdef Path path
        cdef Inside inside
        self.go_in(&inside)
        if not self.begun or self.search.version != self.mesh.view.graph.version \
                or not trace_polyanya(self.nav(), &self.search, &self.start, &self.goal, &path):
            return None
        return path_tuple(self.search.best, &path)

    def path(self, PolyRef start_poly, start, PolyRef goal_poly, goal, limit=None):
        """What `found` returns of the shortest path between two points on given polygons; None, too, if that takes more than ``limit``
        expansions. Raises what `begin` does."""
        self.begin(start_poly, start, goal_poly, goal)
        self.advance(-1 if limit is None else limit)
        return self.found()

    @property
    def limit_reached(self):
        """Is the last search not over?"""
        return self.begun and not self.search.over

    @property
    def searched(self):
        """How many nodes the last search has expanded."""
        return self.search.searched

    @property
    def link_nodes(self):
        """How many ways across links the last search has noted."""
        return self.search.intervals.link_nodes.size()

    @property
    def landmarks(self):
        """How many landmarks the searches have, how many searches have used them, and how many of these were made again without."""
        return self.visibility.landmarks.count, self.visibility.landmarks.searches, self.visibility.landmarks.repeated

    @property
    def sight_checks(self):
        """How often the last search asked whether the goal is visible from a vertex."""
        return self.search.vertices.sight_checks

    def lengths(self, const double[:, ::1] starts, const double[:, ::1] goals):
        """Lengths of the shortest paths in the ground plane, by intervals alone.

        Parameters
        ----------
        starts, goals : float64 (n, 3), C-contiguous
            Meters; both are taken to the floor (NavMesh.locate).

        Returns
        -------
        array.array of n doubles
            Meters, infinite if there is no path.
        """
        from array import array
        cdef Py_ssize_t i, count = min(starts.shape[0], goals.shape[0])
        cdef double[::1] out = array("d", bytes(8 * count))
        cdef SearchExtents reach = default_extents(&self.mesh.view)
        cdef NavView nav = self.nav()
        cdef NearestPoly a, b
        cdef Path path
        cdef Inside inside
        self.go_in(&inside)
        with nogil:
            for i in range(count):
                out[i] = INFINITY
                if is_point(&starts[i, 0]) and is_point(&goals[i, 0]) and locate(nav, &starts[i, 0], &reach, &a) \
                        and locate(nav, &goals[i, 0], &reach, &b):
                    find_polyanya(nav, &self.search, NULL, &a, &b, &path)
                    out[i] = self.search.best
        return out.base


cdef class ExactFlood:
    """Lengths in the ground plane of the shortest paths from one place to all others, by continuous Dijkstra (Mitchell, Mount &
    Papadimitriou 1987).

    Parameters
    ----------
    mesh : NavMesh
        Its polygons must cost the same, and no link less.
    start_poly : int
    start : (x, y, z)
        Meters, on that polygon.
    max_length : float
        Meters; paths longer than that are not looked for.

    Raises
    ------
    ValueError
        A polygon that the mesh does not have, a point that is not finite, a mesh of several costs.
    """
    cdef NavMesh mesh
    cdef PolyanyaSearch search

    def __cinit__(self, NavMesh mesh not None, PolyRef start_poly, start, double max_length=INFINITY):
        cdef NearestPoly a, b
        cdef FloodStart from_
        cdef Inside inside
        read(&mesh.guard, &inside)
        read_ends(mesh, "flood", start_poly, start, start_poly, start, &a, &b)
        if not mesh.view.graph.uniform:
            raise ValueError("flood: not all polygons and links of the mesh cost the same")
        self.mesh = mesh
        from_ = flood_start(&a, 0.0)
        begin_flood(view_of(&mesh.view, mesh.view.graph), &self.search, &from_, mesh.view.graph.costs[start_poly] >= 0.0, max_length,
                    NULL, NULL)
        with nogil:
            advance_polyanya(view_of(&mesh.view, mesh.view.graph), &self.search, -1)

    def length(self, PolyRef poly, point):
        """Meters to a point of a polygon, infinite if the flood has not found a path. Raises what the class does."""
        cdef NearestPoly at, same
        cdef Inside inside
        read(&self.mesh.guard, &inside)
        read_ends(self.mesh, "length", poly, point, poly, point, &at, &same)
        return least_length(&self.mesh.view, self.mesh.view.graph.rounding, &self.search.flood.windows,
                            last_window_of(&self.search, poly), to_plan(at.point))

    @property
    def polygons(self):
        """The polygons that are entered, in the order in which they are."""
        return [window.poly for window in self.search.flood.windows if window.before < 0]

    @property
    def searched(self):
        """How many nodes the flood has expanded."""
        return self.search.searched
