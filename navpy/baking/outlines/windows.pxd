"""Windows of the plane: closed outlines are clipped to them, and are closed afterwards."""
from libc.stdint cimport int16_t
from libcpp.vector cimport vector
from navpy.baking.outlines.noding cimport RawSide

cdef struct Window:
    double low_x, low_y, high_x, high_y         # units, whole numbers

# Add a side between whole numbers. Each point beyond the window moves to the nearest one on its border, so windings inside stay as they
# are. Where the border cuts the side follows from the side alone, whichever way it is given: outlines with a common side keep it.
cdef int add_clipped(const Window* window, double ax, double ay, double bx, double by, int16_t layer, int16_t winding,
                     vector[RawSide]* out) except -1 nogil
