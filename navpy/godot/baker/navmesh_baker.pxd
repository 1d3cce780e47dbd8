"""The work of a NavMeshBaker, which its properties and methods call."""
from libc.stdint cimport int32_t
from navpy.godot.baker.baker cimport Baker
from navpy.godot.binding.class_spec cimport GdArray
from navpy.godot.binding.gd cimport GdVariant, GdVector3

cdef GdVariant* bake_finished_signal
cdef GdVariant* bake_progress_signal

cdef bint start_bake(Baker* baker, bint on_thread) noexcept         # under the GIL, as all functions below that are not nogil
cdef void stop_bake(Baker* baker) noexcept
cdef bint is_rebaking(void* baker) noexcept with gil                # a change of the level isn't in its navmesh yet
cdef void mark_node_changed(Baker* baker, void* node, bint remains) noexcept
cdef void mark_place_changed(Baker* baker, const GdVector3* at, double radius) noexcept
cdef void set_outlines(Baker* baker, const GdArray* outlines) noexcept nogil
cdef void on_made(Baker* baker) noexcept nogil
cdef void on_freed(Baker* baker) noexcept nogil
cdef void on_notification(Baker* baker, int32_t what) noexcept nogil
