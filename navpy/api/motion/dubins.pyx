"""Paths of arcs and straights: ArcPath and the functions that make one."""
cimport cython
from libc.math cimport INFINITY, M_PI, ceil, fabs, fmod, sqrt
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_finite, read_number, read_positive, read_rows, read_vec2
from navpy.api.motion.arrays cimport FARTHEST, vectors_of
from navpy.motion.formation.dubins cimport (
    Arc, Pose, arc_pose, measure_arcs, path_pose, round_off_corners, shortest_to_point, shortest_to_pose)
from navpy.base.elementary cimport atan2, cos
from navpy.base.vec2 cimport Vec2

__all__ = ["ArcPath", "PathArc", "dubins_path", "round_corners"]

cdef double LEAST_RADIUS = 1e-6         # meters
cdef double MOST_POINTS = 1e6           # of one arc of a sampled path


@cython.auto_pickle(True)
cdef class PathArc:
    """An arc or a straight of an ArcPath."""
    cdef readonly tuple center          #: (x, y) in meters, of the circle; the begin of a straight
    cdef readonly double radius         #: meters; 0: a straight
    cdef readonly double from_angle     #: radians, direction from the center to the begin; the heading of a straight
    cdef readonly double sweep          #: radians, above 0 counter-clockwise; 0 of a straight
    cdef readonly double length         #: meters

    def __repr__(self):
        return (f"PathArc(center={self.center}, radius={self.radius}, from_angle={self.from_angle}, sweep={self.sweep}, "
                f"length={self.length})")


cdef PathArc make_arc(const Arc* arc):
    cdef PathArc out = PathArc.__new__(PathArc)
    out.center, out.radius, out.from_angle = (arc.center.x, arc.center.y), arc.radius, arc.from_angle
    out.sweep, out.length = arc.sweep, arc.length
    return out


def arc_path_of(list arcs not None, tuple start not None):
    """A path from the result of ArcPath.__reduce__."""
    cdef ArcPath path = ArcPath.__new__(ArcPath)
    cdef Arc arc
    for (arc.center.x, arc.center.y), arc.radius, arc.from_angle, arc.sweep, arc.length in arcs:
        path.data.arcs.push_back(arc)
    path.data.start.at.x, path.data.start.at.y, path.data.start.heading = start
    measure_arcs(&path.data)
    return path


cdef double chords_of(const Arc* arc, double error) noexcept nogil:
    """Number of chords that leave an arc by no more than the error: a chord over an angle a leaves it by r (1 − cos(a / 2))."""
    cdef double angle, share
    if arc.radius == 0.0:
        return 1.0
    share = min(0.5, 0.5 * error / arc.radius)              # sin²(a / 4)
    angle = 4.0 * atan2(sqrt(share), sqrt(1.0 - share))
    return max(1.0, ceil(fabs(arc.sweep) / angle)) if angle > 0.0 else INFINITY


cdef class ArcPath:
    """A path of arcs and straights in the plan, made by `dubins_path` and `round_corners`.

    Points are (x, y) in meters, headings radians counter-clockwise from x. A path without length is its start.
    """

    def __reduce__(self):
        arcs = [(arc.center, arc.radius, arc.from_angle, arc.sweep, arc.length) for arc in self.arcs]
        return arc_path_of, (arcs, (self.data.start.at.x, self.data.start.at.y, self.data.start.heading))

    def __repr__(self):
        return f"<ArcPath of {self.length:.2f} m, {self.data.arcs.size()} arcs and straights>"

    @property
    def arcs(self):
        """list of PathArc, from the start to the end."""
        cdef size_t i
        return [make_arc(&self.data.arcs[i]) for i in range(self.data.arcs.size())]

    @property
    def length(self):
        """float: meters."""
        return 0.0 if self.data.ends.empty() else self.data.ends.back()

    @property
    def least_radius(self):
        """float: meters, of the tightest arc; 0 if the path has a corner without an arc, infinite if it is straight."""
        cdef double least = INFINITY
        cdef Pose end, begin
        cdef size_t i
        for i in range(self.data.arcs.size()):
            if self.data.arcs[i].radius > 0.0:
                least = min(least, self.data.arcs[i].radius)
            if i > 0:
                end, begin = arc_pose(&self.data.arcs[i - 1], self.data.arcs[i - 1].length), arc_pose(&self.data.arcs[i], 0.0)
                if cos(end.heading - begin.heading) < 1.0 - 1e-12:
                    return 0.0
        return least

    def at(self, along):
        """Compute the pose at a distance along the path; before its start and beyond its end it goes straight on.

        Parameters
        ----------
        along : float
            Meters.

        Returns
        -------
        x, y, heading : float
            Meters and radians.

        Raises
        ------
        ValueError
            along is not finite.
        """
        cdef Pose pose = path_pose(&self.data, read_finite("along", along))
        return pose.at.x, pose.at.y, pose.heading

    def sample(self, chord_error=0.05):
        """Compute a polyline along the path.

        Parameters
        ----------
        chord_error : float
            Meters, above 0: distance between the polyline and the path at most.

        Returns
        -------
        points : ndarray, shape (n, 2)
            Meters, from the start to the end.

        Raises
        ------
        ValueError
            chord_error is not above 0, or so small that an arc takes more than a million points.
        """
        import numpy as np
        cdef double error = read_positive("chord_error", chord_error), count
        cdef vector[int] chords
        cdef const Arc* arc
        cdef Pose pose = path_pose(&self.data, 0.0)
        cdef Vec2* out
        cdef size_t i
        cdef int k
        for i in range(self.data.arcs.size()):
            count = chords_of(&self.data.arcs[i], error)
            if count > MOST_POINTS:
                raise ValueError(f"chord_error: {chord_error} m is too small for arcs of radius {self.data.arcs[i].radius}")
            chords.push_back(<int>count)
        points = np.empty((1 + sum(chords), 2))
        out = vectors_of(points)
        out[0] = pose.at
        for i in range(self.data.arcs.size()):
            arc = &self.data.arcs[i]
            for k in range(1, chords[i] + 1):
                out += 1
                out[0] = arc_pose(arc, arc.length * k / chords[i]).at
        return points


