"""Questions of a NavMap to points: the nearest ground, random points, rays and walls."""
from navpy.godot.binding.class_spec cimport ClassSpec
from navpy.godot.map.nav_map_data cimport NavMap

cdef void declare_points(ClassSpec[NavMap]* c) noexcept
cdef void declare_rays(ClassSpec[NavMap]* c) noexcept
