"""From a node's rows to a registered class: names, methods, properties, signals, virtuals."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from navpy.godot.binding.gd cimport (ArgumentMetadata, GDExtensionConstTypePtr, GdStringName, PtrCall)

cdef enum:
    MAX_ARGUMENTS = 4

cdef struct Instance:               # every node's C struct begins with this
    void* owner                     # the Godot object

ctypedef void* (*MakeInstance)(void* owner) noexcept nogil
ctypedef void (*DestroyInstance)(void* instance) noexcept nogil
ctypedef void (*Notify)(void* instance, int32_t what, uint8_t reversed_) noexcept nogil
ctypedef void (*Heed)(void* instance, int32_t what) noexcept nogil
ctypedef void (*Changed)(void* instance, const char* property) noexcept nogil
ctypedef void (*Virtual)(void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil

cdef struct VirtualRow:
    GdStringName* name
    Virtual call

cdef struct ClassRow:               # what the engine's callbacks need of a class
    GdStringName* name
    GdStringName* parent
    MakeInstance make
    DestroyInstance destroy
    Notify notify                   # NULL: not interested
    int32_t virtual_count
    VirtualRow virtuals[4]

cdef struct MethodRow:              # what a call needs of a method; handed to every ptrcall as its first argument
    PtrCall call
    const char* name
    int32_t return_type
    int32_t argument_count
    int32_t argument_types[MAX_ARGUMENTS]
    void* argument_tags[MAX_ARGUMENTS]      # class tag of an object argument
    int32_t default_count                   # of the last arguments
    double defaults[MAX_ARGUMENTS]          # by argument; defaults are numbers
    Changed changed                         # field accessors: told after a write, may be NULL
    size_t offset                           # field accessors: where in the instance
    double minimum, maximum                 # field setters: inclusive limits

cdef ClassRow* register_class(object node_class) except NULL
cdef void* create_instance(void* class_row, uint8_t notify) noexcept nogil      # a new object of a registered class
cdef void* instance_of(void* object, ClassRow* row) noexcept nogil              # NULL: not of that class
cdef void heed_in_turn(void* instance, int32_t what, Heed heed) noexcept nogil
