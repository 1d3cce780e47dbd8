"""Names of area ids: the project setting navpy/areas/names, an array of texts by area id. It is read whenever a name is asked for, so
a change counts at once, except in the inspector, whose choices are those of the start."""
from navpy.base.area cimport AREA_COUNT, AREA_NONE, AREA_WALKABLE
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.packed cimport strings_of
from navpy.godot.world.project_settings cimport add_setting, read_setting

cdef const char* SETTING = b"navpy/areas/names"
cdef dict DEFAULTS = {AREA_NONE: "not walkable", AREA_WALKABLE: "ground"}      # names of ids that the project doesn't name


# ---- the setting ----

cdef list read_names():
    """The texts of the setting; None where it is no array of texts."""
    cdef GdVariant value
    cdef list found = None
    if not read_setting(SETTING, &value):
        found = []
    elif navpy_gd.variant_get_type(&value) == PACKED_STRING_ARRAY:
        found = strings_of(navpy_gd.var_ptr[<int>PACKED_STRING_ARRAY](&value))
    navpy_gd.variant_destroy(&value)
    return found


def register_setting():
    """Adds the setting to the project's, where it isn't there, and says what is wrong with its value."""
    cdef GdPacked names
    cdef GdVariant initial
    navpy_gd.ctor0[<int>PACKED_STRING_ARRAY](&names, NULL)
    navpy_gd.var_from[<int>PACKED_STRING_ARRAY](&initial, &names)
    add_setting(SETTING, &initial)
    navpy_gd.variant_destroy(&initial)
    navpy_gd.dtor[<int>PACKED_STRING_ARRAY](&names)
    given = read_names()
    if given is None:
        node_error(NULL, f"the project setting {SETTING.decode()} must be a PackedStringArray: areas have no names")
    elif len(given) > AREA_COUNT:
        node_error(NULL, f"the project setting {SETTING.decode()} has {len(given)} names, but area ids are 0 to {AREA_COUNT - 1}: "
                         f"the rest "
                         "name nothing")


# ---- names and ids ----

cdef list area_names():
    """The name of every area id; "" where it has none."""
    names = (read_names() or [])[:AREA_COUNT]
    names += [""] * (AREA_COUNT - len(names))
    for id, name in DEFAULTS.items():
        names[id] = names[id] or name
    return names


cdef int area_of(object name) except -2:
    if isinstance(name, int):
        return name if 0 <= name < AREA_COUNT else -1
    names = area_names()
    return names.index(name) if name and name in names else -1


cdef bytes area_choices():
    if not any(read_names() or []):
        return b""
    return ",".join([f"{name.replace(',', ' ').replace(':', ' ')}:{id}" for id, name in enumerate(area_names()) if name]).encode()
