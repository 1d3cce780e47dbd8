"""The properties, methods and signals of a NavMeshBaker that streams a world."""
from navpy.godot.baker.baker cimport Baker
from navpy.godot.binding.class_spec cimport ClassSpec

cdef int declare_stream(ClassSpec[Baker]* c) except -1
cdef int declare_stream_methods(ClassSpec[Baker]* c) except -1
cdef int add_stream_remarks(Baker* baker, void* packed_string_array) except -1
