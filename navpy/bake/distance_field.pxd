"""Chamfer distances over the floors of a compact heightfield (Borgefors 1986)."""
from libc.stdint cimport uint16_t
from libcpp.vector cimport vector

from navpy.bake.compact cimport CompactHeightfield

cdef enum:
    ORTHOGONAL_STEP = 2
    DIAGONAL_STEP = 3
    FARTHEST = 65535                # distances stop growing here

cdef void spread_distances(CompactHeightfield compact, vector[uint16_t]& distances) noexcept nogil
