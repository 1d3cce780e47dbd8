"""The declarations of a class to the engine (class_spec.h has the C++ side). Functions of a class take its struct first, and then what
scripts
pass: numbers by value (`uint8_t` is a bool), everything else by a pointer to a constant. The result is returned, or written to the
last parameter, a pointer to a value that is there already. Where a class of the plane needs other words in a help text, both stand
there: `{in space|in the plane}`. Names of classes and units follow by themselves (plane.pyx)."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp.string cimport string
from libcpp.vector cimport vector
from navpy.godot.binding.gd cimport GDExtensionConstTypePtr, GdColor, GdStringName, GdVariant, GdVector3

cdef extern from "class_spec.h" nogil:
    ctypedef struct GdRid:
        uint64_t id
    ctypedef struct GdArray:
        pass
    ctypedef struct GdDictionary:
        pass
    ctypedef struct GdNodePath:
        pass
    ctypedef struct GdAabb:
        float position[3]
        float size[3]
    ctypedef struct GdVector2i:
        int32_t x
        int32_t y
    ctypedef struct GdRect2i:
        GdVector2i position
        GdVector2i size
    ctypedef struct GdPackedByteArray:
        pass
    ctypedef struct GdPackedInt32Array:
        pass
    ctypedef struct GdPackedInt64Array:
        pass
    ctypedef struct GdPackedFloat32Array:
        pass
    ctypedef struct GdPackedStringArray:
        pass
    ctypedef struct GdPackedVector3Array:
        pass
    ctypedef struct GdNode:
        pass
    ctypedef struct GdNode3D:
        pass
    ctypedef struct GdWorld3D:
        pass
    ctypedef struct GdMultiMesh:
        pass
    ctypedef struct GdImage:
        pass
    ctypedef struct GdTileMapLayer:
        pass
    ctypedef struct GdGridMap:
        pass
    ctypedef struct GdNavigationMesh:
        pass
    ctypedef struct GdNavMeshData:
        pass
    ctypedef struct GdNavFilter:
        pass
    ctypedef struct GdNavMap:
        pass
    ctypedef struct GdNavPath:
        pass
    ctypedef struct GdNavReach:
        pass
    ctypedef struct GdNavGoalField:
        pass
    ctypedef struct GdNavFlowField:
        pass
    ctypedef struct GdNavAgent:
        pass
    ctypedef struct GdPathResult:
        pass
    cppclass GdRef[C]:
        C* object

    cppclass TypeSpec:
        int number
        const char* name
        bint is_enumeration, is_counted
    TypeSpec type_spec[T]()

    cppclass PropertySpec
    cppclass ClassData
    cppclass ArgumentSpec:
        string name
        TypeSpec type
        void* tag
        const ClassData* cls
        bint is_optional
        double value
        bint is_length
    cppclass MethodSpec
    ctypedef void (*Trampoline)(const MethodSpec*, void*, const GDExtensionConstTypePtr*, void*) noexcept nogil
    cppclass MethodSpec:
        Trampoline call
        void (*function)() noexcept nogil
        string name, other_name, doc
        GdStringName* name_in_engine
        TypeSpec returns
        ArgumentSpec arguments[4]
        int argument_count, optional_count
        bint is_const, is_static, takes_object, returns_length, is_spatial, is_flat
        Trampoline in_space
        const PropertySpec* property
        MethodSpec& alias(const char*)
        MethodSpec& constant()
        MethodSpec& without_instance()
        MethodSpec& optional(double)
        MethodSpec& optional()
        MethodSpec& enumeration(const char*)
        MethodSpec& length()
        MethodSpec& length_argument(int)
        MethodSpec& spatial()
        MethodSpec& flat()

    enum: MOST_ARGUMENTS            # of a method
    ctypedef enum FieldKind:
        NO_FIELD, FIELD_FLAG, FIELD_UINT8, FIELD_INT32, FIELD_UINT32, FIELD_INT64, FIELD_FLOAT, FIELD_DOUBLE, FIELD_VECTOR3, \
                FIELD_COLOR
    int USAGE_STORAGE, USAGE_EDITOR
    int HINT_ENUM, HINT_NODE_PATH, HINT_ARRAY, HINT_LAYERS_3D_PHYSICS, HINT_LAYERS_3D_NAVIGATION, HINT_LAYERS_AVOIDANCE, \
        HINT_GROUP_ENABLE
    cppclass PropertySpec:
        string name, doc, group, hint_string
        TypeSpec type
        int hint_number, usage_flags
        FieldKind field
        size_t offset
        double minimum, maximum
        bint is_length, is_spatial, is_flat
        MethodSpec getter, setter, bit_getter, bit_setter
        PropertySpec& hint(int)
        PropertySpec& hint(int, const char*)
        PropertySpec& range(const char*)
        PropertySpec& choices(const char*)
        PropertySpec& flags(const char*)
        PropertySpec& resource()
        PropertySpec& usage(int)
        PropertySpec& at_least(double)
        PropertySpec& at_most(double)
        PropertySpec& read_by(const char*)
        PropertySpec& enumeration(const char*)
        PropertySpec& length()
        PropertySpec& spatial()
        PropertySpec& flat()
    cppclass SignalSpec:
        string name, doc
        GdVariant** variant
        ArgumentSpec arguments[4]
        int argument_count
        SignalSpec& argument(const char*, TypeSpec)
    cppclass ConstantSpec:
        string enumeration, name, doc
        int64_t value

    cppclass Instance:                  # every node's struct begins with this
        void* owner                     # the engine's object
        const ClassData* cls
    cppclass ClassData:
        string name, parent, brief, description
        GdStringName* name_in_engine
        GdStringName* parent_in_engine
        Instance* (*make)() noexcept nogil
        void (*destroy)(Instance*) noexcept nogil
        void (*when_made)(Instance*) noexcept nogil
        void (*when_freed)(Instance*) noexcept nogil
        void (*when_notified)(Instance*, int32_t) noexcept nogil
        void (*when_changed)(Instance*, const char*) noexcept nogil
        vector[ConstantSpec] constants
        vector[PropertySpec] properties
        vector[MethodSpec] methods
        vector[MethodSpec] virtuals
        vector[SignalSpec] signals
        bint has_twin, is_plane
        const ClassData* original
        const ClassData* twin
        void in_plane_too()
        PropertySpec& member(const char* name) except +
        void group(const char* title)
        void constant(const char* enumeration, const char* name, int64_t value, const char* doc)
        SignalSpec& signal(const char* name, GdVariant** variant, const char* doc)
        PropertySpec& add_field(const char* name, const void* field, FieldKind kind, TypeSpec type, const char* doc)
        void add_bit_methods(PropertySpec& property, const char* argument)
    cppclass ClassSpec[T](ClassData):
        void declare(const char* name, const char* parent, const char* brief, const char* description)
        void on_made(void (*f)(T*) noexcept nogil)
        void on_freed(void (*f)(T*) noexcept nogil)
        void on_notification(void (*f)(T*, int32_t) noexcept nogil)
        void on_changed(void (*f)(T*, const char* property) noexcept nogil)
        void overrides(const char* name, ...)
        MethodSpec& method(const char* name, ...)           # function, help, names of the arguments
        PropertySpec& flag(const char* name, uint8_t* field, const char* doc)
        PropertySpec& number(const char* name, double* field, const char* doc)
        PropertySpec& number(const char* name, float* field, const char* doc)
        PropertySpec& number(const char* name, int64_t* field, const char* doc)
        PropertySpec& number(const char* name, int32_t* field, const char* doc)
        PropertySpec& number(const char* name, uint32_t* field, const char* doc)
        PropertySpec& number(const char* name, uint8_t* field, const char* doc)
        PropertySpec& layers(const char* name, uint32_t* field, int hint, const char* doc)
        PropertySpec& layers(const char* name, uint32_t* field, int hint, const char* doc, const char* argument)
        PropertySpec& vector3(const char* name, GdVector3* field, const char* doc)
        PropertySpec& color(const char* name, GdColor* field, const char* doc)
        PropertySpec& property(const char* name, ...)       # getter, setter, help
        PropertySpec& reading(const char* name, ...)        # getter, help
