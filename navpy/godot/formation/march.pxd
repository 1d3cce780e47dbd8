"""The march of a NavFormation: its request, its frames, and how it leads its members."""
from libc.stdint cimport int32_t
from navpy.godot.binding.class_spec cimport GdPackedStringArray
from navpy.godot.binding.gd cimport GdVariant, GdVector3
from navpy.godot.formation.nav_formation_data cimport NavFormation

cdef GdVariant* formed_up_signal
cdef GdVariant* broke_up_signal
cdef GdVariant* arrived_signal
cdef GdVariant* failed_signal

cdef int request_march(NavFormation* formation, const GdVector3* target) noexcept nogil     # StatusCode
cdef void end_march(NavFormation* formation, int reason) noexcept nogil
cdef void choose_march(NavFormation* formation) noexcept nogil             # after a change of the leader, or of the members
cdef str reason_text(NavFormation* formation)

cdef void on_made(NavFormation* formation) noexcept nogil
cdef void on_freed(NavFormation* formation) noexcept nogil
cdef void on_notification(NavFormation* formation, int32_t what) noexcept nogil
cdef void on_changed(NavFormation* formation, const char* property) noexcept nogil
cdef void configuration_warnings(NavFormation* formation, GdPackedStringArray* out) noexcept with gil
