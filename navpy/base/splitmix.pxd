"""Numbers that look random and are the same for the same input: SplitMix64 (Steele, Lea & Flood 2014), inline and header-only."""
from libc.stdint cimport uint64_t


cdef inline uint64_t scramble(uint64_t x) noexcept nogil:
    """A bijection of the 64-bit numbers."""
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline uint64_t next_bits(uint64_t* state) noexcept nogil:
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    return scramble(state[0])


cdef inline uint64_t splitmix(uint64_t state) noexcept nogil:
    """The bits that follow a state."""
    return next_bits(&state)


cdef inline double to_fraction(uint64_t bits) noexcept nogil:
    """0 ≤ fraction < 1, from the upper 53 bits."""
    return <double>(bits >> 11) * (1.0 / 9007199254740992.0)
