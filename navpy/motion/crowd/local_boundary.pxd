"""The walls near an agent, kept while it stays nearby and the navmesh does not change."""
from libc.stdint cimport uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.avoidance.orca cimport WallVertex
from navpy.motion.crowd.walkable cimport Walkable
from navpy.query.clearance.near_walls cimport WallSearch

cdef cppclass LocalBoundary:
    const Walkable* walkable        # by its agent: where that ends there are walls; NULL: all of the mesh is
    vector[WallVertex] walls        # two each, the wall leads from the first to the second
    double x, y                     # metres, in the plan: where they were collected
    double reach                    # metres from there; all that is nearer is known
    uint64_t version                # of the mesh then

# Let it know all walls within reach of a place on a polygon, (x, y, z) in metres.
cdef int update_boundary(const MeshView* mesh, LocalBoundary* boundary, PolyRef poly, const double* place, double reach,
                         WallSearch* search) except -1 nogil
