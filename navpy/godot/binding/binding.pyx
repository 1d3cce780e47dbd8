"""Registers classes from their rows and answers the engine's calls. Methods are written once, as ptrcalls; untyped
calls arrive at `call_untyped`, which unpacks Variants and calls the same ptrcall."""
from libc.math cimport INFINITY, isfinite
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from libcpp.deque cimport deque
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.threads cimport begin_turn, end_turn, notify_later, on_main_thread
from navpy.godot.binding.class_spec import Argument, OBJECT as OBJECT_TYPE, USAGE_CLASS_IS_ENUM, USAGE_DEFAULT, variant_type

cdef enum:
    META_INT64 = 4                  # GDEXTENSION_METHOD_ARGUMENT_METADATA_INT_IS_INT64
    META_DOUBLE = 10                # GDEXTENSION_METHOD_ARGUMENT_METADATA_REAL_IS_DOUBLE
    NOTIFICATION_POSTINITIALIZE = 0
    NOTIFICATION_INTERNAL_PHYSICS_PROCESS = 26
    VALUE_WORDS = 8                 # 64-bit words: large enough for every built-in type that we take or return

# Rows outlive registration: the engine keeps pointers into them. Deques never move what they hold.
cdef deque[ClassRow] class_rows
cdef deque[MethodRow] method_rows
cdef list texts = []                # bytes that rows point into
cdef list registered = []           # NodeClass, in order of registration
cdef GdString empty_string
cdef const void* notification_bind = NULL


cdef const char* keep_text(str text) except NULL:
    data = text.encode()
    texts.append(data)
    return data


# ---- the engine's callbacks -------------------------------------------------------------------------------------

cdef void* create_instance(void* userdata, uint8_t notify) noexcept nogil:
    cdef ClassRow* row = <ClassRow*>userdata
    cdef void* owner = navpy_gd.classdb_construct_object2(row.parent)
    cdef void* instance = row.make(owner)
    cdef int64_t what = NOTIFICATION_POSTINITIALIZE
    cdef GDExtensionBool reversed_ = 0
    cdef const void* args[2]
    navpy_gd.object_set_instance(owner, row.name, instance)
    navpy_gd.object_set_instance_binding(owner, row, instance, &no_callbacks)
    if notify:
        args[0] = &what
        args[1] = &reversed_
        navpy_gd.object_method_bind_ptrcall(notification_bind, owner, <const GDExtensionConstTypePtr*>args, NULL)
    return owner


cdef void* instance_of(void* object, ClassRow* row) noexcept nogil:
    return navpy_gd.object_get_instance_binding(object, row, &no_callbacks) if object != NULL else NULL


cdef void* no_binding(void* token, void* object) noexcept nogil:
    return NULL


cdef void no_free(void* token, void* object, void* binding) noexcept nogil:
    pass


cdef GDExtensionBool no_reference(void* token, void* binding, GDExtensionBool reference) noexcept nogil:
    return True


cdef GDExtensionInstanceBindingCallbacks no_callbacks
no_callbacks.create_callback = no_binding
no_callbacks.free_callback = no_free
no_callbacks.reference_callback = no_reference


cdef void free_instance(void* userdata, void* instance) noexcept nogil:
    if begin_turn(b"free"):
        (<ClassRow*>userdata).destroy(instance)
        end_turn()


cdef void* find_virtual(void* userdata, const void* name, uint32_t name_hash) noexcept nogil:
    cdef ClassRow* row = <ClassRow*>userdata
    cdef int i
    for i in range(row.virtual_count):
        if row.virtuals[i].name.p == (<const GdStringName*>name).p:     # StringNames are interned
            return &row.virtuals[i]
    return NULL


cdef void call_virtual(void* instance, const void* name, void* row, const GDExtensionConstTypePtr* args,
                       void* ret) noexcept nogil:
    if begin_turn(b"virtual"):
        (<VirtualRow*>row).call(instance, args, ret)
        end_turn()


cdef void heed_in_turn(void* instance, int32_t what, Heed heed) noexcept nogil:
    """A notification: that of a frame is heeded on the main thread."""
    if what == NOTIFICATION_INTERNAL_PHYSICS_PROCESS and not on_main_thread():
        notify_later((<Instance*>instance).owner, what)
    elif begin_turn(b"notification"):
        heed(instance, what)
        end_turn()


