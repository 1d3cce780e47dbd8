"""How a driven body crosses a link."""
from libc.stdint cimport int32_t
from navpy.godot.world.character_body cimport BodySettings
from navpy.motion.agent.agent cimport Agent

cdef enum CrossingKind:
    CROSS_NOTHING                   # the body is on no link
    CROSS_FLYING                    # a jump or a drop: a parabola of the body's gravity
    CROSS_CLIMBING                  # straight up, then over the edge
    CROSS_FLOATING                  # straight to the end: the body has no gravity

cdef struct Crossing:
    int32_t kind                    # CrossingKind
    double rise_speed               # meters a second, less by gravity in every frame
    double gravity                  # meters a second²
    double end[3]                   # meters, link_end of the agent when the kind was chosen

# One frame on the agent's link. The first frame chooses the kind of crossing.
cdef void cross(void* body, Crossing* crossing, const BodySettings* settings, const Agent* agent, double delta) noexcept nogil
