"""What others leave of an agent's velocity: ORCA among agents, with the navmesh's borders as walls."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh cimport MeshView
from navpy.motion.agent cimport Agent
from navpy.motion.linear_program cimport Line
from navpy.motion.local_boundary cimport LocalBoundary
from navpy.motion.neighbor_grid cimport NeighborGrid, NeighborMemory
from navpy.motion.orca cimport Body
from navpy.query.flood cimport Flood
from navpy.query.near_walls cimport WallSearch
from navpy.core cimport PolyRef

cdef struct Manners:                # of a participant, parallel to its body
    double ground                   # metres, height of the floor under it
    double height                   # metres
    double priority
    int32_t slot
    uint8_t walks                   # has a way to go
    uint8_t yields                  # it stands, but steps aside
    uint8_t waits                   # it walks and gets no further

cdef cppclass Avoidance:
    vector[Body] bodies             # those who take part, in the order of their slots, as they were when the step began
    vector[Manners] manners         # parallel
    vector[double] places           # scratch: 2 coordinates of each, metres
    NeighborGrid grid
    double reach                    # metres, of who sees farthest
    int32_t waiting                 # how many get no further

cdef cppclass AvoidanceMemory:      # one a thread
    NeighborMemory neighbors
    vector[Line] lines              # of walls, then of others
    vector[Line] others
    vector[Line] scratch
    WallSearch search
    Flood flood
    vector[PolyRef] visited
    vector[int32_t] near

# Note who takes part and where; all agents by slot.
cdef int gather_bodies(Avoidance* all, const vector[Agent]* agents) except -1 nogil
# Velocities of participants at places first … end − 1 of the grid's order; boundaries by slot. Ranges may be worked on at once.
cdef int avoid_range(const MeshView* mesh, const Avoidance* all, vector[Agent]* agents, vector[LocalBoundary]* boundaries, int32_t first,
                     int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil
