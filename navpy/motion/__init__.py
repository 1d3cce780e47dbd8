"""Motion: steering, flocks, avoidance, formations, crowds. The names here are looked up in their modules when they are first used."""

HOMES = {"Crowd": "crowd", "PathCorridor": "path_corridor", "Vehicles": "vehicle", "FlowField": "flow_field",
         "ContextSteering": "context_steering", "flock_forces": "flocking", "orca_step": "orca", "avoid": "velocity_obstacle",
         "sample_velocities": "sampling_avoidance", "ObstacleGraph": "obstacle_graph", "way_points": "obstacle_graph",
         "avoid_ahead": "locomotion_avoidance", "Formation": "formation"}

__all__ = sorted(HOMES)


def __getattr__(name):
    if name not in HOMES:
        raise AttributeError(f"module 'navpy.motion' has no attribute {name!r}")
    module = __import__(f"navpy.motion.{HOMES[name]}", fromlist=[name])
    return getattr(module, name)
