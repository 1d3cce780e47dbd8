"""GoalField: the shortest ways from everywhere to the nearest of some goals, as Python sees them."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector

from navpy.api.query.batch cimport Paths, store
from navpy.api.query.path_result cimport PathResult
from navpy.base.arguments cimport read_limit, read_place, read_rows
from navpy.base.core cimport REASON_GOAL_UNREACHABLE
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.mesh.path_data cimport Path
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.query.goal_field cimport (GoalField as Field, GoalWay, advance_goal_field, begin_goal_field, goal_field_bytes, goal_way,
                                     trace_goal_path)
from navpy.query.path cimport ALGORITHM_EXACT, PathBuffer, PathOptions, default_options, finish_path, place_start


cdef class GoalField:
    """The shortest ways from everywhere to the nearest of some goals: a shortest path map, found once by continuous Dijkstra (Mitchell, Mount
    & Papadimitriou 1987) and asked by any number of agents, from any number of threads.

    Lengths and paths are those of `find_path` to the goal that is nearest. When the mesh or the filter has changed, the next question finds
    the field again.

    Parameters
    ----------
    mesh : NavMesh
    goals : (n, 3)
        Meters. Each is taken to the floor under it (NavMesh.locate); one without a floor does not count.
    filter : QueryFilter, optional
        Which polygons and links the ways may use.
    max_length : float, optional
        Meters along the way, beyond which nothing is known.

    Raises
    ------
    ValueError
        Goals of another shape, none, or not finite; no goal on the navmesh; areas, links or penalties that make some ground cost more than
        other ground; a filter of another mesh.
    """
    cdef readonly NavMesh mesh          #: what it is made of
    cdef readonly QueryFilter filter    #: None: all polygons and links
    cdef readonly double max_length     #: meters
    cdef const double[:, ::1] places
    cdef Field field
    cdef shared_ptr[PortalGraph] held
    cdef const PortalGraph* graph       # that the field was found over
    cdef uint64_t version               # of that graph

    def __cinit__(self, NavMesh mesh not None, goals, *, QueryFilter filter=None, max_length=INFINITY):
        import numpy as np
        self.mesh, self.filter, self.max_length = mesh, filter, read_limit("max_length", max_length)
        self.places = np.array(read_rows("goals", goals, -1, 3)).reshape(-1, 3)
        if self.places.shape[0] == 0:
            raise ValueError("goals: must be one or more points, are none")
        self.graph = NULL
        self.update()

    cdef NavView nav(self):
        return view_of(&self.mesh.view, self.graph)

    cdef int refresh(self) except -1:
        """Find the field again if the mesh or the filter has changed."""
        cdef shared_ptr[PortalGraph] held
        cdef const PortalGraph* graph = self.mesh.graph_for(self.filter, &held)
        if graph != self.graph or graph.version != self.version:
            self.update()
        return 0

    def update(self):
        """Find the field for the mesh as it is now, with the GIL released. Questions do so by themselves after a change; this chooses the
        time. Raises what the class does."""
        cdef vector[NearestPoly] ends
        cdef SearchExtents reach
        cdef Py_ssize_t i
        cdef const PortalGraph* graph = self.mesh.graph_for(self.filter, &self.held)
        cdef NavView nav = view_of(&self.mesh.view, graph)
        self.graph = NULL                           # until there is a field
        if self.mesh.view.island_count > 0 and not graph.uniform:
            raise ValueError("goals: some ways cost more than others; a goal field needs ground of one cost, where links cost no less")
        reach = default_extents(&self.mesh.view)
        ends.resize(self.places.shape[0])
        with nogil:
            for i in range(self.places.shape[0]):
                locate(nav, &self.places[i, 0], &reach, &ends[i])
            begin_goal_field(nav, ends.data(), <int32_t>ends.size(), self.max_length, &self.field)
        if self.field.goals.empty():
            raise ValueError(f"goals: none of {self.places.shape[0]} is on the navmesh")
        with nogil:
            advance_goal_field(&self.field, -1)
        self.graph, self.version = graph, graph.version

    def ways(self, points, polygons=None):
        """The way from each of many points.

        Parameters
        ----------
        points : (n, 3)
            Meters; each is taken to the floor under it.
        polygons : (n,) of int, optional
            The polygon that each point lies in, −1 (NO_POLY) for none: saves the search for the floor. Of a point beside its polygon the way is a guess.

        Returns
        -------
        (float64 (n,), float64 (n, 3), int32 (n,))
            Length of the way to the nearest goal in the ground plane, meters, infinite where there is none; the direction in which it begins, a
            unit vector in the ground plane, 0 at the goal and where there is no way; index of that goal, −1 where there is none.

        Raises
        ------
        ValueError
            Points of another shape; polygons of another shape or number, or that the mesh does not have.
        """
        import numpy as np
        cdef NearestPoly at
        cdef SearchExtents reach
        cdef GoalWay way
        cdef NavView nav
        cdef Py_ssize_t i, count
        given = read_rows("points", points, -1, 3, False, INFINITY)
        self.refresh()
        nav, reach, count = self.nav(), default_extents(&self.mesh.view), given.shape[0]
        lengths, directions, goals = np.empty(count), np.zeros((count, 3)), np.empty(count, np.int32)
        cdef const int32_t[::1] in_polys = self.read_polygons(polygons, count)
        cdef bint are_located = polygons is not None
        cdef const double[:, ::1] asked = given
        cdef double[::1] length = lengths
        cdef double[:, ::1] direction = directions
        cdef int32_t[::1] goal = goals
        with nogil:
            for i in range(count):
                if are_located:
                    at.poly = in_polys[i]
                    memcpy(at.point, &asked[i, 0], sizeof(at.point))
                else:
                    locate(nav, &asked[i, 0], &reach, &at)
                way = goal_way(&self.field, &at)
                length[i], direction[i, 0], direction[i, 2], goal[i] = way.length, way.dx, -way.dy, way.goal
        return lengths, directions, goals

    cdef object read_polygons(self, polygons, Py_ssize_t count):
        """As int32 (count,); none for None."""
        import numpy as np
        given = np.zeros(0, np.int64) if polygons is None else np.asarray(polygons)
        if polygons is not None and (given.shape != (count,) or given.dtype.kind not in "iu"):
            raise ValueError(f"polygons: must be {count} whole numbers, one a point, are {given.dtype} of shape {given.shape}")
        if given.size and (given.min() < -1 or given.max() >= self.mesh.view.poly_count):
            raise ValueError(f"polygons: must be -1 to {self.mesh.view.poly_count - 1}, are {given.min()} to {given.max()}")
        return np.ascontiguousarray(given, np.int32)

    def lengths(self, points):
        """float64 (n,): what `ways` gives first."""
        return self.ways(points)[0]

    def directions(self, points):
        """float64 (n, 3): what `ways` gives second."""
        return self.ways(points)[1]

    cdef int write_path(self, NavView nav, const double* start, PathBuffer* out) except -1 nogil:
        cdef PathOptions options = default_options()
        cdef int32_t goal
        if not place_start(nav, start, &self.places[0, 0], False, out):
            return 0
        out.algorithm = ALGORITHM_EXACT
        goal = trace_goal_path(nav, &self.field, &out.start, <Path*>out)
        if goal < 0:
            out.reason = REASON_GOAL_UNREACHABLE
            return 0
        out.goal, out.one_island = self.field.goals[goal], True
        memcpy(&out.asked[3], &self.places[self.field.given[goal], 0], 24)
        return finish_path(nav, &options, out)

    def path(self, start):
        """The path from a point to its nearest goal.

        Parameters
        ----------
        start : (x, y, z)
            Meters; it is taken to the floor under it.

        Returns
        -------
        PathResult
            As find_path finds it to that goal; of several as near, one.

        Raises
        ------
        ValueError
            Not three numbers.
        """
        cdef PathResult result = PathResult.__new__(PathResult)
        cdef double from_[3]
        read_place("start", start, from_)
        self.refresh()
        self.write_path(self.nav(), from_, &result.data)
        return result

    def paths(self, starts):
        """The paths from many points to the goals nearest to each.

        Parameters
        ----------
        starts : (n, 3)
            Meters.

        Returns
        -------
        Paths

        Raises
        ------
        ValueError
            Starts of another shape.
        """
        cdef Paths all = Paths.__new__(Paths)
        cdef PathBuffer path
        cdef Py_ssize_t i
        cdef NavView nav
        cdef const double[:, ::1] given = read_rows("starts", starts, -1, 3, False, INFINITY)
        self.refresh()
        nav = self.nav()
        with nogil:
            for i in range(given.shape[0]):
                self.write_path(nav, &given[i, 0], &path)
                store(&path, &all.data)
        return all

    @property
    def goals(self):
        """float64 (n, 3), meters: the goals as they were given, read-only."""
        import numpy as np
        return np.asarray(self.places)

    @property
    def searched(self):
        """How many nodes the flood expanded."""
        return self.field.flood.searched

    @property
    def byte_size(self):
        """Bytes of memory that the field keeps."""
        return goal_field_bytes(&self.field)

    def __repr__(self):
        return f"<GoalField to {self.places.shape[0]} goal{'s' if self.places.shape[0] != 1 else ''}, {self.byte_size} bytes>"
