"""Crowd: many agents on one NavMesh, each with its request, its path and its velocities."""
from libc.math cimport INFINITY, isfinite
from libc.stdint cimport int64_t, uint8_t
from libcpp.vector cimport vector

from navpy.api.grid.flow_tiles cimport FlowGroup
from navpy.api.grid.integration_field cimport IntegrationField
from navpy.api.motion.crowd_owner cimport CrowdField, CrowdFilter, CrowdOwner
from navpy.api.motion.vehicle cimport remark_step
from navpy.base.arguments cimport read_array, read_place, read_point, read_rows
from navpy.base.core cimport STATUS_RUNNING
from navpy.base.guard cimport Inside
from navpy.base.interrupts cimport check_signals, hold_signals, release_signals, stop_holding
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.agent_params cimport AgentParams, default_params
from navpy.motion.crowd.crowd_agents cimport (
    NO_AGENT, AgentId, crowd_add, crowd_agent, crowd_place, crowd_remove, crowd_set_filter, crowd_set_params)
from navpy.motion.crowd.crowd_requests cimport crowd_expect, crowd_request_path, crowd_stop
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.motion.crowd.field_following cimport crowd_follow
from navpy.motion.crowd.flock cimport crowd_set_leader
from navpy.motion.crowd.crowd_step cimport crowd_steer, crowd_step
from navpy.motion.crowd.visitors cimport OtherCrowd, see_others
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.base.parallel cimport Runner, executor_runner

from navpy.base.core import Status
from navpy.base.setting import unknown_keyword
from navpy.motion.agent.agent_params import PARAMS

__all__ = ["Crowd"]

ctypedef int (*CrowdStep)(CrowdData* crowd, double dt, const Runner* runner) except -1 nogil


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
        raise ValueError(f"{name}: must be ids of agents, an array of whole numbers of shape (n,), is {given.dtype} of shape "
                         f"{given.shape}")
    return np.ascontiguousarray(given, dtype=np.int64)


cdef object read_targets(str name, values, Py_ssize_t count):
    """float64 (count, 3): a row each, or one row for all with a stride of 0. Any numbers will do, as for one request."""
    import numpy as np
    given = read_array(name, values, f"({count}, 3), or (3,) for all")
    if given.shape == (3,):
        return np.broadcast_to(given, (count, 3))
    return read_rows(name, given, count, 3, False, INFINITY)


cdef class Crowd(CrowdOwner):
    """Crowd(mesh=None): agents that walk on a NavMesh or a NavWorld and avoid each other.

    An agent is named by an int that is never reused. Questions about an agent that was removed, or never was, are a ValueError;
    ``remove`` and ``stop`` do nothing then.

    ``positions``, ``preferred_velocities``, ``velocities``, ``statuses``, ``smoothed_speeds``, ``turning_speeds`` and ``moving`` are
    views of the crowd's own memory: they follow its steps until agents are added or a state is loaded. Row ``agent & 0xffffffff`` is
    that agent's. The row of a removed agent stays as it was until another agent takes it.

    Threads that use a crowd at once wait for each other, and for changes of its mesh. A call within a step, as of a function that an
    executor runs on the thread of the step, is a RuntimeError.

    Parameters
    ----------
    mesh : NavMesh or NavWorld, optional
        On a NavWorld a target may be anywhere in the world. An agent walks by the world's route as far as ground is loaded, and goes
        on as more is; where none is loaded it stands, its request RUNNING with the reason NO_NAVMESH.

    Notes
    -----
    Velocities are ORCA's (van den Berg, Guy, Lin & Manocha 2011), with a right of way at corners and doors and walls of the navmesh.
    """

    def __init__(self, mesh=None):
        self.mesh = mesh

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
        """Set the rules by which an agent walks. It follows their changes: where ways may have become dearer, cheaper or closed, it
        searches its path anew with the next step; where polygons only became known, if its path does not lead to its target.

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

    def set_flock_leader(self, AgentId agent, leader=None):
        """Put an agent on a leash to a leader.

        Without a request of its own, or after it has succeeded or was stopped, the agent follows its leader by paths until
        ``leash_length`` is left of them; its status is SUCCESS then. On the way of a request it is drawn towards its leader by
        ``leash_weight``. A leader that is removed is no leader any more.

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
            In meters a second, y is ignored: of an agent that is moved by these calls, as a player's or a vehicle's. Others expect it
            to go on so in the next step. None: as it was.

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

        The field's x and y are the world's x and z. Its impassable cells and its border are walls: whatever pushes an agent, no step
        takes it into one, also after the request, until it walks by a path. Bodies keep their radius from walls, at most half of a
        cell. On a navmesh the agents do not leave that either; without one they keep their height. An agent in a wall, or outside of
        the field, walks straight to the nearest cell with a way.

        The status is RUNNING until at most target_desired_distance is left, then SUCCESS, or where others that have arrived fill the
        ground around the goal. It is FAILURE with the reason GOAL_UNREACHABLE where no way leads to a goal, also while walking.
        Changes of costs count when the field is updated, new walls at once. The same field starts nothing anew.

        A saved state does not hold fields: after `load_state` each row keeps the field that it has, and a row without one that is to
        follow a field gets it by this call.

        Parameters
        ----------
        agents : int or array_like of int, shape (n,)
        field : IntegrationField or FlowGroup
            What `FlowTiles.request` returns is followed by its flow tiles. Changes and updates of the field in other threads wait for
            a step.

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
    def searches(self):
        """int: paths found so far, by searches and by goal fields."""
        return self.data.searches

    @property
    def goal_fields(self):
        """int: goal fields begun so far. One begins where the searches to a target, with those that are waiting for one, have cost as
        much as the flood will; from then on it gives the paths to this target. They are as long as those that are searched. Agents
        with another ``path_radius`` have a field of their own. Where polygons cost differently, and for agents with search limits,
        ``EDGE_CENTERED`` paths or simplified ones with a ``path_radius``, every path is searched."""
        return self.data.shared.fields

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
            Crowds whose agents these agents see and avoid as their own. They are not stepped, and not changed. Crowds that are stepped
            in turn, each with the others here, see each other as they were before the first of these steps. A state does not hold
            this: save the states of all of them before the first step or after the last one.

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


Crowd.add_agent.__doc__ = Crowd.add_agent.__doc__.replace("{params}", "\n".join(field.numpydoc() for field in PARAMS.values()))
