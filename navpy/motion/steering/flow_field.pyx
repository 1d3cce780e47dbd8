"""Flow-field following (Reynolds 1999) on sampled fields, and fields of gradient noise (Perlin 2002, "Improving Noise") without
sources and sinks (Bridson, Hourihan and Nordenstam 2007, "Curl-Noise for Procedural Fluid Flow")."""
from libc.math cimport M_PI, cos, floor, sin
from libc.stdint cimport int32_t, int64_t, uint64_t
from navpy.base.arguments cimport read_number, read_numbers, read_rows, read_whole
from navpy.motion.steering.steering cimport force_for, uniform
from navpy.motion.steering.vehicle cimport Vehicle, Vehicles, rows_of
from navpy.base.vec2 cimport Vec2, add, dot, length, scale, truncate, vec2


cdef inline int32_t node_before(double at, int32_t count, double* part) noexcept nogil:
    """The last node not after a place, in cells from the first, and how far on it is; a place outside counts as on the border."""
    cdef int32_t node
    at = max(0.0, min(at, <double>(count - 1)))
    node = min(<int32_t>at, max(count - 2, 0))
    part[0] = at - node
    return node


cdef Vec2 sample(const FlowGrid* grid, Vec2 place) noexcept nogil:
    """Bilinear between the four nodes around the place."""
    cdef double u, v
    cdef int32_t column = node_before((place.x - grid.origin.x) / grid.cell, grid.columns, &u)
    cdef int32_t row = node_before((place.y - grid.origin.y) / grid.cell, grid.rows, &v)
    cdef int32_t right = 1 if grid.columns > 1 else 0, up = grid.columns if grid.rows > 1 else 0
    cdef const Vec2* at = grid.velocities + <size_t>row * grid.columns + column
    cdef Vec2 low = add(scale(at[0], 1.0 - u), scale(at[right], u))
    cdef Vec2 high = add(scale(at[up], 1.0 - u), scale(at[up + right], u))
    return add(scale(low, 1.0 - v), scale(high, v))


cdef Vec2 follow_field_force(const Vehicle* vehicle, const FlowGrid* grid, double look_ahead) noexcept nogil:
    """The velocity of the field where the vehicle will be look_ahead seconds on is the one to have."""
    cdef Vec2 velocity = sample(grid, add(vehicle.position, scale(vehicle.velocity, look_ahead)))
    return force_for(vehicle, truncate(velocity, vehicle.max_speed))


# ---- gradient noise ----

cdef inline Vec2 lattice_gradient(uint64_t seed, int64_t column, int64_t row) noexcept nogil:
    cdef double angle = 2.0 * M_PI * uniform(seed, <uint64_t>column, <uint64_t>row)
    return vec2(cos(angle), sin(angle))


cdef inline double fade(double t) noexcept nogil:
    return t * t * t * (t * (6.0 * t - 15.0) + 10.0)


cdef inline double fade_slope(double t) noexcept nogil:
    return 30.0 * t * t * (t - 1.0) * (t - 1.0)


cdef Vec2 noise_gradient(uint64_t seed, double x, double y) noexcept nogil:
    """The derivatives by x and y of the noise Σ weight(corner)·gradient(corner)·(place − corner) over the corners of a cell."""
    cdef double column = floor(x), row = floor(y), u = x - column, v = y - row, wx, wy, value
    cdef Vec2 gradient, out = vec2(0.0, 0.0)
    cdef int i, k
    for i in range(2):
        for k in range(2):
            gradient = lattice_gradient(seed, <int64_t>column + i, <int64_t>row + k)
            value = dot(gradient, vec2(u - i, v - k))
            wx, wy = fade(u) if i else 1.0 - fade(u), fade(v) if k else 1.0 - fade(v)
            out = add(out, scale(gradient, wx * wy))
            out.x += value * wy * (fade_slope(u) if i else -fade_slope(u))
            out.y += value * wx * (fade_slope(v) if k else -fade_slope(v))
    return out


# ---- Python ----

