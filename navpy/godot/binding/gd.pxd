"""The GDExtension interface as Cython sees it (interface.h holds the C side). Names are Godot's."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

ctypedef const void* ConstPtr

cdef extern from "interface.h" nogil:
    ctypedef uint8_t GDExtensionBool
    ctypedef int64_t GDExtensionInt
    ctypedef const void* GDExtensionConstTypePtr
    ctypedef const void* GDExtensionConstVariantPtr
    ctypedef int ArgumentMetadata "GDExtensionClassMethodArgumentMetadata"     # C++ wants enumerations cast to
    ctypedef int VariantType "GDExtensionVariantType"
    ctypedef int CallErrorType "GDExtensionCallErrorType"
    enum:                           # the types that our tables use
        NIL "GDEXTENSION_VARIANT_TYPE_NIL"
        BOOL "GDEXTENSION_VARIANT_TYPE_BOOL"
        INT "GDEXTENSION_VARIANT_TYPE_INT"
        FLOAT "GDEXTENSION_VARIANT_TYPE_FLOAT"
        STRING "GDEXTENSION_VARIANT_TYPE_STRING"
        VECTOR2 "GDEXTENSION_VARIANT_TYPE_VECTOR2"
        VECTOR2I "GDEXTENSION_VARIANT_TYPE_VECTOR2I"
        VECTOR3 "GDEXTENSION_VARIANT_TYPE_VECTOR3"
        VECTOR3I "GDEXTENSION_VARIANT_TYPE_VECTOR3I"
        TRANSFORM3D "GDEXTENSION_VARIANT_TYPE_TRANSFORM3D"
        STRING_NAME "GDEXTENSION_VARIANT_TYPE_STRING_NAME"
        NODE_PATH "GDEXTENSION_VARIANT_TYPE_NODE_PATH"
        COLOR "GDEXTENSION_VARIANT_TYPE_COLOR"
        RID "GDEXTENSION_VARIANT_TYPE_RID"
        OBJECT "GDEXTENSION_VARIANT_TYPE_OBJECT"
        DICTIONARY "GDEXTENSION_VARIANT_TYPE_DICTIONARY"
        ARRAY "GDEXTENSION_VARIANT_TYPE_ARRAY"
        CALLABLE "GDEXTENSION_VARIANT_TYPE_CALLABLE"
        PACKED_BYTE_ARRAY "GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY"
        PACKED_INT32_ARRAY "GDEXTENSION_VARIANT_TYPE_PACKED_INT32_ARRAY"
        PACKED_INT64_ARRAY "GDEXTENSION_VARIANT_TYPE_PACKED_INT64_ARRAY"
        PACKED_FLOAT32_ARRAY "GDEXTENSION_VARIANT_TYPE_PACKED_FLOAT32_ARRAY"
        PACKED_STRING_ARRAY "GDEXTENSION_VARIANT_TYPE_PACKED_STRING_ARRAY"
        PACKED_VECTOR2_ARRAY "GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR2_ARRAY"
        PACKED_VECTOR3_ARRAY "GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR3_ARRAY"
    enum:
        GDEXTENSION_CALL_OK, GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT, GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS
        GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS
    ctypedef struct GDExtensionCallError:
        CallErrorType error
        int32_t argument
        int32_t expected
    ctypedef struct GDExtensionPropertyInfo:
        VariantType type
        void* name
        void* class_name
        uint32_t hint
        void* hint_string
        uint32_t usage
    ctypedef void (*PtrCall "GDExtensionClassMethodPtrCall")(
        void*, void*, const GDExtensionConstTypePtr*, void*) noexcept nogil
    ctypedef void (*VariantCall "GDExtensionClassMethodCall")(
        void*, void*, const GDExtensionConstVariantPtr*, GDExtensionInt, void*, GDExtensionCallError*) noexcept nogil
    ctypedef struct GDExtensionClassMethodInfo:
        void* name
        void* method_userdata
        VariantCall call_func
        PtrCall ptrcall_func
        uint32_t method_flags
        GDExtensionBool has_return_value
        GDExtensionPropertyInfo* return_value_info
        ArgumentMetadata return_value_metadata
        uint32_t argument_count
        GDExtensionPropertyInfo* arguments_info
        ArgumentMetadata* arguments_metadata
        uint32_t default_argument_count
        void** default_arguments
    ctypedef struct GDExtensionClassCreationInfo5:
        GDExtensionBool is_virtual
        GDExtensionBool is_abstract
        GDExtensionBool is_exposed
        GDExtensionBool is_runtime
        const void* icon_path
        void (*notification_func)(void*, int32_t, GDExtensionBool) noexcept nogil
        void* (*create_instance_func)(void*, GDExtensionBool) noexcept nogil
        void (*free_instance_func)(void*, void*) noexcept nogil
        void* (*get_virtual_call_data_func)(void*, const void*, uint32_t) noexcept nogil
        void (*call_virtual_with_data_func)(void*, const void*, void*, const GDExtensionConstTypePtr*, void*) noexcept nogil
        void* class_userdata
    ctypedef struct GDExtensionCallableCustomInfo2:
        void* callable_userdata
        void* token
        uint64_t object_id
        void (*call_func)(void*, const GDExtensionConstVariantPtr*, GDExtensionInt, void*, GDExtensionCallError*) noexcept nogil
        GDExtensionBool (*is_valid_func)(void*) noexcept nogil
        void (*free_func)(void*) noexcept nogil

    ctypedef struct GDExtensionInstanceBindingCallbacks:
        void* (*create_callback)(void*, void*) noexcept nogil
        void (*free_callback)(void*, void*, void*) noexcept nogil
        GDExtensionBool (*reference_callback)(void*, void*, GDExtensionBool) noexcept nogil

    ctypedef struct GdStringName:
        void* p
    ctypedef struct GdString:
        void* p
    ctypedef struct GdVariant:
        uint64_t o[3]
    ctypedef struct GdPacked:
        uint64_t o[2]
    ctypedef struct GdCallable:
        uint64_t o[2]
    ctypedef struct GdVector2:
        float x
        float y
    ctypedef struct GdVector3:
        float x
        float y
        float z
    ctypedef struct GdColor:
        float r
        float g
        float b
        float a
    ctypedef struct GdTransform2D:
        GdVector2 x                 # the axes
        GdVector2 y
        GdVector2 origin
    ctypedef struct GdTransform3D:
        float basis[9]              # rows of the basis
        GdVector3 origin

    ctypedef void (*BuiltinMethod "GDExtensionPtrBuiltInMethod")(
        void*, const GDExtensionConstTypePtr*, void*, int32_t) noexcept nogil
    ctypedef struct NavpyInterface:
        void* library
        void (*print_error_with_message)(const char*, const char*, const char*, const char*, int32_t, GDExtensionBool) noexcept nogil
        void (*print_warning_with_message)(const char*, const char*, const char*, const char*, int32_t, GDExtensionBool) noexcept nogil
        void (*variant_destroy)(void*) noexcept nogil
        int (*variant_get_type)(const void*) noexcept nogil
        uint64_t (*variant_get_object_instance_id)(const void*) noexcept nogil
        void (*variant_stringify)(const void*, void*) noexcept nogil
        void (*variant_call)(void*, const void*, const GDExtensionConstVariantPtr*, GDExtensionInt, void*,
                             GDExtensionCallError*) noexcept nogil
        GDExtensionBool (*variant_can_convert_strict)(VariantType, VariantType) noexcept nogil
        void (*string_new_with_utf8_chars)(void*, const char*) noexcept nogil
        GDExtensionInt (*string_to_utf8_chars)(const void*, char*, GDExtensionInt) noexcept nogil
        void (*string_name_new_with_latin1_chars)(void*, const char*, GDExtensionBool) noexcept nogil
        uint8_t* (*packed_byte_array_operator_index)(void*, GDExtensionInt) noexcept nogil
        const uint8_t* (*packed_byte_array_operator_index_const)(const void*, GDExtensionInt) noexcept nogil
        const float* (*packed_float32_array_operator_index_const)(const void*, GDExtensionInt) noexcept nogil
        const int32_t* (*packed_int32_array_operator_index_const)(const void*, GDExtensionInt) noexcept nogil
        int32_t* (*packed_int32_array_operator_index)(void*, GDExtensionInt) noexcept nogil
        float* (*packed_float32_array_operator_index)(void*, GDExtensionInt) noexcept nogil
        const int64_t* (*packed_int64_array_operator_index_const)(const void*, GDExtensionInt) noexcept nogil
        int64_t* (*packed_int64_array_operator_index)(void*, GDExtensionInt) noexcept nogil
        const void* (*packed_vector2_array_operator_index_const)(const void*, GDExtensionInt) noexcept nogil
        void* (*packed_vector2_array_operator_index)(void*, GDExtensionInt) noexcept nogil
        const void* (*packed_vector3_array_operator_index_const)(const void*, GDExtensionInt) noexcept nogil
        void* (*packed_vector3_array_operator_index)(void*, GDExtensionInt) noexcept nogil
        void* (*array_operator_index)(void*, GDExtensionInt) noexcept nogil
        void* (*dictionary_operator_index)(void*, const void*) noexcept nogil
        BuiltinMethod (*variant_get_ptr_builtin_method)(VariantType, const void*, GDExtensionInt) noexcept nogil
        void (*(*variant_get_ptr_constructor)(VariantType, int32_t) noexcept nogil)(void*,
                                                                                    const GDExtensionConstTypePtr*) noexcept nogil
        void (*object_method_bind_call)(void*, void*, const GDExtensionConstVariantPtr*, GDExtensionInt, void*,
                                        GDExtensionCallError*) noexcept nogil
        void (*object_method_bind_ptrcall)(const void*, void*, const GDExtensionConstTypePtr*, void*) noexcept nogil
        void (*object_set_instance)(void*, const void*, void*) noexcept nogil
        void (*object_set_instance_binding)(void*, void*, void*, const GDExtensionInstanceBindingCallbacks*) noexcept nogil
        void* (*object_get_instance_binding)(void*, void*, const GDExtensionInstanceBindingCallbacks*) noexcept nogil
        uint64_t (*object_get_instance_id)(const void*) noexcept nogil
        void* (*object_get_instance_from_id)(uint64_t) noexcept nogil
        void* (*object_cast_to)(const void*, void*) noexcept nogil
        void* (*global_get_singleton)(const void*) noexcept nogil
        void (*ref_set_object)(void*, void*) noexcept nogil
        void* (*classdb_construct_object2)(const void*) noexcept nogil
        void* (*classdb_get_class_tag)(const void*) noexcept nogil
        const void* (*classdb_get_method_bind)(const void*, const void*, GDExtensionInt) noexcept nogil
        void (*classdb_register_extension_class5)(void*, const void*, const void*, const GDExtensionClassCreationInfo5*) noexcept nogil
        void (*classdb_register_extension_class_method)(void*, const void*, const GDExtensionClassMethodInfo*) noexcept nogil
        void (*classdb_register_extension_class_integer_constant)(void*, const void*, const void*, const void*, GDExtensionInt,
                                                                  GDExtensionBool) noexcept nogil
        void (*classdb_register_extension_class_property)(void*, const void*, const GDExtensionPropertyInfo*, const void*,
                                                          const void*) noexcept nogil
        void (*classdb_register_extension_class_property_group)(void*, const void*, const void*, const void*) noexcept nogil
        void (*classdb_register_extension_class_signal)(void*, const void*, const void*, const GDExtensionPropertyInfo*,
                                                        GDExtensionInt) noexcept nogil
        void (*classdb_unregister_extension_class)(void*, const void*) noexcept nogil
        void (*callable_custom_create2)(void*, GDExtensionCallableCustomInfo2*) noexcept nogil
        int64_t (*worker_thread_pool_add_native_group_task)(
            void*, void (*)(void*, uint32_t) noexcept nogil, void*, int, int, GDExtensionBool, const void*) noexcept nogil
        int64_t (*worker_thread_pool_add_native_task)(void*, void (*)(void*) noexcept nogil, void*, GDExtensionBool,
                                                      const void*) noexcept nogil
        void (*editor_help_load_xml_from_utf8_chars)(const char*) noexcept nogil
        void (*var_from[64])(void*, void*) noexcept nogil
        void (*var_to[64])(void*, void*) noexcept nogil
        void* (*var_ptr[64])(void*) noexcept nogil
        void (*ctor0[64])(void*, const GDExtensionConstTypePtr*) noexcept nogil
        void (*dtor[64])(void*) noexcept nogil
    NavpyInterface navpy_gd         # filled by entry.c before Python starts
