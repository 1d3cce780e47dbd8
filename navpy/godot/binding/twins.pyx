"""Makes a class for two dimensions out of one for three: the same struct, functions and help, with Vector2 for Vector3 and pixels for
meters (plane.pxd). The class itself holds meters; its calls convert what scripts pass and get."""
from libc.stdint cimport int64_t
from libcpp.deque cimport deque
from libcpp.string cimport string
from libcpp.vector cimport vector
from navpy.godot.binding.class_spec cimport *
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.packed cimport resized_elements, size_of
from navpy.godot.binding.plane cimport (
    FIRST_ACCELERATION, FIRST_DECELERATION, FIRST_NEAR, FIRST_SPEED, METERS_PER_UNIT, UNITS_PER_METER, has_twin, in_pixels, in_plane,
    in_space, renamed, second_name, to_plane, to_space, use_plane)

cdef enum:
    RECT2 = 7                       # GDEXTENSION_VARIANT_TYPE_…
    AABB = 16
    HINT_LAYERS_2D_NAVIGATION = 9   # PROPERTY_HINT_LAYERS_2D_NAVIGATION; that of physics precedes it as in three dimensions

cdef struct GdRect2:                # pixels
    GdVector2 position
    GdVector2 size

cdef struct FirstValue:
    const ClassData* cls
    size_t offset                   # of the field in the instance
    double value                    # meters, or meters a second, …

# of lengths, from the sister's: a radius of 0.5 m becomes NavigationAgent2D's 10 pixels, of 16 to the meter
cdef double FIRST_UNITS = 1.25
cdef dict FIRST_VALUES = {          # where it is something else, most of agents; the properties of Crowd2D begin with agent_
    "max_speed": FIRST_SPEED,
    "max_acceleration": FIRST_ACCELERATION,
    "max_deceleration": FIRST_DECELERATION,
    "neighbor_distance": 31.25,             # 500 pixels, NavigationAgent2D's
    "target_desired_distance": FIRST_NEAR,  # 24 pixels: two bodies that touch are up to 21 apart, avoidance keeps so much between them
    "cell_size": 1.0,                       # of a flow field: 16 pixels, a tile's first size
}
cdef vector[FirstValue] first_values
cdef deque[string] names            # of types, which specs point to
cdef GdVariant* renamed_signal      # the name of the last signal with another name in the plane: its emitter knows it
cdef Instance of_plane              # what static methods of the plane's classes get as their instance, in place of NULL


# ---- calls ----

