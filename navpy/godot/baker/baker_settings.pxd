"""The bake settings as properties of a NavMeshBaker."""
from navpy.godot.baker.baker cimport Baker
from navpy.godot.binding.class_spec cimport ClassSpec

cdef void apply_defaults(Baker* baker) noexcept
cdef dict settings_of(Baker* baker)                     # BakeSettings' arguments
cdef int declare_settings(ClassSpec[Baker]* c) except -1
