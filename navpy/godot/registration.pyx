"""The three calls that entry.c makes: all classes are registered here, in order of inheritance and use."""
from navpy.godot.multimesh cimport bind_multimesh
from navpy.godot.overlay cimport bind_overlay
from navpy.godot.pool cimport bind_pool
from navpy.godot import binding, crowd_node, engine, nav_agent, navmesh_baker, navmesh_data


def register_classes():
    engine.bind_methods()
    bind_pool()
    bind_overlay()
    bind_multimesh()
    for module in (navmesh_data, navmesh_baker, crowd_node, nav_agent):
        module.register()


def register_docs():
    binding.register_docs()


def unregister_classes():
    navmesh_baker.wait_for_jobs()
    binding.unregister_classes()
