/* The declaration of a class of ours for the engine, once, in the module of its functions. A member's type follows from the C type of
 * the field or of the function behind it: a type without a value in the engine, or of another class, does not compile. */
#ifndef NAVPY_GODOT_CLASS_SPEC_H
#define NAVPY_GODOT_CLASS_SPEC_H

#include <cfloat>
#include <cmath>
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "interface.h"

/* ------------------------------------------------------------------------------------- the engine's types in C */

struct GdRid { uint64_t id; };
struct GdDictionary { void *p; };
struct GdArray { void *p; };
struct GdNodePath { void *p; };
struct GdAabb { float position[3], size[3]; };
struct GdVector2i { int32_t x, y; };
struct GdRect2i { GdVector2i position, size; };
struct GdPackedByteArray : GdPacked {};
struct GdPackedInt32Array : GdPacked {};
struct GdPackedInt64Array : GdPacked {};
struct GdPackedFloat32Array : GdPacked {};
struct GdPackedStringArray : GdPacked {};
struct GdPackedVector3Array : GdPacked {};

/* Classes of objects that functions take, as `GdNode*`, or return, into a `GdRef<GdNode>*`. Where the class counts references, the
 * caller lets go of the result; a node has none. */
template <class C> struct GdRef { C *object; };
template <class C> struct ObjectClass {
    static constexpr const char *name = nullptr;
    static constexpr bool is_counted = false;
};
#define NAVPY_CLASS(C, text, counted) \
    struct C; \
    template <> struct ObjectClass<C> { \
        static constexpr const char *name = text; \
        static constexpr bool is_counted = counted; \
    };
NAVPY_CLASS(GdNode, "Node", false)
NAVPY_CLASS(GdNode3D, "Node3D", false)
NAVPY_CLASS(GdWorld3D, "World3D", true)
NAVPY_CLASS(GdMultiMesh, "MultiMesh", true)
NAVPY_CLASS(GdImage, "Image", true)
NAVPY_CLASS(GdTileMapLayer, "TileMapLayer", false)
NAVPY_CLASS(GdGridMap, "GridMap", false)
NAVPY_CLASS(GdNavigationMesh, "NavigationMesh", true)
NAVPY_CLASS(GdNavMeshData, "NavMeshData", true)
NAVPY_CLASS(GdNavFilter, "NavFilter", true)
NAVPY_CLASS(GdNavMap, "NavMap", true)
NAVPY_CLASS(GdNavPath, "NavPath", true)
NAVPY_CLASS(GdNavReach, "NavReach", true)
NAVPY_CLASS(GdNavGoalField, "NavGoalField", true)
NAVPY_CLASS(GdNavFlowField, "NavFlowField", false)
NAVPY_CLASS(GdNavAgent, "NavAgent", false)
NAVPY_CLASS(GdPathResult, "NavigationPathQueryResult3D", true)

template <class T> struct EngineType {
    static_assert(sizeof(T) == 0, "the engine has no value of this C type: a bool is uint8_t, a whole number int64_t, a real one double");
};
#define NAVPY_TYPE(T, variant, text) \
    template <> struct EngineType<T> { \
        static constexpr int number = GDEXTENSION_VARIANT_TYPE_##variant; \
        static constexpr const char *name = text; \
        static constexpr bool is_counted = false; \
    };
