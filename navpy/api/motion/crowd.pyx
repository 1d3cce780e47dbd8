"""Crowd: many agents on one NavMesh, each with its request, its path and its velocities."""
from libc.math cimport INFINITY, isfinite
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector

from navpy.api.grid.flow_tiles cimport FlowGroup
from navpy.api.grid.integration_field cimport IntegrationField
from navpy.api.motion.animation_state cimport animation_state_of
from navpy.api.motion.arrays cimport AgentColumns
from navpy.api.motion.followed cimport CrowdField, CrowdFilter, enter_field
from navpy.api.motion.vehicle cimport remark_step
from navpy.api.streaming.nav_world cimport CrowdLead, NavWorld, lead_crowd
from navpy.base.arguments cimport read_array, read_place, read_point, read_positive, read_rows, read_whole
from navpy.base.core cimport STATUS_RUNNING
from navpy.base.guard cimport Guard, Inside, begin_again, enter, enter_again, settle
from navpy.base.interrupts cimport check_signals, hold_signals, release_signals, stop_holding
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.agent_params cimport AgentParams, default_params
from navpy.motion.crowd.crowd_agents cimport (NO_AGENT, AgentId, SEARCH_BUDGET, crowd_add, crowd_agent, crowd_expect, crowd_path, crowd_place, crowd_remove,
                                              crowd_request_path, crowd_drop_filter, crowd_set_filter, crowd_set_mesh, crowd_set_params, crowd_stop, make_id,
                                              slot_of)
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.motion.crowd.field_following cimport crowd_follow
from navpy.motion.crowd.flock cimport crowd_set_leader
from navpy.motion.crowd.crowd_state cimport agent_values, load_agent_values, read_state, slots_of_state, write_state
from navpy.motion.crowd.crowd_step cimport crowd_steer, crowd_step
from navpy.motion.crowd.visitors cimport OtherCrowd, see_others
from navpy.base.vec2 cimport Vec2, to_plan
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.base.parallel cimport Runner, executor_runner
from navpy.query.guide cimport no_guide
from navpy.streaming.crowd_guide cimport guide_of

from navpy.base.core import Reason, Status
from navpy.base.setting import unknown_keyword
from navpy.motion.agent.agent_params import PARAMS

ctypedef int (*CrowdStep)(CrowdData* crowd, double dt, const Runner* runner) except -1 nogil

cdef Agent SAMPLE           # for the offsets of an agent's fields


cdef int read_params(dict given, AgentParams* params) except -1:
    """Changes the given parameters, by their names. ValueError: an unknown name, a bad value."""
    cdef dict values = params[0]
    for name, value in given.items():
        if name not in PARAMS:
            raise ValueError(unknown_keyword("an agent", name, PARAMS))
        values[name] = PARAMS[name].convert(value)
        PARAMS[name].check(values[name])
    params[0] = values
    return 0


cdef object read_ids(str name, values):
    """int64 (n,), C-contiguous."""
    import numpy as np
    given = np.asarray(values)
    if given.size == 0:
        given = given.astype(np.int64)
    if given.ndim != 1 or given.dtype.kind not in "iu":
        raise ValueError(f"{name}: must be ids of agents, an array of whole numbers of shape (n,), is {given.dtype} of shape {given.shape}")
    return np.ascontiguousarray(given, dtype=np.int64)


cdef object read_targets(str name, values, Py_ssize_t count):
    """float64 (count, 3): a row each, or one row for all with a stride of 0. Any numbers will do, as for one request."""
    import numpy as np
    given = read_array(name, values, f"({count}, 3), or (3,) for all")
    if given.shape == (3,):
        return np.broadcast_to(given, (count, 3))
    return read_rows(name, given, count, 3, False, INFINITY)


