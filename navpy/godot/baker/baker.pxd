"""The struct of NavMeshBaker, which its modules share."""
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.godot.binding.class_spec cimport GdAabb, Instance
from navpy.godot.binding.gd cimport GdString, GdStringName, GdVector3
from navpy.godot.world.navigation_map cimport NavigationMap

cdef enum:                          # NavigationMesh.ParsedGeometryType
    MESH_INSTANCES
    STATIC_COLLIDERS
    BOTH

cdef enum:                          # NavigationMesh.SourceGeometryMode
    PARENTS_CHILDREN
    GROUP_WITH_CHILDREN
    GROUP_EXPLICIT

cdef enum:
    MOST_SETTINGS = 64

cdef union SettingValue:            # of a bake setting, as its row's type says
    double real
    int64_t whole
    uint8_t flag

cdef struct ServerRegion:           # a region of NavigationServer3D that shows a tile
    uint64_t rid
    int32_t x, z                    # tiles: its place in the grid
    uint64_t version                # of the tile that it shows
    uint64_t mesh_version           # of the navmesh when it was last compared

cdef struct ServerLink:             # a link of NavigationServer3D
    uint64_t rid
    uint64_t owner                  # instance id of the NavMeshBaker or NavLink
    GdVector3 start, end            # meters, in world space
    double enter_cost, travel_cost
    int64_t layers
    uint8_t both_ways

cdef cppclass Baker(Instance):
    SettingValue settings[MOST_SETTINGS]    # of the bake, in the order of their rows (navpy/baking/settings.py)
    int64_t parsed_geometry_type    # NavigationMesh.ParsedGeometryType
    int64_t source_geometry_mode    # NavigationMesh.SourceGeometryMode
    uint32_t collision_mask
    uint32_t navigation_layers
    double enter_cost, travel_cost
    uint8_t enabled
    uint8_t bake_on_ready
    uint8_t track_sources
    uint8_t use_navigation_server
    vector[ServerRegion] server_regions     # while use_navigation_server is on
    vector[ServerLink] server_links         # likewise
    uint64_t server_map                     # RID of the map that these are on, 0: there are none
    uint64_t server_mark                    # RID of a region without polygons that changes with the navmesh, 0: there is none
    uint64_t marked_map                     # RID of the map that it is on
    int64_t mark_layers                     # of it: others after each change
    GdAabb baking_aabb              # meters, in the baker's space; a size of 0: the level isn't cropped
    GdVector3 baking_aabb_offset
    GdStringName group
    void* outlines                  # in the plane: an Array of PackedVector2Array, in the baker's space
    vector[float] area_costs        # by area id; areas beyond its end cost 1
    void* data                      # Ref of the NavMeshData
    bint owns_navmesh               # no one else uses the NavMesh of `data`: it may be changed in place
    NavigationMap* world                 # NULL outside the tree
    PyObject* job                   # LevelBake under way, or MainCall that begins it, or NULL; own references, like the next four
    PyObject* tile_job              # TileBake under way, or NULL
    PyObject* pending_call          # MainCall that bakes the changes, or NULL
    PyObject* links_call            # MainCall that updates the links of NavigationServer3D, or NULL
    PyObject* geometry              # SourceGeometry
    GdString world_file             # the file of a streamed world, empty: none
    GdStringName stream_group       # whose nodes ask for ground around them
    uint8_t stream_camera           # the viewport's camera does, too
    double stream_distance          # meters
    double stream_memory            # megabytes that loaded tiles may take
    double stream_budget            # milliseconds of a frame in which tiles are added and removed
    PyObject* opening               # WorldReader that opens a world, or NULL; an own reference, like the next
    PyObject* stream                # WorldStream whose navmesh the baker has, or NULL
    bint has_moved                  # the baker itself has moved since its sources were last compared
    bint is_level_complete          # the scene is complete, and this is a game: from now on each change is a change of the level
    uint8_t build_path_index        # bakes of the whole level build one
    bint has_warned_of_tiles        # the warning that a change without tiles bakes the whole level has been printed
