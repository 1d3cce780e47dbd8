"""The classes ObstacleGraph and BlockedLink, and way points of many walkers."""
from enum import IntEnum

cimport cython
from libc.math cimport isnan
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport LARGEST, read_length, read_numbers, read_real, read_rows, read_vec2, read_whole
from navpy.api.motion.arrays cimport numbers_of, points_array, read_circles, vectors_of
from navpy.motion.avoidance.homotopy_path cimport Detour, DetourMemory
from navpy.motion.avoidance.obstacle_graph cimport (
    WAY_BEHIND_WALL, WAY_BLOCKED, WAY_DETOUR, WAY_FREE, WAY_GOAL_COVERED, WAY_GOAL_INSIDE, WAY_NOT_RESOLVED, WAY_START_COVERED,
    WAY_START_INSIDE, WAY_TOO_MANY_ISLANDS, LinkBarrier, StandingCircles, block_way, find_detour, find_way_point, graph_for, is_over,
    prepare_radius, set_standing)
from navpy.motion.avoidance.obstacle_islands cimport ObstacleIslands, WalkTest, build_islands
from navpy.base.vec2 cimport Vec2

__all__ = ["BlockedLink", "DetourResult", "DetourStatus", "ObstacleGraph", "way_points"]


class DetourStatus(IntEnum):
    """The result of a search for a detour."""
    FREE = WAY_FREE                     #: the straight way is free
    DETOUR = WAY_DETOUR                 #: there is a way round
    BLOCKED = WAY_BLOCKED               #: both sides of an island end at walls
    START_INSIDE = WAY_START_INSIDE     #: an island encloses the start, but not the goal
    GOAL_INSIDE = WAY_GOAL_INSIDE       #: an island encloses the goal, but not the start
    START_COVERED = WAY_START_COVERED   #: the walker overlaps a circle at the start, by more than max_push
    GOAL_COVERED = WAY_GOAL_COVERED     #: the walker would overlap a circle at the goal
    BEHIND_WALL = WAY_BEHIND_WALL       #: a wall stands between start and goal
    TOO_MANY_ISLANDS = WAY_TOO_MANY_ISLANDS  #: more islands are in the way than max_islands
    NOT_RESOLVED = WAY_NOT_RESOLVED     #: circles nearly coincide, and rounding hides their arrangement


@cython.auto_pickle(True)
cdef class DetourResult:
    """A detour, or why there is none."""
    cdef readonly object status         #: DetourStatus
    cdef readonly object points         #: ndarray (k, 2), meters: a free polyline from start to goal; None without one
    cdef readonly double length         #: meters of the shortest path, along arcs; infinite without one
    cdef readonly list turns            #: (circle, radians) in order; above 0 counter-clockwise, with the circle on the left
    cdef readonly list members          #: circles that block, enclose or cover, ascending

    def __repr__(self):
        return f"<DetourResult {self.status.name}, {self.length:g} m>"


# ---- the ground ----

cdef class PythonWalkTest:
    """A Python function as a WalkTest."""
    cdef object may_walk
    cdef object error                   # that it has raised


cdef bint call_may_walk(const void* ground, Vec2 a, Vec2 b) noexcept with gil:
    cdef PythonWalkTest asked = <PythonWalkTest>ground
    try:
        return asked.error is None and bool(asked.may_walk((a.x, a.y), (b.x, b.y)))
    except BaseException as error:
        asked.error = error
        return False


cdef PythonWalkTest read_ground(may_walk):
    cdef PythonWalkTest ground = None
    if may_walk is not None:
        if not callable(may_walk):
            raise ValueError(f"may_walk: must be a function of two points, is {may_walk!r}")
        ground = PythonWalkTest.__new__(PythonWalkTest)
        ground.may_walk = may_walk
    return ground


cdef WalkTest walk_test(PythonWalkTest ground) noexcept:
    if ground is None:
        return NULL
    return call_may_walk


cdef int raise_error(PythonWalkTest ground) except -1:
    """Raise what the function has raised."""
    if ground is not None and ground.error is not None:
        raise ground.error
    return 0


# ---- the graph ----

