"""The three calls that entry.c makes: all classes are registered here, in order of inheritance and use."""
from navpy.godot.binding.engine_mesh cimport bind_meshes
from navpy.godot.binding.log cimport bind_log
from navpy.godot.binding.multimesh cimport bind_multimesh
from navpy.godot.binding.overlay cimport bind_overlay
from navpy.godot.binding.packed cimport bind_packed
from navpy.godot.binding.pool cimport bind_pool, close_pool
from navpy.godot.baker import bake_job
from navpy.godot.baker import baker_properties
from navpy.godot.binding import binding
from navpy.godot import crowd_node
from navpy.godot.binding import engine
from navpy.godot.binding import names
from navpy.godot.agent import nav_agent_rows
from navpy.godot import nav_link
from navpy.godot import nav_modifier_volume
from navpy.godot import nav_obstacle
from navpy.godot.world import navmesh_data
from navpy.godot.binding import path_objects
from navpy.godot.world import scene_regions
from navpy.godot.baker import source_nodes
from navpy.godot.binding import threads


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
    for module in (bake_job, navmesh_data, baker_properties, nav_link, crowd_node, nav_agent_rows, nav_obstacle, nav_modifier_volume):
        module.register()


def register_docs():
    binding.register_docs()


def unregister_classes():
    close_pool()
    bake_job.wait_for_jobs()
    threads.end()
    binding.unregister_classes()
    names.free_names()
