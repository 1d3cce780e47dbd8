"""How a driven body crosses a link: it jumps, climbs or drops, by its own collisions."""
from libc.stdint cimport int32_t
from navpy.godot.world.body cimport BodySettings
from navpy.motion.crowd.agent cimport Agent

cdef enum CrossingKind:
    CROSS_NOTHING                   # it is on no link
    CROSS_FLYING                    # thrown up or simply falling: a parabola, by the body's gravity
    CROSS_CLIMBING                  # straight up, then over
    CROSS_FLOATING                  # straight on: the body knows no gravity

cdef struct Crossing:
    int32_t kind                    # CrossingKind
    double fall                     # meters a second: gravity times delta is taken off it every frame
    double gravity                  # meters a second²

# One frame on the link that the agent is on; begins with the first.
cdef void cross(void* body, Crossing* crossing, const BodySettings* settings, const Agent* agent, double delta) noexcept nogil
