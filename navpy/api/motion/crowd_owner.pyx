"""CrowdOwner: the part of Crowd that holds the agents and tells where they are and what they do; filters and fields that they
follow."""
from libc.stdint cimport uint64_t, int32_t, int64_t
from libcpp.vector cimport vector

from navpy.api.grid.flow_tiles cimport FlowGroup
from navpy.api.grid.integration_field cimport IntegrationField
from navpy.api.motion.animation_state cimport animation_state_of
from navpy.api.motion.arrays cimport AgentColumns
from navpy.api.streaming.nav_world cimport CrowdLead, NavWorld, lead_crowd
from navpy.base.arguments cimport read_place, read_positive, read_whole
from navpy.base.guard cimport Inside, begin_again, enter, enter_again, settle
from navpy.base.interrupts cimport hold_signals
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport TRAIL_BITS, Agent, is_active
from navpy.motion.crowd.crowd_agents cimport (
    AgentId, SEARCH_BUDGET, crowd_agent, crowd_path, crowd_drop_filter, crowd_set_mesh, make_id, slot_of)
from navpy.motion.crowd.crowd_state cimport agent_values, load_agent_values, read_state, slots_of_state, write_state
from navpy.base.vec2 cimport Vec2, to_plan
from navpy.navmesh.navmesh cimport NavMesh
from navpy.query.guide cimport no_guide
from navpy.streaming.crowd_guide cimport guide_of
from navpy.grid.tiles.field_guide cimport guide_by_field, guide_by_tiles

from navpy.base.core import Reason, Status

cdef Agent SAMPLE           # for the offsets of an agent's fields


# ---- the last states of an agent ----

cdef enum:
    STATE = (1 << TRAIL_BITS) - 1
    MOST = 64 // TRAIL_BITS             # states in a trail

cdef tuple FOLLOWS = ("FOLLOWS_NOTHING", "FOLLOWS_PATH", "FOLLOWS_SCRIPT", "FOLLOWS_LEASH", "FOLLOWS_FIELD", "FOLLOWS_HOME",
                      "FOLLOWS_LINK", "RESTS_ON_LEASH", "RESTS_IN_FIELD", "RESTS_ASIDE")
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


# ---- what agents follow ----

cdef class CrowdFilter:
    """A filter of some agents, and the rules by which the crowd walks: those of the filter when it was last followed. Other threads
    may change the filter during a step."""

    cdef int follow(self) except -1:
        with self.filter.lock:
            self.filter.follow_mesh()
            if self.rules.changes != self.filter.rules.changes:
                self.rules = self.filter.rules
        return 0


cdef class CrowdField:
    """A field, or a group of flow tiles, that agents follow or followed last."""

    cdef int read(self, field) except -1:
        cdef IntegrationField whole
        cdef FlowGroup group
        self.field = field
        if isinstance(field, IntegrationField):
            whole = field
            whole.need_flow()
            self.guide = guide_by_field(&whole.cost_field.grid, &whole.field, &whole.flow_)
        else:
            group = field
            self.guide = guide_by_tiles(&group.tiles.core, group.route)
        return 0


cdef int enter_field(Inside* inside, field) except -1:
    cdef IntegrationField whole
    if isinstance(field, FlowGroup):
        inside.changes(&(<FlowGroup>field).tiles.guard)
        inside.reads(&(<FlowGroup>field).tiles.cost_field.guard)
        return 0
    whole = field
    if whole.has_flow:
        inside.reads(&whole.guard)
    else:
        inside.changes(&whole.guard)
    inside.reads(&whole.cost_field.guard)
    return 0


# ---- the crowd ----

