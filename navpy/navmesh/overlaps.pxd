"""Ground that two parts of a merged navmesh have in the same place."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport MeshView

cdef struct Overlap:                # of two parts, a < b
    int32_t a, b
    double place[3]                 # meters, on the surface of both

# The polygons of part i end before ends[i]. One for each two parts of which polygons overlap by more than ``depth`` meters in the
# plan, on floors that are at most a step apart.
cdef int find_overlaps(const MeshView* mesh, const vector[int32_t]* ends, double depth, vector[Overlap]* out) except -1 nogil