NAVPY_TYPE(void, NIL, "void")
NAVPY_TYPE(uint8_t, BOOL, "bool")
NAVPY_TYPE(int64_t, INT, "int")
NAVPY_TYPE(double, FLOAT, "float")
NAVPY_TYPE(GdString, STRING, "String")
NAVPY_TYPE(GdStringName, STRING_NAME, "StringName")
NAVPY_TYPE(GdVector3, VECTOR3, "Vector3")
NAVPY_TYPE(GdVector2i, VECTOR2I, "Vector2i")
NAVPY_TYPE(GdRect2i, RECT2I, "Rect2i")
NAVPY_TYPE(GdAabb, AABB, "AABB")
NAVPY_TYPE(GdColor, COLOR, "Color")
NAVPY_TYPE(GdRid, RID, "RID")
NAVPY_TYPE(GdDictionary, DICTIONARY, "Dictionary")
NAVPY_TYPE(GdArray, ARRAY, "Array")
NAVPY_TYPE(GdNodePath, NODE_PATH, "NodePath")
NAVPY_TYPE(GdPackedByteArray, PACKED_BYTE_ARRAY, "PackedByteArray")
NAVPY_TYPE(GdPackedInt32Array, PACKED_INT32_ARRAY, "PackedInt32Array")
NAVPY_TYPE(GdPackedInt64Array, PACKED_INT64_ARRAY, "PackedInt64Array")
NAVPY_TYPE(GdPackedFloat32Array, PACKED_FLOAT32_ARRAY, "PackedFloat32Array")
NAVPY_TYPE(GdPackedStringArray, PACKED_STRING_ARRAY, "PackedStringArray")
NAVPY_TYPE(GdPackedVector3Array, PACKED_VECTOR3_ARRAY, "PackedVector3Array")
template <class C> struct EngineType<GdRef<C>> {
    static constexpr int number = GDEXTENSION_VARIANT_TYPE_OBJECT;
    static constexpr const char *name = ObjectClass<C>::name;
    static constexpr bool is_counted = ObjectClass<C>::is_counted;
};

struct TypeSpec {
    int number;                 /* GDExtensionVariantType */
    const char *name;           /* as the engine's documentation writes it; of an enumeration: Class.Name */
    bool is_enumeration;
    bool is_counted;            /* an object that counts references */
};

template <class T> TypeSpec type_spec() { return {EngineType<T>::number, EngineType<T>::name, false, EngineType<T>::is_counted}; }

/* ---------------------------------------------------------------------------------------------- calls by pointer */

struct ClassData;
struct MethodSpec;
struct PropertySpec;

/* Every node's struct begins with this. */
struct Instance {
    void *owner;                /* the engine's object */
    const ClassData *cls;
};

typedef void (*AnyFunction)();
typedef void (*Trampoline)(const MethodSpec *, void *instance, const GDExtensionConstTypePtr *args, void *ret);

/* A parameter of a C function: a value, a pointer to a constant one, an object, or, as the last, where the result goes to. */
template <class A> struct Parameter {
    typedef A Value;
    static constexpr bool is_result = false;
    static A take(const void *slot, void *) { return *static_cast<const A *>(slot); }
};
template <class A> struct Parameter<const A *> {
    typedef A Value;
    static constexpr bool is_result = false;
    static const A *take(const void *slot, void *) { return static_cast<const A *>(slot); }
};
template <class A> struct Parameter<A *> {
    static constexpr bool is_result = ObjectClass<A>::name == nullptr;
    typedef std::conditional_t<is_result, A, GdRef<A>> Value;
    static A *take(const void *slot, void *ret) {
        if constexpr (is_result)
            return static_cast<A *>(ret);
        else
            return slot ? *static_cast<A *const *>(slot) : nullptr;
    }
};

constexpr int MOST_ARGUMENTS = 4;

struct ArgumentSpec {
    std::string name;
    TypeSpec type;
    void *tag;                  /* class tag of an object */
    const ClassData *cls;       /* of a resource of ours */
    bool is_optional;
    double value;               /* of an optional argument; these are numbers */
    bool is_length = false;     /* a number of meters, in the plane of pixels */
};

/* A method, an overridden virtual method, or the getter or setter of a property. Handed to each of its calls. */
struct MethodSpec {
    Trampoline call = nullptr;
    AnyFunction function = nullptr;
    std::string name, other_name, doc;
    GdStringName *name_in_engine = nullptr;     /* of a virtual method */
    TypeSpec returns = type_spec<void>();
    ArgumentSpec arguments[MOST_ARGUMENTS] = {};
    int argument_count = 0;
    int optional_count = 0;     /* the last ones */
    bool is_const = false;
    bool is_static = false;     /* it is called without an instance, which is NULL */
    bool takes_object = false;  /* a resource of ours, whose class is looked at */
    bool returns_length = false;        /* it returns a number of meters, in the plane of pixels */
    bool is_spatial = false;    /* a class of the plane has none */
    bool is_flat = false;       /* only a class of the plane has it */
    Trampoline in_space = nullptr;      /* of a class of the plane: the call with vectors of space and meters */
    const PropertySpec *property = nullptr;     /* of which it reads or writes the field */

