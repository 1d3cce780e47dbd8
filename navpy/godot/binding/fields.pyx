"""Properties from a table: the type, the limits, the slider and the help of each follow from its row."""
from libc.stdint cimport int64_t, uint8_t
from navpy.base.field import FINITE
from navpy.godot.binding.class_spec cimport (FIELD_DOUBLE, FIELD_FLAG, FIELD_INT64, FIELD_UINT32, HINT_GROUP_ENABLE, HINT_LAYERS_AVOIDANCE,
                                             FieldKind, PropertySpec, TypeSpec, type_spec)


cdef str slider_hint(field):
    """As PROPERTY_HINT_RANGE takes it."""
    hint = f"{field.minimum:g},{field.slider:g},{field.step:g}"
    if field.slider < field.maximum:
        hint += ",or_greater"
    if field.unit == "degrees":
        return hint + ",degrees"
    return f"{hint},suffix:{field.unit}" if field.unit else hint


cdef int declare_fields(ClassData* c, rows, size_t first, str prefix="") except -1:
    cdef PropertySpec* property
    cdef TypeSpec type
    cdef bytes name, doc
    cdef FieldKind kind
    for field in rows:
        name, doc = (prefix + field.name).encode(), field.doc.encode()
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
