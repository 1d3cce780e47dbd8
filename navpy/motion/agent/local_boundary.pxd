"""The walls near an agent (Detour's local boundary), kept while the agent stays nearby and the navmesh does not change."""
from libc.stdint cimport uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.grid.cost_grid cimport CostGrid
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.avoidance.orca cimport ObstacleVertex
from navpy.motion.agent.walkable cimport WalkableArea
from navpy.query.clearance.near_walls cimport WallSearch

cdef cppclass LocalBoundary:
    const WalkableArea* walkable    # area of the agent: its border is a wall; NULL: all of the mesh
    const CostGrid* grid            # its impassable cells are walls, too; NULL: there are none. Borrowed
    vector[ObstacleVertex] walls    # of the mesh, two vertices a wall: it leads from the first to the second
    double x, y                     # meters, in the plan: place where the walls were collected
    double reach                    # meters from this place within which all walls are known
    uint64_t version                # of the mesh when the walls were collected; 0: they are to be collected

# Makes all walls known within reach, in meters, of a place (x, y, z) on a polygon.
cdef int update_boundary(const MeshView* mesh, LocalBoundary* boundary, PolyRef poly, const double* place, double reach,
                         WallSearch* search) except -1 nogil
