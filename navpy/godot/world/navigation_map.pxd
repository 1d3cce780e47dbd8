"""The state of a navigation map: regions and links of nodes, its listeners and its crowds."""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from cpython.ref cimport PyObject
from navpy.godot.binding.engine cimport world_of
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.godot.binding.path_objects cimport navigation_map_of
from navpy.godot.world.engine_crowd cimport EngineCrowd
from navpy.godot.world.map_rules cimport MapRules
from navpy.mesh.lasting_numbers cimport FIRST_LINK
from navpy.godot.streaming.streamed_ground cimport StreamedGround
from navpy.motion.crowd.obstacle_outlines cimport ObstacleOutline
from navpy.motion.agent.walkable cimport WalkableAreas

cdef extern from *:
    """
    #define NAVPY_LINK_RADIUS 1.0
    """
    # meters between a link's end and the surface at most; the default of Godot's maps
    const double LINK_RADIUS "NAVPY_LINK_RADIUS"

cdef enum:
    MAX_MASKS = 16                  # distinct navigation layers of a map or of a navmesh: one bit of a polygon's flags stands for each
    MAX_GROUND_MASKS = MAX_MASKS - 1    # of a navmesh, beside its region's
    ALL_MASKS = (1 << MAX_MASKS) - 1
    OBJECT_SLOT_MASK = 0xffffff     # the bits of an instance id that are the slot in the engine's object table

cdef struct MapRegion:              # the navmesh that a NavMeshBaker, a NavigationRegion3D or a TileMapLayer puts on the map
    void* node
    PyObject* navmesh               # NavMesh in the node's own space; the node keeps it alive
    GdTransform3D frame             # from the node's space to world space; up stays up. A baker's turns about Y and shifts only
    uint32_t layers                 # navigation layers, for which the first bit of the navmesh's flags stands
    const vector[uint32_t]* masks   # navigation layers for which its next bits stand, at most MAX_GROUND_MASKS; NULL: none
    double enter_cost               # meters, the additional cost of the way from another region into this region
    double travel_cost              # cost of a meter on its polygons of area AREA_WALKABLE
    bint joins_edges                # its edges are connected to near edges of other regions
    bint is_converted               # from a mesh of the engine's, which may end at walls or at a distance from them

cdef struct MapLink:                # the off-mesh link that a NavLink or a NavigationLink3D puts on the map
    void* node
    double start[3]                 # meters, in world space
    double end[3]
    double width                    # meters
    double enter_cost               # meters
    double travel_cost
    uint32_t layers
    int32_t kind
    int32_t id
    bint two_way

cdef struct Listener:               # a node that is called when the map has changed
    void* instance
    void (*map_changed)(void* instance) noexcept nogil

cdef struct MapBaker:               # a NavMeshBaker
    void* instance
    bint (*is_rebaking)(void* instance) noexcept nogil      # it has noticed a change of the level that its navmesh doesn't show yet

cdef struct NodeOverlap:            # of a region with a region before it
    uint64_t node, other            # instance ids of their nodes, other 0: it is not known
    double place[3]                 # meters, where both have ground
    bint is_left_out                # its edges are in the way of each other, so its ground is not on the map

cdef cppclass NavigationMap:             # the navigation map of a World3D, or of a script, and the crowds on it
    uint64_t id                     # instance id of the World3D or World2D, or RID of the map that a script made
    bint is_plane                   # of a World2D
    int user_count                  # navpy's nodes in it
    vector[MapBaker] bakers         # NavMeshBakers in it
    int baking_count                # NavMeshBakers that bake or are about to
    bint is_stale                   # regions or links have changed since `navmesh` was made
    bint uses_scene_regions         # it has no baker: its regions are NavigationRegion3D nodes
    uint64_t scene_version          # scene_version() of the nodes that `navmesh` was made of
    uint64_t warned_version         # in the editor, the version of the nodes in the bakers' warnings
    PyObject* navmesh               # NavMesh in world space, an own reference; NULL: nothing is walkable
    uint64_t mesh_count             # NavMeshes that `navmesh` has been so far
    PyObject* original              # NavMesh that `navmesh` is a copy of, an own reference; NULL: it is no copy
    uint64_t original_version       # version of the original that the copy is equal to
    double shift[3]                 # meters, from the original to the copy
    vector[uint32_t] layer_masks    # navigation layers that each bit of the polygons' flags stands for
    uint32_t region_flags           # bits that polygons of regions have; the other bits belong to links
    vector[int32_t] region_ends     # parallel to region_nodes: number of polygons up to this region's last
    vector[uint64_t] region_nodes   # instance ids of the nodes of the regions in `navmesh`
    bint has_reported_masks         # the error of too many layer masks has been printed
    bint has_reported_hidden        # the warning that a baker hides the scene's regions has been printed
    vector[MapLink] links           # of NavLinks
    vector[MapLink] attached_links  # the links in `navmesh`
    vector[NodeOverlap] overlaps    # of regions that `navmesh` was made of; they have been told
    EngineCrowd crowd               # agents and obstacles outside any Crowd node
    vector[ObstacleOutline] outlines    # of obstacles: walls for the agents of all crowds
    vector[MapRegion] regions       # of NavMeshBakers
    vector[StreamedGround] grounds  # of those that stream a world
    vector[Listener] listeners
    vector[EngineCrowd*] crowds     # of Crowd nodes
    vector[MapRules*] rules         # of the NavFilters that agents and queries use here
    uint64_t random_state           # of the random points that all its NavMaps draw
    WalkableAreas query_areas       # of queries that scripts make
    uint64_t query_version          # version of the map that they fit to

cdef inline uint64_t version_base(const NavigationMap* world) noexcept nogil:
    """The version of the map, as scripts see it, is this plus that of its navmesh: no two states of a map have the same."""
    return world.mesh_count << 32


cdef inline uint64_t map_key_of(void* node, uint64_t map, bint plane) noexcept nogil:
    """The id of a NavigationMap: the instance id of the node's World3D, or the RID of a map other than that World3D's. The two cannot
    be mistaken for each other: the instance id of a World3D, a RefCounted, has its highest bit set."""
    cdef uint64_t world = world_of(node, plane)
    return map if world != 0 and map != 0 and map != navigation_map_of(node, plane) else world


cdef inline int32_t link_id(uint64_t instance_id) noexcept nogil:
    """The link id of a node. No two objects that exist at the same time have the same slot in the engine's object table."""
    return FIRST_LINK + <int32_t>(instance_id & OBJECT_SLOT_MASK)


cdef inline uint32_t layers_of(const MapRegion* region) noexcept:
    """The navigation layers of all its ground."""
    cdef uint32_t layers = region.layers
    cdef size_t i
    for i in range(region.masks.size() if region.masks != NULL else 0):
        layers |= region.masks[0][i]
    return layers


cdef inline bint share_layers(const vector[MapRegion]* regions, int32_t a, int32_t b) noexcept:
    return layers_of(&regions[0][<size_t>a]) & layers_of(&regions[0][<size_t>b]) != 0
