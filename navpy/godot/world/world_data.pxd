"""What a map of a world consists of: what its sources and links add to it, and who listens and walks there."""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from cpython.ref cimport PyObject
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.godot.world.engine_crowd cimport EngineCrowd

cdef enum:
    MAX_MASKS = 16                  # distinct navigation layers of a map; a polygon has so many flags
    FIRST_LINK = 0x40000000         # ids of links that nodes gave begin here, others are below

cdef struct Source:                 # what one baker, or region, adds to the map
    void* baker
    PyObject* navmesh               # NavMesh in the baker's own space; the baker's resource keeps it alive
    GdTransform3D frame             # from there to world space: up stays up; a baker's is a turn about Y and a shift
    uint32_t layers                 # navigation layers
    double enter_cost               # meters that coming to it from another source counts for
    double travel_cost              # what a meter of its ground costs
    bint joins_edges                # with edges of others that are near

cdef struct LinkSource:             # what one link adds to the map
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

cdef struct Listener:               # somebody who wants to know that the map has changed
    void* instance
    void (*map_changed)(void* instance) noexcept nogil

cdef cppclass World:
    uint64_t id                     # instance id of the World3D, or RID of a navigation map that is not its own
    int users                       # nodes of ours in it
    int bakers                      # NavMeshBakers in it
    int baking                      # those at work
    bint stale                      # sources have changed since `navmesh` was made
    bint of_regions                 # it is made of the scene's regions
    uint64_t regions_version        # of these, then
    PyObject* navmesh               # NavMesh in world space, NULL where there is none; ours
    PyObject* copied                # NavMesh that it is a copy of, NULL: of none; ours
    uint64_t copied_version         # of that, as far as the copy follows it
    double shift[3]                 # meters, from there to the copy
    vector[uint32_t] masks          # navigation layers, by bit of the polygons' flags
    uint32_t ground_masks           # bits of those of polygons
    vector[int32_t] ground_ends     # by source in `navmesh`: polygons so far
    vector[uint64_t] ground_nodes   # likewise: instance ids
    bint told_masks                 # that there are too many
    vector[LinkSource] links        # of NavLinks
    vector[void*] left_out          # nodes of sources that contradict others, as told
    vector[LinkSource] put_links    # those in `navmesh`
    EngineCrowd crowd               # of agents outside any Crowd node
    vector[Source] sources
    vector[Listener] listeners
    vector[EngineCrowd*] crowds     # of Crowd nodes

cdef inline int32_t link_id(uint64_t instance_id) noexcept nogil:
    """The low bits are the engine's own table index: no two objects that live have the same."""
    return FIRST_LINK + <int32_t>(instance_id & 0xffffff)
