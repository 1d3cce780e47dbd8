"""Motion: steering, flocks, avoidance, formations, crowds."""
from navpy.base.first_use import look_up_on_first_use

HOMES = {
    "navpy.api.motion.animation_state": ("AnimationState",),
    "navpy.api.motion.arbitration": ("dither", "prioritize", "weighted_sum"),
    "navpy.api.motion.context_steering": ("ContextSteering",),
    "navpy.api.motion.crowd": ("Crowd",),
    "navpy.api.motion.dubins": ("ArcPath", "PathArc", "dubins_path", "round_corners"),
    "navpy.api.motion.flocking": ("alignment", "cohesion", "flock_forces", "neighbor_counts", "separation"),
    "navpy.api.motion.flow_field": ("FlowField", "follow_field"),
    "navpy.api.motion.formation": ("Formation", "assign_slots", "band", "box", "column", "turning_radius", "wedge"),
    "navpy.api.motion.obstacle_graph": ("BlockedLink", "DetourResult", "DetourStatus", "ObstacleGraph", "way_points"),
    "navpy.api.motion.orca": ("nearest_velocity", "orca_step"),
    "navpy.api.motion.path_corridor": ("PathCorridor",),
    "navpy.api.motion.sampling_avoidance": ("sample_penalties", "sample_velocities", "sampling_params"),
    "navpy.api.motion.steering": ("Wander", "arrive", "avoid_obstacles", "braking_speed_at", "evade", "flee", "follow_leader",
                                  "follow_path", "hide", "interpose", "offset_pursuit", "pursue", "queue", "seek", "wander"),
    "navpy.api.motion.vehicle": ("Vehicles",),
    "navpy.api.motion.velocity_obstacle": ("avoid", "is_inside", "velocity_obstacle"),
    "navpy.api.motion.wall_steering": ("avoid_walls", "follow_wall"),
}
__getattr__, __dir__, __all__ = look_up_on_first_use("navpy.motion", HOMES)
