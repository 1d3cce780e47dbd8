"""The functions of elementary.pxd. The argument is reduced to a short interval around 0, and a polynomial follows there (Muller 2016,
chapters 9 and 3). The coefficients are those of mpmath's chebyfit; the comment at each polynomial tells what it approximates, and its
error as doubles."""
from libc.math cimport INFINITY, NAN, copysign, fabs, fmod, sqrt
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy

from navpy.base.vec2 cimport Vec2, vec2

# π/2 in parts (Cody & Waite 1980): a whole number of 10 bits times one of the first two is exact.
cdef double HALF_PI_1 = 1.5707963267948344                  # 43 bits
cdef double HALF_PI_2 = 6.223372171896261e-14               # the next 43 bits
cdef double HALF_PI_3 = 3.5215598651832e-27                 # the rest
cdef double PER_HALF_PI = 0.6366197723675814                # 2/π
cdef double MOST_REDUCED = 1608.0                           # radians, 1023.7 · π/2
cdef double TWO_PI = 6.283185307179586

# The first double next to a number, and what it lacks.
cdef double HALF_PI = 1.5707963267948966
cdef double HALF_PI_REST = 6.123233995736766e-17
cdef double PI = 3.141592653589793
cdef double PI_REST = 1.2246467991473532e-16
cdef double QUARTER_PI = 0.7853981633974483
cdef double QUARTER_PI_REST = 3.061616997868383e-17
cdef double ATAN_HALF = 0.4636476090008061
cdef double ATAN_HALF_REST = 2.2698777452961687e-17

cdef double LN2_1 = 0.6931471805598903                      # 42 bits: a whole number of 11 bits times it is exact
cdef double LN2_2 = 5.497923018708371e-14
cdef double LN2 = 0.6931471805599453
cdef double LN2_REST = 2.3190468138462996e-17


# ---- sine and cosine ----

cdef struct Reduced:
    double high, low                # radians; their sum is −π/4 … π/4
    int64_t quadrant                # 0 … 3, which the sum is added to


cdef inline Reduced reduce(double x) noexcept nogil:
    cdef Reduced out
    cdef int64_t turns
    cdef double rest, part
    out.high, out.low, out.quadrant = x, 0.0, 0
    if fabs(x) <= QUARTER_PI:
        return out
    if not fabs(x) <= MOST_REDUCED:
        x = fmod(x, TWO_PI)
        if x != x:                                          # no number becomes a whole one
            out.high = x
            return out
    turns = <int64_t>(x * PER_HALF_PI + copysign(0.5, x))
    rest = x - turns * HALF_PI_1                            # exact
    part = turns * HALF_PI_2                                # exact
    out.high = rest - part
    out.low = (rest - out.high) - part - turns * HALF_PI_3
    part = out.high + out.low
    out.low += out.high - part
    out.high, out.quadrant = part, turns & 3
    return out


cdef inline double sin_reduced(double x, double low) noexcept nogil:
    cdef double z = x * x
    if fabs(x) < 7.450580596923828e-09:                     # 2⁻²⁷: x is the nearest double to its sine, and −0 keeps its sign
        return x
    # (sin √z − √z) / √z³ on 0 … (π/4)²: 2⁻⁵⁵ of the sine.
    return x + (low * (1.0 - 0.5 * z) + x * z * (
        -0.16666666666666666 + z * (0.008333333333330948 + z * (-0.0001984126983675853 + z * (
            2.7557316102529747e-06 + z * (-2.5051131840273875e-08 + z * 1.5918128954107197e-10))))))


cdef inline double cos_reduced(double x, double low) noexcept nogil:
    cdef double z = x * x, half = 0.5 * z, near = 1.0 - half
    # (cos √z − 1 + z/2) / z² on 0 … (π/4)²: 2⁻⁶⁰.
    return near + ((1.0 - near) - half - x * low + z * z * (
        0.041666666666666664 + z * (-0.0013888888888887398 + z * (2.4801587298765662e-05 + z * (
            -2.7557317271715595e-07 + z * (2.087614626544433e-09 + z * -1.1382632212345609e-11))))))


cdef double sin(double x) noexcept nogil:
    cdef Reduced at = reduce(x)
    cdef double value = cos_reduced(at.high, at.low) if at.quadrant & 1 else sin_reduced(at.high, at.low)
    return -value if at.quadrant & 2 else value


cdef double cos(double x) noexcept nogil:
    cdef Reduced at = reduce(x)
    cdef double value = sin_reduced(at.high, at.low) if at.quadrant & 1 else cos_reduced(at.high, at.low)
    return -value if at.quadrant == 1 or at.quadrant == 2 else value


cdef Vec2 unit_vector(double angle) noexcept nogil:
    cdef Reduced at = reduce(angle)
    cdef double c = cos_reduced(at.high, at.low), s = sin_reduced(at.high, at.low)
    if at.quadrant & 1:
        c, s = -s, c
    return vec2(-c, -s) if at.quadrant & 2 else vec2(c, s)


