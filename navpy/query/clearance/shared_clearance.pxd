"""Clearance maps that all searches of a mesh share."""
from libcpp.memory cimport shared_ptr
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.clearance.clearance_map cimport ClearanceMap

cdef class SharedClearance:         # never changed once it is made
    cdef ClearanceMap map
    cdef shared_ptr[PortalGraph] held

# The clearance map of a graph for a radius, in meters beyond the bake's; None for 0. Hold it while it is read.
cdef SharedClearance share_clearance(NavMesh mesh, const PortalGraph* graph, shared_ptr[PortalGraph] held, double radius)


cdef inline const ClearanceMap* map_of(SharedClearance shared):
    """NULL of None."""
    if shared is None:
        return NULL
    return &shared.map
