"""The functions that entry.c calls. They register all classes: parents before children, and a class before others that have it as a
type."""
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.pool cimport close_pool
from navpy.godot import crowd_node, nav_link, nav_modifier_volume, nav_obstacle, nav_steering
from navpy.godot.agent import nav_agent
from navpy.godot.baker import bake_job, baker_properties
from navpy.godot.binding import binding, docs, names
from navpy.godot.field import nav_flow_field
from navpy.godot.formation import nav_formation
from navpy.godot.map import nav_goal_field, nav_map, nav_path, nav_reach
from navpy.godot.world import area_names, nav_filter, navmesh_data, project_settings

NODES = (navmesh_data, nav_filter, nav_path, nav_reach, nav_goal_field, nav_map, baker_properties, nav_link, nav_flow_field,
         crowd_node, nav_agent,
         nav_obstacle, nav_formation, nav_steering, nav_modifier_volume)


def register_classes():
    area_names.register_setting()
    project_settings.register_pixels_per_meter()
    for module in NODES:
        register(module)


cdef register(module):
    """Registers a module's class. If that fails, the game still has the other classes."""
    try:
        module.register()
    except Exception as error:
        node_error(NULL, f"the class of {module.__name__} is missing, because its registration failed: {type(error).__name__}: "
                         f"{error}")


def register_docs():
    docs.register_docs()


def unregister_classes():
    close_pool()
    bake_job.wait_for_jobs()
    binding.unregister_classes()
    names.free_names()
