"""Reads what Python functions are given."""
from libc.math cimport isfinite
from libc.stdint cimport int32_t


cdef double measure(str name, value) except -1.0:
    cdef double number
    try:
        number = value
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: must be a number of metres, is {value!r}") from None
    if not (isfinite(number) and number >= 0.0):
        raise ValueError(f"{name}: must be a finite number of metres, not below 0, is {value}")
    return number


cdef double real(str name, value) except? -1.0:
    cdef double number
    try:
        number = value
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: must be a number, is {value!r}") from None
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
