"""Questions of a NavMap to polygons."""
from navpy.godot.binding.class_spec cimport ClassSpec
from navpy.godot.map.nav_map_data cimport NavMap

cdef void declare_polygons(ClassSpec[NavMap]* c) noexcept
