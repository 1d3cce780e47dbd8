"""GoalField: the shortest ways from everywhere to the nearest of some goals, as Python sees them."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector

from navpy.api.query.batch cimport Paths, store
from navpy.api.query.path_result cimport PathResult
from navpy.base.guard cimport Guard, Inside, enter, read, settle
from navpy.base.interrupts cimport check_signals
from navpy.base.arguments cimport read_length, read_limit, read_place, read_rows
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.mesh_view cimport still_there
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.poly_arguments cimport as_polygons, read_polygons as read_poly_list
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.query.clearance.clearance_map cimport ClearanceMap
from navpy.query.clearance.shared_clearance cimport SharedClearance, map_of, share_clearance
from navpy.query.clearance.wide_path cimport WideSearch
from navpy.query.exact_goal_field cimport GoalWay
from navpy.query.goal_field cimport (
    GoalField as Field, WayMemory, advance_goal_field, begin_area_field, begin_goal_field, costs_differ, field_bytes, find_goal_path,
    goal_way, has_goals, nodes_kept, nodes_searched)
from navpy.query.path cimport PathBuffer, PathOptions, default_options, place_start
from navpy.query.polyanya.flood_paths cimport FloodLegs

__all__ = ["GoalField"]

cdef enum:
    EXPANSIONS = 1024               # of a flood between two looks for signals, some 0.1 ms


cdef class GoalField:
    """The shortest ways from everywhere to the nearest of some goals: a shortest path map, found once by continuous Dijkstra
    (Mitchell, Mount & Papadimitriou 1987) and asked by any number of agents, from any number of threads.

    Lengths and paths are those of `find_path` to the goal that is nearest. When the mesh or the filter has changed, the next question
    brings the field up to date: it is flooded again from where the flood first entered what has changed.

    Where areas, links or penalties make some ground cost more than other ground, the ways are the cheapest that one Dijkstra search
    over the middles of portals finds, each made taut and cheaper within its corridor as find_path does. Lengths are then what the ways
    cost, in meters of the cheapest ground, a question takes as long as making its path taut, and any change has all of the field found
    again.

    Parameters
    ----------
    mesh : NavMesh
    goals : (n, 3), optional
        Meters. Each is taken to the floor under it (NavMesh.locate); one without a floor does not count.
    polygons : (n,) of int, optional
        In place of goals: the goal is the nearest point of these polygons. One that is removed with its tile does not count any more.
    filter : QueryFilter, optional
        Which polygons and links the ways may use.
    max_length : float, optional
        Meters along the way, beyond which nothing is known.
    radius : float, optional
        The agent's, meters. If it is more than the radius of the mesh, the ways keep the difference away from walls, as those of
        find_path.

    Raises
    ------
    ValueError
        Goals of another shape, none, or not finite; no goal on the navmesh; polygons that the mesh does not have; both goals and
        polygons, or neither; polygons with a radius; either where some ground costs more than other ground; a filter of another mesh.
    """
    cdef Guard guard
    cdef readonly NavMesh mesh          #: what it is made of
    cdef readonly QueryFilter filter    #: None: all polygons and links
    cdef readonly double max_length     #: meters
    cdef readonly double radius         #: meters, of an agent
    cdef double margin                  # meters that the ways keep away from walls
    cdef const double[:, ::1] places
    cdef vector[PolyRef] polys          # that are the goals
    cdef bint are_polys
    cdef Field field
    cdef SharedClearance clearance
    cdef const ClearanceMap* map        # of `clearance`; NULL: there is no radius
    cdef WideSearch search              # working memory of paths with a radius
    cdef shared_ptr[PortalGraph] held
    cdef const PortalGraph* graph       # that the field was found over
    cdef uint64_t version               # of that graph
    cdef uint64_t known_at              # version of the mesh at which `polys` were known

    def __cinit__(self, NavMesh mesh not None, goals=None, *, polygons=None, QueryFilter filter=None, max_length=INFINITY, radius=0.0):
        import numpy as np
        cdef Inside inside
        self.guard.name = b"the goal field"
        self.mesh, self.filter, self.max_length = mesh, filter, read_limit("max_length", max_length)
        self.radius, self.are_polys = read_length("radius", radius), polygons is not None
        self.graph = NULL
        self.margin = max(self.radius - mesh.view.agent_radius, 0.0)
        if (goals is None) == (polygons is None):
            raise ValueError("goals: must be points, or polygons in place of them")
        self.places = np.array(read_rows("goals", [] if goals is None else goals, -1, 3)).reshape(-1, 3)
        if self.are_polys:
            given = as_polygons(polygons)
            read(&mesh.guard, &inside)
            read_poly_list(&mesh.view, given, None, &self.polys)
            self.known_at = mesh.view.version
            if self.margin > 0.0:
                raise ValueError("polygons: must be points where there is a radius")
        if self.places.shape[0] == 0 and self.polys.empty():
            raise ValueError(f"{'polygons' if self.are_polys else 'goals'}: must be one or more "
                             f"{'numbers' if self.are_polys else 'points'}, are none")
        self.update()

    cdef NavView nav(self):
        return view_of(&self.mesh.view, self.graph)

    cdef int ask(self, Inside* inside) except -1:
        """Enter for a question, alone where the field has to be found again or the question needs its working memory."""
        cdef bint alone = self.margin > 0.0
        while True:
            inside.reads(&self.mesh.guard)
            if alone:
                inside.changes(&self.guard)
            else:
                inside.reads(&self.guard)
            enter(inside)
            if not self.is_old():
                return 0
            if alone:
                return self.find()
            alone = True
            inside.clear()

    cdef bint is_old(self) except -1:
        """Has the mesh or the filter changed?"""
        cdef shared_ptr[PortalGraph] held
        cdef const PortalGraph* graph = self.mesh.graph_for(self.filter, &held)
        return graph != self.graph or graph.version != self.version

    def update(self):
        """Find the field for the mesh as it is now, with the GIL released. Questions do so by themselves after a change; this chooses
        the time. Raises what the class does."""
        cdef Inside inside
        inside.changes(&self.guard)
        inside.reads(&self.mesh.guard)
        enter(&inside)
        self.find()

    cdef int find(self) except -1:
        cdef const PortalGraph* graph = self.mesh.graph_for(self.filter, &self.held)
        cdef NavView nav = view_of(&self.mesh.view, graph)
        self.graph = NULL                           # until there is a field
        if (self.are_polys or self.margin > 0.0) and costs_differ(nav):
            raise ValueError(f"{'polygons' if self.are_polys else 'radius'}: some ways cost more than others, and so a goal field "
                             f"has no {'polygons as goals' if self.are_polys else 'radius'}")
        self.clearance = share_clearance(self.mesh, graph, self.held, self.margin)
        self.map = map_of(self.clearance)
        with nogil:
            self.begin(nav)
        if not has_goals(&self.field):
            raise ValueError(f"polygons: none of {self.polys.size()} may be walked on" if self.are_polys
                             else f"goals: none of {self.places.shape[0]} is on the navmesh"
                             f"{f', with room for the radius of {self.radius:g} m' if self.margin > 0.0 else ''}")
        with nogil:
            while not advance_goal_field(&self.field, EXPANSIONS):
                check_signals()
        self.graph, self.version = graph, graph.version
        return 0

    cdef int begin(self, NavView nav) except -1 nogil:
        cdef SearchExtents reach = default_extents(nav.mesh)
        cdef vector[NearestPoly] ends
        cdef vector[PolyRef] there
        cdef size_t i
        if self.are_polys:
            for i in range(self.polys.size()):
                there.push_back(self.polys[i] if still_there(nav.mesh, self.polys[i], self.known_at) else NO_POLY)
            return begin_area_field(nav, there.data(), <int32_t>there.size(), self.max_length, &self.field)
        ends.resize(self.places.shape[0])
        for i in range(ends.size()):
            locate(nav, &self.places[i, 0], &reach, &ends[i])
        return begin_goal_field(nav, self.map, &self.search.goals, ends.data(), <int32_t>ends.size(), self.max_length, &self.field)

    def ways(self, points, polygons=None):
        """The way from each of many points.

        Parameters
        ----------
        points : (n, 3)
            Meters; each is taken to the floor under it.
        polygons : (n,) of int, optional
            The polygon that each point lies in, −1 (NO_POLY) for none: saves the search for the floor. Of a point beside its polygon
            the way is a guess.

        Returns
        -------
        (float64 (n,), float64 (n, 3), int32 (n,))
            Length of the way to the nearest goal in the ground plane, meters, infinite where there is none; the direction in which it
            begins, a unit vector in the ground plane, 0 at the goal and where there is no way; index of that goal, −1 where there is
            none.

        Raises
        ------
        ValueError
            Points of another shape; polygons of another shape or number, or that the mesh does not have.
        """
        import numpy as np
        cdef NearestPoly at
        cdef SearchExtents reach
        cdef WayMemory memory
        cdef GoalWay way
        cdef NavView nav
        cdef Py_ssize_t i, count
        cdef Inside inside
        given = read_rows("points", points, -1, 3, False, INFINITY)
        polygons = None if polygons is None else np.asarray(polygons)
        self.ask(&inside)
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
                check_signals()
                if are_located:
                    at.poly = in_polys[i]
                    memcpy(at.point, &asked[i, 0], sizeof(at.point))
                else:
                    locate(nav, &asked[i, 0], &reach, &at)
                goal_way(nav, self.map, &self.field, &memory, &at, &way)
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

    cdef int write_path(self, NavView nav, const double* start, FloodLegs* legs, PathBuffer* out) except -1 nogil:
        cdef PathOptions options = default_options()
        cdef int32_t goal, i
        if not place_start(nav, start, start, False, out):
            return 0
        options.radius, options.clearance = self.margin, self.map
        goal = find_goal_path(nav, &options, &self.field, legs, &self.search, out)
        for i in range(3 if goal >= 0 else 0):
            out.asked[3 + i] = out.goal.point[i] if self.are_polys else self.places[goal, i]
        return 0

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
        cdef FloodLegs legs
        cdef double from_[3]
        cdef Inside inside
        read_place("start", start, from_)
        self.ask(&inside)
        self.write_path(self.nav(), from_, &legs, &result.data)
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
        cdef FloodLegs legs
        cdef Py_ssize_t i
        cdef NavView nav
        cdef const double[:, ::1] given = read_rows("starts", starts, -1, 3, False, INFINITY)
        cdef Inside inside
        self.ask(&inside)
        nav = self.nav()
        with nogil:
            for i in range(given.shape[0]):
                self.write_path(nav, &given[i, 0], &legs, &path)
                store(&path, &all.data)
        return all

    @property
    def goals(self):
        """float64 (n, 3), meters: the goals as they were given, read-only; none where they are polygons."""
        import numpy as np
        return np.asarray(self.places)

    @property
    def searched(self):
        """How many nodes the flood expanded; where costs differ, how many portals and links the search took."""
        settle(&self.guard)
        return nodes_searched(&self.field)

    @property
    def kept(self):
        """How many of these the last change of the mesh or the filter has left, so that they were not expanded again."""
        settle(&self.guard)
        return nodes_kept(&self.field)

    @property
    def byte_size(self):
        """Bytes of memory that the field keeps."""
        settle(&self.guard)
        return field_bytes(&self.field)

    def __repr__(self):
        count = max(<size_t>self.places.shape[0], self.polys.size())
        return f"<GoalField to {count} {'polygon' if self.are_polys else 'goal'}{'s' if count != 1 else ''}, {self.byte_size} bytes>"