cdef class ObstacleGraph:
    """Standing circles, and the paths of a walker round them.

    Circles that the walker does not fit between are linked; circles connected by links are an island.

    Parameters
    ----------
    circles : array_like, shape (n, 3)
        x, y and radius, meters.
    walls : array_like, shape (m, 4)
        x and y of both ends, meters.
    walker_radius : float
        Meters, 0 or more.
    wall_clearance : float, optional
        Meters, 0 or more, between the walker's center and walls: walker_radius by default; 0 if the walls are the edges of a navmesh,
        which keeps clear of the real walls.

    Raises
    ------
    ValueError
        Another shape, or a number that is not finite or below 0.
    """
    cdef ObstacleIslands graph
    cdef DetourMemory memory

    def __init__(self, circles, walls=(), walker_radius=0.0, wall_clearance=None):
        cdef double radius = read_length("walker_radius", walker_radius)
        cdef double clearance = radius if wall_clearance is None else read_length("wall_clearance", wall_clearance)
        circle_rows, wall_rows = read_circles("circles", circles), read_rows("walls", walls, -1, 4)
        cdef const double* circle = numbers_of(circle_rows.reshape(-1))
        cdef const double* wall = numbers_of(wall_rows.reshape(-1))
        cdef int32_t circle_count = len(circle_rows), wall_count = len(wall_rows)
        with nogil:
            build_islands(&self.graph, circle, circle_count, wall, wall_count, radius, clearance)

    def __repr__(self):
        return f"<ObstacleGraph of {self.graph.circles.size()} circles in {self.graph.island_count} islands>"

    @property
    def islands(self):
        """ndarray of int32, shape (n,): the island of each circle, numbered in the order of their first circles."""
        import numpy as np
        return np.array(self.graph.island, dtype=np.int32)

    @property
    def links(self):
        """list of list of int: the circles linked with each circle, by the angle towards them, −π … π."""
        return [[self.graph.links[k].other for k in range(self.graph.first_link[i], self.graph.first_link[i + 1])]
                for i in range(<Py_ssize_t>self.graph.circles.size())]

    @property
    def wall_links(self):
        """list of list of int: the walls that the walker does not fit past, for each circle, ascending."""
        return [[self.graph.wall_links[k] for k in range(self.graph.first_wall[i], self.graph.first_wall[i + 1])]
                for i in range(<Py_ssize_t>self.graph.circles.size())]

    def detour(self, start, goal, max_islands=8, may_walk=None):
        """Find the path round the islands on the straight way from start to goal.

        Each island is passed on its shorter side, and the path is the shortest one along the contours so chosen. Round one island it
        is the shortest of all, unless start or goal are in a bay of it. Walls are not passed round: an island between two walls is
        BLOCKED, and a goal behind a wall is BEHIND_WALL.

        Parameters
        ----------
        start, goal : (float, float)
            Meters.
        max_islands : int
            0 … 1000: more islands are TOO_MANY_ISLANDS.
        may_walk : callable, optional
            may_walk(a, b) tells whether one may walk straight between two points (x, y), walls aside. Arcs are tested in steps of 15°.

        Returns
        -------
        result : DetourResult

        Raises
        ------
        ValueError
            A point that is not two finite numbers, or max_islands is out of its range. And what may_walk raises.
        """
        cdef PythonWalkTest ground = read_ground(may_walk)
        cdef WalkTest test = walk_test(ground)
        cdef Vec2 a = read_vec2("start", start), b = read_vec2("goal", goal)
        cdef int32_t limit = read_whole("max_islands", max_islands, 0, 1000)
        cdef Detour detour
        cdef int status
        cdef Py_ssize_t i
        with nogil:
            status = find_detour(&self.graph, a, b, limit, test, <const void*>ground, &self.memory, &detour)
        raise_error(ground)
        cdef DetourResult result = DetourResult.__new__(DetourResult)
        result.status, result.length, result.members = DetourStatus(status), detour.length, detour.members
        result.turns = [(detour.turns[i].circle, detour.turns[i].sense * detour.turns[i].span)
                        for i in range(<Py_ssize_t>detour.turns.size())]
        if not detour.points.empty():
            result.points = points_array(&detour.points)
        return result