    /* A second name of the same method. */
    MethodSpec &alias(const char *text) { other_name = text; return *this; }
    /* It changes nothing. */
    MethodSpec &constant() { is_const = true; return *this; }
    MethodSpec &without_instance() { is_static = true; return *this; }
    /* The last argument's value where a script leaves it out; called again, the argument before. */
    MethodSpec &optional(double value) {
        ArgumentSpec &argument = arguments[argument_count - ++optional_count];
        argument.is_optional = true;
        argument.value = value;
        return *this;
    }
    /* The last argument, an object, is null where a script leaves it out. */
    MethodSpec &optional() { return optional(0); }
    MethodSpec &enumeration(const char *type) { returns.name = type; returns.is_enumeration = true; return *this; }
    MethodSpec &length() { returns_length = true; return *this; }
    MethodSpec &length_argument(int i) { arguments[i].is_length = true; return *this; }
    MethodSpec &spatial() { is_spatial = true; return *this; }
    MethodSpec &flat() { is_flat = true; return *this; }
};

template <class R, class... A, size_t... I>
void run(AnyFunction function, void *instance, const GDExtensionConstTypePtr *args, void *ret, std::index_sequence<I...>) {
    auto f = reinterpret_cast<R (*)(void *, A...)>(function);
    (void)args;
    if constexpr (std::is_void_v<R>)
        f(instance, Parameter<A>::take(Parameter<A>::is_result ? nullptr : args[I], ret)...);
    else
        *static_cast<R *>(ret) = f(instance, Parameter<A>::take(args[I], ret)...);
}

template <class R, class... A>
void call_function(const MethodSpec *method, void *instance, const GDExtensionConstTypePtr *args, void *ret) {
    run<R, A...>(method->function, instance, args, ret, std::index_sequence_for<A...>());
}

template <class A> void add_parameter(MethodSpec &method) {
    if (Parameter<A>::is_result)
        method.returns = type_spec<typename Parameter<A>::Value>();
    else
        method.arguments[method.argument_count++].type = type_spec<typename Parameter<A>::Value>();
}

template <class T, class R, class... A> MethodSpec method_spec(R (*function)(T *, A...)) {
    constexpr int results = (0 + ... + int(Parameter<A>::is_result));
    static_assert(results <= 1 && (results == 0 || std::is_void_v<R>), "a function has one result: what it returns, or its last parameter");
    static_assert(sizeof...(A) - results <= MOST_ARGUMENTS, "too many arguments");
    MethodSpec method;
    method.call = call_function<R, A...>;
    method.function = reinterpret_cast<AnyFunction>(function);
    method.returns = type_spec<R>();
    (add_parameter<A>(method), ...);
    return method;
}

/* ---------------------------------------------------------------------------------------------- other members */

enum FieldKind { NO_FIELD, FIELD_FLAG, FIELD_UINT8, FIELD_INT32, FIELD_UINT32, FIELD_INT64, FIELD_FLOAT, FIELD_DOUBLE, FIELD_VECTOR3,
                 FIELD_COLOR };
enum { HINT_RANGE = 1, HINT_ENUM = 2, HINT_FLAGS = 6, HINT_LAYERS_3D_PHYSICS = 11, HINT_LAYERS_3D_NAVIGATION = 12, HINT_RESOURCE = 17,
       HINT_NODE_PATH = 26, HINT_ARRAY = 31, HINT_LAYERS_AVOIDANCE = 37, HINT_GROUP_ENABLE = 42 };                        /* PROPERTY_HINT_… */
enum { USAGE_STORAGE = 2, USAGE_EDITOR = 4, USAGE_READ_ONLY = 1 << 28 };            /* PROPERTY_USAGE_… */

