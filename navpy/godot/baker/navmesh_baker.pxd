"""What a NavMeshBaker does, for its properties and methods."""
from navpy.godot.baker.baker cimport Baker

cdef bint start_bake(Baker* baker, bint on_thread) noexcept         # under the GIL, as all that is noexcept without nogil
cdef void stop_bake(Baker* baker) noexcept
cdef bint store(Baker* baker, void* resource, bint owned) noexcept  # false: the node is gone since
cdef void publish(Baker* baker) noexcept nogil
cdef void costs_changed(Baker* baker) noexcept
cdef void note_node(Baker* baker, void* node, bint remains) noexcept
cdef void set_tracking(Baker* baker) noexcept nogil
cdef void* make(void* owner) noexcept nogil
