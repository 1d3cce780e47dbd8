"""How an agent's states change: what it follows, what it waits for, where it is. Here alone they are written, and each change that may
happen has its line in the tables below. docs/how-it-works/agent-states.md is made of these lines by tools/state_table.py."""
from libc.math cimport NAN
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t

from navpy.base.core cimport NAV_ASSERT
from navpy.motion.agent.agent cimport (
    ACTIVE, FOLLOWS_COUNT, FOLLOWS_FIELD, FOLLOWS_HOME, FOLLOWS_LEASH, FOLLOWS_LINK, FOLLOWS_NOTHING, FOLLOWS_PATH, FOLLOWS_SCRIPT,
    OFF_MESH, ON_LINK, ON_MESH, RESTS_ASIDE, RESTS_IN_FIELD, RESTS_ON_LEASH, TRAIL_BITS, WAITS_COUNT, WAITS_FOR_END, WAITS_FOR_GROUND,
    WAITS_FOR_GUIDE, WAITS_FOR_NOTHING, WAITS_FOR_SEARCH, WHERE_COUNT, Agent, Follows, WaitsFor, Where, is_steered)

cdef uint16_t[<int>FOLLOWS_COUNT] FOLLOWS
cdef uint16_t[<int>WAITS_COUNT] WAITS
cdef uint16_t[<int>WHERE_COUNT] WHERE


# ---- the tables ----

cdef void allow(uint16_t* table, int before, int now) noexcept:
    table[before] |= 1 << now


