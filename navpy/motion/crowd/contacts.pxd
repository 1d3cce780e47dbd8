"""What avoidance leaves of overlaps."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.crowd.crowd_avoidance cimport Avoidance, AvoidanceMemory
from navpy.motion.crowd.local_boundary cimport LocalBoundary
from navpy.base.vec2 cimport Vec2

cdef struct Contact:                # two participants that might touch in this step
    int32_t a, b
    double reach                    # metres, sum of their radii
    double part                     # of a correction, what is a's to do

cdef cppclass ContactMemory:
    vector[Contact] contacts
    vector[Vec2] ends               # metres: where each participant will be
    vector[uint8_t] moved           # those that were put elsewhere

cdef int separate(const MeshView* mesh, const Avoidance* all, vector[Agent]* agents, const vector[LocalBoundary]* boundaries, double dt,
                  ContactMemory* memory, AvoidanceMemory* surface) except -1 nogil