cdef void call_in_plane(const MethodSpec* method, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef const void* given[MOST_ARGUMENTS]
    cdef GdVector3 vectors[MOST_ARGUMENTS]
    cdef double lengths[MOST_ARGUMENTS]
    cdef GdPacked arrays[MOST_ARGUMENTS]
    cdef GdAabb boxes[MOST_ARGUMENTS]
    cdef int i, type
    for i in range(method.argument_count):
        type, given[i] = method.arguments[i].type.number, args[i]
        if type == VECTOR2:
            vectors[i] = in_space(<const GdVector2*>args[i])
            given[i] = &vectors[i]
        elif type == PACKED_VECTOR2_ARRAY:
            navpy_gd.ctor0[<int>PACKED_VECTOR3_ARRAY](&arrays[i], NULL)
            to_space(args[i], &arrays[i])
            given[i] = &arrays[i]
        elif type == RECT2:
            boxes[i] = box_over(<const GdRect2*>args[i])
            given[i] = &boxes[i]
        elif method.arguments[i].is_length:
            lengths[i] = (<const double*>args[i])[0] * METERS_PER_UNIT
            given[i] = &lengths[i]
    if method.is_static:                        # it may be the first that the plane is used for
        use_plane()
        instance = &of_plane
    return_in_plane(method, instance, <const GDExtensionConstTypePtr*>given, ret)
    for i in range(method.argument_count):
        if method.arguments[i].type.number == PACKED_VECTOR2_ARRAY:
            navpy_gd.dtor[<int>PACKED_VECTOR3_ARRAY](&arrays[i])


cdef void return_in_plane(const MethodSpec* method, void* instance, const GDExtensionConstTypePtr* given, void* ret) noexcept nogil:
    cdef GdVector3 place
    cdef GdPacked array
    cdef GdAabb box
    if method.returns.number == VECTOR2:
        method.in_space(method, instance, given, &place)
        (<GdVector2*>ret)[0] = in_plane(&place)
    elif method.returns.number == PACKED_VECTOR2_ARRAY:
        navpy_gd.ctor0[<int>PACKED_VECTOR3_ARRAY](&array, NULL)
        method.in_space(method, instance, given, &array)
        to_plane(&array, ret)
        navpy_gd.dtor[<int>PACKED_VECTOR3_ARRAY](&array)
    elif method.returns.number == RECT2:
        method.in_space(method, instance, given, &box)
        (<GdRect2*>ret)[0] = rectangle_under(&box)
    else:
        method.in_space(method, instance, given, ret)
        if method.returns_length:
            scale(method.returns.number, ret)


cdef GdAabb box_over(const GdRect2* rectangle) noexcept nogil:
    """Two meters high, around the plane."""
    cdef GdVector3 low = in_space(&rectangle.position), size = in_space(&rectangle.size)
    cdef GdAabb out
    out.position[0], out.position[1], out.position[2] = low.x, -1.0, low.z
    out.size[0], out.size[1], out.size[2] = size.x, 2.0, size.z
    return out


cdef GdRect2 rectangle_under(const GdAabb* box) noexcept nogil:
    cdef GdVector3 low, size
    cdef GdRect2 out
    low.x, low.y, low.z = box.position[0], 0, box.position[2]
    size.x, size.y, size.z = box.size[0], 0, box.size[2]
    out.position, out.size = in_plane(&low), in_plane(&size)
    return out


cdef void scale(int type, void* ret) noexcept nogil:
    """A length, or an array of them."""
    cdef int64_t i, count
    cdef float* values
    if type == FLOAT:
        (<double*>ret)[0] *= UNITS_PER_METER
        return
    count = size_of(PACKED_FLOAT32_ARRAY, ret)
    values = <float*>resized_elements(PACKED_FLOAT32_ARRAY, ret, count)        # its own size: they may be written
    for i in range(count):
        values[i] *= <float>UNITS_PER_METER


# ---- first values ----

cdef int note_first_values(const ClassData* cls) except -1:
    cdef FirstValue first
    cdef size_t i
    first.cls = cls
    for i in range(cls.properties.size()):
        name = cls.properties[i].name.decode().removeprefix("agent_")
        if name in FIRST_VALUES:
            first.offset, first.value = cls.properties[i].offset, FIRST_VALUES[name]
            first_values.push_back(first)
    return 0


cdef void put_first_values(Instance* instance) noexcept nogil:
    cdef const ClassData* cls = instance.cls
    cdef size_t i
    for i in range(cls.properties.size()):
        if cls.properties[i].is_length and cls.properties[i].field == FIELD_DOUBLE:
            (<double*>(<char*>instance + cls.properties[i].offset))[0] *= FIRST_UNITS
    for i in range(first_values.size()):
        if first_values[i].cls == cls:
            (<double*>(<char*>instance + first_values[i].offset))[0] = first_values[i].value


# ---- declarations ----

cdef string text_in_plane(const string& text):
    return in_pixels(text.decode()).encode()


cdef const char* name_in_plane(const char* name):
    names.push_back(renamed((<bytes>name).decode()).encode())
    return names.back().c_str()


cdef TypeSpec type_in_plane(const TypeSpec* type):
    cdef TypeSpec out = type[0]
    if type.number == VECTOR3:
        out.number = VECTOR2
    elif type.number == PACKED_VECTOR3_ARRAY:
        out.number = PACKED_VECTOR2_ARRAY
    elif type.number == AABB:
        out.number = RECT2
    out.name = name_in_plane(type.name)
    return out


cdef string other_name_in_plane(const MethodSpec* method):
    second = second_name(method.name.decode()).encode()
    return method.other_name if not second else <string>second


cdef MethodSpec method_in_plane(const MethodSpec* method):
    cdef MethodSpec out = method[0]
    cdef int i
    out.returns = type_in_plane(&method.returns)
    for i in range(method.argument_count):
        out.arguments[i].type = type_in_plane(&method.arguments[i].type)
        if out.arguments[i].is_length:
            out.arguments[i].value *= UNITS_PER_METER
    if not method.name.empty():
        out.name, out.other_name = renamed(method.name.decode()).encode(), other_name_in_plane(method)
        out.in_space, out.call = method.call, call_in_plane
    return out


cdef string slider_in_plane(const string& hint):
    """0,100,0.01,suffix:m becomes 0,1600,0.1,suffix:m."""
    parts = hint.decode().split(",")
    numbers = [f"{float(part) * UNITS_PER_METER:g}" for part in parts[:2]]
    return ",".join([*numbers, f"{float(parts[2]) * 10.0:g}", *parts[3:]]).encode()


cdef PropertySpec property_in_plane(const PropertySpec* property):
    cdef PropertySpec out = property[0]
    out.type = type_in_plane(&property.type)
    out.getter, out.setter = method_in_plane(&property.getter), method_in_plane(&property.setter)
    out.bit_getter, out.bit_setter = method_in_plane(&property.bit_getter), method_in_plane(&property.bit_setter)
    out.getter.returns_length = out.is_length
    out.setter.arguments[0].is_length = out.is_length
    if out.hint_number == HINT_LAYERS_3D_NAVIGATION or out.hint_number == HINT_LAYERS_3D_PHYSICS:
        out.hint_number -= HINT_LAYERS_3D_NAVIGATION - HINT_LAYERS_2D_NAVIGATION
    if out.is_length and not out.hint_string.empty():
        out.hint_string = slider_in_plane(property.hint_string)
    if out.hint_number != HINT_ENUM:            # choices may be words of the project: the names of its areas
        out.hint_string = text_in_plane(out.hint_string)
    return out


cdef SignalSpec signal_in_plane(const SignalSpec* signal):
    cdef SignalSpec out = signal[0]
    cdef int i
    out.name = renamed(signal.name.decode()).encode()
    if out.name != signal.name:
        out.variant = &renamed_signal
    for i in range(signal.argument_count):
        out.arguments[i].type = type_in_plane(&signal.arguments[i].type)
    return out


cdef ClassData twin_of(const ClassData* declared) except *:
    cdef ClassData out = declared[0]
    cdef size_t i
    if not has_twin(declared.name.decode()):
        raise AssertionError(f"{declared.name.decode()} is missing in TWINS of plane.pyx")
    out.is_plane, out.has_twin = True, False
    out.name, out.parent = text_in_plane(declared.name), text_in_plane(declared.parent)
    out.methods.clear()
    out.properties.clear()
    for i in range(declared.virtuals.size()):
        out.virtuals[i] = method_in_plane(&declared.virtuals[i])
    for i in range(declared.signals.size()):
        out.signals[i] = signal_in_plane(&declared.signals[i])
    for i in range(declared.methods.size()):
        if not declared.methods[i].is_spatial:
            out.methods.push_back(method_in_plane(&declared.methods[i]))
    for i in range(declared.properties.size()):
        if not declared.properties[i].is_spatial:
            out.properties.push_back(property_in_plane(&declared.properties[i]))
    return out