# ---- arctangent and its kin ----

cdef double atan2(double y, double x) noexcept nogil:
    cdef double low = fabs(y), high = fabs(x), t, z, angle
    cdef bint steep = low > high
    if x != x or y != y:
        return x + y
    if steep:
        low, high = high, low
    # The angle of low / high, 0 … π/4.
    if low == INFINITY:
        low = high = 1.0
    elif high > 1e300:                                      # 2 · high + low is to stay finite
        low, high = low * 0.0625, high * 0.0625
    # By the tangent t of the difference from atan ½ or atan 1, −7/16 … 7/16. The numerators are exact (Sterbenz's lemma).
    if low <= 0.4375 * high:
        t = low / high if high > 0.0 else 0.0
    elif low <= 0.6875 * high:
        t = (2.0 * low - high) / (2.0 * high + low)
    else:
        t = (low - high) / (low + high)
    z = t * t
    # (atan √z − √z) / √z³ on 0 … (7/16)²: 2⁻⁵⁵ of the arctangent.
    angle = t + t * z * (
        -0.33333333333333326 + z * (0.1999999999998777 + z * (-0.1428571428314864 + z * (0.11111110900560475 + z * (
            -0.09090900195560148 + z * (0.07692087348767168 + z * (-0.06663239299107136 + z * (0.05847724720645106 + z * (
                -0.05033942776485848 + z * (0.03782521866106712 + z * -0.017547235157290005))))))))))
    if low > 0.4375 * high:
        angle = ATAN_HALF + (ATAN_HALF_REST + angle) if low <= 0.6875 * high else QUARTER_PI + (QUARTER_PI_REST + angle)
    if steep:
        angle = HALF_PI - (angle - HALF_PI_REST) if copysign(1.0, x) > 0.0 else HALF_PI + (angle + HALF_PI_REST)
    elif copysign(1.0, x) < 0.0:
        angle = PI - (angle - PI_REST)
    return copysign(angle, y)


cdef double acos(double x) noexcept nogil:
    return atan2(sqrt((1.0 - x) * (1.0 + x)), x)


# ---- logarithm and power ----

cdef double log(double x) noexcept nogil:
    cdef uint64_t bits
    cdef int64_t exponent = -1023
    cdef double f, s, z, half
    if not 0.0 < x < INFINITY:
        return -INFINITY if x == 0.0 else x if x == INFINITY else NAN
    if x < 2.2250738585072014e-308:                         # denormal
        x *= 18014398509481984.0                            # 2⁵⁴
        exponent -= 54
    memcpy(&bits, &x, sizeof(bits))
    exponent += <int64_t>(bits >> 52)
    bits = (bits & <uint64_t>0xFFFFFFFFFFFFF) | <uint64_t>0x3FF0000000000000
    memcpy(&x, &bits, sizeof(bits))
    if x > 1.4142135623730951:
        x *= 0.5
        exponent += 1
    # x = 1 + f = (1 + s) / (1 − s), so that log x = 2 s + s³ · …, and 2 s = f − s f.
    f = x - 1.0
    s = f / (2.0 + f)
    z, half = s * s, 0.5 * f * f
    # (log ((1 + √z) / (1 − √z)) − 2 √z) / √z³ on 0 … (3 − √8)²: 2⁻⁵⁶ of the logarithm.
    z *= 0.666666666666667 + z * (0.39999999999899444 + z * (0.2857142862600327 + z * (0.22222211130259878 + z * (
        0.18182889455674947 + z * (0.15331710618210773 + z * 0.14616585424888623)))))
    return exponent * LN2_1 - ((half - (s * (half + z) + exponent * LN2_2)) - f)


cdef inline double power_of_two(int64_t exponent) noexcept nogil:
    """For −1022 … 1023."""
    cdef uint64_t bits = <uint64_t>(exponent + 1023) << 52
    cdef double out
    memcpy(&out, &bits, sizeof(out))
    return out


cdef double exp2(double x) noexcept nogil:
    cdef int64_t whole, half
    cdef double f, value
    if not x < 1024.0:
        return x if x != x else INFINITY
    if x < -1075.0:
        return 0.0
    whole = <int64_t>(x + copysign(0.5, x))
    f = x - whole                                           # exact
    # (2^f − 1 − f ln 2) / f² on −½ … ½: 2⁻⁵⁵.
    value = 1.0 + (f * LN2 + (f * LN2_REST + f * f * (
        0.24022650695910075 + f * (0.05550410866482158 + f * (0.009618129107618665 + f * (0.0013333558146423213 + f * (
            0.00015403530424776529 + f * (1.5252733820795803e-05 + f * (1.3215451633221434e-06 + f * (
                1.0178067267449427e-07 + f * (7.070977866508138e-09 + f * 4.45410341058704e-10)))))))))))
    half = whole // 2                                       # two factors, as the result may be denormal and 2¹⁰²⁴ is none
    return value * power_of_two(half) * power_of_two(whole - half)
