"""Properties that are fields of a node's struct: read and set, with their limits; declared from a table, where the type, the limits,
the slider and the help of each follow from its row."""
from libc.math cimport INFINITY, isfinite
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from navpy.base.setting import FINITE
from navpy.godot.binding.class_spec cimport *
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.plane cimport meter_of, place_text


# ---- reading and setting ----

cdef double read_number(const PropertySpec* property, const void* instance) noexcept nogil:
    cdef const void* field = <const char*>instance + property.offset
    if property.field == FIELD_DOUBLE:
        return (<const double*>field)[0]
    if property.field == FIELD_FLOAT:
        return (<const float*>field)[0]
    return <double>read_integer(property, instance)


cdef int64_t read_integer(const PropertySpec* property, const void* instance) noexcept nogil:
    cdef const void* field = <const char*>instance + property.offset
    if property.field == FIELD_INT64:
        return (<const int64_t*>field)[0]
    if property.field == FIELD_INT32:
        return (<const int32_t*>field)[0]
    if property.field == FIELD_UINT32:
        return (<const uint32_t*>field)[0]
    return (<const uint8_t*>field)[0]


cdef void get_setting(const MethodSpec* getter, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef const PropertySpec* property = getter.property
    cdef const void* field = <const char*>instance + property.offset
    if property.field == FIELD_VECTOR3:
        (<GdVector3*>ret)[0] = (<const GdVector3*>field)[0]
    elif property.field == FIELD_COLOR:
        (<GdColor*>ret)[0] = (<const GdColor*>field)[0]
    elif property.field == FIELD_FLAG:
        (<uint8_t*>ret)[0] = (<const uint8_t*>field)[0]
    elif property.type.number == FLOAT:
        (<double*>ret)[0] = read_number(property, instance)
    else:
        (<int64_t*>ret)[0] = read_integer(property, instance)


cdef bint in_range(const PropertySpec* property, double value) noexcept nogil:
    return isfinite(value) and property.minimum <= value <= property.maximum


cdef str limits_of(const PropertySpec* property, double unit):
    if property.type.number == INT:
        return whole_limits_of(property)
    limits = "finite"
    if property.minimum != -INFINITY:
        limits += f" and at least {property.minimum * unit:g}"
    if property.maximum != INFINITY:
        limits += f" and at most {property.maximum * unit:g}"
    return limits


cdef str whole_limits_of(const PropertySpec* property):
    if property.hint_number == HINT_ENUM and ":" not in property.hint_string.decode():       # else only some values have names
        return ", ".join(f"{i} ({name})" for i, name in enumerate(property.hint_string.decode().split(",")))
    if property.maximum == INFINITY:
        return f"at least {<int64_t>property.minimum}"
    return f"{<int64_t>property.minimum} to {<int64_t>property.maximum}"


cdef double unit_of(const PropertySpec* property, const void* instance) noexcept nogil:
    """The units of the instance's class for a meter."""
    return meter_of((<const Instance*>instance).cls.is_plane) if property.is_length else 1.0


cdef void refuse(const PropertySpec* property, void* instance, str given) noexcept:
    node_error((<Instance*>instance).owner, f"{property.name.decode()} must be {limits_of(property, unit_of(property, instance))}, "
                                            f"not {given}; "
               "it stays as it was")


cdef bint set_number(const PropertySpec* property, void* instance, const void* value) noexcept nogil:
    """False, after saying so: it is out of range."""
    cdef void* field = <char*>instance + property.offset
    cdef bint is_real = property.type.number == FLOAT
    cdef double real = (<const double*>value)[0] if is_real else <double>(<const int64_t*>value)[0]
    cdef int64_t whole = 0 if is_real else (<const int64_t*>value)[0]
    if not in_range(property, real):
        with gil:
            refuse(property, instance, f"{real * unit_of(property, instance):g}" if is_real else str(whole))
        return False
    if property.field == FIELD_DOUBLE:
        (<double*>field)[0] = real
    elif property.field == FIELD_FLOAT:
        (<float*>field)[0] = <float>real
    elif property.field == FIELD_INT64:
        (<int64_t*>field)[0] = whole
    elif property.field == FIELD_INT32:
        (<int32_t*>field)[0] = <int32_t>whole
    elif property.field == FIELD_UINT32:
        (<uint32_t*>field)[0] = <uint32_t>whole
    else:
        (<uint8_t*>field)[0] = <uint8_t>whole
    return True


cdef bint set_vector(const PropertySpec* property, void* instance, const GdVector3* value) noexcept nogil:
    if not (in_range(property, value.x) and in_range(property, value.y) and in_range(property, value.z)):
        with gil:
            refuse(property, instance, place_text(value, (<Instance*>instance).cls.is_plane))
        return False
    (<GdVector3*>(<char*>instance + property.offset))[0] = value[0]
    return True


cdef void set_setting(const MethodSpec* setter, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef const PropertySpec* property = setter.property
    cdef bint is_set = True
    if property.field == FIELD_VECTOR3:
        is_set = set_vector(property, instance, <const GdVector3*>args[0])
    elif property.field == FIELD_COLOR:
        (<GdColor*>(<char*>instance + property.offset))[0] = (<const GdColor*>args[0])[0]
    elif property.field == FIELD_FLAG:
        (<uint8_t*>instance + property.offset)[0] = (<const uint8_t*>args[0])[0]
    else:
        is_set = set_number(property, instance, args[0])
    if is_set:
        tell_changed(property, instance)


cdef uint32_t* layer_field(const MethodSpec* method, void* instance, int64_t number) noexcept nogil:
    """Where the layers are; NULL, after saying so: there is no such one."""
    if 1 <= number <= 32:
        return <uint32_t*>(<char*>instance + method.property.offset)
    with gil:
        node_error((<Instance*>instance).owner, f"{method.arguments[0].name.decode()} must be 1 to 32, not {number}")
    return NULL


cdef void get_layer(const MethodSpec* method, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef int64_t number = (<const int64_t*>args[0])[0]
    cdef const uint32_t* layers = layer_field(method, instance, number)
    (<uint8_t*>ret)[0] = layers != NULL and layers[0] >> (number - 1) & 1


cdef void set_layer(const MethodSpec* method, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef int64_t number = (<const int64_t*>args[0])[0]
    cdef uint32_t* layers = layer_field(method, instance, number)
    cdef uint32_t bit
    if layers == NULL:
        return
    bit = <uint32_t>1 << (number - 1)
    layers[0] = layers[0] | bit if (<const uint8_t*>args[1])[0] else layers[0] & ~bit
    tell_changed(method.property, instance)


cdef void tell_changed(const PropertySpec* property, void* instance) noexcept nogil:
    cdef const ClassData* cls = (<Instance*>instance).cls
    if cls.when_changed != NULL:
        cls.when_changed(<Instance*>instance, property.name.c_str())


# ---- declared from a table ----

cdef str slider_hint(field):
    """As PROPERTY_HINT_RANGE takes it."""
    hint = f"{field.minimum:g},{field.slider:g},{field.step:g}"
    if field.slider < field.maximum:
        hint += ",or_greater"
    if field.unit == "degrees":
        return hint + ",degrees"
    return f"{hint},suffix:{field.unit}" if field.unit else hint


cdef int declare_rows(ClassData* c, rows, size_t first, str prefix="") except -1:
    cdef PropertySpec* property
    cdef TypeSpec type
    cdef bytes name, doc
    cdef FieldKind kind
    for field in rows:
        name, doc = (prefix + field.name).encode(), field.words.encode()
        offset, size = field.place
        if field.type is float:
            kind, type = FIELD_DOUBLE, type_spec[double]()
        elif field.type is bool:
            kind, type = FIELD_FLAG, type_spec[uint8_t]()
        else:
            kind, type = FIELD_INT64 if size == sizeof(int64_t) else FIELD_UINT32, type_spec[int64_t]()
        property = &c.add_field(name, <const void*><size_t>(first + offset), kind, type, doc)
        if field.type is bool:
            property.read_by(b"get_" + name)        # as NavigationAgent3D's are
            if field.name.endswith("_enabled"):
                property.hint(HINT_GROUP_ENABLE)    # the check box of its group
            continue
        property.at_least(field.minimum)
        if field.maximum < FINITE:
            property.at_most(field.maximum)
        if field.choices:
            property.choices(",".join(field.choices).encode())
        elif field.unit == "layers":
            property.hint(HINT_LAYERS_AVOIDANCE)
            c.add_bit_methods(property[0], b"mask_number" if field.name.endswith("mask") else b"layer_number")
        else:
            property.range(slider_hint(field).encode())
    return 0
