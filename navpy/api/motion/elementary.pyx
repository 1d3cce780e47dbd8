"""The functions of base/elementary, of numbers."""
from navpy.base cimport elementary
from navpy.base.arguments cimport read_real, read_vec2
from navpy.base.vec2 cimport Vec2


def sin(x):
    return elementary.sin(read_real("x", x))


def cos(x):
    return elementary.cos(read_real("x", x))


def unit_vector(angle):
    """(cos, sin)."""
    cdef Vec2 out = elementary.unit_vector(read_real("angle", angle))
    return out.x, out.y


def atan2(y, x):
    return elementary.atan2(read_real("y", y), read_real("x", x))


def angle_between(a, b):
    return elementary.angle_between(read_vec2("a", a), read_vec2("b", b))


def acos(x):
    return elementary.acos(read_real("x", x))


def log(x):
    return elementary.log(read_real("x", x))


def exp2(x):
    return elementary.exp2(read_real("x", x))
