"""Motion: steering, flocks, avoidance, formations, crowds. The names here are looked up in their modules when they are first used."""

HOMES = {"Crowd": "crowd.crowd", "PathCorridor": "crowd.path_corridor", "Vehicles": "steering.vehicle", "FlowField": "steering.flow_field",
         "ContextSteering": "steering.context_steering", "flock_forces": "steering.flocking", "orca_step": "avoidance.orca", "avoid": "avoidance.velocity_obstacle",
         "sample_velocities": "avoidance.sampling_avoidance", "ObstacleGraph": "avoidance.obstacle_graph", "way_points": "avoidance.obstacle_graph",
         "avoid_ahead": "avoidance.locomotion_avoidance", "Formation": "formation.formation"}

__all__ = sorted(HOMES)


def __getattr__(name):
    if name not in HOMES:
        raise AttributeError(f"module 'navpy.motion' has no attribute {name!r}")
    module = __import__(f"navpy.motion.{HOMES[name]}", fromlist=[name])
    return getattr(module, name)
