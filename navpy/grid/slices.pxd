"""How much of a field is computed between two looks at the clock."""

cdef enum:
    SLICE = 8192                    # cells that a thread computes in about half a millisecond
