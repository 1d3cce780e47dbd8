"""Solid outlines: obstructions and areas, which are filled whichever way they turn."""
from libc.stdint cimport int16_t, int32_t
from navpy.baking.outlines.outlines cimport Outlines
from navpy.baking.outlines.stages cimport OutlineMemory
from navpy.baking.outlines.windows cimport OutlineWindow

# Add one, of points in units, so that winding numbers are not below 0 anywhere: where two overlap, they cannot cancel out each other.
# One that crosses itself, with parts that wind either way, is replaced by the boundary of what it encloses within the bounds.
cdef int add_solid(OutlineWindow* bounds, const double* at, int32_t count, int16_t layer, OutlineMemory* plane,
                   Outlines* out) except -1 nogil
