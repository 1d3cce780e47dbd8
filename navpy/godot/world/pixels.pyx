"""The project setting navpy/2d/pixels_per_meter. It is read once, as everything that a game has in pixels depends on it."""
from libc.stdint cimport int64_t
from navpy.godot.binding.engine cimport variant_from_int
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.plane cimport set_units
from navpy.godot.world.project_settings cimport add_setting, read_setting

cdef enum:
    HINT_ENUM = 2                   # PROPERTY_HINT_ENUM
    MOST_BITS = 10

cdef const char* SETTING = b"navpy/2d/pixels_per_meter"
cdef int64_t FIRST = 16
cdef list CHOICES = [1 << i for i in range(MOST_BITS + 1)]


def register_setting():
    """Adds the setting to the project's, where it isn't there, and takes its value."""
    cdef GdVariant value
    cdef int64_t given = 0
    variant_from_int(&value, FIRST)
    add_setting(SETTING, &value, HINT_ENUM, ",".join([f"{choice}:{choice}" for choice in CHOICES]).encode())
    read_setting(SETTING, &value)
    if navpy_gd.variant_get_type(&value) == INT:
        navpy_gd.var_to[<int>INT](&given, &value)
    navpy_gd.variant_destroy(&value)
    if given in CHOICES:
        set_units(given)
    else:
        node_error(NULL, f"the project setting {SETTING.decode()} must be a power of two from 1 to {1 << MOST_BITS}: {FIRST} is used")
