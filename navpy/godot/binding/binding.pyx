"""Registers classes as they are declared (class_spec) and answers the engine's calls. Methods are written once, as typed functions;
untyped calls arrive at `call_untyped`, which unpacks Variants and calls the same function."""
from libc.math cimport isfinite
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from libcpp.deque cimport deque
from libcpp.string cimport string
from navpy.godot.binding.class_spec cimport *
from navpy.godot.binding.engine cimport NOTIFICATION_INTERNAL_PHYSICS_PROCESS, object_in
from navpy.godot.binding.setting_properties cimport get_setting, get_layer, set_setting, set_layer
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.names cimport intern, name_variant
from navpy.godot.binding.plane cimport use_plane
from navpy.godot.binding.ptrcall cimport find_method
from navpy.godot.binding.threads cimport lock, notify_later, on_main_thread, unlock
from navpy.godot.binding.twins cimport note_first_values, put_first_values, twin_of

cdef enum:
    META_INT64 = 4                  # GDEXTENSION_METHOD_ARGUMENT_METADATA_INT_IS_INT64
    META_DOUBLE = 10                # GDEXTENSION_METHOD_ARGUMENT_METADATA_REAL_IS_DOUBLE
    METHOD_NORMAL = 1               # METHOD_FLAG_…
    METHOD_CONST = 4
    METHOD_VARARG = 16
    METHOD_STATIC = 32
    USAGE_CLASS_IS_ENUM = 65536     # PROPERTY_USAGE_CLASS_IS_ENUM
    NOTIFICATION_POSTINITIALIZE = 0
    VALUE_WORDS = 8                 # 64-bit words: large enough for every built-in type that we take or return

cdef deque[ClassData] classes       # the engine keeps pointers into these, and a deque never moves what it holds
cdef size_t registered = 0          # how many of them the engine knows
cdef const void* OBJECT_NOTIFICATION = find_method(b"Object", b"notification", 4023243586)


# ---- the engine's callbacks ----

cdef void* create_instance(void* userdata, uint8_t notify) noexcept nogil:
    cdef const ClassData* cls = <const ClassData*>userdata
    cdef Instance* instance = cls.make()
    cdef int64_t what = NOTIFICATION_POSTINITIALIZE
    cdef GDExtensionBool reversed_ = 0
    cdef const void* args[2]
    instance.owner, instance.cls = navpy_gd.classdb_construct_object2(cls.parent_in_engine), cls
    if cls.is_plane:
        use_plane()
    make_ready(instance)
    navpy_gd.object_set_instance(instance.owner, cls.name_in_engine, instance)
    navpy_gd.object_set_instance_binding(instance.owner, <void*>original_of(cls), instance, &no_callbacks)
    if notify:
        args[0] = &what
        args[1] = &reversed_
        navpy_gd.object_method_bind_ptrcall(OBJECT_NOTIFICATION, instance.owner, <const GDExtensionConstTypePtr*>args, NULL)
    return instance.owner


cdef inline const ClassData* original_of(const ClassData* cls) noexcept nogil:
    return cls.original if cls.is_plane else cls


cdef void make_ready(Instance* instance) noexcept nogil:
    """Gives a new instance its first values."""
    if instance.cls.when_made != NULL:
        instance.cls.when_made(instance)
    if instance.cls.is_plane:
        put_first_values(instance)


cdef Instance* instance_of(void* object, const ClassData* cls) noexcept nogil:
    """NULL: the object is of neither the class nor its twin. With callbacks the look-up would leave an empty binding at such an
    object."""
    cls = original_of(cls)
    return <Instance*>navpy_gd.object_get_instance_binding(object, <void*>cls, NULL) if object != NULL else NULL


cdef void no_free(void* token, void* object, void* binding) noexcept nogil:
    pass


cdef GDExtensionBool no_reference(void* token, void* binding, GDExtensionBool reference) noexcept nogil:
    return True


cdef GDExtensionInstanceBindingCallbacks no_callbacks
no_callbacks.free_callback = no_free
no_callbacks.reference_callback = no_reference


