"""What avoidance leaves of overlaps."""
from libcpp.vector cimport vector
from navpy.mesh cimport MeshView
from navpy.motion.agent cimport Agent
from navpy.motion.avoidance cimport Avoidance, AvoidanceMemory
from navpy.motion.local_boundary cimport LocalBoundary

cdef int separate(const MeshView* mesh, const Avoidance* all, vector[Agent]* agents, const vector[LocalBoundary]* boundaries, double dt,
                  AvoidanceMemory* memory) except -1 nogil