struct PropertySpec {
    std::string name, doc, group, hint_string;
    TypeSpec type = type_spec<void>();
    int hint_number = 0;
    int usage_flags = USAGE_STORAGE | USAGE_EDITOR;
    FieldKind field = NO_FIELD;
    size_t offset = 0;          /* of the field in the instance */
    double minimum = -INFINITY, maximum = INFINITY;     /* of numbers, and of each part of a vector */
    bool is_length = false;     /* meters, meters a second, or meters a second squared; in the plane pixels for meters */
    bool is_spatial = false;    /* a class of the plane has none */
    bool is_flat = false;       /* only a class of the plane has it */
    MethodSpec getter, setter;  /* without a name: there is none */
    MethodSpec bit_getter, bit_setter;      /* of single layers */

    PropertySpec &hint(int number, const char *text = "") { hint_number = number; hint_string = text; return *this; }
    PropertySpec &range(const char *text) {
        const std::string &range = hint(HINT_RANGE, text).hint_string;
        size_t suffix = range.find("suffix:m");
        is_length = suffix != std::string::npos && range.compare(suffix, std::string::npos, "suffix:ms") != 0;      /* not milliseconds */
        return *this;
    }
    PropertySpec &length() { is_length = true; return *this; }
    PropertySpec &spatial() { is_spatial = true; return *this; }
    PropertySpec &flat() { is_flat = true; return *this; }
    PropertySpec &choices(const char *text) { return hint(HINT_ENUM, text); }
    PropertySpec &flags(const char *text) { return hint(HINT_FLAGS, text); }
    PropertySpec &resource() { return hint(HINT_RESOURCE, type.name); }
    PropertySpec &usage(int flags) { usage_flags = flags; return *this; }
    PropertySpec &at_least(double value) { minimum = value; return *this; }
    PropertySpec &at_most(double value) { maximum = value; return *this; }
    PropertySpec &read_by(const char *getter_name) { getter.name = getter_name; return *this; }
    PropertySpec &enumeration(const char *enum_type) {
        type.name = enum_type;
        type.is_enumeration = true;
        getter.enumeration(enum_type);
        setter.arguments[0].type = type;
        return *this;
    }
};

struct SignalSpec {
    std::string name, doc;
    GdVariant **variant;        /* where its name goes to, as emit() takes it */
    ArgumentSpec arguments[MOST_ARGUMENTS] = {};
    int argument_count = 0;

    SignalSpec &argument(const char *argument_name, TypeSpec type) {
        arguments[argument_count].name = argument_name;
        arguments[argument_count++].type = type;
        return *this;
    }
};

struct ConstantSpec {
    std::string enumeration, name, doc;
    int64_t value;
};

/* ---------------------------------------------------------------------------------------------- the class */

struct ClassData {
    std::string name, parent, brief, description;
    GdStringName *name_in_engine = nullptr, *parent_in_engine = nullptr;
    Instance *(*make)() = nullptr;              /* all zero */
    void (*destroy)(Instance *) = nullptr;
    void (*when_made)(Instance *) = nullptr;    /* this and the next may be NULL */
    void (*when_freed)(Instance *) = nullptr;
    void (*when_notified)(Instance *, int32_t what) = nullptr;
    void (*when_changed)(Instance *, const char *property) = nullptr;
    std::vector<ConstantSpec> constants;
    std::vector<PropertySpec> properties;
    std::vector<MethodSpec> methods, virtuals;
    std::vector<SignalSpec> signals;
    std::string present_group;
    bool has_twin = false;                      /* a class of the plane is made of this one */
    bool is_plane = false;                      /* this is such a class: in pixels and Vector2 */
    const ClassData *original = nullptr;        /* of such a class: the class for three dimensions */
    const ClassData *twin = nullptr;            /* of the original: the class of the plane */

    /* The property of this name, which is there already. */
    PropertySpec &member(const char *property_name) {
        size_t i = 0;
        while (properties.at(i).name != property_name)
            i++;
        return properties[i];
    }

    /* There is the same class for two dimensions (twins.pyx). */
    void in_plane_too() { has_twin = true; }

    /* The properties from here on are in this group of the inspector. */
    void group(const char *title) { present_group = title; }

