"""Settings of the project that are ours."""
from navpy.godot.binding.engine cimport dictionary_put, variant_from_int
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.names cimport intern, name_variant
from navpy.godot.binding.ptrcall cimport find_method, put, put2

cdef const void* HAS_SETTING = find_method(b"ProjectSettings", b"has_setting", 3927539163)
cdef const void* GET_SETTING = find_method(b"ProjectSettings", b"get_setting", 223050753)
cdef const void* SET_SETTING = find_method(b"ProjectSettings", b"set_setting", 402577236)
cdef const void* SET_INITIAL_VALUE = find_method(b"ProjectSettings", b"set_initial_value", 402577236)
cdef const void* SET_AS_BASIC = find_method(b"ProjectSettings", b"set_as_basic", 2678287736)
cdef const void* SET_RESTART = find_method(b"ProjectSettings", b"set_restart_if_changed", 2678287736)
cdef const void* ADD_PROPERTY_INFO = find_method(b"ProjectSettings", b"add_property_info", 4155329257)
cdef void* settings = navpy_gd.global_get_singleton(intern(b"ProjectSettings"))


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


cdef void read_setting(const char* name, GdVariant* value) noexcept:
    cdef GdString path
    cdef GdVariant missing
    cdef GDExtensionBool no = 0
    navpy_gd.string_new_with_utf8_chars(&path, name)
    navpy_gd.var_from[<int>BOOL](&missing, &no)
    navpy_gd.var_from[<int>BOOL](value, &no)
    put2(GET_SETTING, settings, &path, &missing, value)
    navpy_gd.dtor[<int>STRING](&path)
