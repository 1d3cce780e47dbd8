"""Limits that several rooms share, header-only."""

cdef extern from *:
    """
    #define NAVPY_MAX_COORDINATE 1e9
    #define NAVPY_SAME_FLOOR 0.01
    """
    const double MAX_COORDINATE "NAVPY_MAX_COORDINATE"      # meters, or units of an outline; beyond it squares and areas lose their meaning
    const double SAME_FLOOR "NAVPY_SAME_FLOOR"              # meters between two surfaces that are one floor, as at a shared border