# What it follows
allow(FOLLOWS, FOLLOWS_NOTHING, FOLLOWS_PATH)           # a path is requested; or a navmesh comes for which a request has waited
allow(FOLLOWS, FOLLOWS_NOTHING, FOLLOWS_SCRIPT)         # likewise, of an agent whose velocity a script gives
allow(FOLLOWS, FOLLOWS_NOTHING, FOLLOWS_LEASH)          # its leader is farther away than the leash is long
allow(FOLLOWS, FOLLOWS_NOTHING, FOLLOWS_FIELD)          # it is to follow a field
allow(FOLLOWS, FOLLOWS_NOTHING, RESTS_ASIDE)            # it lets others pass; or others were in its way home, and it tries again
allow(FOLLOWS, FOLLOWS_PATH, FOLLOWS_NOTHING)           # it has arrived, the request has failed, or it is stopped
allow(FOLLOWS, FOLLOWS_PATH, FOLLOWS_SCRIPT)            # a script gives a velocity
allow(FOLLOWS, FOLLOWS_PATH, FOLLOWS_FIELD)             # it is to follow a field
allow(FOLLOWS, FOLLOWS_PATH, FOLLOWS_LINK)              # its request ends while it is on a link
allow(FOLLOWS, FOLLOWS_SCRIPT, FOLLOWS_NOTHING)         # it has arrived, the request has failed, or it is stopped
allow(FOLLOWS, FOLLOWS_SCRIPT, FOLLOWS_PATH)            # the script gives no velocity any more
allow(FOLLOWS, FOLLOWS_SCRIPT, FOLLOWS_FIELD)           # it is to follow a field
allow(FOLLOWS, FOLLOWS_SCRIPT, FOLLOWS_LINK)            # its request ends while it is on a link
allow(FOLLOWS, FOLLOWS_LEASH, RESTS_ON_LEASH)           # it is near its leader, there is no way, or it has another leader
allow(FOLLOWS, FOLLOWS_LEASH, FOLLOWS_PATH)             # a path is requested
allow(FOLLOWS, FOLLOWS_LEASH, FOLLOWS_SCRIPT)           # likewise, of an agent whose velocity a script gives
allow(FOLLOWS, FOLLOWS_LEASH, FOLLOWS_FIELD)            # it is to follow a field
allow(FOLLOWS, FOLLOWS_LEASH, FOLLOWS_LINK)             # the way to its leader is lost while it is on a link
allow(FOLLOWS, FOLLOWS_FIELD, RESTS_IN_FIELD)           # it has arrived, no way leads on, or it is stopped
allow(FOLLOWS, FOLLOWS_FIELD, FOLLOWS_PATH)             # a path is requested
allow(FOLLOWS, FOLLOWS_FIELD, FOLLOWS_SCRIPT)           # likewise, of an agent whose velocity a script gives
allow(FOLLOWS, FOLLOWS_FIELD, FOLLOWS_LINK)             # its request ends while it is on a link
allow(FOLLOWS, FOLLOWS_HOME, FOLLOWS_NOTHING)           # it is at home, no way leads there, or it is stopped
allow(FOLLOWS, FOLLOWS_HOME, FOLLOWS_PATH)              # a path is requested
allow(FOLLOWS, FOLLOWS_HOME, FOLLOWS_SCRIPT)            # likewise, of an agent whose velocity a script gives
allow(FOLLOWS, FOLLOWS_HOME, FOLLOWS_FIELD)             # it is to follow a field
allow(FOLLOWS, FOLLOWS_HOME, FOLLOWS_LINK)              # the way home is lost, or it is stopped, while it is on a link
allow(FOLLOWS, FOLLOWS_LINK, FOLLOWS_NOTHING)           # the link has ended
allow(FOLLOWS, FOLLOWS_LINK, FOLLOWS_PATH)              # a path is requested
allow(FOLLOWS, FOLLOWS_LINK, FOLLOWS_SCRIPT)            # likewise, of an agent whose velocity a script gives
allow(FOLLOWS, FOLLOWS_LINK, FOLLOWS_FIELD)             # it is to follow a field
allow(FOLLOWS, RESTS_ON_LEASH, FOLLOWS_LEASH)           # its leader has gone on
allow(FOLLOWS, RESTS_ON_LEASH, FOLLOWS_PATH)            # a path is requested
allow(FOLLOWS, RESTS_ON_LEASH, FOLLOWS_SCRIPT)          # likewise, of an agent whose velocity a script gives
allow(FOLLOWS, RESTS_ON_LEASH, FOLLOWS_FIELD)           # it is to follow a field
allow(FOLLOWS, RESTS_ON_LEASH, FOLLOWS_NOTHING)         # it is stopped
allow(FOLLOWS, RESTS_IN_FIELD, FOLLOWS_FIELD)           # it is to follow a field again
allow(FOLLOWS, RESTS_IN_FIELD, FOLLOWS_PATH)            # a path is requested
allow(FOLLOWS, RESTS_IN_FIELD, FOLLOWS_SCRIPT)          # likewise, of an agent whose velocity a script gives
allow(FOLLOWS, RESTS_IN_FIELD, FOLLOWS_LEASH)           # its leader is farther away than the leash is long
allow(FOLLOWS, RESTS_IN_FIELD, FOLLOWS_NOTHING)         # the field is gone
allow(FOLLOWS, RESTS_ASIDE, FOLLOWS_HOME)               # nobody pushes it any more
allow(FOLLOWS, RESTS_ASIDE, FOLLOWS_NOTHING)            # its place is as good as its home, no way leads there, or it is stopped
allow(FOLLOWS, RESTS_ASIDE, FOLLOWS_PATH)               # a path is requested
allow(FOLLOWS, RESTS_ASIDE, FOLLOWS_SCRIPT)             # likewise, of an agent whose velocity a script gives
allow(FOLLOWS, RESTS_ASIDE, FOLLOWS_LEASH)              # its leader is farther away than the leash is long
allow(FOLLOWS, RESTS_ASIDE, FOLLOWS_FIELD)              # it is to follow a field

