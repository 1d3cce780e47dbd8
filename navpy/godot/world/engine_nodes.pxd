"""Our questions to the engine's own navigation nodes, as plain functions: NavigationRegion3D and its kin, in the plane, too. Their
answers are in meters, in world space; a cost of entering, too."""
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.godot.binding.engine cimport SignalHandler
from navpy.godot.binding.gd cimport GdStringName, GdTransform3D, GdVector3

cdef enum NodeKind:
    NO_NAVIGATION                   # any other node
    REGION
    LINK
    OBSTACLE
    TILES                           # a TileMapLayer, whose tiles have navigation polygons

cdef struct EngineRegion:           # a region's properties, but for its mesh
    GdTransform3D frame
    double enter_cost
    double travel_cost
    uint64_t map                    # RID of the navigation map that it is on
    uint32_t layers
    uint8_t enabled
    uint8_t joins_edges

cdef struct EngineLink:             # a link's properties
    GdVector3 start
    GdVector3 end
    double enter_cost
    double travel_cost
    uint64_t map
    uint32_t layers
    uint8_t enabled
    uint8_t two_way

cdef struct EngineObstacle:         # an obstacle's properties, but for its vertices
    GdTransform3D frame
    GdVector3 velocity
    double radius
    double height
    uint64_t map
    uint32_t layers
    uint8_t avoidance_enabled
    uint8_t affects_mesh
    uint8_t carves_mesh

# plane: true for nodes of two dimensions.
cdef NodeKind kind_of(void* node, bint plane) noexcept nogil
cdef int find_nodes(void* root, const char* class_name, vector[void*]* out) except -1 nogil      # appends those below the root
cdef int find_navigation_nodes(void* tree, bint plane, vector[void*]* out) except -1 nogil      # appends those below the tree's root
# Emitted when its mesh is another; a TileMapLayer's when its tile set or a property is, but no cell. NULL: it has none.
cdef const GdStringName* change_signal(NodeKind kind, bint plane) noexcept nogil

# These take a node of either dimension.
cdef void* region_navigation_mesh(void* region) noexcept nogil      # a Ref of a NavigationMesh or a NavigationPolygon, to be let go of
cdef void read_region(void* region, EngineRegion* out) noexcept nogil
# Meters between edges that a map connects at most; 0: none. node: a region or another node on it.
cdef double edge_margin_of(uint64_t map, void* node, bint plane) noexcept nogil
cdef void read_link(void* link, EngineLink* out) noexcept nogil
cdef void read_obstacle(void* obstacle, EngineObstacle* out) noexcept nogil
cdef void read_obstacle_vertices(void* obstacle, vector[GdVector3]* out) noexcept nogil     # in the node's own space
cdef void read_tiles(void* layer, EngineRegion* out) noexcept nogil  # as a region; `layers` are those of its first navigation layer
# For a cell that a script sets Godot has no signal, but the layer gives the server other regions then: the handler is called with a
# map's RID after something on it has changed.
cdef void connect_map_changes(SignalHandler handler) noexcept nogil
cdef uint64_t tiles_hash(void* layer) noexcept nogil                # of its cells; never 0
cdef uint64_t rid_of(void* node) noexcept nogil                     # of a region or a link; 0, no RID, of any other node
