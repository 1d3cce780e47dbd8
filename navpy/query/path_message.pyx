"""The outcome of a search, as a sentence."""
from libc.math cimport INFINITY

from navpy.base.core cimport (
    PATH_PARTIAL, REASON_COSTS_DIFFER, REASON_GOAL_OFF_MESH, REASON_INVALID_INPUT, REASON_LENGTH_LIMIT, REASON_NO_NAVMESH, REASON_NONE,
    REASON_RADIUS_LIMIT, REASON_SEARCH_LIMIT, REASON_START_OFF_MESH, REASON_TOO_NARROW)
from navpy.base.geom cimport distance3, is_point
from navpy.query.path cimport PathBuffer


cdef str place(const double* point):
    return f"({point[0]:g}, {point[1]:g}, {point[2]:g})"


cdef double remainder(PathBuffer* path) noexcept nogil:
    """Meters from the end of the path, or from the start if the search failed, straight to the goal that was asked for; 0 if the path
    is complete."""
    cdef Py_ssize_t last = path.point_polys.size() - 1
    if path.reason == REASON_NONE or not (is_point(&path.asked[0]) and is_point(&path.asked[3])):
        return 0.0
    return distance3(&path.points[3 * last] if last >= 0 else &path.asked[0], &path.asked[3])


cdef str path_message(PathBuffer* path):
    """A sentence about how the search went, with the numbers."""
    cdef double* start = path.asked
    cdef double* goal = &path.asked[3]
    cdef int reason = path.reason
    cdef str text
    if reason == REASON_NONE:
        return f"path of {path.length:.2f} m with {path.point_polys.size()} points"
    if reason == REASON_INVALID_INPUT:
        name = "goal" if is_point(start) else "start"
        return f"{name} {place(goal if is_point(start) else start)} is not finite and within 1e30 m"
    if reason == REASON_NO_NAVMESH and path.status == PATH_PARTIAL:
        return f"path of {path.length:.2f} m to where the loaded navmesh ends, {remainder(path):.2f} m before the goal"
    if reason == REASON_NO_NAVMESH:
        return "the navmesh has no polygons"
    if reason == REASON_START_OFF_MESH and path.off_by == INFINITY:
        return "no polygon of the navmesh may be walked on: their flags are 0, or the filter leaves none"
    if reason == REASON_START_OFF_MESH:
        return (f"start {place(start)} is {path.off_by:.2f} m off the navmesh; "
                f"nearest point {place(path.start.point)}")
    if reason == REASON_SEARCH_LIMIT:
        return f"no path found among the {path.searched} nodes that the search was limited to"
    if reason == REASON_TOO_NARROW:
        text = f"no way from start {place(start)} to goal {place(goal)} is wide enough for the radius"
        if path.status == PATH_PARTIAL:
            text += f"; path ends at the nearest point that one is to {place(path.goal.point)}"
        return text
    if reason == REASON_COSTS_DIFFER:
        return 'some ways cost more than others, so there is no exact path; algorithm "auto" or "corridor" weighs them'
    if reason == REASON_LENGTH_LIMIT or reason == REASON_RADIUS_LIMIT:
        return (f"path of {path.length:.2f} m, cut off {remainder(path):.2f} m before the goal by "
                f"{'max_length' if reason == REASON_LENGTH_LIMIT else 'max_radius'}")
    if reason == REASON_GOAL_OFF_MESH:
        text = f"goal {place(goal)} is {path.off_by:.2f} m off the navmesh"
    elif path.one_island:
        text = (f"goal {place(goal)} is cut off from start {place(start)} by what leads one way only, such as a "
                "exit-only area or a one-way link, by flags of 0, or by what a filter leaves out")
    else:
        text = f"goal {place(goal)} is on another island than start {place(start)}"
    if path.status == PATH_PARTIAL:
        return text + f"; path ends at the nearest reachable point {place(path.goal.point)}"
    if reason == REASON_GOAL_OFF_MESH:
        return text + f"; nearest point {place(path.goal.point)}"
    return text + ", no way leads there"
