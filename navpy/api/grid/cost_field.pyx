"""What it costs to cross the cells of a grid, as Python gives it."""
from navpy.base.arguments cimport read_array, read_number, read_vec2, read_whole
from navpy.api.grid.grid_array cimport show_floats
from navpy.base.guard cimport Inside, change
from navpy.grid.cost_grid cimport LEAST, MOST, RIM, CellRect, cell_at, make_grid, set_costs

__all__ = ["CostField"]

cdef Py_ssize_t MOST_CELLS = 1 << 30        # with the rim; their indices are of 32 bits


cdef object read_costs(values):
    """float32 (rows, columns), C-contiguous and above 0."""
    import numpy as np
    shape = "(rows, columns)"
    array = np.asarray(values) if getattr(values, "dtype", None) is not None else read_array("costs", values, shape)
    if array.ndim != 2 or array.size == 0 or (array.shape[0] + 2 * RIM) * (array.shape[1] + 2 * RIM) > MOST_CELLS:
        raise ValueError(f"costs: must be of shape {shape}, 1 … 2³⁰ cells with 2 more on each side, is {array.shape}")
    if array.dtype == np.uint8:
        costs = np.maximum(array, 1).astype(np.float32)
        costs[array == 255] = np.inf
        return np.ascontiguousarray(costs)
    if array.dtype.kind != "f":
        raise ValueError(f"costs: must be of uint8, 255 impassable, or of floats, inf impassable, are of {array.dtype}")
    wrong = ~((array >= LEAST) & (array <= MOST) | (array == np.inf))
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        raise ValueError(f"costs: must be in {LEAST:g} … {MOST:g}, or inf where impassable, cell ({row}, {column}) is "
                         f"{array[row, column]:g}")
    return np.ascontiguousarray(array, dtype=np.float32)


cdef class CostField:
    """CostField(costs, *, cell_size=1.0, origin=(0.0, 0.0))

    What it costs to cross the cells of a grid in the plan. Cell (row, column) is the square from origin + cell_size · (column, row)
    on: rows follow each other along y, columns along x.

    Parameters
    ----------
    costs : array_like, shape (rows, columns)
        Of uint8: 1 … 254 is what crossing a meter of the cell costs, 0 counts as 1, as there is no ground without a cost; 255 is
        impassable. Of floats: 1e-9 … 1e9, or inf where impassable; kept as float32.
    cell_size : float
        Meters, 1e-9 … 1e9: a side of a cell.
    origin : array_like, shape (2,)
        Meters: the corner of the cell (0, 0) with the least coordinates.

    Raises
    ------
    ValueError
        Another shape, no cell, another type of array, or a number that is out of its range or none.
    """

    def __cinit__(self, costs, *, cell_size=1.0, origin=(0.0, 0.0)):
        cdef const float[:, ::1] rows = read_costs(costs)
        cdef CellRect all_cells
        self.guard.name = b"the cost field"
        all_cells.row = all_cells.column = 0
        all_cells.row_end, all_cells.column_end = rows.shape[0], rows.shape[1]
        make_grid(&self.grid, rows.shape[0], rows.shape[1], read_number("cell_size", cell_size, LEAST, MOST),
                  read_vec2("origin", origin))
        with nogil:
            set_costs(&self.grid, &all_cells, &rows[0, 0])

    def __reduce__(self):
        return cost_field_of, (self.costs, self.cell_size, self.origin)

    def __repr__(self):
        return (f"<CostField of {self.grid.rows} × {self.grid.columns} cells of {self.grid.cell_size:g} m, costs from "
                f"{self.grid.least:g}>")

    @property
    def costs(self):
        """ndarray of float32, shape (rows, columns): read-only, no copy; it shows what set_costs sets."""
        return show_floats(self, self.grid.costs.data() + cell_at(&self.grid, 0, 0), self.grid.rows, self.grid.columns,
                           self.grid.stride)

    @property
    def shape(self):
        """(int, int): rows and columns."""
        return self.grid.rows, self.grid.columns

    @property
    def cell_size(self):
        """float: meters, a side of a cell."""
        return self.grid.cell_size

    @property
    def origin(self):
        """(float, float): meters, the corner of the cell (0, 0) with the least coordinates."""
        return self.grid.origin.x, self.grid.origin.y

    def set_costs(self, row, column, values):
        """Change a rectangle of cells. Integration fields take it in when they are told to update. It waits for calls of other threads
        that read the field.

        Parameters
        ----------
        row, column : int
            The rectangle's first cell.
        values : array_like, shape (rows, columns)
            As costs of CostField; the rectangle lies within the field.

        Raises
        ------
        ValueError
            As for CostField, or a rectangle that is not within the field.
        """
        cdef const float[:, ::1] rows = read_costs(values)
        cdef CellRect where
        if rows.shape[0] > self.grid.rows or rows.shape[1] > self.grid.columns:
            raise ValueError(f"costs: {rows.shape[0]} × {rows.shape[1]} cells are more than the field's {self.grid.rows} × "
                             f"{self.grid.columns}")
        where.row = read_whole("row", row, 0, self.grid.rows - <int>rows.shape[0])
        where.column = read_whole("column", column, 0, self.grid.columns - <int>rows.shape[1])
        where.row_end, where.column_end = where.row + rows.shape[0], where.column + rows.shape[1]
        cdef Inside inside
        change(&self.guard, &inside)
        with nogil:
            set_costs(&self.grid, &where, &rows[0, 0])


def cost_field_of(costs, cell_size, origin):
    """A field from the result of CostField.__reduce__."""
    return CostField(costs, cell_size=cell_size, origin=origin)
