"""NavFilter: the rules for ground and links, as a resource."""
from navpy.godot.world.nav_filter_data cimport NavFilter

cdef NavFilter* nav_filter_of(void* resource) noexcept nogil            # NULL: the object is no NavFilter
