"""Filters and fields that agents of a crowd follow."""
from navpy.base.guard cimport Inside
from navpy.grid.tiles.field_guide cimport FieldGuide
from navpy.mesh.half_edges cimport FilterRules
from navpy.navmesh.query_filter cimport QueryFilter

cdef class CrowdFilter:
    cdef QueryFilter filter
    cdef FilterRules rules          # as of the last call of follow
    cdef int follow(self) except -1

cdef class CrowdField:
    cdef object field               # owns what the guide borrows
    cdef FieldGuide guide
    cdef int read(self, field) except -1

# Have a call enter a field that agents follow, which asks flow tiles for the fields ahead of them.
cdef int enter_field(Inside* inside, field) except -1
