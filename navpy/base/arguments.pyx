"""Reads what Python functions are given."""
from array import array
from operator import index

from libc.math cimport INFINITY, fabs, isfinite, isnan
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.geom cimport is_point
from navpy.base.vec2 cimport Vec2

cdef double LARGEST = 1e30


# ---- One number ----

cdef double convert(str name, value, str kind) except? -1.0:
    try:
        return value
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: must be a number{kind}, is {value!r:.80}") from None


cpdef double read_real(str name, value, str unit=None) except? -1.0:
    return convert(name, value, f" of {unit}" if unit else "")


cdef double read_finite(str name, value, str unit="meters") except? -1.0:
    cdef double number = read_real(name, value, unit)
    if not isfinite(number):
        raise ValueError(f"{name}: must be a finite number of {unit}, is {value}")
    return number


cdef double read_length(str name, value, str unit="meters") except -1.0:
    cdef double number = read_real(name, value, unit)
    if not (isfinite(number) and number >= 0.0):
        raise ValueError(f"{name}: must be a finite number of {unit}, not below 0, is {value}")
    return number


cdef double read_positive(str name, value, str unit="meters") except -1.0:
    cdef double number = read_real(name, value, unit)
    if not (isfinite(number) and number > 0.0):
        raise ValueError(f"{name}: must be a finite number of {unit} above 0, is {value}")
    return number


cdef double read_limit(str name, value, str unit="meters") except -1.0:
    cdef double number = read_real(name, INFINITY if value is None else value, unit)
    if not number >= 0.0:
        raise ValueError(f"{name}: must be a number of {unit}, not below 0, or None, is {value}")
    return number


cdef double read_time(str name, value) except? -1.0:
    cdef double number = read_real(name, value, "seconds")
    if isnan(number):
        raise ValueError(f"{name}: must be a number of seconds, is nan")
    return number


cdef double read_number(str name, value, double low, double high) except? -1.0:
    cdef double number = convert(name, value, f" in {low:g} … {high:g}")
    if not low <= number <= high:
        raise ValueError(f"{name}: must be in {low:g} … {high:g}, is {number:g}")
    return number


cdef object whole_number(value):
    """A Python int of any size, None where the value is no whole number: 1.0 is none, True is."""
    try:
        return index(value)
    except TypeError:
        return None


cpdef int32_t read_whole(str name, value, int32_t low, int32_t high) except? -1:
    number = whole_number(value)
    if number is None or not low <= number <= high:
        raise ValueError(f"{name}: must be a whole number in {low} … {high}, is {value!r:.80}")
    return number


cdef uint64_t read_unsigned(str name, value) except? 0:
    number = whole_number(value)
    if number is None or not 0 <= number < 1 << 64:
        raise ValueError(f"{name}: must be a whole number in 0 … 2⁶⁴ − 1, is {value!r:.80}")
    return number


# ---- One point ----

cdef int read_point(str name, point, double* out) except -1:
    try:
        x, y, z = point
        out[0], out[1], out[2] = x, y, z
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: must be three numbers, is {point!r:.80}") from None
    return 0


cdef int read_place(str name, point, double* out) except -1:
    read_point(name, point, out)
    if not is_point(out):
        raise ValueError(f"{name}: must be finite and within 1e30 m, is ({out[0]:g}, {out[1]:g}, {out[2]:g})")
    return 0


cdef int read_ground_place(str name, point, double* out) except -1:
    try:
        x, *y, z = point
    except (TypeError, ValueError):
        x, y, z = None, (), None
    if x is None or len(y) > 1:
        raise ValueError(f"{name}: must be (x, z) or (x, y, z), is {point!r:.80}")
    return read_place(name, (x, y[0] if y else 0.0, z), out)


cdef int read_extents(str name, extents, double* out) except -1:
    read_point(name, extents, out)
    if not (is_point(out) and out[0] >= 0.0 and out[1] >= 0.0 and out[2] >= 0.0):
        raise ValueError(f"{name}: must be three finite numbers of meters, not below 0, are ({out[0]:g}, {out[1]:g}, {out[2]:g})")
    return 0


cdef Vec2 read_vec2(str name, point, double most=LARGEST) except *:
    cdef Vec2 out
    try:
        x, y = point
        out.x, out.y = x, y
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: must be two numbers, is {point!r:.80}") from None
    if not (fabs(out.x) <= most and fabs(out.y) <= most):
        raise ValueError(f"{name}: must be finite and within {most:g} m, is ({out.x:g}, {out.y:g})")
    return out


