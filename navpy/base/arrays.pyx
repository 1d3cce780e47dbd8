"""Buffers without numpy and without typed memoryviews, whose code would be in every module that takes one."""
from array import array

from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

TYPES = {"f": ("float32", b"f"), "i": ("int32", b"il"), "B": ("uint8", b"B")}      # formats; l where a C long has 32 bits


cdef class Borrowed:
    def __dealloc__(self):
        if self.held:
            PyBuffer_Release(&self.buffer)


cdef Borrowed borrow(str name, data, str type_code, Py_ssize_t columns):
    """The memory of a C-contiguous buffer with elements of a type of the array module: of shape (n,) for 0 columns, else of
    shape (n, columns). ValueError where data is none; where it has no rows the number of its columns does not matter."""
    cdef Borrowed out = Borrowed()
    cdef bint fits = False
    type_name, formats = TYPES[type_code]
    try:
        PyObject_GetBuffer(data, &out.buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
        out.held = True
        fits = out.buffer.ndim == (2 if columns else 1) and out.buffer.format != NULL and out.buffer.format in formats \
            and out.buffer.itemsize == (1 if type_code == "B" else 4)
    except (TypeError, BufferError):        # not a buffer, or not one of this layout
        pass
    if not fits:
        raise ValueError(f"{name}: must be a C-contiguous buffer of {type_name} with {2 if columns else 1} dimensions, "
                         f"is {type(data).__name__}")
    out.rows = out.buffer.shape[0]
    if columns and out.rows > 0 and out.buffer.shape[1] != columns:
        raise ValueError(f"{name}: must be of shape (n, {columns}), is ({out.rows}, {out.buffer.shape[1]})")
    if out.rows > 0:
        out.data = out.buffer.buf
    return out


cdef object int_array(const vector[int32_t]& values):
    result = array("i")
    if not values.empty():
        result.frombytes((<const char*>values.data())[:values.size() * sizeof(int32_t)])
    return result


cdef object point_rows(const vector[double]& coordinates):
    result = array("d")
    if coordinates.empty():
        return result
    result.frombytes((<const char*>coordinates.data())[:coordinates.size() * sizeof(double)])
    return memoryview(result).cast("B").cast("d", (len(result) // 3, 3))
