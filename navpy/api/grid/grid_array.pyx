"""The buffer protocol over vectors that never move."""
from cpython.buffer cimport PyBUF_WRITABLE


cdef class GridArray:
    def __getbuffer__(self, Py_buffer* buffer, int flags):
        if flags & PyBUF_WRITABLE == PyBUF_WRITABLE:
            raise BufferError("the array is read-only")
        buffer.buf, buffer.obj, buffer.itemsize = <void*>self.data, self, self.itemsize
        buffer.ndim, buffer.shape, buffer.strides, buffer.format, buffer.readonly = self.axes, self.shape, self.strides, \
            <char*>self.format, 1
        buffer.suboffsets = NULL
        buffer.internal = NULL
        buffer.len = self.itemsize * self.shape[0] * self.shape[1]
        if self.axes == 3:
            buffer.len *= self.shape[2]


cdef object show(owner, const void* data, bytes format, Py_ssize_t itemsize, Py_ssize_t rows, Py_ssize_t columns, Py_ssize_t stride,
                 int axes):
    import numpy as np
    cdef GridArray out = GridArray.__new__(GridArray)
    out.owner, out.data, out.format, out.itemsize, out.axes = owner, data, format, itemsize, axes
    out.shape[0], out.shape[1], out.shape[2] = rows, columns, 2
    out.strides[0], out.strides[1], out.strides[2] = stride * itemsize, itemsize * (2 if axes == 3 else 1), itemsize
    return np.asarray(out)


cdef object show_floats(owner, const float* data, Py_ssize_t rows, Py_ssize_t columns, Py_ssize_t stride):
    return show(owner, data, b"f", 4, rows, columns, stride, 2)


cdef object show_vectors(owner, const double* data, Py_ssize_t rows, Py_ssize_t columns):
    return show(owner, data, b"d", 8, rows, columns, 2 * columns, 3)