# ---- arguments ----

cdef double read_heading(str name, value) except? -1.0:
    return fmod(read_finite(name, value, "radians"), 2.0 * M_PI)


# ---- paths ----

def dubins_path(start, heading, goal, goal_heading, radius):
    """Find the shortest path between two poses that nowhere turns tighter than a radius (Dubins 1957).

    Parameters
    ----------
    start, goal : (float, float)
        Meters, within 1e9.
    heading : float
        Radians counter-clockwise from x, at the start.
    goal_heading : float or None
        Radians, at the goal. With it the path is the shortest of Dubins' words LSL, RSR, LSR, RSL, RLR and LRL. None: any heading; the
        path is a turn and a straight, or two turns for a goal within a steering circle (Boissonnat & Bui 1994).
    radius : float
        Meters, 1e-6 … 1e9.

    Returns
    -------
    path : ArcPath
        Of several shortest ones the path that turns left first.

    Raises
    ------
    ValueError
        A number is not finite or out of its range.
    """
    cdef ArcPath path = ArcPath.__new__(ArcPath)
    cdef Pose end
    cdef double least
    path.data.start.at, end.at = read_vec2("start", start, FARTHEST), read_vec2("goal", goal, FARTHEST)
    path.data.start.heading, least = read_heading("heading", heading), read_number("radius", radius, LEAST_RADIUS, FARTHEST)
    if goal_heading is None:
        shortest_to_point(path.data.start, end.at, least, &path.data.arcs)
    else:
        end.heading = read_heading("goal_heading", goal_heading)
        shortest_to_pose(path.data.start, end, least, &path.data.arcs)
    measure_arcs(&path.data)
    return path


def round_corners(polyline, radius, cut=INFINITY):
    """Replace the corners of a polyline by arcs of steering circles (Bjore, Game AI Pro, chapter 21).

    Parameters
    ----------
    polyline : array_like, shape (n, 2)
        Meters, within 1e9; at least two different points. Repeated points count once.
    radius : float
        Meters, 1e-6 … 1e9, of the arcs; smaller where the legs are too short. Two corners share the leg between them in proportion to
        what they need. `ArcPath.least_radius` is the smallest one.
    cut : float
        Meters, 0 or more, may be infinite: distance at most from a corner to its arc. The arc lies on the inner side of the corner,
        where a taut path has its obstacle.

    Returns
    -------
    path : ArcPath
        Where the polyline turns back on itself the corner stays, as no arc fits.

    Raises
    ------
    ValueError
        Another shape, fewer than two different points, or a number that is not finite or out of its range.
    """
    cdef ArcPath path = ArcPath.__new__(ArcPath)
    cdef vector[Vec2] points
    cdef double most = read_number("radius", radius, LEAST_RADIUS, FARTHEST), furthest = read_number("cut", cut, 0.0, INFINITY)
    rows = read_rows("polyline", polyline, -1, 2, False, FARTHEST)
    cdef const Vec2* given = vectors_of(rows)
    cdef Py_ssize_t i
    for i in range(<Py_ssize_t>len(rows)):
        if points.empty() or given[i].x != points.back().x or given[i].y != points.back().y:
            points.push_back(given[i])
    if points.size() < 2:
        raise ValueError("polyline: must have at least two different points")
    round_off_corners(points.data(), points.size(), most, furthest, &path.data.arcs)
    path.data.start = arc_pose(&path.data.arcs[0], 0.0)
    measure_arcs(&path.data)
    return path
