"""The three calls that entry.c makes: all classes are registered here, in order of inheritance and use."""
from navpy.godot.engine_mesh cimport bind_meshes
from navpy.godot.multimesh cimport bind_multimesh
from navpy.godot.overlay cimport bind_overlay
from navpy.godot.packed cimport bind_packed
from navpy.godot.pool cimport bind_pool, close_pool
from navpy.godot import (bake_job, baker_properties, binding, crowd_node, engine, nav_agent_rows, nav_link, nav_modifier_volume,
                         nav_obstacle, navmesh_data, path_objects, scene_regions, source_nodes, threads)


def register_classes():
    threads.begin()
    engine.bind_methods()
    bind_packed()
    bind_meshes()
    bind_pool()
    bind_overlay()
    bind_multimesh()
    source_nodes.bind_methods()
    path_objects.bind_methods()
    scene_regions.intern_names()
    for module in (bake_job, navmesh_data, baker_properties, nav_link, crowd_node, nav_agent_rows, nav_obstacle, nav_modifier_volume):
        module.register()


def register_docs():
    binding.register_docs()


def unregister_classes():
    close_pool()
    bake_job.wait_for_jobs()
    threads.end()
    binding.unregister_classes()