cdef class Crowd:
    """Crowd(mesh=None): agents that walk on a NavMesh or a NavWorld and avoid each other.

    An agent is named by an int that is never reused. Questions about an agent that was removed, or never was, are a ValueError; ``remove``
    and ``stop`` do nothing then.

    ``positions``, ``preferred_velocities``, ``velocities``, ``statuses``, ``smoothed_speeds``, ``turning_speeds`` and ``moving`` are views of the
    crowd's own memory: they follow its steps until agents are added or a state is loaded. Row ``agent & 0xffffffff`` is that agent's. The row of a
    removed agent stays as it was until another agent takes it.

    Threads that use a crowd at once wait for each other, and for changes of its mesh. A call within a step, as of a function that an executor runs on
    the thread of the step, is a RuntimeError.

    Parameters
    ----------
    mesh : NavMesh or NavWorld, optional
        On a NavWorld a target may be anywhere in the world. An agent walks by the world's route as far as ground is loaded, and goes on as more is;
        where none is loaded it stands, its request RUNNING with the reason NO_NAVMESH.

    Notes
    -----
    Velocities are ORCA's (van den Berg, Guy, Lin & Manocha 2011), with a right of way at corners and doors and walls of the navmesh.
    """
    cdef CrowdData data
    cdef NavMesh navmesh            # owns what data.mesh borrows
    cdef CrowdLead lead             # owns what data.guide borrows; None: the navmesh is no part of a NavWorld
    cdef AgentColumns columns
    cdef dict filters               # {QueryFilter: CrowdFilter} of the agents' filters
    cdef dict fields                # {IntegrationField or FlowGroup: CrowdField} that the agents' rows have
    cdef Guard guard
    cdef int64_t changes            # of the mesh and the fields, whose guards a call enters

    def __cinit__(self):
        self.columns = AgentColumns()
        self.guard.name = b"the crowd"
        self.filters, self.fields = {}, {}
        self.data.avoidance.schedule.distance, self.data.avoidance.schedule.most_steps = 30.0, 16

    def __init__(self, mesh=None):
        self.mesh = mesh

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
                inside.reads(&(<Crowd>each).guard)
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
        """NavMesh or None; it may be set to a NavWorld, whose loaded mesh it is then. After it was set, even to the same mesh, all active agents
        search their path anew. When the mesh changes by itself, agents do whose path crosses a changed tile, and all active agents where links or
        costs have changed. On another mesh agents have no filters: a filter works with one mesh."""
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

    def __repr__(self):
        cdef size_t slot, walking = 0
        for slot in range(self.data.agents.size()):
            walking += (self.data.agents[slot].generation & 1) * (self.data.agents[slot].status == STATUS_RUNNING)
        return f"<Crowd of {len(self)} agents, {walking} on their way, on {self.navmesh!r}>"

    # ---- agents ----

    def add_agent(self, position, **params):
        """Add an agent without a request.

        Parameters
        ----------
        position : (x, y, z)
            The agent's origin in meters, at or over a floor. The agent keeps this height over the floor.
        {params}

        Returns
        -------
        int
            The agent.

        Raises
        ------
        ValueError
            An unknown parameter, a bad value, a position that is not finite.
        """
        cdef AgentParams p = default_params()
        cdef double at[3]
        cdef Inside inside
        read_place("position", position, at)
        read_params(params, &p)
        self.change(&inside)
        self.columns.make_room(&self.data.agents, self.data.agents.size() + 1)
        return crowd_add(&self.data, at, &p)

    def add_agents(self, positions, **params):
        """Add many agents without requests, all with the same parameters, which are those of `add_agent`.

        Parameters
        ----------
        positions : float64 (n, 3)
            As for `add_agent`.

        Returns
        -------
        int64 (n,)
            The agents.

        Raises
        ------
        ValueError
            As `add_agent`, with the row of a bad position. No agent was added then.
        """
        import numpy as np
        cdef Inside inside
        cdef AgentParams p = default_params()
        cdef const double[:, ::1] places
        cdef int64_t[::1] ids
        cdef Py_ssize_t i
        read_params(params, &p)
        places = read_rows("positions", positions, -1, 3)
        added = np.empty(places.shape[0], dtype=np.int64)
        ids = added
        self.change(&inside)
        self.columns.make_room(&self.data.agents, self.data.agents.size() + places.shape[0])
        with nogil:
            for i in range(places.shape[0]):
                ids[i] = crowd_add(&self.data, &places[i, 0], &p)
        return added

    def set_params(self, AgentId agent, **params):
        """Change parameters of an agent, by their names in `add_agent`.

        Where its path depends on one of them, an agent on its way searches a new path with the next step, and a request for the same
        target is a new request.

        Parameters
        ----------
        agent : int

        Raises
        ------
        ValueError
            As `add_agent`; no such agent.
        """
        cdef Inside inside
        self.change(&inside)
        cdef AgentParams p = self.own(agent).params[0]
        read_params(params, &p)
        crowd_set_params(&self.data, agent, &p)

    def set_filter(self, AgentId agent, QueryFilter filter):
        """Set the rules by which an agent walks. It follows their changes: where ways may have become dearer, cheaper or closed, it searches
        its path anew with the next step; where polygons only became known, if its path does not lead to its target.

        Of a polygon's flags one must be included by the agent's include_flags and by the filter's at once. A saved state does not hold
        filters: after `load_state` each row keeps the filter that it has.

        Parameters
        ----------
        agent : int
        filter : QueryFilter or None
            Of the crowd's mesh. None: no rules but the agent's own parameters.

        Raises
        ------
        ValueError
            A filter of another mesh; no such agent.
        """
        cdef CrowdFilter own = None
        cdef Inside inside
        self.change(&inside)
        self.own(agent)
        if filter is not None:
            if filter.mesh is not self.navmesh:
                raise ValueError("filter: must be of the crowd's mesh, is of another one")
            own = self.filters.setdefault(filter, CrowdFilter.__new__(CrowdFilter))
            own.filter = filter
            own.follow()
        crowd_set_filter(&self.data, agent, &own.rules if own is not None else NULL)
        self.drop_filters(False)

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

    def set_flock_leader(self, AgentId agent, leader=None):
        """Put an agent on a leash to a leader.

        Without a request of its own, or after it has succeeded or was stopped, the agent follows its leader by paths until ``leash_length`` is left of
        them; its status is SUCCESS then. On the way of a request it is drawn towards its leader by ``leash_weight``. A leader that is removed is
        no leader any more.

        Parameters
        ----------
        agent : int
        leader : int, optional
            Another agent; None: it has no leader.

        Raises
        ------
        ValueError
            No such agent, or the agent itself as its leader.
        """
        cdef AgentId other = NO_AGENT
        cdef Inside inside
        if leader is not None:
            other = leader
        self.change(&inside)
        self.own(agent)
        if leader is not None:
            self.own(other)
        if other == agent:
            raise ValueError(f"leader: agent {agent} cannot lead itself")
        crowd_set_leader(&self.data, agent, other)

    def set_position(self, AgentId agent, position, velocity=None):
        """Put an agent somewhere else. With a request it walks on from there, by a new path where that is necessary.

        Parameters
        ----------
        agent : int
        position : (x, y, z)
            In meters.
        velocity : (x, y, z), optional
            In meters a second, y is ignored: of an agent that is moved by these calls, as a player's or a vehicle's. Others expect it to go on so in the
            next step. None: as it was.

        Raises
        ------
        ValueError
            A position or a velocity that is not finite; no such agent.
        """
        cdef double at[3]
        cdef double speed[3]
        cdef Agent* found
        cdef Inside inside
        read_place("position", position, at)
        if velocity is not None:
            read_place("velocity", velocity, speed)
        self.change(&inside)
        found = self.own(agent)
        if velocity is not None:
            found.velocity[0], found.velocity[1], found.velocity[2] = speed[0], 0.0, speed[2]
        crowd_place(&self.data, agent, at)

    def remove(self, AgentId agent):
        """Remove an agent.

        Parameters
        ----------
        agent : int

        Returns
        -------
        bool
            Whether there was such an agent.
        """
        cdef Inside inside
        self.change(&inside)
        return crowd_remove(&self.data, agent)

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

    # ---- requests ----

    def request_path(self, AgentId agent, target, bint allow_partial=False):
        """Request a path to a target.

        It may be called in every step: the same target starts nothing anew. The path of an agent off the navmesh begins at the closest
        point (``start_offset``).

        Parameters
        ----------
        agent : int
        target : (x, y, z)
            In meters.
        allow_partial : bool
            Where the target is unreachable, a path to the nearest reachable point. It is a SUCCESS, with a reason, within
            path_desired_distance of its end, or within target_desired_distance of the target.

        Returns
        -------
        Status
            The state of the request; ``reason`` tells why it is FAILURE.

        Raises
        ------
        ValueError
            A target that is not three numbers; no such agent.
        """
        cdef double end[3]
        cdef int status
        cdef Inside inside
        read_point("target", target, end)
        self.change(&inside)
        self.own(agent)
        self.follow_filters()
        with nogil:
            status = crowd_request_path(&self.data, agent, end, allow_partial)
        return Status(status)

    def request_paths(self, agents, targets, bint allow_partial=False):
        """Request a path for each of many agents, as `request_path` does one after the other.

        Where many share a target, one flood from it takes the place of their searches (`goal_fields`).

        Parameters
        ----------
        agents : int64 (n,)
            An agent that is named twice gets the later of its targets.
        targets : float64 (n, 3) or (3,)
            In meters: one for each agent, or one for all.
        allow_partial : bool
            As for `request_path`.

        Returns
        -------
        uint8 (n,)
            Status of each request, just after it was made.

        Raises
        ------
        ValueError
            Targets of another shape; no such agent, with its row. Nothing was requested then.
        KeyboardInterrupt
            The agents of the first rows have their requests, the others are as before.
        """
        import numpy as np
        cdef Inside inside
        cdef const int64_t[::1] ids = read_ids("agents", agents)
        cdef const double[:, :] ends
        cdef uint8_t[::1] statuses
        cdef double end[3]
        cdef Py_ssize_t i, k
        ends = read_targets("targets", targets, ids.shape[0])
        requested = np.empty(ids.shape[0], dtype=np.uint8)
        statuses = requested
        self.use(&inside)
        for i in range(ids.shape[0]):
            if crowd_agent(&self.data, ids[i]) == NULL:
                raise ValueError(f"agents: row {i} is {ids[i]}, which was removed or never was one of this crowd")
        self.follow_filters()
        if ends.strides[0] == 0 and ids.shape[0] > 0:
            crowd_expect(&self.data, &ids[0], ids.shape[0])
        try:
            with nogil:
                for i in range(ids.shape[0]):
                    for k in range(3):
                        end[k] = ends[i, k]
                    hold_signals()                      # a request is made whole
                    try:
                        statuses[i] = <uint8_t>crowd_request_path(&self.data, ids[i], end, allow_partial)
                    finally:
                        stop_holding()
                    check_signals()
        finally:
            crowd_expect(&self.data, NULL, 0)
        return requested

    def follow(self, agents, field):
        """Have agents follow a field to one of its goals, in place of paths.

        The field's x and y are the world's x and z. Its impassable cells and its border are walls: whatever pushes an agent, no step takes it into
        one, also after the request, until it walks by a path. Bodies keep their radius from walls, at most half of a cell. On a navmesh the agents do
        not leave that either; without one they keep their height. An agent in a wall, or outside of the field, walks straight to the nearest cell
        with a way.

        The status is RUNNING until at most target_desired_distance is left, then SUCCESS, or where others that have arrived fill the ground around the goal.
        It is FAILURE with the reason GOAL_UNREACHABLE where no way leads to a goal, also while walking. Changes of costs count when the field is
        updated, new walls at once. The same field starts nothing anew.

        A saved state does not hold fields: after `load_state` each row keeps the field that it has, and a row without one that is to follow a field gets
        it by this call.

        Parameters
        ----------
        agents : int or array_like of int, shape (n,)
        field : IntegrationField or FlowGroup
            What `FlowTiles.request` returns is followed by its flow tiles. Changes and updates of the field in other threads wait for a step.

        Returns
        -------
        statuses : uint8 (n,)
            Status of each request; of one agent its Status.

        Raises
        ------
        TypeError
            Something that is no such field.
        ValueError
            No such agent; no agent follows the field then.
        """
        import numpy as np
        cdef Inside inside
        cdef CrowdField own
        cdef int64_t[::1] ids
        cdef uint8_t[::1] statuses
        cdef Py_ssize_t i
        one = np.ndim(agents) == 0
        ids = read_ids("agents", np.atleast_1d(agents))
        followed = np.empty(ids.shape[0], dtype=np.uint8)
        statuses = followed
        if not isinstance(field, (IntegrationField, FlowGroup)):
            raise TypeError(f"field: must be an IntegrationField or what FlowTiles.request returns, is a {type(field).__name__}")
        self.change(&inside, field)
        for i in range(ids.shape[0]):
            if crowd_agent(&self.data, ids[i]) == NULL:
                raise ValueError(f"agents: {ids[i]} was removed or never was one of this crowd")
        own = self.fields.get(field)
        if own is None:
            own = CrowdField.__new__(CrowdField)
            own.read(field)
            self.fields[field] = own
            self.changes += 1
        with nogil:
            for i in range(ids.shape[0]):
                statuses[i] = <uint8_t>crowd_follow(&self.data, ids[i], &own.guide)
        _dropped = self.drop_fields()
        inside.clear()                  # before they, with their guards, may be freed
        return Status(followed[0]) if one else followed

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

    def stop(self, AgentId agent):
        """Take a request back. The agent stands still, its status is FAILURE and its reason STOPPED.

        Parameters
        ----------
        agent : int
        """
        cdef Inside inside
        self.change(&inside)
        crowd_stop(&self.data, agent)

    @property
    def search_budget(self):
        """int: nodes that the searches of a step may open, at least 1. Where many agents have to search at once, as after a change of the
        navmesh, the last ones do so some steps later; until then they walk on while they see their next corner. Every step makes one
        search, however long it is; ``request_path`` always searches at once."""
        return self.data.search_budget or SEARCH_BUDGET

    @search_budget.setter
    def search_budget(self, nodes):
        cdef int64_t budget = read_whole("search_budget", nodes, 1, 0x7fffffff)
        cdef Inside inside
        self.change(&inside)
        self.data.search_budget = budget

    @property
    def searches(self):
        """int: paths found so far, by searches and by goal fields."""
        return self.data.searches

    @property
    def goal_fields(self):
        """int: goal fields begun so far. One begins where the searches to a target, with those that are waiting for one, have cost as much as the
        flood will; from then on it gives the paths to this target. They are as long as those that are searched. Agents with another ``path_radius``
        have a field of their own. Where polygons cost differently, and for agents with search limits, ``EDGE_CENTERED`` paths or simplified ones
        with a ``path_radius``, every path is searched."""
        return self.data.shared.fields

    # ---- level of detail ----

    @property
    def focus(self):
        """list of (x, y, z): points in meters near which agents make every step, as the places of cameras; y does not count. Without a point, as by
        default, all agents do.

        Agents farther than `focus_distance` from all of them make one of n steps, as long as these n together: n is a power of two that grows with the
        distance, up to `focus_steps`. Their places in `positions` change in these steps only. No agent leaves the navmesh for it."""
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
        """float: meters from a point of `focus` within which agents make every step, above 0. The ground is divided into squares of this side, whose
        agents step together. With n such distances to the nearest point of its square an agent makes one of n steps, n rounded up to a power of two; so
        what it moves at once looks as far as at the focus distance, up to twice as far."""
        return self.data.avoidance.schedule.distance

    @focus_distance.setter
    def focus_distance(self, distance):
        cdef double meters = read_positive("focus_distance", distance)
        cdef Inside inside
        self.change(&inside)
        self.data.avoidance.schedule.distance = meters

    @property
    def focus_steps(self):
        """int: a power of two; of so many steps even the farthest agents make one. By default 16, a quarter of a second at 60 steps a second."""
        return self.data.avoidance.schedule.most_steps

    @focus_steps.setter
    def focus_steps(self, steps):
        cdef int32_t count = read_whole("focus_steps", steps, 1, 1024)
        if count & (count - 1):
            raise ValueError(f"focus_steps: must be a power of two, is {steps}")
        cdef Inside inside
        self.change(&inside)
        self.data.avoidance.schedule.most_steps = count

    # ---- steps ----

    def step(self, double dt, executor=None, others=()):
        """Steer all agents and move them.

        Parameters
        ----------
        dt : float
            Seconds, at least 0. More than 1 is a UserWarning: milliseconds are meant, most likely.
        executor : concurrent.futures.Executor, optional
            Threads that share the work. The result is the same to the bit.
        others : iterable of Crowd
            Crowds whose agents these agents see and avoid as their own. They are not stepped, and not changed. Crowds that are stepped in turn,
            each with the others here, see each other as they were before the first of these steps. A state does not hold this: save the states
            of all of them before the first step or after the last one.

        Raises
        ------
        TypeError
            One of the others is no Crowd.
        ValueError
            Another dt, another executor; others that hold this crowd, or one twice.
        """
        self.run_step(crowd_step, dt, executor, others)

    def steer(self, double dt, executor=None, others=()):
        """As ``step``, but without moves: ``velocities`` are for bodies that move themselves.

        Parameters
        ----------
        dt : float
            Seconds, at least 0. More than 1 is a UserWarning: milliseconds are meant, most likely.
        executor : concurrent.futures.Executor, optional
            Threads that share the work. The result is the same to the bit.
        others : iterable of Crowd
            As for `step`.

        Raises
        ------
        TypeError
            One of the others is no Crowd.
        ValueError
            Another dt, another executor; others that hold this crowd, or one twice.
        """
        self.run_step(crowd_steer, dt, executor, others)

    cdef int run_step(self, CrowdStep step, double dt, executor, others) except -1:
        cdef Runner runner = executor_runner(executor)
        cdef tuple seen = tuple(others)
        cdef vector[OtherCrowd] crowds
        cdef Inside inside
        if not (dt >= 0.0 and isfinite(dt)):
            raise ValueError(f"dt: must be at least 0 and finite, is {dt}")
        remark_step(dt)
        self.read_others(seen, &crowds)
        self.use(&inside, None, seen)
        self.follow_filters()
        hold_signals()                      # a step is made whole
        try:
            with nogil:
                see_others(&self.data, &crowds)
                step(&self.data, dt, &runner)
        finally:
            release_signals()
        return 0

    cdef int read_others(self, tuple others, vector[OtherCrowd]* out) except -1:
        cdef OtherCrowd other
        cdef Py_ssize_t i, k
        other.stands = False
        for i in range(len(others)):
            if not isinstance(others[i], Crowd):
                raise TypeError(f"others[{i}]: must be a Crowd, is a {type(others[i]).__name__}")
            other.crowd = &(<Crowd>others[i]).data
            if others[i] is self:
                raise ValueError(f"others[{i}]: is this crowd itself, which sees its own agents anyway")
            for k in range(i):
                if out.at(k).crowd == other.crowd:
                    raise ValueError(f"others[{i}]: is others[{k}] once more")
            out.push_back(other)
        return 0

    # ---- states ----

    def save_state(self):
        """The state of the crowd.

        Returns
        -------
        bytes
            All that the crowd's next steps depend on, but the navmesh, fields and filters. After `load_state` the same calls lead to the same
            bits, in another process and on another machine, too. Only the same build of navpy can read it.
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
            True if the navmesh is the one on which the state was saved: the next steps are those that would have followed there. It may have been
            read from a file since, and its tiles may have been added in another order. False on a navmesh that differs in anything, a tile, a
            link or a cost: agents stand where they stood, at their speed and with their requests, and all on their way search their paths anew.

        Raises
        ------
        ValueError
            Bytes that are no state, are damaged, or were written by another version of navpy. The crowd is unchanged then.

        Notes
        -----
        Filters and fields are objects of the program, which no state holds: each row keeps those that it has. So a crowd of a new process gets
        its agents and their filters first, in the same order, and the state then.
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
            Plain numbers, texts and lists of them, which JSON carries: where the agent is, its velocity, its request, its place on its path, and the
            link that it crosses. Its parameters, filter, field and leader are the program's.

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
            True if the agent goes on exactly as the saved one, on its path. False where the navmesh differs in anything from that on which it was
            saved, or another version of navpy saved it: the agent walks on at the saved velocity and searches its path anew. So does one that
            followed a field, which it has to be given again (`follow_field`).

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
        """bool: whether the agent has a path to follow. After SUCCESS it still walks to the end of its path. Without a path it is active
        until the end of the link that it crosses."""
        return self.find(agent).active != 0

    def path(self, AgentId agent):
        """float32 (n, 3): corners of the agent's path in meters, its start and its end included; empty after a failure."""
        import numpy as np
        self.find(agent)
        cdef vector[double] path = crowd_path(&self.data, agent)[0]
        return np.array(path, dtype=np.float32).reshape(-1, 3)

    def distance_left(self, AgentId agent):
        """float: meters along the path to its end, in the ground plane, on links in space, as of the last step or request. Of one that follows a field
        what the way costs by the least cost of all, so at most that many; near the goal the way's length."""
        return self.find(agent).distance_left

    def start_offset(self, AgentId agent):
        """float: meters between the agent and the navmesh when its path was searched; 0: it was on the navmesh. Off the navmesh a path begins
        at the closest point."""
        return self.find(agent).start_offset

    def animation_state(self, AgentId agent):
        """AnimationState: of an agent, its speed and turning without jitter, whether it walks, and the way ahead, as of the last step."""
        return animation_state_of(self.find(agent), &self.data.paths[slot_of(agent)])

    def replans(self, AgentId agent):
        """int: paths searched for the present request after its first."""
        return self.find(agent).replans


Crowd.add_agent.__doc__ = Crowd.add_agent.__doc__.replace("{params}", "\n".join(field.numpydoc() for field in PARAMS.values()))
