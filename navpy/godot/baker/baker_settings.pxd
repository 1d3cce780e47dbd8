"""The bake settings as properties of a NavMeshBaker."""
from navpy.godot.baker.baker cimport Baker

cdef void apply_defaults(Baker* baker) noexcept
cdef dict settings_of(Baker* baker)                     # BakeSettings' arguments
