"""NavReach: the ground that is reached at a cost."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.godot.binding.class_spec cimport Instance
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.world.nav_filter_data cimport NavFilter
from navpy.godot.world.world_data cimport NavWorld

cdef struct ReachedPoly:
    PolyRef poly
    double root[3]                  # meters: where the cheapest way to the polygon turns last
    double root_cost                # cost of the way to there
    double factor                   # cost of a meter from there on

cdef cppclass NavReach(Instance):
    NavWorld* world                 # kept; NULL: made by a script
    uint64_t version                # of the map
    double max_cost
    vector[ReachedPoly] polys       # ascending by polygon
    vector[GdVector3] triangles     # 3 points a triangle, clockwise seen from above

# out: a Ref that gets a new one. start: meters.
cdef int make_nav_reach(void* out, NavWorld* world, NavFilter* filter, const double* start, double max_cost) except -1 nogil
