/* The engine's C interface as navpy uses it: one table of function pointers, filled by entry.c before Python starts,
 * and Godot's small value types in a single-precision build. */
#ifndef NAVPY_GODOT_INTERFACE_H
#define NAVPY_GODOT_INTERFACE_H

#include <stdint.h>

#include "gdextension_interface.h"      /* dumped from the engine by the build, see meson.build */

/* X(name in the engine, C type). Each must be there: a missing function ends the loading with a line that names it. */
#define NAVPY_INTERFACE_FUNCTIONS(X) \
    X(get_godot_version2, GDExtensionInterfaceGetGodotVersion2) \
    X(print_error_with_message, GDExtensionInterfacePrintErrorWithMessage) \
    X(print_warning_with_message, GDExtensionInterfacePrintWarningWithMessage) \
    X(editor_help_load_xml_from_utf8_chars, GDExtensionsInterfaceEditorHelpLoadXmlFromUtf8Chars) \
    X(worker_thread_pool_add_native_task, GDExtensionInterfaceWorkerThreadPoolAddNativeTask) \
    X(worker_thread_pool_add_native_group_task, GDExtensionInterfaceWorkerThreadPoolAddNativeGroupTask) \
    X(global_get_singleton, GDExtensionInterfaceGlobalGetSingleton) \
    \
    X(variant_destroy, GDExtensionInterfaceVariantDestroy) \
    X(variant_get_type, GDExtensionInterfaceVariantGetType) \
    X(variant_get_object_instance_id, GDExtensionInterfaceVariantGetObjectInstanceId) \
    X(variant_stringify, GDExtensionInterfaceVariantStringify) \
    X(variant_call, GDExtensionInterfaceVariantCall) \
    X(variant_can_convert_strict, GDExtensionInterfaceVariantCanConvertStrict) \
    X(variant_get_ptr_internal_getter, GDExtensionInterfaceGetVariantGetInternalPtrFunc) \
    X(variant_get_ptr_constructor, GDExtensionInterfaceVariantGetPtrConstructor) \
    X(variant_get_ptr_destructor, GDExtensionInterfaceVariantGetPtrDestructor) \
    X(variant_get_ptr_builtin_method, GDExtensionInterfaceVariantGetPtrBuiltinMethod) \
    X(get_variant_from_type_constructor, GDExtensionInterfaceGetVariantFromTypeConstructor) \
    X(get_variant_to_type_constructor, GDExtensionInterfaceGetVariantToTypeConstructor) \
    \
    X(string_new_with_utf8_chars, GDExtensionInterfaceStringNewWithUtf8Chars) \
    X(string_to_utf8_chars, GDExtensionInterfaceStringToUtf8Chars) \
    X(string_name_new_with_latin1_chars, GDExtensionInterfaceStringNameNewWithLatin1Chars) \
    X(packed_byte_array_operator_index, GDExtensionInterfacePackedByteArrayOperatorIndex) \
    X(packed_byte_array_operator_index_const, GDExtensionInterfacePackedByteArrayOperatorIndexConst) \
    X(packed_float32_array_operator_index_const, GDExtensionInterfacePackedFloat32ArrayOperatorIndexConst) \
    X(packed_float32_array_operator_index, GDExtensionInterfacePackedFloat32ArrayOperatorIndex) \
    X(packed_int32_array_operator_index_const, GDExtensionInterfacePackedInt32ArrayOperatorIndexConst) \
    X(packed_int32_array_operator_index, GDExtensionInterfacePackedInt32ArrayOperatorIndex) \
    X(packed_int64_array_operator_index_const, GDExtensionInterfacePackedInt64ArrayOperatorIndexConst) \
    X(packed_int64_array_operator_index, GDExtensionInterfacePackedInt64ArrayOperatorIndex) \
    X(packed_vector2_array_operator_index_const, GDExtensionInterfacePackedVector2ArrayOperatorIndexConst) \
    X(packed_vector2_array_operator_index, GDExtensionInterfacePackedVector2ArrayOperatorIndex) \
    X(packed_vector3_array_operator_index_const, GDExtensionInterfacePackedVector3ArrayOperatorIndexConst) \
    X(packed_vector3_array_operator_index, GDExtensionInterfacePackedVector3ArrayOperatorIndex) \
    X(array_operator_index, GDExtensionInterfaceArrayOperatorIndex) \
    X(dictionary_operator_index, GDExtensionInterfaceDictionaryOperatorIndex) \
    X(callable_custom_create2, GDExtensionInterfaceCallableCustomCreate2) \
    \
    X(object_method_bind_call, GDExtensionInterfaceObjectMethodBindCall) \
    X(object_method_bind_ptrcall, GDExtensionInterfaceObjectMethodBindPtrcall) \
    X(object_set_instance, GDExtensionInterfaceObjectSetInstance) \
    X(object_set_instance_binding, GDExtensionInterfaceObjectSetInstanceBinding) \
    X(object_get_instance_binding, GDExtensionInterfaceObjectGetInstanceBinding) \
    X(object_get_instance_id, GDExtensionInterfaceObjectGetInstanceId) \
    X(object_get_instance_from_id, GDExtensionInterfaceObjectGetInstanceFromId) \
    X(object_cast_to, GDExtensionInterfaceObjectCastTo) \
    X(ref_set_object, GDExtensionInterfaceRefSetObject) \
    \
    X(classdb_construct_object2, GDExtensionInterfaceClassdbConstructObject2) \
    X(classdb_get_class_tag, GDExtensionInterfaceClassdbGetClassTag) \
    X(classdb_get_method_bind, GDExtensionInterfaceClassdbGetMethodBind) \
    X(classdb_register_extension_class5, GDExtensionInterfaceClassdbRegisterExtensionClass5) \
    X(classdb_register_extension_class_method, GDExtensionInterfaceClassdbRegisterExtensionClassMethod) \
    X(classdb_register_extension_class_integer_constant, GDExtensionInterfaceClassdbRegisterExtensionClassIntegerConstant) \
    X(classdb_register_extension_class_property, GDExtensionInterfaceClassdbRegisterExtensionClassProperty) \
    X(classdb_register_extension_class_property_group, GDExtensionInterfaceClassdbRegisterExtensionClassPropertyGroup) \
    X(classdb_register_extension_class_signal, GDExtensionInterfaceClassdbRegisterExtensionClassSignal) \
    X(classdb_unregister_extension_class, GDExtensionInterfaceClassdbUnregisterExtensionClass)

