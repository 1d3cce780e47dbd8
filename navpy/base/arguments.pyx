"""Reads what Python functions are given."""
from libc.math cimport fabs, isfinite
from libc.stdint cimport int32_t

cdef double LARGEST = 1e30


cdef double to_double(str name, value, str kind) except? -1.0:
    try:
        return value
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: must be {kind}, is {value!r}") from None


cdef double measure(str name, value) except -1.0:
    cdef double number = to_double(name, value, "a number of metres")
    if not (isfinite(number) and number >= 0.0):
        raise ValueError(f"{name}: must be a finite number of metres, not below 0, is {value}")
    return number


cdef double real(str name, value) except? -1.0:
    return to_double(name, value, "a number")


cdef double read_number(str name, value, double low, double high) except? -1.0:
    cdef double number = to_double(name, value, f"a number in {low:g} … {high:g}")
    if not low <= number <= high:
        raise ValueError(f"{name}: must be in {low:g} … {high:g}, is {number:g}")
    return number


cdef int32_t whole(str name, value, int32_t low, int32_t high) except? -1:
    try:
        number = value.__index__()
    except (AttributeError, TypeError):
        number = None
    if number is None or not low <= number <= high:
        raise ValueError(f"{name}: must be a whole number in {low} … {high}, is {value!r}")
    return number


cdef int read_point(str name, point, double* out) except -1:
    """Three numbers of any kind; whether they are finite is for the caller to say."""
    try:
        x, y, z = point
        out[0], out[1], out[2] = x, y, z
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: must be three numbers, is {point!r}") from None
    return 0


cdef object read_array(str name, values, str shape):
    import numpy as np
    try:
        array = np.asarray(values)
        if array.dtype.kind in "biufO":                         # neither texts nor complex numbers
            return array.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError):
        pass
    raise ValueError(f"{name}: must be an array of numbers of shape {shape}")


cdef object read_rows(str name, values, Py_ssize_t count, Py_ssize_t columns, bint one_for_all=False, double most=LARGEST):
    import numpy as np
    cdef const double[:, ::1] rows
    cdef Py_ssize_t i, k
    shape = f"({'n' if count < 0 else count}, {columns})" + (f", or ({columns},) for all" if one_for_all else "")
    array = read_array(name, values, shape)
    if array.shape == (0,):                                     # an empty list has no second axis
        array = array.reshape(0, columns)
    elif one_for_all and array.shape == (columns,):
        array = np.broadcast_to(array, (count, columns))
    if array.ndim != 2 or array.shape[1] != columns or (count >= 0 and array.shape[0] != count):
        raise ValueError(f"{name}: must be of shape {shape}, is {array.shape}")
    array = np.ascontiguousarray(array)
    rows = array
    for i in range(rows.shape[0]):
        for k in range(columns):
            if not fabs(rows[i, k]) <= most:
                raise ValueError(f"{name}: must be finite and within {most:g}, row {i} is ({', '.join(f'{x:g}' for x in array[i])})")
    return array


cdef object read_numbers(str name, values, Py_ssize_t count, double low, double high):
    import numpy as np
    cdef const double[::1] numbers
    cdef Py_ssize_t i
    array = read_array(name, values, f"({count},), or one number")
    if array.shape not in ((), (count,)):
        raise ValueError(f"{name}: must be one number or of shape ({count},), is of shape {array.shape}")
    array = np.ascontiguousarray(np.broadcast_to(array, (count,)))
    numbers = array
    for i in range(count):
        if not low <= numbers[i] <= high:
            raise ValueError(f"{name}: must be in {low:g} … {high:g}, is {numbers[i]:g}")
    return array
