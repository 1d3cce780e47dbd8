"""NavMeshBaker's own data, which its modules share."""
from cpython.ref cimport PyObject
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.godot.binding.class_spec cimport GdAabb, Instance
from navpy.godot.binding.gd cimport GdStringName, GdVector3
from navpy.godot.world.world_data cimport World

cdef cppclass Baker(Instance):
    double cell_size, cell_height, agent_height, agent_radius, agent_max_climb, agent_max_slope
    double region_min_size, region_merge_size, edge_max_length, edge_max_error, detail_sample_distance, detail_sample_max_error
    double link_drop_height, link_climb_height, link_jump_distance, border_size
    int64_t vertices_per_polygon, sample_partition_type, tile_size
    uint8_t filter_low_hanging_obstacles, filter_ledge_spans, filter_walkable_low_height_spans
    uint8_t filter_enclosed_spaces, filter_median_areas
    int64_t parsed_geometry_type    # NavigationMesh.ParsedGeometryType
    int64_t source_geometry_mode    # NavigationMesh.SourceGeometryMode
    uint32_t collision_mask
    uint32_t navigation_layers
    double enter_cost, travel_cost
    uint8_t enabled
    uint8_t bake_on_ready
    uint8_t track_sources
    GdAabb baking_aabb              # meters, in the baker's space; without size: everything
    GdVector3 baking_aabb_offset
    GdStringName group
    vector[float] area_costs        # by area id, 1 beyond its end
    void* data                      # Ref of the NavMeshData
    bint owns_data                  # its navmesh is nobody else's and may be changed
    World* world                    # NULL outside the tree
    PyObject* job                   # LevelBake under way, NULL; ours
    PyObject* tile_job              # TileBake under way, NULL; ours
    PyObject* wish                  # MainCall that will look at the changes, NULL; ours
    PyObject* geometry              # SourceGeometry; ours
    bint has_moved                  # itself, since its sources were last compared
    bint is_settled                 # in the tree with a scene that is complete, in a game
    bint has_warned                 # that changes cost a whole bake without tiles
