"""The inputs of a bake from a NavMeshBaker: geometry, settings, volumes and costs."""
from navpy.godot.baker.baker cimport PARENTS_CHILDREN, Baker
from navpy.godot.baker.baker_settings cimport AGENT_RADIUS, settings_of, tile_size_of
from navpy.godot.baker.level_bake cimport LevelBake, OutlineBake
from navpy.godot.baker.source_geometry cimport SourceGeometry, level_bounds, tile_side, upright_frame
from navpy.godot.baker.source_parts cimport OutlinePart
from navpy.godot.binding.engine cimport node_in_tree, node_parent
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.godot.binding.log cimport node_error, quoted
from navpy.godot.binding.packed cimport text_of_name
from navpy.godot.world.bake_volumes cimport Prism, prisms_in, read_moved_volumes, volumes_in
from navpy.godot.world.world cimport world_read_obstacles
from navpy.baking.settings import BakeSettings


cdef LevelBake collect(Baker* baker):
    cdef SourceGeometry geometry = <SourceGeometry>baker.geometry
    cdef LevelBake job = OutlineBake() if baker.cls.is_plane else LevelBake()
    if not node_in_tree(baker.owner) or (node_parent(baker.owner) == NULL and not baker.cls.is_plane):
        node_error(baker.owner, "nothing was baked: a NavMeshBaker bakes only inside the scene tree, under the parent whose children "
                                "it collects; add it there first")
        return None
    settings = job_settings(baker)
    try:
        if not baker.cls.is_plane:
            BakeSettings(**settings).validate()
    except ValueError as error:
        node_error(baker.owner, f"nothing was baked: {error}")
        return None
    world_read_obstacles()
    read_moved_volumes()
    geometry.collect(baker)
    job.parts = geometry.known_parts()
    missing = missing_geometry(baker, job.parts)
    if missing is not None:
        node_error(baker.owner, f"nothing was baked: {missing}")
        return None
    job.bounds, job.layer_masks = level_bounds(baker, job.parts), []
    fill_job(baker, job, settings, True)
    if tile_size_of(baker) == 0 and not baker.track_sources:
        geometry.clear()                        # any later bake collects the whole level again
    return job


cdef dict job_settings(Baker* baker):
    if baker.cls.is_plane:
        return {"agent_radius": baker.settings[AGENT_RADIUS].real, "tile_size": tile_side(baker)}
    return settings_of(baker)


cdef int fill_job(Baker* baker, LevelBake job, dict settings, bint is_whole) except -1:
    cdef GdTransform3D frame
    cdef Prism prism
    upright_frame(baker.owner, &frame)
    job.settings, job.volumes = settings, []
    if baker.world != NULL and baker.cls.is_plane:
        job.volumes = [((<Prism>prism).outline(&frame), (<Prism>prism).area, (<Prism>prism).eroded) for prism in prisms_in(baker.world,
                                                                                                                           is_whole)]
    elif baker.world != NULL:
        job.volumes = volumes_in(baker.world, &frame, is_whole)
    job.area_costs = baker.area_costs
    job.builds_index = is_whole and baker.build_path_index
    return 0


cdef object missing_geometry(Baker* baker, list parts):
    """Why these parts are too few for a bake; None: they are enough."""
    if baker.cls.is_plane:
        return None if any([(<OutlinePart?>part).has_floor for part in parts]) else \
            "there is no outline to walk in: set outlines, paint navigation polygons into a TileMapLayer under the parent node, or " \
            "take over a NavigationPolygon that is baked: navmesh = NavMeshData.new(), then navmesh.from_navigation_mesh(polygon)"
    if parts:
        return None
    kinds = ("meshes", "static colliders", "meshes or static colliders")[baker.parsed_geometry_type]
    where = "under the parent node"
    if baker.source_geometry_mode != PARENTS_CHILDREN:
        where = f"in the group '{quoted(text_of_name(&baker.group))}'"
    return f"there are no {kinds} {where} (see parsed_geometry_type, collision_mask and source_geometry_mode)"
