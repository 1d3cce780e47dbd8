"""Windows of the plane: closed outlines are clipped to them, and are closed afterwards."""
from libc.stdint cimport int16_t
from libcpp.vector cimport vector
from navpy.baking.outlines.noding cimport RawSide

cdef struct SideCut:                    # of a side by a line
    double part                     # of the way from its begin to its end
    double x, y                     # units

cdef cppclass OutlineWindow:
    double low_x, low_y, high_x, high_y         # units, whole numbers
    vector[double] columns          # x and y of lines that cut all sides, ascending, those of the border among them
    vector[double] rows
    vector[SideCut] cuts                # working memory

cdef int set_window(OutlineWindow* window, double low_x, double low_y, double high_x, double high_y) except -1 nogil  # no lines within

# Add a side between whole numbers. Each point beyond the window moves to the nearest one on its border, so windings inside stay as
# they are. Where a line cuts the side follows from the side alone, whichever way it is given: outlines with a common side keep it, and
# windows with the same lines have the same pieces.
cdef int add_clipped(OutlineWindow* window, double ax, double ay, double bx, double by, int16_t layer, int16_t winding,
                     vector[RawSide]* out) except -1 nogil
