"""Reads goals."""
from libc.math cimport floor
from libc.stdint cimport int32_t

from navpy.base.arguments cimport read_integers, read_numbers, read_rows
from navpy.base.vec2 cimport Vec2, vec2
from navpy.grid.cost_grid cimport cell_at, to_cells

cdef double MOST_VALUE = 1e30


cdef object cells_of(CostField field, goals):
    """int32 (n, 2), rows and columns, of a mask or of cells; None of points."""
    import numpy as np
    try:
        array = np.asarray(goals)
    except ValueError:                              # rows of several lengths, which the reader of points refuses
        return None
    if array.dtype.kind == "b":
        if array.shape != field.shape:
            raise ValueError(f"goals: a mask must be of the field's shape {field.shape}, is {array.shape}")
        return np.ascontiguousarray(np.argwhere(array), dtype=np.int32)
    if array.dtype.kind in "iu":
        return read_integers("goals", array, "(n, 2)")
    return None


cdef int read_goals(CostField field, goals, goal_values, vector[Goal]* out) except -1:
    cdef const int32_t[:, ::1] cells
    cdef const double[:, ::1] points
    cdef const double[::1] values
    cdef Goal goal
    cdef Vec2 at
    cdef Py_ssize_t k, count
    cdef int32_t row, column, rows = field.grid.rows, columns = field.grid.columns
    found = cells_of(field, goals)
    if found is None:
        points = read_rows("goals", goals, -1, 2)
        count = points.shape[0]
    else:
        if found.ndim != 2 or found.shape[1] != 2:
            raise ValueError(f"goals: must be of shape (n, 2), is {found.shape}")
        cells = found
        count = cells.shape[0]
    if count == 0:
        raise ValueError("goals: there must be one at least")
    values = read_numbers("goal_values", 0.0 if goal_values is None else goal_values, count, 0.0, MOST_VALUE)
    for k in range(count):
        if found is None:
            at = to_cells(&field.grid, vec2(points[k, 0], points[k, 1]))
        else:
            at = vec2(cells[k, 1] + 0.5, cells[k, 0] + 0.5)
        if not (0.0 <= at.x <= columns and 0.0 <= at.y <= rows):
            raise ValueError(f"goals: number {k}, in row {floor(at.y):g}, column {floor(at.x):g}, is outside of the field")
        row, column = <int32_t>min(floor(at.y), rows - 1.0), <int32_t>min(floor(at.x), columns - 1.0)
        goal.x, goal.y, goal.value, goal.cell = at.x, at.y, values[k], cell_at(&field.grid, row, column)
        out.push_back(goal)
    return 0
