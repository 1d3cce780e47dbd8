"""Settings of the project that are ours."""
from libc.stdint cimport int64_t
from navpy.godot.binding.engine cimport dictionary_put, variant_from_int
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.names cimport intern, name_variant
from navpy.godot.binding.plane cimport set_units
from navpy.godot.binding.ptrcall cimport find_method, put, put2

cdef enum:
    HINT_ENUM = 2                   # PROPERTY_HINT_ENUM
    MOST_BITS = 10

cdef const void* HAS_SETTING = find_method(b"ProjectSettings", b"has_setting", 3927539163)
cdef const void* GET_SETTING = find_method(b"ProjectSettings", b"get_setting", 223050753)
cdef const void* SET_SETTING = find_method(b"ProjectSettings", b"set_setting", 402577236)
cdef const void* SET_INITIAL_VALUE = find_method(b"ProjectSettings", b"set_initial_value", 402577236)
cdef const void* SET_AS_BASIC = find_method(b"ProjectSettings", b"set_as_basic", 2678287736)
cdef const void* SET_RESTART = find_method(b"ProjectSettings", b"set_restart_if_changed", 2678287736)
cdef const void* ADD_PROPERTY_INFO = find_method(b"ProjectSettings", b"add_property_info", 4155329257)
cdef void* settings = navpy_gd.global_get_singleton(intern(b"ProjectSettings"))
cdef const char* PIXELS = b"navpy/2d/pixels_per_meter"
cdef int64_t FIRST_PIXELS = 16
cdef double FIRST_WIDTH = 1.25      # meters of the plane: NavAgent2D's first radius is 10 pixels, with 16 to the meter
cdef list PIXEL_CHOICES = [1 << i for i in range(MOST_BITS + 1)]


cdef void variant_from_text(GdVariant* out, const char* text) noexcept:
    cdef GdString string
    navpy_gd.string_new_with_utf8_chars(&string, text)
    navpy_gd.var_from[<int>STRING](out, &string)
    navpy_gd.dtor[<int>STRING](&string)


cdef void describe(const char* name, int type, int hint, const char* hint_string) noexcept:
    """Tells the project settings' dialog the type."""
    cdef GdPacked info
    cdef GdVariant value
    navpy_gd.ctor0[<int>DICTIONARY](&info, NULL)
    variant_from_text(&value, name)
    dictionary_put(&info, name_variant(b"name"), &value)
    variant_from_int(&value, type)
    dictionary_put(&info, name_variant(b"type"), &value)
    variant_from_int(&value, hint)
    dictionary_put(&info, name_variant(b"hint"), &value)
    variant_from_text(&value, hint_string)
    dictionary_put(&info, name_variant(b"hint_string"), &value)
    put(ADD_PROPERTY_INFO, settings, &info, NULL)
    navpy_gd.dtor[<int>DICTIONARY](&info)


cdef void add_setting(const char* name, GdVariant* initial, int hint=0, const char* hint_string=b"") noexcept:
    cdef GdString path
    cdef GDExtensionBool exists = 0, yes = 1
    navpy_gd.string_new_with_utf8_chars(&path, name)
    put(HAS_SETTING, settings, &path, &exists)
    if not exists:
        put2(SET_SETTING, settings, &path, initial, NULL)
    put2(SET_INITIAL_VALUE, settings, &path, initial, NULL)
    put2(SET_AS_BASIC, settings, &path, &yes, NULL)
    put2(SET_RESTART, settings, &path, &yes, NULL)
    describe(name, navpy_gd.variant_get_type(initial), hint, hint_string)
    navpy_gd.dtor[<int>STRING](&path)


cdef bint read_setting(const char* name, GdVariant* value) noexcept:
    cdef GdString path
    cdef GdVariant missing
    cdef GDExtensionBool no = 0
    navpy_gd.string_new_with_utf8_chars(&path, name)
    navpy_gd.var_from[<int>BOOL](&missing, &no)
    navpy_gd.var_from[<int>BOOL](value, &no)
    put2(GET_SETTING, settings, &path, &missing, value)
    navpy_gd.dtor[<int>STRING](&path)
    return navpy_gd.variant_get_type(value) > BOOL


# ---- the scale of two dimensions ----

cdef str label(int64_t pixels):
    """A choice as the dialog shows it, with what it is for: the width of a body with the first radius of agents."""
    return f"{pixels} (for bodies {pixels * FIRST_WIDTH:g} px wide):{pixels}"


def register_pixels_per_meter():
    """Adds the setting navpy/2d/pixels_per_meter to the project's, where it isn't there, and takes its value: once, as everything that
    a game has in pixels depends on it."""
    cdef GdVariant value
    cdef int64_t given = FIRST_PIXELS
    variant_from_int(&value, FIRST_PIXELS)
    add_setting(PIXELS, &value, HINT_ENUM, ",".join([label(choice) for choice in PIXEL_CHOICES]).encode())
    if read_setting(PIXELS, &value):
        given = 0
        if navpy_gd.variant_get_type(&value) == INT:
            navpy_gd.var_to[<int>INT](&given, &value)
    navpy_gd.variant_destroy(&value)
    if given in PIXEL_CHOICES:
        set_units(given)
    else:
        node_error(NULL, f"the project setting {PIXELS.decode()} must be a power of two from 1 to {1 << MOST_BITS}: {FIRST_PIXELS} "
                         f"is used")