cdef bint unpack_argument(const MethodRow* row, int i, const void* variant, double* as_float, int64_t* as_int,
                          void** as_object, uint64_t* converted, const void** out) noexcept nogil:
    """Points `out` at the value inside the Variant, converted where GDScript would convert; 0: wrong type. Where `out`
    is `converted`, the value made there is the caller's to destroy."""
    cdef int wanted = row.argument_types[i]
    cdef int given = navpy_gd.variant_get_type(variant)
    cdef void* inside
    if given == NIL:                            # only an object may be missing
        as_object[0] = NULL
        out[0] = as_object
        return wanted == OBJECT
    inside = navpy_gd.var_ptr[given](<void*>variant)
    out[0] = inside
    if given == OBJECT and wanted == OBJECT:
        as_object[0] = (<void**>inside)[0]
        return as_object[0] == NULL or navpy_gd.object_cast_to(as_object[0], row.argument_tags[i]) != NULL
    if given == wanted:
        return True
    if wanted == FLOAT and given == INT:
        as_float[0] = <double>(<int64_t*>inside)[0]
        out[0] = as_float
        return True
    if wanted == INT and given == FLOAT:
        if not isfinite((<double*>inside)[0]):
            return False
        as_int[0] = <int64_t>(<double*>inside)[0]
        out[0] = as_int
        return True
    if (wanted == BOOL and given == INT) or (wanted == INT and given == BOOL):
        as_int[0] = (<int64_t*>inside)[0] if given == INT else (<uint8_t*>inside)[0]
        if wanted == BOOL:
            (<uint8_t*>as_int)[0] = as_int[0] != 0
        out[0] = as_int
        return True
    if given == OBJECT or wanted == OBJECT \
            or not navpy_gd.variant_can_convert_strict(<VariantType>given, <VariantType>wanted):
        return False
    navpy_gd.var_to[wanted](converted, <void*>variant)
    out[0] = converted
    return True


cdef void destroy_converted(const MethodRow* row, int count, uint64_t (*converted)[VALUE_WORDS],
                            const void** args) noexcept nogil:
    cdef int i
    for i in range(count):
        if args[i] == <const void*>converted[i] and navpy_gd.dtor[row.argument_types[i]] != NULL:
            navpy_gd.dtor[row.argument_types[i]](converted[i])


cdef void fill_default(const MethodRow* row, int i, double* as_float, int64_t* as_int, const void** out) noexcept nogil:
    as_float[0] = row.defaults[i]
    as_int[0] = <int64_t>row.defaults[i]        # little-endian: its first byte serves a bool
    out[0] = <const void*>as_float if row.argument_types[i] == FLOAT else <const void*>as_int


cdef void call_untyped(void* userdata, void* instance, const GDExtensionConstVariantPtr* variants, GDExtensionInt count,
                       void* ret, GDExtensionCallError* error) noexcept nogil:
    cdef MethodRow* row = <MethodRow*>userdata
    cdef const void* args[MAX_ARGUMENTS]
    cdef double floats[MAX_ARGUMENTS]
    cdef int64_t ints[MAX_ARGUMENTS]
    cdef void* objects[MAX_ARGUMENTS]
    cdef uint64_t converted[MAX_ARGUMENTS][VALUE_WORDS]
    cdef int i
    if count > row.argument_count or count < row.argument_count - row.default_count:
        error.error = <CallErrorType>(GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS if count > row.argument_count
                                      else GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS)
        error.expected = row.argument_count if count > row.argument_count else row.argument_count - row.default_count
        return
    for i in range(row.argument_count):
        if i >= count:                          # the engine doesn't fill in defaults on this path
            fill_default(row, i, &floats[i], &ints[i], &args[i])
        elif not unpack_argument(row, i, variants[i], &floats[i], &ints[i], &objects[i], converted[i], &args[i]):
            error.error = <CallErrorType>GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT
            error.argument = i
            error.expected = row.argument_types[i]
            destroy_converted(row, i, converted, args)
            return
    call_row(row, instance, <const GDExtensionConstTypePtr*>args, ret)
    destroy_converted(row, row.argument_count, converted, args)