cdef class BlockedLink:
    """A link of the navmesh that the members of a DetourResult block.

    Parameters
    ----------
    graph : ObstacleGraph
    result : DetourResult
        Of this graph.
    until : float
        Seconds, on the clock of `is_over`.

    Raises
    ------
    ValueError
        The result is one of another graph, or until is no number.
    """
    cdef LinkBarrier blocked

    def __init__(self, ObstacleGraph graph not None, DetourResult result not None, until):
        cdef vector[int32_t] members = result.members
        cdef double seconds = read_real("until", until)
        if isnan(seconds):
            raise ValueError("until: must be a number of seconds, is nan")
        if not members.empty() and members.back() >= <int32_t>graph.graph.circles.size():
            raise ValueError(f"result: is of another graph, of the {graph.graph.circles.size()} circles of this none is "
                             f"{members.back()}")
        block_way(&self.blocked, &graph.graph, &members, seconds)

    def __repr__(self):
        return f"<BlockedLink by {self.blocked.members.size()} circles, until {self.blocked.until:g} s>"

    def is_over(self, circles, now, moved=0.0):
        """Tell whether it is worth to plan through the link again.

        Parameters
        ----------
        circles : array_like, shape (n, 3)
            x, y and radius in meters, numbered as in the graph.
        now : float
            Seconds.
        moved : float
            Meters, 0 or more.

        Returns
        -------
        over : bool
            The time has passed, or a member is gone or has moved by more than ``moved``.

        Raises
        ------
        ValueError
            Another shape, or a number that is not finite or out of its range.
        """
        cdef double distance = read_length("moved", moved)
        rows = read_rows("circles", circles, -1, 3)
        return is_over(&self.blocked, numbers_of(rows.reshape(-1)), <int32_t>len(rows), read_real("now", now), distance)


def way_points(circles, starts, goals, radii, max_push=0.0, may_walk=None):
    """Find where walkers should go straight to next, on their ways round standing circles.

    Parameters
    ----------
    circles : array_like, shape (m, 3)
        x, y and radius, meters.
    starts, goals : array_like, shape (n, 2)
        Meters.
    radii : float or array_like, shape (n,)
        Meters, 0 or more, of the walkers.
    max_push : float
        Meters, 0 or more: a walker that overlaps circles by no more counts as just outside of them.
    may_walk : callable, optional
        As in `ObstacleGraph.detour`.

    Returns
    -------
    points : ndarray, shape (n, 2)
        Meters: the goal (FREE), the first corner of the path round the first island (DETOUR), or the start.
    statuses : list of DetourStatus
    members : list of list of int
        The circles that block, enclose or cover.

    Raises
    ------
    ValueError
        A shape does not fit, or a number is not finite or below 0. And what may_walk raises.
    """
    import numpy as np
    circle_rows, start_rows = read_circles("circles", circles), read_rows("starts", starts, -1, 2)
    goal_rows = read_rows("goals", goals, -1, 2)
    cdef double push = read_length("max_push", max_push)
    cdef PythonWalkTest ground = read_ground(may_walk)
    cdef WalkTest test = walk_test(ground)
    cdef const double[::1] sizes = read_numbers("radii", radii, len(start_rows), 0.0, LARGEST)
    cdef const double* circle = numbers_of(circle_rows.reshape(-1))
    cdef const Vec2* start = vectors_of(start_rows)
    cdef const Vec2* goal = vectors_of(goal_rows)
    cdef StandingCircles standing
    cdef DetourMemory memory
    cdef Detour detour
    cdef int32_t circle_count = len(circle_rows)
    cdef int status
    cdef Py_ssize_t i
    points, statuses, members = np.empty((len(start_rows), 2)), [], []
    cdef Vec2* out = vectors_of(points)
    if len(goal_rows) != len(start_rows):
        raise ValueError(f"goals: must be as many as starts, {len(start_rows)}, are {len(goal_rows)}")
    with nogil:
        set_standing(&standing, circle, circle_count)
        for i in range(sizes.shape[0]):
            prepare_radius(&standing, sizes[i])
    for i in range(sizes.shape[0]):
        with nogil:
            status = find_way_point(graph_for(&standing, sizes[i]), start[i], goal[i], push, test, <const void*>ground, &memory,
                                    &detour,
                                    &out[i])
        raise_error(ground)
        statuses.append(DetourStatus(status))
        members.append(detour.members)
    return points, statuses, members