    void constant(const char *enumeration, const char *constant_name, int64_t value, const char *doc) {
        constants.push_back({enumeration, constant_name, doc, value});
    }

    SignalSpec &signal(const char *signal_name, GdVariant **variant, const char *doc) {
        SignalSpec signal;
        signal.name = signal_name;
        signal.doc = doc;
        signal.variant = variant;
        signals.push_back(signal);
        return signals.back();
    }

    /* The engine's navigation nodes have is_enabled and is_bidirectional, but get_use_3d_avoidance and get_carve_navigation_mesh. */
    static bool is_adjective(const PropertySpec &property) {
        static const std::string ENABLED = "enabled";
        const std::string &name = property.name;
        return property.type.number == GDEXTENSION_VARIANT_TYPE_BOOL && (name == "bidirectional" ||
            (name.size() >= ENABLED.size() && name.compare(name.size() - ENABLED.size(), ENABLED.size(), ENABLED) == 0));
    }

    PropertySpec &add_property(const char *property_name, const char *doc, TypeSpec type, MethodSpec getter, MethodSpec setter) {
        PropertySpec property;
        property.name = property_name;
        property.doc = doc;
        property.group = present_group;
        property.type = type;
        property.getter = getter;
        property.getter.name = (is_adjective(property) ? "is_" : "get_") + property.name;
        property.getter.returns = type;
        property.getter.is_const = true;
        property.setter = setter;
        property.setter.name = "set_" + property.name;
        property.setter.arguments[0].name = "value";
        property.setter.arguments[0].type = type;
        property.setter.argument_count = 1;
        properties.push_back(property);
        return properties.back();
    }

    void add_bit_methods(PropertySpec &property, const char *argument) {
        std::string one = property.name.back() == 's' ? property.name.substr(0, property.name.size() - 1) : property.name;
        MethodSpec &get = property.bit_getter, &set = property.bit_setter;
        get.name = "get_" + one + "_value";
        get.doc = "Whether [member " + property.name + "] contains layer [param " + std::string(argument) + "], 1 to 32.";
        get.returns = type_spec<uint8_t>();
        get.is_const = true;
        set.name = "set_" + one + "_value";
        set.doc = "Adds layer [param " + std::string(argument) + "], 1 to 32, to [member " + property.name + "], or removes it.";
        get.arguments[0].name = set.arguments[0].name = argument;
        get.arguments[0].type = set.arguments[0].type = type_spec<int64_t>();
        set.arguments[1].name = "value";
        set.arguments[1].type = type_spec<uint8_t>();
        get.argument_count = 1;
        set.argument_count = 2;
    }

    PropertySpec &add_field(const char *property_name, const void *field, FieldKind kind, TypeSpec type, const char *doc) {
        PropertySpec &property = add_property(property_name, doc, type, MethodSpec(), MethodSpec());
        property.field = kind;
        property.offset = reinterpret_cast<size_t>(field);
        return property;
    }
};