cdef void call_typed(void* userdata, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef MethodRow* row = <MethodRow*>userdata
    if begin_turn(row.name):
        row.call(row, instance, args, ret)
        end_turn()


cdef void call_row(MethodRow* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    """The typed call, its result put into the Variant `ret`."""
    cdef uint64_t value[VALUE_WORDS]
    if row.return_type == NIL:
        call_typed(row, instance, args, NULL)
        return
    memset(value, 0, sizeof(value))
    if navpy_gd.dtor[row.return_type] != NULL:  # return slots arrive constructed, as on the typed path
        navpy_gd.ctor0[row.return_type](value, NULL)
    call_typed(row, instance, args, value)
    navpy_gd.var_from[row.return_type](ret, value)
    if row.return_type == OBJECT:
        navpy_gd.ref_set_object(value, NULL)    # the Variant holds its own reference
    elif navpy_gd.dtor[row.return_type] != NULL:
        navpy_gd.dtor[row.return_type](value)


# ---- shared accessors of plain fields ---------------------------------------------------------------------------

cdef void get_float_field(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<double*>ret)[0] = (<double*>(<char*>instance + (<MethodRow*>row).offset))[0]


cdef void get_int_field(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<int64_t*>ret)[0] = (<int64_t*>(<char*>instance + (<MethodRow*>row).offset))[0]


cdef void get_bool_field(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<uint8_t*>ret)[0] = (<uint8_t*>(<char*>instance + (<MethodRow*>row).offset))[0]


cdef bint in_range(MethodRow* row, void* instance, double value) noexcept nogil:
    if isfinite(value) and row.minimum <= value <= row.maximum:
        return True
    with gil:
        limits = "finite" if row.minimum == -INFINITY else f"finite and at least {row.minimum:g}"
        if row.maximum != INFINITY:
            limits += f" and at most {row.maximum:g}"
        node_error((<Instance*>instance).owner, f"{row.name.decode()[4:]} must be {limits}, not {value:g}; it stays as it was")
    return False


cdef void set_float_field(void* userdata, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef MethodRow* row = <MethodRow*>userdata
    cdef double value = (<const double*>args[0])[0]
    if in_range(row, instance, value):
        (<double*>(<char*>instance + row.offset))[0] = value
        if row.changed != NULL:
            row.changed(instance, row.name)


cdef void set_int_field(void* userdata, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef MethodRow* row = <MethodRow*>userdata
    cdef int64_t value = (<const int64_t*>args[0])[0]
    if in_range(row, instance, <double>value):
        (<int64_t*>(<char*>instance + row.offset))[0] = value
        if row.changed != NULL:
            row.changed(instance, row.name)


cdef void set_bool_field(void* userdata, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef MethodRow* row = <MethodRow*>userdata
    (<uint8_t*>(<char*>instance + row.offset))[0] = (<const uint8_t*>args[0])[0]
    if row.changed != NULL:
        row.changed(instance, row.name)


cdef size_t field_getter(int type) except 0:
    return {BOOL: <size_t>&get_bool_field, INT: <size_t>&get_int_field, FLOAT: <size_t>&get_float_field}[type]


cdef size_t field_setter(int type) except 0:
    return {BOOL: <size_t>&set_bool_field, INT: <size_t>&set_int_field, FLOAT: <size_t>&set_float_field}[type]


# ---- registration -----------------------------------------------------------------------------------------------

cdef class TypeInfo:
    """A GDExtensionPropertyInfo and the strings it points to, for the length of one registration call."""
    cdef GDExtensionPropertyInfo info
    cdef GdString hint

    def __cinit__(self, str name, str type, int hint=0, str hint_string="", int usage=USAGE_DEFAULT):
        cdef int number = variant_type(type)
        navpy_gd.string_new_with_utf8_chars(&self.hint, hint_string.encode())
        self.info.type = <VariantType>number
        self.info.name = intern(name)
        self.info.class_name = intern(type if "." in type or number == OBJECT_TYPE else "")
        self.info.hint = hint
        self.info.hint_string = &self.hint
        self.info.usage = usage | (USAGE_CLASS_IS_ENUM if "." in type else 0)

    def __dealloc__(self):
        navpy_gd.dtor[<int>STRING](&self.hint)


cdef ArgumentMetadata metadata(int type) noexcept:
    return <ArgumentMetadata>(META_DOUBLE if type == FLOAT else META_INT64 if type == INT else 0)


cdef MethodRow* make_row(str name, size_t call, arguments, str returns) except NULL:
    cdef MethodRow row
    cdef int i
    if len(arguments) > MAX_ARGUMENTS:
        raise ValueError(f"{name} has {len(arguments)} arguments, at most {MAX_ARGUMENTS} are supported")
    memset(&row, 0, sizeof(row))
    row.call = <PtrCall>call
    row.name = keep_text(name)
    row.return_type = variant_type(returns)
    row.argument_count = len(arguments)
    row.minimum = -INFINITY
    row.maximum = INFINITY
    for i, argument in enumerate(arguments):
        row.argument_types[i] = variant_type(argument.type)
        if row.argument_types[i] == OBJECT_TYPE:
            row.argument_tags[i] = navpy_gd.classdb_get_class_tag(intern(argument.type))
        if argument.default is not None:
            row.default_count += 1
            row.defaults[i] = argument.default
    method_rows.push_back(row)
    return &method_rows.back()


cdef void register_method(GdStringName* cls, str name, MethodRow* row, arguments, str returns, int flags) except *:
    cdef GDExtensionClassMethodInfo info
    cdef GDExtensionPropertyInfo argument_infos[MAX_ARGUMENTS]
    cdef ArgumentMetadata argument_metadata[MAX_ARGUMENTS]
    cdef GdVariant defaults[MAX_ARGUMENTS]
    cdef void* default_pointers[MAX_ARGUMENTS]
    cdef double as_float
    cdef int64_t as_int
    cdef const void* value
    cdef int i, first = row.argument_count - row.default_count
    cdef TypeInfo result = TypeInfo("", returns)
    cdef list alive = [TypeInfo(argument.name, argument.type) for argument in arguments]
    for i in range(row.argument_count):
        argument_infos[i] = (<TypeInfo>alive[i]).info
        argument_metadata[i] = metadata(row.argument_types[i])
        if i >= first:
            fill_default(row, i, &as_float, &as_int, &value)
            navpy_gd.var_from[row.argument_types[i]](&defaults[i - first], <void*>value)
            default_pointers[i - first] = &defaults[i - first]
    memset(&info, 0, sizeof(info))
    info.name = intern(name)
    info.method_userdata = row
    info.call_func = call_untyped
    info.ptrcall_func = call_typed
    info.method_flags = flags
    info.has_return_value = row.return_type != NIL
    info.return_value_info = &result.info
    info.return_value_metadata = metadata(row.return_type)
    info.argument_count = row.argument_count
    info.arguments_info = argument_infos
    info.arguments_metadata = argument_metadata
    info.default_argument_count = row.default_count
    info.default_arguments = default_pointers
    navpy_gd.classdb_register_extension_class_method(navpy_gd.library, cls, &info)


cdef void register_property(GdStringName* cls, prop, size_t changed) except *:
    cdef MethodRow* row
    cdef TypeInfo info = TypeInfo(prop.name, prop.type, prop.hint, prop.hint_string, prop.usage)
    cdef int type = variant_type(prop.type)
    cdef str setter = ""
    if prop.offset is not None or prop.setter is not None:
        setter = prop.setter_name
        arguments = (Argument("value", prop.type),)
        row = make_row(setter, prop.setter or field_setter(type), arguments, "void")
        row.offset = prop.offset or 0
        row.changed = <Changed>changed
        row.minimum = -INFINITY if prop.minimum is None else prop.minimum
        row.maximum = INFINITY if prop.maximum is None else prop.maximum
        register_method(cls, setter, row, arguments, "void", 1)
    row = make_row(prop.getter_name, prop.getter or field_getter(type), (), prop.type)
    row.offset = prop.offset or 0
    register_method(cls, prop.getter_name, row, (), prop.type, 5)
    navpy_gd.classdb_register_extension_class_property(navpy_gd.library, cls, &info.info,
                                                       intern(setter), intern(prop.getter_name))


cdef void register_group(GdStringName* cls, str title) except *:
    cdef GdString text
    navpy_gd.string_new_with_utf8_chars(&text, title.encode())
    navpy_gd.classdb_register_extension_class_property_group(navpy_gd.library, cls, &text, &empty_string)
    navpy_gd.dtor[<int>STRING](&text)


cdef void register_signal(GdStringName* cls, signal) except *:
    cdef GDExtensionPropertyInfo infos[MAX_ARGUMENTS]
    cdef list alive = [TypeInfo(argument.name, argument.type) for argument in signal.arguments]
    for i in range(len(alive)):
        infos[i] = (<TypeInfo>alive[i]).info
    navpy_gd.classdb_register_extension_class_signal(navpy_gd.library, cls, intern(signal.name), infos, len(alive))


cdef ClassRow* register_type(node_class) except NULL:
    """Tells the engine that the class exists; its members follow."""
    cdef GDExtensionClassCreationInfo5 info
    cdef ClassRow row
    memset(&row, 0, sizeof(row))
    row.name = intern(node_class.name)
    row.parent = intern(node_class.inherits)
    row.make = <MakeInstance><size_t>node_class.make
    row.destroy = <DestroyInstance><size_t>node_class.destroy
    row.notify = <Notify><size_t>node_class.notify
    for name, call in node_class.virtuals.items():
        row.virtuals[row.virtual_count].name = intern(name)
        row.virtuals[row.virtual_count].call = <Virtual><size_t>call
        row.virtual_count += 1
    class_rows.push_back(row)
    memset(&info, 0, sizeof(info))
    info.is_exposed = 1
    info.notification_func = NULL
    info.create_instance_func = create_instance
    info.free_instance_func = free_instance
    info.get_virtual_call_data_func = find_virtual
    info.call_virtual_with_data_func = call_virtual
    info.class_userdata = &class_rows.back()
    if row.notify != NULL:
        info.notification_func = <void (*)(void*, int32_t, GDExtensionBool) noexcept nogil><size_t>node_class.notify
    navpy_gd.classdb_register_extension_class5(navpy_gd.library, row.name, row.parent, &info)
    return &class_rows.back()


cdef ClassRow* register_class(object node_class) except NULL:
    """Registers a table.NodeClass with all its members."""
    global notification_bind
    cdef MethodRow* row
    cdef ClassRow* class_row
    if notification_bind == NULL:
        navpy_gd.string_new_with_utf8_chars(&empty_string, b"")
        notification_bind = navpy_gd.classdb_get_method_bind(intern("Object"), intern("notification"), 4023243586)
    class_row = register_type(node_class)
    cdef GdStringName* cls = class_row.name
    registered.append(node_class)
    for enumeration in node_class.enumerations:
        for name, number, _ in enumeration.values:
            navpy_gd.classdb_register_extension_class_integer_constant(
                navpy_gd.library, cls, intern(enumeration.name), intern(name), number, 0)
    for method in node_class.methods:
        row = make_row(method.name, method.call, method.arguments, method.returns)
        for name in (method.name, *method.aliases):
            register_method(cls, name, row, method.arguments, method.returns, method.flags)
    group = None
    for prop in node_class.properties:
        if prop.group != group:
            register_group(cls, prop.group or "")
            group = prop.group
        register_property(cls, prop, node_class.changed)
    for signal in node_class.signals:
        register_signal(cls, signal)
    return class_row


def register_docs():
    """Hands the help page of every registered class to the editor."""
    from navpy.godot.binding.docs import class_xml
    for node_class in registered:
        navpy_gd.editor_help_load_xml_from_utf8_chars(class_xml(node_class).encode())


def unregister_classes():
    """Takes all classes back, children before parents, and frees what registration made."""
    global notification_bind
    while registered:
        navpy_gd.classdb_unregister_extension_class(navpy_gd.library, intern(registered.pop().name))
    if notification_bind != NULL:
        navpy_gd.dtor[<int>STRING](&empty_string)
    notification_bind = NULL
