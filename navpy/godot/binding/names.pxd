"""The engine's StringNames of our texts."""
from navpy.godot.binding.gd cimport GdStringName, GdVariant

cdef GdStringName* intern(str text) except NULL
cdef GdVariant* name_variant(str text) except NULL      # the same as a Variant, as emit_signal and a Dictionary take it
