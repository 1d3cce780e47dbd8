"""Lengths of the steps from a column to its neighbors, by which distances over floors are counted (Recast): about 1 to √2."""

cdef enum:
    ORTHOGONAL_STEP = 2
    DIAGONAL_STEP = 3
