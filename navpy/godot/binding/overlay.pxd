"""Pictures of what navigation does, while a game runs with Debug → Visible Navigation."""

# The node has come into a world: if the engine is to show navigation, and nothing shows ours yet, that begins.
cdef void offer_overlay(void* node, bint plane) noexcept nogil
