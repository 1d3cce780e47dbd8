"""Settings of the project that are ours. Used on the main thread, under the GIL."""
from navpy.godot.binding.gd cimport GdVariant

# Adds a setting where the project has none. hint, hint_string: as PROPERTY_HINT_… takes them, for the project settings' dialog.
cdef void add_setting(const char* name, GdVariant* initial, int hint=*, const char* hint_string=*) noexcept
cdef bint read_setting(const char* name, GdVariant* value) noexcept         # False: there is none. The caller destroys the value
