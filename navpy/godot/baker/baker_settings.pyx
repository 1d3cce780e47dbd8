"""The bake settings as properties of a NavMeshBaker, from the table of which BakeSettings is made (FIELDS)."""
from libc.stdint cimport int64_t, uint8_t
from navpy.godot.baker.baker cimport MOST_SETTINGS, Baker
from navpy.godot.binding.class_spec cimport ClassSpec
from navpy.godot.binding.setting_properties cimport declare_rows
from navpy.baking.settings import FIELDS

cdef dict SIZES = {float: sizeof(double), int: sizeof(int64_t), bool: sizeof(uint8_t)}     # bytes
cdef Baker* b = NULL
if len(FIELDS) > MOST_SETTINGS:
    raise AssertionError(f"MOST_SETTINGS in baker.pxd: there are {len(FIELDS)} bake settings")
ROWS = [field.at((<size_t>&b.settings[i], SIZES[field.type])) for i, field in enumerate(FIELDS)]
NAMES = [field.name for field in FIELDS]
AGENT_RADIUS, CELL_HEIGHT, CELL_SIZE, TILE_SIZE = map(NAMES.index, ("agent_radius", "cell_height", "cell_size", "tile_size"))


cdef void apply_defaults(Baker* baker) noexcept:
    for i, field in enumerate(FIELDS):
        if field.type is float:
            baker.settings[<size_t>i].real = field.default
        elif field.type is int:
            baker.settings[<size_t>i].whole = field.default
        else:
            baker.settings[<size_t>i].flag = field.default


cdef object setting_of(const Baker* baker, size_t i, type kind):
    if kind is float:
        return baker.settings[i].real
    return baker.settings[i].whole if kind is int else bool(baker.settings[i].flag)


cdef dict settings_of(Baker* baker):
    return {field.name: setting_of(baker, i, field.type) for i, field in enumerate(FIELDS)}


cdef int declare_settings(ClassSpec[Baker]* c) except -1:
    return declare_rows(c, ROWS, 0)
