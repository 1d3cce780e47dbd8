"""The askers for ground of a NavMeshBaker with a streamed world."""
from libcpp.vector cimport vector
from navpy.godot.baker.baker cimport Baker

# Appends the places of the nodes of stream_group that are in the baker's world, and of the viewport's camera: x and z, meters in the
# baker's space.
cdef int list_focus(Baker* baker, vector[double]* out) except -1 nogil
