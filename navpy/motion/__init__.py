"""Motion: steering, flocks, avoidance, formations, crowds."""
from navpy.base.first_use import import_on_first_use

HOMES = (
    "navpy.api.motion.animation_state",
    "navpy.api.motion.arbitration",
    "navpy.api.motion.context_steering",
    "navpy.api.motion.crowd",
    "navpy.api.motion.dubins",
    "navpy.api.motion.flocking",
    "navpy.api.motion.flow_field",
    "navpy.api.motion.formation",
    "navpy.api.motion.obstacle_graph",
    "navpy.api.motion.orca",
    "navpy.api.motion.path_corridor",
    "navpy.api.motion.sampling_avoidance",
    "navpy.api.motion.steering",
    "navpy.api.motion.vehicle",
    "navpy.api.motion.velocity_obstacle",
    "navpy.api.motion.wall_steering",
)
__getattr__, __dir__ = import_on_first_use("navpy.motion", HOMES)