cdef class CrowdOwner:
    """What a Crowd holds, and what it tells of its agents."""

    def __cinit__(self):
        self.columns = AgentColumns()
        self.guard.name = b"the crowd"
        self.filters, self.fields = {}, {}
        self.data.avoidance.schedule.distance, self.data.avoidance.schedule.most_steps = 30.0, 16

    cdef int use(self, Inside* inside, object field=None, tuple others=()) except -1:
        """Enter alone, with all that the crowd's agents ask: the mesh, its world, fields and ``field``. Others, Crowds, are read."""
        cdef bint is_again = False
        cdef int64_t changes
        while not is_again or changes != self.changes:      # another call has changed what there is to enter
            if is_again:
                begin_again(inside)
            changes = self.changes
            inside.changes(&self.guard)
            _kept = (self.navmesh, self.lead, list(self.fields) if self.fields else None)       # none of it is freed meanwhile
            if self.navmesh is not None:
                inside.reads(&self.navmesh.guard)
            if self.lead is not None:
                inside.reads(&self.lead.world.guard)
            for each in self.fields:
                enter_field(inside, each)
            if field is not None:
                enter_field(inside, field)
            for each in others:
                inside.reads(&(<CrowdOwner>each).guard)
            if is_again:
                enter_again(inside)
            else:
                enter(inside)
            is_again = True
        return 0

    cdef int change(self, Inside* inside, object field=None) except -1:
        """The same for what asks no executor: no handler of a signal runs meanwhile."""
        self.use(inside, field)
        hold_signals()
        inside.is_whole = True
        return 0

    cdef Agent* find(self, AgentId agent) except NULL:
        """The pointer is valid until the GIL is released."""
        settle(&self.guard)
        return self.own(agent)

    cdef Agent* own(self, AgentId agent) except NULL:
        """For a call that is inside."""
        cdef Agent* found = crowd_agent(&self.data, agent)
        if found == NULL:
            raise ValueError(f"agent: {agent} was removed or never was one of this crowd")
        return found

    @property
    def mesh(self):
        """NavMesh or None; it may be set to a NavWorld, whose loaded mesh it is then. After it was set, even to the same mesh, all
        active agents search their path anew. When the mesh changes by itself, agents do whose path crosses a changed tile, and all
        active agents where links or costs have changed. On another mesh agents have no filters: a filter works with one mesh."""
        return self.navmesh

    @mesh.setter
    def mesh(self, given):
        cdef const MeshView* view = NULL
        cdef CrowdLead lead = lead_crowd(given) if isinstance(given, NavWorld) else None
        cdef NavMesh mesh = given if lead is None else lead.world.navmesh
        cdef NavMesh former = self.navmesh
        cdef Inside inside
        if mesh is not None:
            view = &mesh.view
            inside.reads(&mesh.guard)
        if lead is not None:
            inside.reads(&lead.world.guard)
        inside.changes(&self.guard)
        if former is not None:
            inside.reads(&former.guard)
        enter(&inside)
        if mesh is not self.navmesh:
            self.drop_filters(True)
        if lead is not None:
            self.data.guide = guide_of(&lead.guide)
        else:
            self.data.guide = no_guide()
        crowd_set_mesh(&self.data, view)
        self.navmesh, self.lead = mesh, lead
        self.changes += 1
        inside.clear()                  # before the former mesh, with its guard, may be freed

    @property
    def search_budget(self):
        """int: nodes that the searches of a step may open, at least 1. Where many agents have to search at once, as after a change of
        the navmesh, the last ones do so some steps later; until then they walk on while they see their next corner. Every step makes
        one search, however long it is; ``request_path`` always searches at once."""
        return self.data.search_budget or SEARCH_BUDGET

    @search_budget.setter
    def search_budget(self, nodes):
        cdef int64_t budget = read_whole("search_budget", nodes, 1, 0x7fffffff)
        cdef Inside inside
        self.change(&inside)
        self.data.search_budget = budget

    def filter(self, AgentId agent):
        """QueryFilter or None: the rules by which an agent walks."""
        cdef CrowdFilter own
        self.find(agent)
        for own in self.filters.values():
            if self.data.paths[slot_of(agent)].filter == &own.rules:
                return own.filter
        return None

    cdef int drop_filters(self, bint all_) except -1:
        """Those that no agent has, or all."""
        cdef CrowdFilter own
        cdef size_t slot
        cdef bint is_used
        for filter, own in list(self.filters.items()):
            is_used = False
            for slot in range(0 if all_ else self.data.paths.size()):
                is_used = is_used or self.data.paths[slot].filter == &own.rules
            if not is_used:
                crowd_drop_filter(&self.data, &own.rules)
                del self.filters[filter]
        return 0

    cdef int follow_filters(self) except -1:
        cdef CrowdFilter own
        for own in self.filters.values():
            own.follow()
        return 0

    cdef list drop_fields(self):
        """Those that no row has. They are returned, as the call is inside their guards."""
        cdef CrowdField own
        cdef list dropped = []
        cdef size_t slot
        cdef bint is_used
        for field, own in list(self.fields.items()):
            is_used = False
            for slot in range(self.data.field_guides.size()):
                if self.data.field_guides[slot] == &own.guide:
                    is_used = True
                    break
            if not is_used:
                del self.fields[field]
                dropped.append(field)
                self.changes += 1
        return dropped

    def __len__(self):
        cdef size_t slot, count = 0
        settle(&self.guard)
        for slot in range(self.data.agents.size()):
            count += self.data.agents[slot].generation & 1
        return count

    def __contains__(self, AgentId agent):
        settle(&self.guard)
        return crowd_agent(&self.data, agent) != NULL

    @property
    def agents(self):
        """list of int: all agents by their rows. A new agent takes the row of a removed one."""
        cdef size_t slot
        settle(&self.guard)
        return [make_id(<int32_t>slot, self.data.agents[slot].generation) for slot in range(self.data.agents.size())
                if self.data.agents[slot].generation & 1]

    # ---- level of detail ----

    @property
    def focus(self):
        """list of (x, y, z): points in meters near which agents make every step, as the places of cameras; y does not count. Without a
        point, as by default, all agents do.

        Agents farther than `focus_distance` from all of them make one of n steps, as long as these n together: n is a power of two
        that grows with the distance, up to `focus_steps`. Their places in `positions` change in these steps only. No agent leaves the
        navmesh for it."""
        cdef Vec2 point
        return [(point.x, 0.0, -point.y) for point in self.data.avoidance.schedule.points]

    @focus.setter
    def focus(self, points):
        cdef vector[Vec2] read
        cdef double at[3]
        for i, point in enumerate(points):
            read_place(f"focus[{i}]", point, at)
            read.push_back(to_plan(at))
        cdef Inside inside
        self.change(&inside)
        self.data.avoidance.schedule.points.swap(read)

    @property
    def focus_distance(self):
        """float: meters from a point of `focus` within which agents make every step, above 0. The ground is divided into squares of
        this side, whose agents step together. With n such distances to the nearest point of its square an agent makes one of n steps,
        n rounded up to a power of two; so what it moves at once looks as far as at the focus distance, up to twice as far."""
        return self.data.avoidance.schedule.distance

    @focus_distance.setter
    def focus_distance(self, distance):
        cdef double meters = read_positive("focus_distance", distance)
        cdef Inside inside
        self.change(&inside)
        self.data.avoidance.schedule.distance = meters

    @property
    def focus_steps(self):
        """int: a power of two; of so many steps even the farthest agents make one. By default 16, a quarter of a second at 60 steps a
        second."""
        return self.data.avoidance.schedule.most_steps

    @focus_steps.setter
    def focus_steps(self, steps):
        cdef int32_t count = read_whole("focus_steps", steps, 1, 1024)
        if count & (count - 1):
            raise ValueError(f"focus_steps: must be a power of two, is {steps}")
        cdef Inside inside
        self.change(&inside)
        self.data.avoidance.schedule.most_steps = count

    # ---- states ----

    def save_state(self):
        """The state of the crowd.

        Returns
        -------
        bytes
            All that the crowd's next steps depend on, but the navmesh, fields and filters. After `load_state` the same calls lead to
            the same bits, in another process and on another machine, too. Only the same build of navpy can read it.
        """
        cdef vector[char] out
        cdef Inside inside
        self.use(&inside)
        self.follow_filters()
        with nogil:
            write_state(&self.data, &out)
        return out.data()[:out.size()]

    def load_state(self, const unsigned char[::1] state not None):
        """Go back to a saved state of this crowd, or of another one.

        Parameters
        ----------
        state : bytes
            From `save_state`.

        Returns
        -------
        bool
            True if the navmesh is the one on which the state was saved: the next steps are those that would have followed there. It
            may have been read from a file since, and its tiles may have been added in another order. False on a navmesh that differs
            in anything, a tile, a link or a cost: agents stand where they stood, at their speed and with their requests, and all on
            their way search their paths anew.

        Raises
        ------
        ValueError
            Bytes that are no state, are damaged, or were written by another version of navpy. The crowd is unchanged then.

        Notes
        -----
        Filters and fields are objects of the program, which no state holds: each row keeps those that it has. So a crowd of a new
        process gets its agents and their filters first, in the same order, and the state then.
        """
        cdef bint is_same
        cdef const char* fault
        cdef const char* bytes = <const char*>&state[0] if state.shape[0] > 0 else NULL
        cdef Inside inside
        self.change(&inside)
        self.follow_filters()
        if self.columns.holder is not None:
            self.columns.make_room(&self.data.agents, slots_of_state(bytes, state.shape[0]))
        with nogil:
            is_same = read_state(&self.data, bytes, state.shape[0], &fault)
        if fault != NULL:
            raise ValueError(f"state: {fault.decode()}")
        return is_same

    def save_agent(self, AgentId agent):
        """The state of one agent, for a saved game.

        Parameters
        ----------
        agent : int

        Returns
        -------
        dict
            Plain numbers, texts and lists of them, which JSON carries: where the agent is, its velocity, its request, its place on its
            path, and the link that it crosses. Its parameters, filter, field and leader are the program's.

        Raises
        ------
        ValueError
            No such agent.
        """
        cdef Inside inside
        self.use(&inside)
        self.own(agent)
        self.follow_filters()
        return agent_values(&self.data, agent)

    def load_agent(self, AgentId agent, dict state not None):
        """Put an agent where another one was when it was saved, with the velocity and the request of that one.

        Parameters
        ----------
        agent : int
        state : dict
            From `save_agent`, of this crowd or of another one.

        Returns
        -------
        bool
            True if the agent goes on exactly as the saved one, on its path. False where the navmesh differs in anything from that on
            which it was saved, or another version of navpy saved it: the agent walks on at the saved velocity and searches its path
            anew. So does one that followed a field, which it has to be given again (`follow_field`).

        Raises
        ------
        ValueError
            No such agent; a dict that is no state of an agent. The agent is unchanged then.
        """
        cdef Inside inside
        self.change(&inside)
        self.own(agent)
        self.follow_filters()
        return load_agent_values(&self.data, agent, state)

    # ---- all agents ----

    @property
    def positions(self):
        """float64 (n, 3): meters."""
        return self.column(&SAMPLE.position[0], "<f8", True)

    @property
    def preferred_velocities(self):
        """float64 (n, 3): meters a second along the paths, y = 0 but on links (RVO2's prefVelocity)."""
        return self.column(&SAMPLE.preferred_velocity[0], "<f8", True)

    @property
    def velocities(self):
        """float64 (n, 3): meters a second after avoidance, by which ``step`` moves the agents (RVO2's newVelocity)."""
        return self.column(&SAMPLE.velocity[0], "<f8", True)

    @property
    def statuses(self):
        """uint8 (n,): Status of each request."""
        return self.column(&SAMPLE.status, "|u1", False)

    @property
    def smoothed_speeds(self):
        """float64 (n,): meters a second, as `AnimationState` tells."""
        return self.column(&SAMPLE.smoothed_speed, "<f8", False)

    @property
    def turning_speeds(self):
        """float64 (n,): degrees a second, as `AnimationState` tells."""
        return self.column(&SAMPLE.turning_speed, "<f8", False)

    @property
    def moving(self):
        """bool (n,): whether each agent walks, as `AnimationState` tells."""
        return self.column(&SAMPLE.shows_moving, "|b1", False)

    cdef object column(self, const void* field, str kind, bint vectors):
        """A read-only view of one field, given as that of SAMPLE, of all agents. kind: as numpy's typestr."""
        settle(&self.guard)
        return self.columns.column(self, &self.data.agents, <const char*>field - <const char*>&SAMPLE, kind, vectors)

    # ---- one agent ----

    def position(self, AgentId agent):
        """(x, y, z): of an agent, meters."""
        cdef Agent* found = self.find(agent)
        return found.position[0], found.position[1], found.position[2]

    def preferred_velocity(self, AgentId agent):
        """(x, y, z): meters a second along the agent's path, y = 0 but on a link."""
        cdef Agent* found = self.find(agent)
        return found.preferred_velocity[0], found.preferred_velocity[1], found.preferred_velocity[2]

    def velocity(self, AgentId agent):
        """(x, y, z): meters a second after avoidance."""
        cdef Agent* found = self.find(agent)
        return found.velocity[0], found.velocity[1], found.velocity[2]

    def status(self, AgentId agent):
        """Status: of the agent's request, FAILURE before the first one, RUNNING until at most target_desired_distance is left."""
        return Status(self.find(agent).status)

    def reason(self, AgentId agent):
        """Reason: of the status."""
        return Reason(self.find(agent).reason)

    def link(self, AgentId agent):
        """int: id of the off-mesh link that the agent crosses, −1 for none.

        An agent walks right up to a link and then straight through the air to its end, even if its request is taken back or fails
        meanwhile. A body that comes no nearer to the link's end for a second searches another path."""
        return self.find(agent).link

    def is_active(self, AgentId agent):
        """bool: whether the agent has a path to follow. After SUCCESS it still walks to the end of its path. Without a path it is
        active until the end of the link that it crosses."""
        return bool(is_active(self.find(agent)))

    def trail(self, AgentId agent):
        """dict of str lists: the last states of the agent, the present one last, at most 16 each.

        "follows": what moves it on; "waits_for": what it waits for; "where": on the navmesh, off it, or on a link. The page on the
        states of an agent tells what each one means, and when it changes. For those who look why an agent does what it does."""
        return trail_of(self.find(agent))

    def path(self, AgentId agent):
        """float32 (n, 3): corners of the agent's path in meters, its start and its end included; empty after a failure."""
        import numpy as np
        self.find(agent)
        cdef vector[double] path = crowd_path(&self.data, agent)[0]
        return np.array(path, dtype=np.float32).reshape(-1, 3)

    def distance_left(self, AgentId agent):
        """float: meters along the path to its end, in the ground plane, on links in space, as of the last step or request. Of one that
        follows a field what the way costs by the least cost of all, so at most that many; near the goal the way's length."""
        return self.find(agent).distance_left

    def start_offset(self, AgentId agent):
        """float: meters between the agent and the navmesh when its path was searched; 0: it was on the navmesh. Off the navmesh a path
        begins at the closest point."""
        return self.find(agent).start_offset

    def animation_state(self, AgentId agent):
        """AnimationState: of an agent, its speed and turning without jitter, whether it walks, and the way ahead, as of the last
        step."""
        return animation_state_of(self.find(agent), &self.data.paths[slot_of(agent)])

    def replans(self, AgentId agent):
        """int: paths searched for the present request after its first."""
        return self.find(agent).replans