template <class T> struct ClassSpec : ClassData {
    void declare(const char *class_name, const char *parent_name, const char *brief_text, const char *description_text) {
        static_assert(std::is_base_of_v<Instance, T>, "a node's struct begins with Instance");
        name = class_name;
        parent = parent_name;
        brief = brief_text;
        description = description_text;
        make = []() { return static_cast<Instance *>(new T()); };
        destroy = [](Instance *instance) { delete static_cast<T *>(instance); };
    }
    void on_made(void (*f)(T *)) { when_made = reinterpret_cast<void (*)(Instance *)>(f); }
    void on_freed(void (*f)(T *)) { when_freed = reinterpret_cast<void (*)(Instance *)>(f); }
    void on_notification(void (*f)(T *, int32_t)) { when_notified = reinterpret_cast<void (*)(Instance *, int32_t)>(f); }
    void on_changed(void (*f)(T *, const char *)) { when_changed = reinterpret_cast<void (*)(Instance *, const char *)>(f); }

    /* A method of the engine's that it overrides. */
    template <class R, class... A> void overrides(const char *method_name, R (*f)(T *, A...)) {
        virtuals.push_back(method_spec<T, R, A...>(f));
        virtuals.back().name = method_name;
    }

    /* The names of its arguments come last. */
    template <class R, class... A, class... Names>
    MethodSpec &method(const char *method_name, R (*f)(T *, A...), const char *doc, Names... names) {
        constexpr int results = (0 + ... + int(Parameter<A>::is_result));
        static_assert(sizeof...(A) - results == sizeof...(Names), "each argument has a name");
        methods.push_back(method_spec<T, R, A...>(f));
        MethodSpec &method = methods.back();
        method.name = method_name;
        method.doc = doc;
        [[maybe_unused]] int i = 0;
        ((method.arguments[i++].name = names), ...);
        return method;
    }

    /* Fields, given as &node.field of a node that is NULL. A whole number is kept within what its field can hold. */
    PropertySpec &flag(const char *text, uint8_t *f, const char *doc) { return add_field(text, f, FIELD_FLAG, type_spec<uint8_t>(), doc); }
    PropertySpec &number(const char *text, double *f, const char *doc) { return add_field(text, f, FIELD_DOUBLE, type_spec<double>(), doc); }
    PropertySpec &number(const char *text, float *f, const char *doc) {
        return add_field(text, f, FIELD_FLOAT, type_spec<double>(), doc).at_least(-FLT_MAX).at_most(FLT_MAX);
    }
    PropertySpec &number(const char *text, int64_t *f, const char *doc) { return add_field(text, f, FIELD_INT64, type_spec<int64_t>(), doc); }
    PropertySpec &number(const char *text, int32_t *f, const char *doc) {
        return add_field(text, f, FIELD_INT32, type_spec<int64_t>(), doc).at_least(INT32_MIN).at_most(INT32_MAX);
    }
    PropertySpec &number(const char *text, uint32_t *f, const char *doc) {
        return add_field(text, f, FIELD_UINT32, type_spec<int64_t>(), doc).at_least(0).at_most(UINT32_MAX);
    }
    PropertySpec &number(const char *text, uint8_t *f, const char *doc) {
        return add_field(text, f, FIELD_UINT8, type_spec<int64_t>(), doc).at_least(0).at_most(UINT8_MAX);
    }
    /* Layers, a bit each, with methods for single ones: get_…_value(layer_number) and set_…_value(layer_number, value). */
    PropertySpec &layers(const char *text, uint32_t *f, int hint, const char *doc, const char *argument = "layer_number") {
        PropertySpec &property = number(text, f, doc).hint(hint);
        add_bit_methods(property, argument);
        return property;
    }
    PropertySpec &vector3(const char *text, GdVector3 *f, const char *doc) {
        return add_field(text, f, FIELD_VECTOR3, type_spec<GdVector3>(), doc);
    }
    PropertySpec &color(const char *text, GdColor *f, const char *doc) { return add_field(text, f, FIELD_COLOR, type_spec<GdColor>(), doc); }

    /* A property with functions of its own. */
    template <class R, class... A, class B>
    PropertySpec &property(const char *text, R (*get)(T *, A...), void (*set)(T *, B), const char *doc) {
        MethodSpec getter = method_spec<T, R, A...>(get);
        typedef typename Parameter<B>::Value Value;
        static_assert(std::is_same_v<std::conditional_t<std::is_void_v<R>, std::tuple<Value *>, std::tuple<R>>,
                                     std::conditional_t<std::is_void_v<R>, std::tuple<A...>, std::tuple<Value>>>,
                      "getter and setter are of one type");
        return add_property(text, doc, getter.returns, getter, method_spec<T, void, B>(set));
    }

    /* A property that can only be read. It is not saved. */
    template <class R, class... A> PropertySpec &reading(const char *text, R (*get)(T *, A...), const char *doc) {
        MethodSpec getter = method_spec<T, R, A...>(get);
        PropertySpec &property = add_property(text, doc, getter.returns, getter, MethodSpec());
        property.setter = MethodSpec();
        return property.usage(USAGE_EDITOR | USAGE_READ_ONLY);
    }
};

#endif
