"""What a NavMeshBaker does, for its properties and methods."""
from libc.stdint cimport int32_t
from navpy.godot.baker.baker cimport Baker
from navpy.godot.binding.gd cimport GdVariant

cdef GdVariant* bake_finished_signal
cdef GdVariant* bake_progress_signal
cdef GdVariant* navmesh_changed_signal
cdef GdVariant* navigation_mesh_changed_signal
cdef GdVariant* tiles_changed_signal

cdef bint start_bake(Baker* baker, bint on_thread) noexcept         # under the GIL, as all that is noexcept without nogil
cdef void stop_bake(Baker* baker) noexcept
cdef bint store(Baker* baker, void* resource, bint owned) noexcept  # false: the node is gone since
cdef void publish(Baker* baker) noexcept nogil
cdef void costs_changed(Baker* baker) noexcept
cdef void note_node(Baker* baker, void* node, bint remains) noexcept
cdef void set_tracking(Baker* baker) noexcept nogil
cdef void on_made(Baker* baker) noexcept nogil
cdef void on_freed(Baker* baker) noexcept nogil
cdef void on_notification(Baker* baker, int32_t what) noexcept nogil
