"""The class ArcPath."""
from navpy.motion.formation.dubins cimport ArcPathData

cdef class ArcPath:
    cdef ArcPathData data