typedef struct NavpyInterface {
    GDExtensionClassLibraryPtr library;
#define NAVPY_FIELD(name, type) type name;
    NAVPY_INTERFACE_FUNCTIONS(NAVPY_FIELD)
#undef NAVPY_FIELD
    /* By Variant type. NULL where a type has none: plain types have no destructor, NIL has nothing. */
    GDExtensionVariantFromTypeConstructorFunc var_from[GDEXTENSION_VARIANT_TYPE_VARIANT_MAX];
    GDExtensionTypeFromVariantConstructorFunc var_to[GDEXTENSION_VARIANT_TYPE_VARIANT_MAX];
    GDExtensionVariantGetInternalPtrFunc var_ptr[GDEXTENSION_VARIANT_TYPE_VARIANT_MAX];
    GDExtensionPtrConstructor ctor0[GDEXTENSION_VARIANT_TYPE_VARIANT_MAX];      /* the empty value */
    GDExtensionPtrDestructor dtor[GDEXTENSION_VARIANT_TYPE_VARIANT_MAX];
} NavpyInterface;

/* Godot's value types where real_t is float and pointers have 64 bits. */
typedef struct { void *p; } GdStringName;
typedef struct { void *p; } GdString;
typedef struct { uint64_t o[3]; } GdVariant;
typedef struct { uint64_t o[2]; } GdPacked;         /* any Packed…Array */
typedef struct { uint64_t o[2]; } GdCallable;
typedef struct { float x, y; } GdVector2;
typedef struct { float x, y, z; } GdVector3;
typedef struct { float r, g, b, a; } GdColor;
typedef struct { GdVector2 x, y, origin; } GdTransform2D;
typedef struct { float basis[9]; GdVector3 origin; } GdTransform3D;     /* basis by rows */

#ifdef __cplusplus
extern "C" {
#endif
extern NavpyInterface navpy_gd;
#ifdef __cplusplus
}
#endif

#endif