cdef int read_points(str name, points, double most, vector[double]* out) except -1:
    """Appends points (x, y), with a name for each only where it is wrong."""
    cdef Vec2 at
    cdef Py_ssize_t k = 0
    for point in points:
        try:
            x, y = point
            at.x, at.y = x, y
        except (TypeError, ValueError, OverflowError):
            at.x = at.y = INFINITY
        if not (fabs(at.x) <= most and fabs(at.y) <= most):
            at = read_vec2(f"{name}[{k}]", point, most)
        out.push_back(at.x)
        out.push_back(at.y)
        k += 1
    return 0


# ---- Arrays ----

cdef object as_array(str name, values, str kinds, str what, str shape):
    """What numpy makes of the values, if that is numbers of one of these kinds, as numpy's dtype.kind names them."""
    import numpy as np
    try:
        result = np.asarray(values)
    except (TypeError, ValueError, OverflowError):
        result = None
    if result is None or (result.size and result.dtype.kind not in kinds):
        raise ValueError(f"{name}: must be an array of {what} of shape {shape}")
    return result


cpdef object read_array(str name, values, str shape):
    import numpy as np
    try:
        return as_array(name, values, "biufO", "numbers", shape).astype(np.float64, copy=False)   # neither texts nor complex numbers
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: must be an array of numbers of shape {shape}") from None


cpdef object read_integers(str name, values, str shape):
    import numpy as np
    result = as_array(name, values, "iuf", "whole numbers", shape)
    if result.dtype.kind == "f":
        broken = np.argwhere(np.rint(result) != result)         # nan, too
        if len(broken):
            place = tuple([int(i) for i in broken[0]])
            raise ValueError(f"{name}[{', '.join(map(str, place))}]: must be a whole number, is {result[place]:g}")
    if result.size and not (-1 << 31 <= result.min() and result.max() < 1 << 31):
        raise ValueError(f"{name}: must be whole numbers of 32 bits, are {result.min()} … {result.max()}")
    return np.ascontiguousarray(result, dtype=np.int32)


cpdef object read_rows(str name, values, Py_ssize_t count, Py_ssize_t columns, bint one_for_all=False, double most=LARGEST):
    import numpy as np
    cdef const double[:, ::1] rows
    cdef Py_ssize_t i, k
    shape = f"({'n' if count < 0 else count}, {columns})" + (f", or ({columns},) for all" if one_for_all else "")
    result = read_array(name, values, shape)
    if result.shape == (0,):                                    # an empty list has no second axis
        result = result.reshape(0, columns)
    elif one_for_all and result.shape == (columns,):
        result = np.broadcast_to(result, (count, columns))
    if result.ndim != 2 or result.shape[1] != columns or (count >= 0 and result.shape[0] != count):
        raise ValueError(f"{name}: must be of shape {shape}, is {result.shape}")
    result = np.ascontiguousarray(result)
    rows = result
    for i in range(rows.shape[0]):
        for k in range(columns):
            if not (fabs(rows[i, k]) <= most or most == INFINITY):
                raise ValueError(f"{name}: must be finite and within {most:g}, row {i} is "
                                 f"({', '.join([f'{x:g}' for x in result[i]])})")
    return result


cdef object read_numbers(str name, values, Py_ssize_t count, double low, double high):
    import numpy as np
    cdef const double[::1] numbers
    cdef Py_ssize_t i
    result = read_array(name, values, f"({count},), or one number")
    if result.shape not in ((), (count,)):
        raise ValueError(f"{name}: must be one number or of shape ({count},), is of shape {result.shape}")
    result = np.ascontiguousarray(np.broadcast_to(result, (count,)))
    numbers = result
    for i in range(count):
        if not low <= numbers[i] <= high:
            raise ValueError(f"{name}: must be in {low:g} … {high:g}, is {numbers[i]:g}")
    return result


cdef int read_each(str name, values, Py_ssize_t count, double low, double high, double* out, size_t stride) except -1:
    cdef const double[::1] numbers
    cdef double number
    cdef Py_ssize_t i, step = <Py_ssize_t>(stride // sizeof(double))
    if isinstance(values, (float, int)):
        number = read_number(name, values, low, high)
        for i in range(count):
            out[i * step] = number
    else:
        numbers = read_numbers(name, values, count, low, high)
        for i in range(count):
            out[i * step] = numbers[i]
    return 0


cdef object read_indices(str name, values):
    try:
        return array("i", map(index, values))
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name}: must be whole numbers of 32 bits: {error}") from None