cdef void free_instance(void* userdata, void* instance) noexcept nogil:
    cdef const ClassData* cls = <const ClassData*>userdata
    if lock(b"free"):
        if cls.when_freed != NULL:
            cls.when_freed(<Instance*>instance)
        cls.destroy(<Instance*>instance)
        unlock()


cdef void on_notification(void* userdata, int32_t what, GDExtensionBool reversed_) noexcept nogil:
    """The work of a whole frame is done on the main thread."""
    cdef Instance* instance = <Instance*>userdata
    if what == NOTIFICATION_INTERNAL_PHYSICS_PROCESS and not on_main_thread():
        notify_later(instance.owner, what)
    elif lock(b"notification"):
        instance.cls.when_notified(instance, what)
        unlock()


cdef void* find_virtual(void* userdata, const void* name, uint32_t name_hash) noexcept nogil:
    cdef const ClassData* cls = <const ClassData*>userdata
    cdef size_t i
    for i in range(cls.virtuals.size()):
        if cls.virtuals[i].name_in_engine.p == (<const GdStringName*>name).p:      # StringNames are interned
            return <void*>&cls.virtuals[i]
    return NULL


cdef void call_virtual(void* instance, const void* name, void* method, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    call_typed(method, instance, args, ret)


cdef bint unpack_argument(const ArgumentSpec* argument, const void* variant, double* as_float, int64_t* as_int,
                          void** as_object, uint64_t* converted, const void** out) noexcept nogil:
    """Points `out` at the value inside the Variant, converted where GDScript would convert; 0: wrong type. Where `out`
    is `converted`, the value made there is the caller's to destroy."""
    cdef int wanted = argument.type.number
    cdef int given = navpy_gd.variant_get_type(variant)
    cdef void* inside
    if given == NIL:                            # only an object may be missing
        as_object[0] = NULL
        out[0] = as_object
        return wanted == OBJECT
    inside = navpy_gd.var_ptr[given](<void*>variant)
    out[0] = inside
    if given == OBJECT and wanted == OBJECT:
        as_object[0] = object_in(variant)
        out[0] = as_object
        return as_object[0] == NULL or navpy_gd.object_cast_to(as_object[0], argument.tag) != NULL
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


cdef void destroy_converted(const MethodSpec* method, int count, uint64_t (*converted)[VALUE_WORDS],
                            const void** args) noexcept nogil:
    cdef int i
    for i in range(count):
        if args[i] == <const void*>converted[i] and navpy_gd.dtor[method.arguments[i].type.number] != NULL:
            navpy_gd.dtor[method.arguments[i].type.number](converted[i])


cdef void fill_default(const ArgumentSpec* argument, double* as_float, int64_t* as_int, const void** out) noexcept nogil:
    as_float[0] = argument.value
    as_int[0] = <int64_t>argument.value         # little-endian: its first byte serves a bool
    out[0] = <const void*>as_float if argument.type.number == FLOAT else <const void*>as_int


cdef void call_untyped(void* userdata, void* instance, const GDExtensionConstVariantPtr* variants, GDExtensionInt count,
                       void* ret, GDExtensionCallError* error) noexcept nogil:
    cdef const MethodSpec* method = <const MethodSpec*>userdata
    cdef const void* args[MOST_ARGUMENTS]
    cdef double floats[MOST_ARGUMENTS]
    cdef int64_t ints[MOST_ARGUMENTS]
    cdef void* objects[MOST_ARGUMENTS]
    cdef uint64_t converted[MOST_ARGUMENTS][VALUE_WORDS]
    cdef int i, least = method.argument_count - method.optional_count
    if count > method.argument_count or count < least:
        error.error = <CallErrorType>(GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS if count > method.argument_count
                                      else GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS)
        error.expected = method.argument_count if count > method.argument_count else least
        return
    for i in range(method.argument_count):
        if i >= count:                          # the engine doesn't fill in defaults on this path
            fill_default(&method.arguments[i], &floats[i], &ints[i], &args[i])
        elif not unpack_argument(&method.arguments[i], variants[i], &floats[i], &ints[i], &objects[i], converted[i], &args[i]):
            error.error = <CallErrorType>GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT
            error.argument = i
            error.expected = method.arguments[i].type.number
            destroy_converted(method, i, converted, args)
            return
    call_for_variant(method, instance, <const GDExtensionConstTypePtr*>args, ret)
    destroy_converted(method, method.argument_count, converted, args)


cdef void call_typed(void* userdata, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef const MethodSpec* method = <const MethodSpec*>userdata
    if method.takes_object and not are_of_their_class(method, instance, args):
        return
    if lock(method.name.c_str()):
        method.call(method, instance, args, ret)
        unlock()


cdef bint are_of_their_class(const MethodSpec* method, void* instance, const GDExtensionConstTypePtr* args) noexcept nogil:
    """False, after saying so: a resource is not of our class. To the engine all classes of an extension are the engine's class that
    they derive from."""
    cdef const ClassData* wanted
    cdef const Instance* given
    cdef void* object
    cdef int i
    for i in range(method.argument_count):
        wanted = method.arguments[i].cls
        object = (<void**>args[i])[0] if wanted != NULL and args[i] != NULL else NULL
        if object == NULL:
            continue
        given = instance_of(object, wanted)
        if given == NULL or given.cls != wanted:
            with gil:
                node_error((<Instance*>instance).owner if instance != NULL else NULL,
                           f"{method.name.decode()} takes a {method.arguments[i].type.name.decode()}, and was given another "
                           f"resource: nothing has changed")
            return False
    return True


cdef void call_for_variant(const MethodSpec* method, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    """The typed call, its result put into the Variant `ret`."""
    cdef uint64_t value[VALUE_WORDS]
    cdef int type = method.returns.number
    if type == NIL:
        call_typed(<void*>method, instance, args, NULL)
        return
    memset(value, 0, sizeof(value))
    if navpy_gd.dtor[type] != NULL:             # return slots arrive constructed, as on the typed path
        navpy_gd.ctor0[type](value, NULL)
    call_typed(<void*>method, instance, args, value)
    navpy_gd.var_from[type](ret, value)
    if method.returns.is_counted:
        navpy_gd.ref_set_object(value, NULL)    # the Variant holds its own reference
    elif navpy_gd.dtor[type] != NULL:
        navpy_gd.dtor[type](value)


# ---- registration ----

cdef class TypeInfo:
    """A GDExtensionPropertyInfo and the strings it points to, for the length of one registration call."""
    cdef GDExtensionPropertyInfo info
    cdef GdString hint

    def __dealloc__(self):
        navpy_gd.dtor[<int>STRING](&self.hint)


cdef TypeInfo type_info(const char* name, const TypeSpec* type, int hint, const char* hint_string, int usage):
    cdef TypeInfo out = TypeInfo()
    navpy_gd.string_new_with_utf8_chars(&out.hint, hint_string)
    out.info.type = <VariantType>type.number
    out.info.name = intern(name)
    out.info.class_name = intern(type.name) if type.is_enumeration or type.number == OBJECT else intern(b"")
    out.info.hint = hint
    out.info.hint_string = &out.hint
    out.info.usage = usage | (USAGE_CLASS_IS_ENUM if type.is_enumeration else 0)
    return out


cdef TypeInfo argument_info(const char* name, const TypeSpec* type):
    return type_info(name, type, 0, b"", USAGE_STORAGE | USAGE_EDITOR)


cdef ArgumentMetadata metadata(int type) noexcept:
    return <ArgumentMetadata>(META_DOUBLE if type == FLOAT else META_INT64 if type == INT else 0)


cdef bint takes_node(const MethodSpec* method) noexcept:
    """An argument may be an object that was freed. The engine hands typed scripts' arguments over as bare pointers, except to methods
    with any number of arguments: those get Variants, which tell whether their object is still there."""
    cdef int i
    for i in range(method.argument_count):
        if method.arguments[i].type.number == OBJECT and not method.arguments[i].type.is_counted:
            return True
    return False


cdef const ClassData* counted_class(const TypeSpec* type) noexcept:
    """Our reference-counting class; NULL for any other class."""
    cdef size_t i
    for i in range(classes.size() if type.is_counted else 0):
        if classes[i].name == <bytes>type.name:
            return &classes[i]
    return NULL


cdef int register_method(const ClassData* cls, MethodSpec* method, const char* name) except -1:
    cdef GDExtensionClassMethodInfo info
    cdef GDExtensionPropertyInfo argument_infos[MOST_ARGUMENTS]
    cdef ArgumentMetadata argument_metadata[MOST_ARGUMENTS]
    cdef GdVariant defaults[MOST_ARGUMENTS]
    cdef void* default_pointers[MOST_ARGUMENTS]
    cdef double as_float
    cdef int64_t as_int
    cdef const void* value
    cdef ArgumentSpec* argument
    cdef int i, first = method.argument_count - method.optional_count
    cdef TypeInfo result = argument_info(b"", &method.returns), one
    cdef list alive = []
    for i in range(method.argument_count):
        argument = &method.arguments[i]
        one = argument_info(argument.name.c_str(), &argument.type)
        alive.append(one)
        argument_infos[i], argument_metadata[i] = one.info, metadata(argument.type.number)
        if argument.type.number == OBJECT:
            argument.cls = counted_class(&argument.type)
            method.takes_object = method.takes_object or argument.cls != NULL
            argument.tag = navpy_gd.classdb_get_class_tag(intern(argument.type.name))
        if i >= first:
            fill_default(argument, &as_float, &as_int, &value)
            navpy_gd.var_from[argument.type.number](&defaults[i - first], <void*>value)
            default_pointers[i - first] = &defaults[i - first]
    memset(&info, 0, sizeof(info))
    info.name = intern(name)
    info.method_userdata = method
    info.call_func = call_untyped
    info.ptrcall_func = call_typed
    info.method_flags = METHOD_NORMAL | (METHOD_CONST if method.is_const else 0) | (METHOD_STATIC if method.is_static else 0) \
        | (METHOD_VARARG if takes_node(method) else 0)
    info.has_return_value = method.returns.number != NIL
    info.return_value_info = &result.info
    info.return_value_metadata = metadata(method.returns.number)
    info.argument_count = method.argument_count
    info.arguments_info = argument_infos
    info.arguments_metadata = argument_metadata
    info.default_argument_count = method.optional_count
    info.default_arguments = default_pointers
    navpy_gd.classdb_register_extension_class_method(navpy_gd.library, cls.name_in_engine, &info)
    return 0


cdef int register_accessor(const ClassData* cls, PropertySpec* property, MethodSpec* accessor, Trampoline of_field) except -1:
    if accessor.name.empty():
        return 0
    if property.field != NO_FIELD:
        accessor.property = property
        if cls.is_plane:
            accessor.in_space = of_field
        else:
            accessor.call = of_field
    return register_method(cls, accessor, accessor.name.c_str())


cdef int register_property(const ClassData* cls, PropertySpec* property) except -1:
    cdef TypeInfo info = type_info(property.name.c_str(), &property.type, property.hint_number, property.hint_string.c_str(),
                                   property.usage_flags)
    register_accessor(cls, property, &property.setter, set_setting)
    register_accessor(cls, property, &property.getter, get_setting)
    register_accessor(cls, property, &property.bit_getter, get_layer)
    register_accessor(cls, property, &property.bit_setter, set_layer)
    navpy_gd.classdb_register_extension_class_property(navpy_gd.library, cls.name_in_engine, &info.info,
                                                       intern(property.setter.name.c_str()), intern(property.getter.name.c_str()))
    return 0


cdef int register_group(const ClassData* cls, const char* title) except -1:
    cdef GdString text
    cdef GdString prefix
    navpy_gd.string_new_with_utf8_chars(&text, title)
    navpy_gd.string_new_with_utf8_chars(&prefix, b"")
    navpy_gd.classdb_register_extension_class_property_group(navpy_gd.library, cls.name_in_engine, &text, &prefix)
    navpy_gd.dtor[<int>STRING](&prefix)
    navpy_gd.dtor[<int>STRING](&text)
    return 0


cdef int register_signal(const ClassData* cls, const SignalSpec* signal) except -1:
    cdef GDExtensionPropertyInfo infos[MOST_ARGUMENTS]
    cdef TypeInfo one
    cdef list alive = []
    cdef int i
    for i in range(signal.argument_count):
        one = argument_info(signal.arguments[i].name.c_str(), &signal.arguments[i].type)
        alive.append(one)
        infos[i] = one.info
    signal.variant[0] = name_variant(signal.name.c_str())
    navpy_gd.classdb_register_extension_class_signal(navpy_gd.library, cls.name_in_engine, intern(signal.name.c_str()), infos,
                                                     signal.argument_count)
    return 0


cdef int register_type(ClassData* cls) except -1:
    """Tells the engine that the class exists; its members follow. Its icon is in navpy.gdextension."""
    cdef GDExtensionClassCreationInfo5 info
    cdef size_t i
    cls.name_in_engine, cls.parent_in_engine = intern(cls.name.c_str()), intern(cls.parent.c_str())
    for i in range(cls.virtuals.size()):
        cls.virtuals[i].name_in_engine = intern(cls.virtuals[i].name.c_str())
    memset(&info, 0, sizeof(info))
    info.is_exposed = 1
    info.create_instance_func = create_instance
    info.free_instance_func = free_instance
    info.get_virtual_call_data_func = find_virtual
    info.call_virtual_with_data_func = call_virtual
    info.class_userdata = cls
    if cls.when_notified != NULL:
        info.notification_func = on_notification
    navpy_gd.classdb_register_extension_class5(navpy_gd.library, cls.name_in_engine, cls.parent_in_engine, &info)
    return 0


cdef const ClassData* register_class(const ClassData* declared) except NULL:
    """Registers the class with all its members, and its twin of the plane."""
    cdef ClassData* cls = register_one(declared)
    if declared.has_twin:
        cls.twin = register_twin(declared, cls)
    return cls


cdef void drop_flat(ClassData* cls) noexcept:
    """Takes out what only the twin has."""
    cdef size_t i = 0
    while i < cls.properties.size():
        if cls.properties[i].is_flat:
            cls.properties.erase(cls.properties.begin() + i)
        else:
            i += 1
    i = 0
    while i < cls.methods.size():
        if cls.methods[i].is_flat:
            cls.methods.erase(cls.methods.begin() + i)
        else:
            i += 1


cdef const ClassData* register_twin(const ClassData* declared, const ClassData* original) except NULL:
    cdef ClassData twin = twin_of(declared)
    cdef const ClassData* cls
    twin.original = original
    cls = register_one(&twin)
    note_first_values(cls)
    return cls


cdef ClassData* register_one(const ClassData* declared) except NULL:
    global registered
    cdef ClassData* cls
    cdef MethodSpec* method
    cdef string group
    cdef size_t i
    classes.push_back(declared[0])
    cls = &classes.back()
    if not cls.is_plane:
        drop_flat(cls)
    register_type(cls)
    registered += 1
    for i in range(cls.constants.size()):
        navpy_gd.classdb_register_extension_class_integer_constant(
            navpy_gd.library, cls.name_in_engine, intern(cls.constants[i].enumeration.c_str()),
            intern(cls.constants[i].name.c_str()), cls.constants[i].value, 0)
    for i in range(cls.methods.size()):
        method = &cls.methods[i]
        register_method(cls, method, method.name.c_str())
        if not method.other_name.empty():
            register_method(cls, method, method.other_name.c_str())
    for i in range(cls.properties.size()):
        if cls.properties[i].group != group:
            group = cls.properties[i].group
            register_group(cls, group.c_str())
        register_property(cls, &cls.properties[i])
    for i in range(cls.signals.size()):
        register_signal(cls, &cls.signals[i])
    return cls


cdef const ClassData* registered_class(size_t index) noexcept:
    return &classes[index] if index < registered else NULL


def unregister_classes():
    """Takes all classes back, children before parents."""
    global registered
    while registered > 0:
        registered -= 1
        navpy_gd.classdb_unregister_extension_class(navpy_gd.library, classes[registered].name_in_engine)
    classes.clear()
