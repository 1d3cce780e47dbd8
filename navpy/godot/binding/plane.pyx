"""The test for two-dimensional nodes, arrays of places in the plane and in space, and the words for both."""
from libc.stdint cimport int64_t
from navpy.godot.binding.gd cimport GdPacked, GdVector2, GdVector3, PACKED_VECTOR2_ARRAY, navpy_gd
from navpy.godot.binding.packed cimport resize_vectors, resize_vectors2, vectors2_of, vectors_of
from navpy.godot.binding.ptrcall cimport find_class, get

cdef double UNITS_PER_METER = 16.0
cdef double METERS_PER_UNIT = 1.0 / 16.0
cdef void* node2d_tag = find_class(b"Node2D")
cdef bint used = False
# The classes with a twin, and its name; twins.pyx checks that these are all.
cdef dict TWINS = {name: name + "2D" for name in (
    "Crowd", "NavAgent", "NavFilter", "NavFlowField", "NavFormation", "NavGoalField", "NavLink", "NavMap", "NavMeshBaker",
    "NavMeshData", "NavObstacle",
    "NavPath", "NavReach", "NavSteering", "NavSteeringBehavior")}
TWINS["NavModifierVolume"] = "NavModifierArea2D"
# Whole words that differ in the plane, as the engine's do.
cdef dict WORDS = {**TWINS, "AABB": "Rect2", "NavigationMesh": "NavigationPolygon", "to_navigation_mesh": "to_navigation_polygon",
                   "from_navigation_mesh": "from_navigation_polygon", "navigation_mesh_changed": "navigation_polygon_changed"}
cdef dict SECOND_NAMES = {"bake_navigation_mesh": "bake_navigation_polygon"}       # of methods: the engine's in the plane
# Of help pages and hints.
cdef dict UNITS = {"meters": "pixels", "meter": "pixel", "Meters": "Pixels", "m/s": "px/s", "m/s\xb2": "px/s\xb2",
                   "suffix:m": "suffix:px"}


cdef void set_units(double units_per_meter) noexcept nogil:
    global UNITS_PER_METER, METERS_PER_UNIT
    UNITS_PER_METER, METERS_PER_UNIT = units_per_meter, 1.0 / units_per_meter


cdef bint is_flat(const void* node) noexcept nogil:
    return used and node != NULL and navpy_gd.object_cast_to(node, node2d_tag) != NULL


cdef bint in_use() noexcept nogil:
    return used


cdef void use_plane() noexcept nogil:
    global used
    used = True


cdef void to_space(const void* packed_vector2_array, void* packed_vector3_array) noexcept nogil:
    cdef int64_t i, count = 0
    cdef const GdVector2* flat = vectors2_of(packed_vector2_array, &count)
    cdef GdVector3* out = resize_vectors(packed_vector3_array, count)
    for i in range(count):
        out[i] = in_space(&flat[i])


cdef void to_plane(const void* packed_vector3_array, void* packed_vector2_array) noexcept nogil:
    cdef int64_t i, count = 0
    cdef const GdVector3* places = vectors_of(packed_vector3_array, &count)
    cdef GdVector2* out = resize_vectors2(packed_vector2_array, count)
    for i in range(count):
        out[i] = in_plane(&places[i])


cdef void get_places(const void* method, void* object, bint plane, void* packed_vector3_array) noexcept nogil:
    cdef GdPacked flat
    if not plane:
        get(method, object, packed_vector3_array)
        return
    navpy_gd.ctor0[<int>PACKED_VECTOR2_ARRAY](&flat, NULL)
    get(method, object, &flat)
    to_space(&flat, packed_vector3_array)
    navpy_gd.dtor[<int>PACKED_VECTOR2_ARRAY](&flat)


# ---- words ----

cdef bint has_twin(str name):
    return name in TWINS


cdef bint continues_word(str text, Py_ssize_t at):
    return 0 <= at < len(text) and (text[at].isalnum() or text[at] == "_")


cdef str with_word(str text, str word, str other):
    """The text with another word in place of a whole word."""
    pieces, at = [], 0
    while (found := text.find(word, at)) >= 0:
        after = found + len(word)
        pieces += [text[at:found], word if continues_word(text, found - 1) or continues_word(text, after) else other]
        at = after
    return "".join([*pieces, text[at:]])


cdef str renamed(str text):
    """With the names of the plane's classes."""
    for word, other in WORDS.items():
        text = with_word(text, word, other)
    return text.replace("3D", "2D").replace("Vector3", "Vector2")


cdef str second_name(str method):
    return SECOND_NAMES.get(method, "")


cdef str in_pixels(str text):
    for word, other in UNITS.items():
        text = with_word(text, word, other)
    return renamed(text)


cdef str length_text(double meters, bint plane):
    return f"{meters * UNITS_PER_METER:.1f} px" if plane else f"{meters:.2f} m"


cdef str place_text(const GdVector3* place, bint plane):
    return f"({place.x * UNITS_PER_METER:g}, {place.z * UNITS_PER_METER:g})" if plane else f"({place.x:g}, {place.y:g}, {place.z:g})"