# What it waits for
allow(WAITS, WAITS_FOR_NOTHING, WAITS_FOR_SEARCH)       # its path is new, lost, or of an earlier navmesh
allow(WAITS, WAITS_FOR_NOTHING, WAITS_FOR_END)          # the navmesh has changed, and its path, still valid, ends beside its target
allow(WAITS, WAITS_FOR_NOTHING, WAITS_FOR_GUIDE)        # the guide looks for the way
allow(WAITS, WAITS_FOR_NOTHING, WAITS_FOR_GROUND)       # the guide knows of no ground here
allow(WAITS, WAITS_FOR_SEARCH, WAITS_FOR_NOTHING)       # its path was searched, is valid again, or the request is over
# its path ends on the way, and the guide looks whether the ground leads farther
allow(WAITS, WAITS_FOR_SEARCH, WAITS_FOR_GUIDE)
allow(WAITS, WAITS_FOR_END, WAITS_FOR_NOTHING)          # the end of its path was looked at, or the request is over
allow(WAITS, WAITS_FOR_END, WAITS_FOR_SEARCH)           # its path was lost meanwhile
allow(WAITS, WAITS_FOR_GUIDE, WAITS_FOR_NOTHING)        # the guide is asked again, or the request is over
allow(WAITS, WAITS_FOR_GUIDE, WAITS_FOR_SEARCH)         # it goes to the queue to ask again
allow(WAITS, WAITS_FOR_GROUND, WAITS_FOR_NOTHING)       # the guide is asked again, or the request is over
allow(WAITS, WAITS_FOR_GROUND, WAITS_FOR_SEARCH)        # the navmesh has changed

# Where it is
allow(WHERE, ON_MESH, OFF_MESH)                         # its path begins off the navmesh
allow(WHERE, ON_MESH, ON_LINK)                          # it comes to the begin of a link
allow(WHERE, OFF_MESH, ON_MESH)                         # it is back on the navmesh, or its path is gone
allow(WHERE, ON_LINK, ON_MESH)                          # it is at the end of the link, or was moved off it


# ---- changes ----

cdef inline uint8_t change(uint8_t before, int now, const uint16_t* table, uint64_t* trail) noexcept nogil:
    NAV_ASSERT(before == now or (table[before] >> now) & 1)
    if before != now:
        trail[0] = trail[0] << <int>TRAIL_BITS | <uint64_t>now
    return <uint8_t>now


cdef void follow(Agent* agent, Follows now) noexcept nogil:
    agent.follows = change(agent.follows, now, FOLLOWS, &agent.trails.follows)


cdef Follows requested(const Agent* agent) noexcept nogil:
    """What an agent with a request for a path follows."""
    return FOLLOWS_SCRIPT if is_steered(agent) else FOLLOWS_PATH


cdef void rest(Agent* agent) noexcept nogil:
    if agent.follows == FOLLOWS_LEASH:
        follow(agent, RESTS_ON_LEASH)
    elif agent.follows == FOLLOWS_FIELD:
        follow(agent, RESTS_IN_FIELD)
    elif (ACTIVE >> agent.follows) & 1:
        follow(agent, FOLLOWS_NOTHING)


cdef void steer(Agent* agent, double x, double z) noexcept nogil:
    """A script gives the preferred velocity from now on: meters a second."""
    agent.script_velocity[0], agent.script_velocity[1] = x, z
    if agent.follows == FOLLOWS_PATH:
        follow(agent, FOLLOWS_SCRIPT)


cdef void release(Agent* agent) noexcept nogil:
    """No script gives the preferred velocity any more."""
    agent.script_velocity[0] = agent.script_velocity[1] = NAN
    if agent.follows == FOLLOWS_SCRIPT:
        follow(agent, FOLLOWS_PATH)


cdef void wait_for(Agent* agent, WaitsFor now) noexcept nogil:
    agent.waits_for = change(agent.waits_for, now, WAITS, &agent.trails.waits_for)


cdef void move_to(Agent* agent, Where now) noexcept nogil:
    agent.where = change(agent.where, now, WHERE, &agent.trails.where)


cdef void enter_link(Agent* agent, int32_t link) noexcept nogil:
    agent.link = link
    move_to(agent, ON_LINK)


cdef void leave_link(Agent* agent) noexcept nogil:
    if agent.where == ON_LINK:
        agent.link = -1
        move_to(agent, ON_MESH)


cdef void leave_mesh(Agent* agent) noexcept nogil:
    move_to(agent, OFF_MESH)


cdef void come_to_mesh(Agent* agent) noexcept nogil:
    """Of an agent that was off the mesh; one on a link stays there."""
    if agent.where == OFF_MESH:
        move_to(agent, ON_MESH)
