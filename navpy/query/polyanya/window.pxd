"""A window: the view of a search node into the polygon that it enters, header-only (continuous Dijkstra: Mitchell, Mount &
Papadimitriou 1987). Within a window, lengths from its root are a convex function of the place."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.geom cimport cross, distance2
from navpy.base.vec2 cimport Vec2, det, subtract, to_plan, vec2
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink

cdef enum:                              # Window.view, bits
    SHOWS_ALL = 1                       # all of the polygon is visible
    TURNS_RIGHT = 2                     # the path may turn at the right end of the interval, to what is on the right of it
    TURNS_LEFT = 4                      # the path may turn at the left end

cdef enum WindowSide:                   # how a path leads from the root to a place of the polygon
    STRAIGHT
    BY_RIGHT_END
    BY_LEFT_END
    NOT_AT_ALL

cdef struct Window:
    double x, y, g                      # meters: the root and its g value
    double right_x, right_y             # meters, the ends of the interval where the polygon is entered
    double left_x, left_y
    PolyRef poly
    int32_t before                      # index of the window of the same polygon that was noted before; −1: none
    int32_t link                        # link whose land side the interval lies on; −1: none
    int32_t node                        # index of the search node whose expansion noted it; −1: the polygon is the start's
    int32_t view


cdef inline bint is_behind_link(const Window* window, const OffMeshLink* link, Vec2 place) noexcept nogil:
    """True if a place lies on the root's side of a link's land side."""
    cdef Vec2 land = to_plan(link.land[0]), along = subtract(to_plan(link.land[1]), land)
    cdef double side = det(along, subtract(place, land))
    return side > 0.0 if det(along, subtract(vec2(window.x, window.y), land)) > 0.0 else side < 0.0


cdef inline WindowSide window_side(const MeshView* mesh, double rounding, const Window* window, Vec2 place) noexcept nogil:
    """How the path leads from a window's root to a place in its polygon. rounding: PortalGraph.rounding."""
    cdef double px = place.x - window.x, py = place.y - window.y, size = fabs(px) + fabs(py)
    cdef double rx = window.right_x - window.x, ry = window.right_y - window.y, lx = window.left_x - window.x, \
        ly = window.left_y - window.y
    if window.view & SHOWS_ALL:
        return STRAIGHT
    if window.link >= 0 and is_behind_link(window, &mesh.links[window.link], place):
        return NOT_AT_ALL
    if cross(rx, ry, px, py) < -rounding * (fabs(rx) + fabs(ry) + size):
        return BY_RIGHT_END if window.view & TURNS_RIGHT else NOT_AT_ALL
    if cross(lx, ly, px, py) > rounding * (fabs(lx) + fabs(ly) + size):
        return BY_LEFT_END if window.view & TURNS_LEFT else NOT_AT_ALL
    return STRAIGHT                     # also of a root in line with the interval: the place is in line then


cdef inline double window_length(const Window* window, WindowSide side, Vec2 place) noexcept nogil:
    """Meters from the start by way of a window's root to a place in its polygon, infinite if no path leads there."""
    cdef double dx = place.x - window.x, dy = place.y - window.y
    if side == STRAIGHT:
        return window.g + sqrt(dx * dx + dy * dy)
    if side == NOT_AT_ALL:
        return INFINITY
    if side == BY_RIGHT_END:
        dx, dy = window.right_x, window.right_y
    else:
        dx, dy = window.left_x, window.left_y
    return window.g + distance2(window.x, window.y, dx, dy) + distance2(dx, dy, place.x, place.y)


cdef inline double length_by(const MeshView* mesh, double rounding, const Window* window, Vec2 place) noexcept nogil:
    return window_length(window, window_side(mesh, rounding, window, place), place)


cdef inline int32_t best_window(const MeshView* mesh, double rounding, const vector[Window]* windows, int32_t last, Vec2 place,
                                double* least) noexcept nogil:
    """Index of the polygon's window with the shortest way from the start to a place, −1 if there is no way; `least` gets its meters.
    last: index of the window noted last, −1: none."""
    cdef double length
    cdef int32_t best = -1
    least[0] = INFINITY
    while last >= 0:
        length = length_by(mesh, rounding, &windows[0][last], place)
        if length < least[0]:
            least[0], best = length, last
        last = windows[0][last].before
    return best


cdef inline double least_length(const MeshView* mesh, double rounding, const vector[Window]* windows, int32_t last,
                                Vec2 place) noexcept nogil:
    """Meters from the start to a place in a polygon by the best of the polygon's windows, infinite if there is no way."""
    cdef double least
    best_window(mesh, rounding, windows, last, place, &least)
    return least
