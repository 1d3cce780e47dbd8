"""The engine's StringNames of our texts."""
from navpy.godot.binding.gd cimport GdStringName, GdVariant

cdef GdStringName* intern(const char* text) noexcept
cdef GdVariant* name_variant(const char* text) noexcept     # the same as a Variant, as emit_signal and a Dictionary take it
