"""Outlines as Python gives them: read, checked, and each put into a layer."""
from libc.stdint cimport int16_t, int32_t, uint8_t
from libcpp.vector cimport vector

cdef enum:
    LAYER_TRAVERSABLE = 0
    LAYER_OBSTRUCTION = 1
    LAYER_AREA = 2                  # the first of those whose places have an area id

cdef cppclass Outlines:
    vector[double] points           # x, y, in the outlines' own unit
    vector[int32_t] first           # by outline, and the end: its first point
    vector[int16_t] layer           # by outline
    vector[uint8_t] area            # by layer from LAYER_AREA on: area id; where layers overlap, the last one counts

# turned: backwards
cdef int append_outline(const double* points, int32_t count, bint turned, int16_t layer, Outlines* out) except -1 nogil
cdef int end_points(int16_t layer, Outlines* out) except -1 nogil          # the points after the last outline are one
cdef int read_outlines(str name, outlines, int16_t layer, Outlines* out) except -1
cdef int read_areas(areas, Outlines* out) except -1         # after all other outlines
