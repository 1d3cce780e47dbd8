"""The class FlowField, and flow field following."""
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.arguments cimport LARGEST, read_array, read_number, read_numbers, read_rows, read_vec2, read_whole
from navpy.api.motion.arrays cimport vectors_of
from navpy.api.motion.vehicle cimport Vehicles
from navpy.grid.flow_sampling cimport FlowGrid, sample_flow
from navpy.motion.steering.flow_field cimport follow_field_force, noise_gradient
from navpy.base.vec2 cimport Vec2, length, vec2

__all__ = ["FlowField", "follow_field"]


cdef class FlowField:
    """FlowField(origin, cell_size, vectors, closed=None)

    A field of velocities in the plan, bilinear between the nodes of a grid and constant beyond its border.

    With walls, nodes are the centers of square cells, and the velocity leads along the walls: nodes that lie in or behind a wall
    don't count, what leads into a wall, or against the flow of the next cell, fades with the distance from it, and where opposite
    ways meet the nearest node's holds.

    Parameters
    ----------
    origin : array_like, shape (2,)
        Meters, of the first node.
    cell_size : float
        Meters between nodes, 1e-9 or more.
    vectors : array_like, shape (rows, columns, 2)
        Meters a second at the nodes, rows along y.
    closed : array_like of bool, shape (rows, columns), optional
        Nodes whose cells are walls; their velocities are 0.

    Raises
    ------
    ValueError
        Another shape, no node, or a number that is not finite or out of its range.
    """
    cdef FlowGrid grid
    cdef vector[Vec2] velocities
    cdef vector[uint8_t] closed

    def __cinit__(self, origin, cell_size, vectors, closed=None):
        array = read_array("vectors", vectors, "(rows, columns, 2)")
        if array.ndim != 3 or array.shape[2] != 2 or array.size == 0:
            raise ValueError(f"vectors: must be of shape (rows, columns, 2), is {array.shape}")
        flat = read_rows("vectors", array.reshape(-1, 2), -1, 2)
        cdef const Vec2* first = vectors_of(flat)
        self.grid.cell = read_number("cell_size", cell_size, 1e-9, LARGEST)
        self.grid.origin, self.grid.rows, self.grid.columns = read_vec2("origin", origin), array.shape[0], array.shape[1]
        self.velocities.assign(&first[0], &first[len(flat)])
        self.grid.velocities = self.velocities.data()
        self.grid.closed = NULL
        if closed is not None:
            self.read_walls(closed)

    cdef int read_walls(self, closed) except -1:
        import numpy as np
        array = np.asarray(closed)
        if array.dtype != np.bool_ or array.shape != (self.grid.rows, self.grid.columns):
            raise ValueError(f"closed: must be booleans of shape ({self.grid.rows}, {self.grid.columns}), is {array.dtype} of shape "
                             f"{array.shape}")
        cdef const uint8_t[::1] walls = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
        cdef Py_ssize_t i
        self.closed.resize(walls.shape[0])
        for i in range(walls.shape[0]):
            self.closed[i] = walls[i]
            if walls[i]:
                self.velocities[i] = vec2(0.0, 0.0)
        self.grid.closed = self.closed.data()
        return 0

    @staticmethod
    def perlin(seed, origin, cell_size, shape, wavelength, speed=1.0):
        """Make a random field without sources and sinks: the curl of gradient noise.

        Its vectors are (∂n/∂y, −∂n/∂x) of Perlin's gradient noise n (Bridson, Hourihan & Nordenstam 2007, "Curl-Noise for Procedural
        Fluid Flow"). What follows it neither gathers nor disperses, if the cell size is well below the wavelength.

        Parameters
        ----------
        seed : int
            0 … 2³¹ − 1.
        origin : array_like, shape (2,)
            Meters, of the first node.
        cell_size : float
            Meters between nodes, 1e-9 or more.
        shape : tuple of two int
            Rows and columns of nodes, 1 … 32767 each.
        wavelength : float
            Meters, 1e-9 or more: the lattice cells of the noise.
        speed : float
            Meters a second, 0 … 1e9, at the fastest node.

        Returns
        -------
        field : FlowField

        Raises
        ------
        ValueError
            A number is not finite or out of its range, or the wavelength is too short for nodes that far from (0, 0).
        """
        import numpy as np
        cdef uint64_t key = read_whole("seed", seed, 0, 2147483647)
        cdef double wave = read_number("wavelength", wavelength, 1e-9, LARGEST), most = 0.0
        cdef double cell = read_number("cell_size", cell_size, 1e-9, LARGEST)
        cdef double top = read_number("speed", speed, 0.0, 1e9)
        cdef Vec2 corner = read_vec2("origin", origin)
        cdef int32_t rows, columns, i, k
        if not isinstance(shape, (tuple, list)) or len(shape) != 2:
            raise ValueError(f"shape: must be two whole numbers, is {shape!r}")
        rows, columns = read_whole("shape", shape[0], 1, 32767), read_whole("shape", shape[1], 1, 32767)
        if not max(abs(corner.x), abs(corner.y)) + cell * max(rows, columns) <= 1e15 * wave:
            raise ValueError(f"wavelength: {wavelength} is too short for places that far from (0, 0)")
        vectors = np.empty((rows * columns, 2))
        cdef Vec2* out = vectors_of(vectors)
        cdef Vec2 slope
        with nogil:
            for i in range(rows):
                for k in range(columns):
                    slope = noise_gradient(key, (corner.x + k * cell) / wave, (corner.y + i * cell) / wave)
                    out[i * columns + k] = vec2(slope.y, -slope.x)
                    most = max(most, length(slope))
        if most > 0.0:
            vectors *= top / most
        return FlowField(origin, cell_size, vectors.reshape(rows, columns, 2))

    def __repr__(self):
        return f"<FlowField of {self.grid.rows} × {self.grid.columns} nodes, {self.grid.cell:g} m apart>"

    @property
    def vectors(self):
        """ndarray, shape (rows, columns, 2): meters a second, a copy."""
        import numpy as np
        array = np.empty((self.grid.rows * self.grid.columns, 2))
        cdef Vec2* out = vectors_of(array)
        cdef size_t i
        for i in range(self.velocities.size()):
            out[i] = self.velocities[i]
        return array.reshape(self.grid.rows, self.grid.columns, 2)

    def sample(self, places):
        """Evaluate the field.

        Parameters
        ----------
        places : array_like, shape (n, 2)
            Meters.

        Returns
        -------
        velocities : ndarray, shape (n, 2)
            Meters a second.

        Raises
        ------
        ValueError
            Another shape, or a coordinate that is not finite.
        """
        import numpy as np
        rows = read_rows("places", places, -1, 2)
        cdef Py_ssize_t i, count = len(rows)
        velocities = np.empty((count, 2))
        cdef const Vec2* at = vectors_of(rows)
        cdef Vec2* out = vectors_of(velocities)
        with nogil:
            for i in range(count):
                out[i] = sample_flow(&self.grid, at[i])
        return velocities


def follow_field(Vehicles vehicles not None, FlowField field not None, look_ahead=0.5):
    """Steer along a flow field (Reynolds 1999, "Flow field following").

    The desired velocity is the field's, at most max_speed, at the vehicle's position in look_ahead seconds.

    Parameters
    ----------
    vehicles : Vehicles
    field : FlowField
    look_ahead : float or array_like, shape (n,)
        Seconds, 0 … 1e9.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force.

    Raises
    ------
    ValueError
        look_ahead is not finite or out of its range.
    """
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef const double[::1] ahead = read_numbers("look_ahead", look_ahead, count, 0.0, 1e9)
    forces = np.empty((count, 2))
    cdef Vec2* out = vectors_of(forces)
    with nogil:
        for i in range(count):
            out[i] = follow_field_force(&vehicles.vehicles[i], &field.grid, ahead[i])
    return forces
