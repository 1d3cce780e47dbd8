"""Motion: steering, flocks, avoidance, formations, crowds. The names here are looked up in their modules when they are first used."""

HOMES = {"Crowd": "api.motion.crowd", "PathCorridor": "api.motion.path_corridor", "Vehicles": "motion.steering.vehicle", "FlowField": "motion.steering.flow_field",
         "ContextSteering": "motion.steering.context_steering", "flock_forces": "motion.steering.flocking", "orca_step": "motion.avoidance.orca", "avoid": "motion.avoidance.velocity_obstacle",
         "sample_velocities": "motion.avoidance.sampling_avoidance", "ObstacleGraph": "motion.avoidance.obstacle_graph", "way_points": "motion.avoidance.obstacle_graph",
         "avoid_ahead": "motion.avoidance.locomotion_avoidance", "Formation": "motion.formation.formation"}

__all__ = sorted(HOMES)


def __getattr__(name):
    if name not in HOMES:
        raise AttributeError(f"module 'navpy.motion' has no attribute {name!r}")
    module = __import__(f"navpy.{HOMES[name]}", fromlist=[name])
    return getattr(module, name)
