"""The calls that entry.c makes: all classes are registered here, parents before children, and those first that others speak of."""
from navpy.godot.binding.engine_mesh cimport bind_meshes
from navpy.godot.binding.log cimport bind_log, node_error
from navpy.godot.binding.multimesh cimport bind_multimesh
from navpy.godot.binding.overlay cimport bind_overlay
from navpy.godot.binding.packed cimport bind_packed
from navpy.godot.binding.pool cimport bind_pool, close_pool
from navpy.godot import crowd_node, nav_link, nav_modifier_volume, nav_obstacle
from navpy.godot.agent import nav_agent_members
from navpy.godot.baker import bake_job, baker_properties, source_nodes
from navpy.godot.binding import binding, docs, engine, names, path_objects, threads
from navpy.godot.world import navmesh_data, scene_regions

NODES = (navmesh_data, baker_properties, nav_link, crowd_node, nav_agent_members, nav_obstacle, nav_modifier_volume)


def register_classes():
    threads.begin()
    engine.bind_methods()
    bind_packed()
    bind_log()
    bind_meshes()
    bind_pool()
    bind_overlay()
    bind_multimesh()
    source_nodes.bind_methods()
    path_objects.bind_methods()
    scene_regions.intern_names()
    bake_job.begin()
    for module in NODES:
        register(module)


cdef register(module):
    """A class that cannot be registered leaves the others to the game."""
    try:
        module.register()
    except Exception as error:
        node_error(NULL, f"{module.__name__} registers no class: {type(error).__name__}: {error}")


def register_docs():
    docs.register_docs()


def unregister_classes():
    close_pool()
    bake_job.wait_for_jobs()
    threads.end()
    binding.unregister_classes()
    names.free_names()
