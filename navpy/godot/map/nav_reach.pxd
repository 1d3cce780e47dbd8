"""NavReach: the ground that is reached at a cost."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.godot.binding.class_spec cimport Instance
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.map.nav_map_data cimport NavMap
from navpy.godot.world.nav_filter_data cimport NavFilter
from navpy.godot.world.navigation_map cimport NavigationMap
from navpy.query.polyanya.window cimport Window

cdef struct ReachedPoly:
    PolyRef poly
    int32_t last_window             # index of its last window
    # added to the windows' lengths times the factor; below 0 where the way to the root costs less a meter
    double root_cost
    double factor                   # cost of a meter

cdef cppclass NavReach(Instance):
    NavigationMap* world                 # kept; NULL: made by a script
    uint64_t version                # of the map
    double max_cost
    double rounding                 # of the graph, see PortalGraph
    vector[ReachedPoly] polys       # ascending by polygon
    vector[Window] windows
    vector[GdVector3] triangles     # 3 points a triangle, clockwise seen from above

# out: a Ref for the new object, of the plane where `map` is. start: meters.
cdef int make_nav_reach(void* out, NavMap* map, NavFilter* filter, const double* start, double max_cost) except -1 nogil