cdef class FlowField:
    """A field of velocities in the plan. origin: (x, y) of the first node, cell_size: between nodes, metres; vectors: (rows, columns,
    2), metres a second, rows along y. Between nodes it is bilinear, outside it goes on as at the border. ValueError: another
    shape, no node, a number that is not finite or a cell_size not above 0."""
    def __cinit__(self, origin, cell_size, vectors):
        import numpy as np
        try:
            array = np.asarray(vectors, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            raise ValueError("vectors: must be an array of numbers of shape (rows, columns, 2)") from None
        if array.ndim != 3 or array.shape[2] != 2 or array.size == 0:
            raise ValueError(f"vectors: must be of shape (rows, columns, 2), is {array.shape}")
        cdef int32_t rows = array.shape[0], columns = array.shape[1]
        flat = read_rows("vectors", array.reshape(-1, 2), -1, 2)
        cdef const double[:, ::1] corner = read_rows("origin", origin, 1, 2, True)
        cdef const Vec2* first = rows_of(flat)
        self.grid.cell = read_number("cell_size", cell_size, 1e-9, 1e30)
        self.grid.origin, self.grid.rows, self.grid.columns = vec2(corner[0, 0], corner[0, 1]), rows, columns
        self.velocities.assign(&first[0], &first[rows * columns])
        self.grid.velocities = self.velocities.data()

    @staticmethod
    def perlin(seed, origin, cell_size, shape, wavelength, speed=1.0):
        """A field that winds about at random: the curl (∂n/∂y, −∂n/∂x) of gradient noise n with lattice cells of ``wavelength`` metres.
        As a curl it has no sources and sinks: what follows it neither gathers nor thins out, but for what a cell_size not far below
        the wavelength takes from it. The fastest node has ``speed`` m/s. seed: a whole number; shape: (rows, columns) of nodes."""
        import numpy as np
        cdef uint64_t sown = read_whole("seed", seed, 0, 2147483647)
        cdef double wave = read_number("wavelength", wavelength, 1e-9, 1e30), most = 0.0
        cdef double cell = read_number("cell_size", cell_size, 1e-9, 1e30)
        cdef double top = read_number("speed", speed, 0.0, 1e9)
        cdef const double[:, ::1] corner = read_rows("origin", origin, 1, 2, True)
        cdef int32_t rows, columns, i, k
        try:
            up, along = shape
        except (TypeError, ValueError):
            raise ValueError(f"shape: must be two whole numbers, is {shape!r}") from None
        rows, columns = read_whole("shape", up, 1, 32767), read_whole("shape", along, 1, 32767)
        if not max(abs(corner[0, 0]), abs(corner[0, 1])) + cell * max(rows, columns) <= 1e15 * wave:
            raise ValueError(f"wavelength: {wavelength} is too short for places that far from (0, 0)")
        vectors = np.empty((rows * columns, 2))
        cdef Vec2* out = rows_of(vectors)
        cdef Vec2 slope
        with nogil:
            for i in range(rows):
                for k in range(columns):
                    slope = noise_gradient(sown, (corner[0, 0] + k * cell) / wave, (corner[0, 1] + i * cell) / wave)
                    out[i * columns + k] = vec2(slope.y, -slope.x)
                    most = max(most, length(slope))
        if most > 0.0:
            vectors *= top / most
        return FlowField(origin, cell_size, vectors.reshape(rows, columns, 2))

    @property
    def vectors(self):
        """(rows, columns, 2), metres a second, a copy."""
        import numpy as np
        out = np.empty((self.grid.rows * self.grid.columns, 2))
        cdef Vec2* rows = rows_of(out)
        cdef size_t i
        for i in range(self.velocities.size()):
            rows[i] = self.velocities[i]
        return out.reshape(self.grid.rows, self.grid.columns, 2)

    def sample(self, places):
        """Velocities (n, 2) in metres a second at places (n, 2) in metres."""
        import numpy as np
        cdef const double[:, ::1] at = read_rows("places", places, -1, 2)
        cdef Py_ssize_t i
        out = np.empty((at.shape[0], 2))
        cdef Vec2* rows = rows_of(out)
        with nogil:
            for i in range(at.shape[0]):
                rows[i] = sample(&self.grid, vec2(at[i, 0], at[i, 1]))
        return out


def follow_field(Vehicles vehicles not None, FlowField field not None, look_ahead=0.5):
    """Flow-field following (Reynolds 1999): the velocity to have is the field's, at most max_speed, where the vehicle will be
    look_ahead seconds on. Returns forces (n, 2) in newtons, at most max_force. ValueError: look_ahead is not finite or below 0."""
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef const double[::1] ahead = read_numbers("look_ahead", look_ahead, count, 0.0, 1e9)
    forces = np.empty((count, 2))
    cdef Vec2* out = rows_of(forces)
    with nogil:
        for i in range(count):
            out[i] = follow_field_force(&vehicles.vehicles[i], &field.grid, ahead[i])
    return forces
