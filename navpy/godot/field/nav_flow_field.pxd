"""The node NavFlowField."""
from navpy.godot.field.nav_flow_field_data cimport NavFlowField

cdef NavFlowField* flow_field_of(void* object) noexcept nogil           # NULL: it is another object, or there is none
