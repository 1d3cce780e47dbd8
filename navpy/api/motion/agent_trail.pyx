"""The last states of a crowd's agent, by name."""
from libc.stdint cimport uint64_t

from navpy.motion.agent.agent cimport TRAIL_BITS, Agent

cdef enum:
    STATE = (1 << TRAIL_BITS) - 1
    MOST = 64 // TRAIL_BITS             # states in a trail

cdef tuple FOLLOWS = ("FOLLOWS_NOTHING", "FOLLOWS_PATH", "FOLLOWS_SCRIPT", "FOLLOWS_LEASH", "FOLLOWS_FIELD", "FOLLOWS_HOME", "FOLLOWS_LINK",
                      "RESTS_ON_LEASH", "RESTS_IN_FIELD", "RESTS_ASIDE")
cdef tuple WAITS_FOR = ("WAITS_FOR_NOTHING", "WAITS_FOR_SEARCH", "WAITS_FOR_END", "WAITS_FOR_GUIDE", "WAITS_FOR_GROUND")
cdef tuple WHERE = ("ON_MESH", "OFF_MESH", "ON_LINK")


cdef list states_of(uint64_t trail, tuple names):
    """The oldest one first. The first state of an agent is 0, and no state follows itself."""
    cdef list states = [names[trail & STATE]]
    while trail != 0 and len(states) < MOST:
        trail >>= <int>TRAIL_BITS
        states.append(names[trail & STATE])
    states.reverse()
    return states


cdef dict trail_of(const Agent* agent):
    return {"follows": states_of(agent.trails.follows, FOLLOWS), "waits_for": states_of(agent.trails.waits_for, WAITS_FOR),
            "where": states_of(agent.trails.where, WHERE)}
