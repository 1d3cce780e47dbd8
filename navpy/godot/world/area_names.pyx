"""Names of area ids: the project setting navpy/areas/names, an array of texts by area id. It is read whenever a name is asked for, so a
change counts at once, except in the inspector, whose choices are those of the start."""
from navpy.base.area cimport AREA_COUNT, AREA_NONE, AREA_WALKABLE
from navpy.godot.binding.engine cimport dictionary_put, variant_from_int
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.names cimport intern, name_variant
from navpy.godot.binding.packed cimport strings_of
from navpy.godot.binding.ptrcall cimport find_method, put, put2

cdef const void* HAS_SETTING = find_method(b"ProjectSettings", b"has_setting", 3927539163)
cdef const void* GET_SETTING = find_method(b"ProjectSettings", b"get_setting", 223050753)
cdef const void* SET_SETTING = find_method(b"ProjectSettings", b"set_setting", 402577236)
cdef const void* SET_INITIAL_VALUE = find_method(b"ProjectSettings", b"set_initial_value", 402577236)
cdef const void* SET_AS_BASIC = find_method(b"ProjectSettings", b"set_as_basic", 2678287736)
cdef const void* SET_RESTART = find_method(b"ProjectSettings", b"set_restart_if_changed", 2678287736)
cdef const void* ADD_PROPERTY_INFO = find_method(b"ProjectSettings", b"add_property_info", 4155329257)
cdef const char* SETTING = b"navpy/areas/names"
cdef void* settings = navpy_gd.global_get_singleton(intern(b"ProjectSettings"))
cdef dict DEFAULTS = {AREA_NONE: "not walkable", AREA_WALKABLE: "ground"}      # names of ids that the project doesn't name


# ---- the setting ------------------------------------------------------------------------------------------------

cdef void describe_setting(const GdString* path) noexcept:
    """Tells the project settings' dialog the type."""
    cdef GdPacked info
    cdef GdVariant values[2]
    navpy_gd.ctor0[<int>DICTIONARY](&info, NULL)
    navpy_gd.var_from[<int>STRING](&values[0], <void*>path)
    variant_from_int(&values[1], PACKED_STRING_ARRAY)
    dictionary_put(&info, name_variant(b"name"), &values[0])
    dictionary_put(&info, name_variant(b"type"), &values[1])
    put(ADD_PROPERTY_INFO, settings, &info, NULL)
    navpy_gd.dtor[<int>DICTIONARY](&info)


cdef list read_setting():
    """The texts of the setting; None where it is no array of texts."""
    cdef GdString path
    cdef GdVariant missing
    cdef GdVariant value
    cdef GDExtensionBool no = 0
    cdef list found = None
    navpy_gd.string_new_with_utf8_chars(&path, SETTING)
    navpy_gd.var_from[<int>BOOL](&missing, &no)
    navpy_gd.var_from[<int>BOOL](&value, &no)
    put2(GET_SETTING, settings, &path, &missing, &value)
    if navpy_gd.variant_get_type(&value) == PACKED_STRING_ARRAY:
        found = strings_of(navpy_gd.var_ptr[<int>PACKED_STRING_ARRAY](&value))
    navpy_gd.variant_destroy(&value)
    navpy_gd.dtor[<int>STRING](&path)
    return found


def register_setting():
    """Adds the setting to the project's, where it isn't there, and says what is wrong with its value."""
    cdef GdString path
    cdef GdPacked names
    cdef GdVariant initial
    cdef GDExtensionBool exists = 0, yes = 1
    navpy_gd.string_new_with_utf8_chars(&path, SETTING)
    navpy_gd.ctor0[<int>PACKED_STRING_ARRAY](&names, NULL)
    navpy_gd.var_from[<int>PACKED_STRING_ARRAY](&initial, &names)
    put(HAS_SETTING, settings, &path, &exists)
    if not exists:
        put2(SET_SETTING, settings, &path, &initial, NULL)
    put2(SET_INITIAL_VALUE, settings, &path, &initial, NULL)
    put2(SET_AS_BASIC, settings, &path, &yes, NULL)
    put2(SET_RESTART, settings, &path, &yes, NULL)
    describe_setting(&path)
    navpy_gd.variant_destroy(&initial)
    navpy_gd.dtor[<int>PACKED_STRING_ARRAY](&names)
    navpy_gd.dtor[<int>STRING](&path)
    given = read_setting()
    if given is None:
        node_error(NULL, f"the project setting {SETTING.decode()} must be a PackedStringArray: areas have no names")
    elif len(given) > AREA_COUNT:
        node_error(NULL, f"the project setting {SETTING.decode()} has {len(given)} names, but area ids are 0 to {AREA_COUNT - 1}: the rest "
                         "name nothing")


# ---- names and ids ----------------------------------------------------------------------------------------------

cdef list area_names():
    """The name of every area id; "" where it has none."""
    names = (read_setting() or [])[:AREA_COUNT]
    names += [""] * (AREA_COUNT - len(names))
    for id, name in DEFAULTS.items():
        names[id] = names[id] or name
    return names


cdef int area_of(object name) except -2:
    if isinstance(name, int):
        return name if 0 <= name < AREA_COUNT else -1
    names = area_names()
    return names.index(name) if name and name in names else -1


cdef str area_name(int id):
    return area_names()[id] if 0 <= id < AREA_COUNT else ""


cdef bytes area_choices():
    if not any(read_setting() or []):
        return b""
    return ",".join([f"{name.replace(',', ' ').replace(':', ' ')}:{id}" for id, name in enumerate(area_names()) if name]).encode()
