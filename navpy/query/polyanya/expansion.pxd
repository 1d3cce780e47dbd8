"""A search node of Polyanya while it is expanded into the polygon behind its interval, header-only."""
from libc.math cimport fabs
from libc.stdint cimport int32_t
from navpy.base.core cimport PolyRef
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph
from navpy.query.polyanya.search_node cimport PolyanyaSearch, SearchNode

cdef enum:                              # the path's turn at an end of the interval
    TURN_UNDECIDED = 0
    TURN_ALLOWED = 1
    TURN_PRUNED = 2

cdef struct IntervalEnd:
    double x, y                         # meters
    double dx, dy                       # meters from the root
    double size                         # |dx| + |dy|
    const HalfEdge* vertex              # the half-edge that begins here if the end is a vertex where paths may turn, else NULL
    int32_t index                       # index of the half-edge `vertex`
    int state                           # TURN_…, decided by may_turn when a successor needs it
    double g                            # meters from the start to here, once the turn is allowed
    bint is_shortest_known              # true: no path known to the edge's end on this side can be shorter than one from the root

cdef struct Expansion:
    double x, y, g                      # the root and its g value
    int32_t umbrella, turn, parent, link_count      # the fields of the successors that have the same root, see SearchNode
    PolyRef poly                        # polygon behind the interval, which is entered
    PolyRef back                        # polygon that the path comes from; it never goes straight back there; NO_POLY: none
    bint all_visible                    # true: all of the polygon is visible, as the root lies on the interval
    bint collinear                      # true: root and interval are in line, with the interval ahead of the root
    double far_end                      # m²: if collinear, squared distance of the farther end
    bint through_link                   # true: the interval lies on the land side of a link, which is:
    double land_x, land_y               # meters, one end of it
    double land_dx, land_dy             # meters, from that end to the other end
    double far_sign                     # the far side is to the left of (land_dx, land_dy): 1; to the right: −1
    IntervalEnd right, left


cdef inline double end_slack(const PortalGraph* graph, const IntervalEnd* end, double dx, double dy) noexcept nogil:
    """m²: size of the cross product of an end's direction and (dx, dy) that rounding may cause if the two are in line."""
    return graph.rounding * (end.size + fabs(dx) + fabs(dy))


cdef inline void set_end(IntervalEnd* end, const Expansion* node, double x, double y) noexcept nogil:
    end.x, end.y, end.dx, end.dy = x, y, x - node.x, y - node.y
    end.size = fabs(end.dx) + fabs(end.dy)
    end.vertex = NULL
    end.state = TURN_PRUNED


cdef inline SearchNode* new_node(PolyanyaSearch* search, const Expansion* node, int32_t edge) noexcept nogil:
    """A successor with the same root, written behind the used nodes. The caller sets its interval and pushes it."""
    cdef SearchNode* out = &search.intervals.nodes[search.intervals.used]
    out.x, out.y, out.g, out.umbrella, out.turn = node.x, node.y, node.g, node.umbrella, node.turn
    out.edge, out.poly, out.parent, out.link_count = edge, node.poly, node.parent, node.link_count
    return out
