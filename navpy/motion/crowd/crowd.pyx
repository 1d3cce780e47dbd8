"""Crowd: many agents on one NavMesh, each with its request, its path and the velocity that others leave it."""
from libc.math cimport isfinite
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_place, read_point, read_whole
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.crowd.agent cimport POST_NONE, Agent, AgentParams
from navpy.motion.crowd.crowd_avoidance cimport AvoidanceMemory
from navpy.motion.crowd.crowd_agents cimport (AgentId, SEARCH_BUDGET, crowd_add, crowd_agent, crowd_path, crowd_place, crowd_remove, crowd_request_path,
                                        crowd_set_mesh, crowd_set_params, crowd_stop, default_params, make_id, params_fault)
from navpy.motion.crowd.crowd_state cimport read_state, slots_of_state, write_state
from navpy.motion.crowd.crowd_step cimport DECISIONS, PHASES
from navpy.motion.crowd.crowd_threads cimport PIECE, end_step, help_step, lead_step, start_step
from navpy.navmesh.navmesh cimport NavMesh
from navpy.base.parallel cimport check_executor

from navpy.base.core import Reason, Status

MOST = {"avoidance_layers": 0x7fffffff, "avoidance_mask": 0x7fffffff, "max_neighbors": 0x7fffffff, "include_flags": 0xffff,
        "max_searched": 0x7fffffff, "postprocessing": POST_NONE}     # of whole numbers


cdef int read_params(dict given, AgentParams* params) except -1:
    cdef dict values = params[0]
    cdef const char* fault
    for name, value in given.items():
        if name not in values:
            raise ValueError(f"{name}: no such parameter of an agent, there are {', '.join(values)}")
        if name in ("avoidance_enabled", "yields"):
            values[name] = bool(value)
        elif name in MOST:
            values[name] = read_whole(name, value, 0, MOST[name])
        else:
            try:
                values[name] = float(value)
            except (TypeError, ValueError):
                raise ValueError(f"{name}: must be a number, is {value!r}") from None
    params[0] = values
    fault = params_fault(params)
    if fault != NULL:
        name = fault.decode()
        bound = "positive" if name == "max_deceleration" else "finite" if name == "simplify_epsilon" else "at least 0 and finite"
        raise ValueError(f"{name}: must be {bound}, is {values[name]}")
    return 0


cdef class StepMemory:
    """Working memory of a thread."""
    cdef AvoidanceMemory memory


def help_along(Crowd crowd not None):
    """A thread's part of a step, without the GIL."""
    cdef StepMemory mine = crowd.memories.pop() if crowd.memories else StepMemory.__new__(StepMemory)
    with nogil:
        help_step(&crowd.shared, &mine.memory)
    crowd.memories.append(mine)


cdef class AgentHolder:
    """Keeps alive what arrays look at: the crowd, or its agents as they lay there once."""


class AgentColumn:
    """What numpy has to know of a field of all agents (its array interface)."""

    def __init__(self, holder, size_t first, str kind, tuple shape, tuple strides):
        self.holder = holder
        self.__array_interface__ = {"version": 3, "data": (first, True), "typestr": kind, "shape": shape, "strides": strides}


cdef class Crowd:
    """Crowd(mesh=None): agents that walk a NavMesh.

    An agent is named by an int that is never used twice. One that was removed, or never was, is a ValueError where
    something is asked of it; ``remove`` and ``stop`` take it for done. Points are (x, y, z) in metres, speeds are metres
    a second. ``positions``, ``velocities``, ``desired_velocities`` and ``statuses`` are views of the crowd's own memory, not copies:
    they follow its steps until agents are added or a state is loaded; row ``agent & 0xffffffff`` is that agent's, and a removed one
    leaves its row as it was until another takes it.
    """

    def __init__(self, NavMesh mesh=None):
        self.mesh, self.memories = mesh, []

    cdef Agent* find(self, AgentId agent) except NULL:
        cdef Agent* found = crowd_agent(&self.data, agent)
        if found == NULL:
            raise ValueError(f"agent: {agent} was removed or never was one of this crowd")
        return found

    @property
    def mesh(self):
        """The NavMesh, or None. Setting it, even to the same one, makes all who walk search their path anew. Where it changes
        by itself, those do whose way crosses a tile that has changed, and all where links or costs have."""
        return self.navmesh

    @mesh.setter
    def mesh(self, NavMesh mesh):
        cdef const MeshView* view = NULL
        if mesh is not None:
            view = &mesh.view
        crowd_set_mesh(&self.data, view)
        self.navmesh = mesh

    def add_agent(self, position, **params):
        """Add an agent, its origin at or over a floor, and return its id. Keywords, in metres and seconds: radius 0.5,
        max_speed 3.5, max_deceleration 15, path_desired_distance 1, target_desired_distance 1, path_max_distance 5.

        Of its requests:
        path_radius 0: what its paths keep away from walls; up to the radius that the mesh was baked for: as it was baked. An end nearer
        to a wall is walked to straight from the nearest place that is not, and where there is none the reason is TOO_NARROW.
        include_flags 0xffff: a polygon must have one of these flags (NavMesh.set_flags) to be walked on, as by QueryFilter.
        max_searched 0, max_search_distance 0: nodes of a search, and how far from its start polygons are searched, 0: all. Where one of
        these ends it the reason is SEARCH_LIMIT; with allow_partial the path leads to the nearest point that was come to. With a
        path_radius wider than the mesh they don't count.
        max_length 0, max_return_radius 0: metres along the path, and in space around its start, where it is cut, 0: nowhere. Who comes to
        the end of a cut path has SUCCESS with the reason LENGTH_LIMIT or RADIUS_LIMIT.
        simplify_epsilon −1: metres in the plan that a path may be off, never off the mesh, for having fewer points; below 0: it stays.
        postprocessing 0: taut; 1: through the middles of the edges that it crosses; 2: through the centers of its polygons. Who follows
        1 or 2 comes to every point of the path. A path_radius wider than the mesh has taut paths only.

        ValueError: an unknown, negative or NaN one; a position that is not finite."""
        cdef AgentParams p = default_params()
        cdef double at[3]
        read_place("position", position, at)
        read_params(params, &p)
        self.make_room(self.data.agents.size() + 1)
        return crowd_add(&self.data, at, &p)

    def set_params(self, AgentId agent, **params):
        """Change some of the keywords of `add_agent`. Where its path depends on one of them, an agent on its way searches a new path with
        the next step, and asking for the same target again is a new request. ValueError: as there."""
        cdef AgentParams p = self.find(agent).params
        read_params(params, &p)
        crowd_set_params(&self.data, agent, &p)

    def remove(self, AgentId agent):
        """True if there was such an agent."""
        return crowd_remove(&self.data, agent)

    def request_path(self, AgentId agent, target, bint allow_partial=False):
        """Ask for a way to the target; Status at once. FAILURE tells its reason by ``reason``, INVALID_INPUT for a target
        that is not finite. May be called every step: the same target restarts nothing. allow_partial: where the target
        cannot be reached, walk to the reachable point nearest to it; that is a SUCCESS with a reason."""
        cdef double end[3]
        cdef int status
        self.find(agent)
        read_point("target", target, end)
        with nogil:
            status = crowd_request_path(&self.data, agent, end, allow_partial)
        return Status(status)

    def stop(self, AgentId agent):
        """Take the request back; the agent stands still, its status is FAILURE, its reason STOPPED."""
        crowd_stop(&self.data, agent)

    def step(self, double dt, executor=None):
        """Steer all agents and move them, dt ≥ 0 seconds. Each keeps the height of its origin over the floor. executor: a
        concurrent.futures.Executor of threads that share the work; the same bits come out."""
        self.do_phases(PHASES, dt, executor)

    def steer(self, double dt, executor=None):
        """As ``step``, but nobody is moved: ``velocities`` are for bodies that move themselves."""
        self.do_phases(DECISIONS, dt, executor)

    cdef int do_phases(self, int phases, double dt, executor) except -1:
        cdef size_t most = self.data.agents.size() // PIECE
        if not (dt >= 0.0 and isfinite(dt)):
            raise ValueError(f"dt: must be at least 0 and finite, is {dt}")
        import os
        check_executor(executor)
        start_step(&self.shared, &self.data, dt)
        others = []
        try:
            for _other in range(min(most, (os.cpu_count() or 2) - 1) if executor is not None else 0):
                others.append(executor.submit(help_along, self))
            with nogil:
                lead_step(&self.shared, phases)
        finally:
            end_step(&self.shared)
            for other in others:
                if not other.cancel():
                    other.result()
        return 0

    def save_state(self):
        """bytes: all that the crowd's next steps depend on, but the navmesh. With `load_state` one goes back to this moment, and from
        there the same calls lead to the same bits."""
        cdef vector[char] out
        with nogil:
            write_state(&self.data, &out)
        return out.data()[:out.size()]

    def load_state(self, const unsigned char[::1] state not None):
        """Go back to a saved moment of this crowd, or take over that of another one on the same navmesh. ValueError: no such bytes,
        damaged ones, those of another version or of another navmesh; then all stays as it is."""
        cdef const char* wrong
        cdef const char* bytes = <const char*>&state[0] if state.shape[0] > 0 else NULL
        if self.holder is not None:
            self.make_room(slots_of_state(bytes, state.shape[0]))
        with nogil:
            read_state(&self.data, bytes, state.shape[0], &wrong)
        if wrong != NULL:
            raise ValueError(f"state: {wrong.decode()}")

    def set_position(self, AgentId agent, position):
        """Put the agent somewhere else. On its way it goes on from there, by a new path where it has to."""
        cdef double at[3]
        self.find(agent)
        read_place("position", position, at)
        crowd_place(&self.data, agent, at)

    def __len__(self):
        cdef size_t slot, count = 0
        for slot in range(self.data.agents.size()):
            count += self.data.agents[slot].generation & 1
        return count

    def __contains__(self, AgentId agent):
        return crowd_agent(&self.data, agent) != NULL

    @property
    def agents(self):
        """Ids of all agents, by slot: a removed agent's place in this order is the next one's that is added."""
        cdef size_t slot
        return [make_id(<int32_t>slot, self.data.agents[slot].generation) for slot in range(self.data.agents.size())
                if self.data.agents[slot].generation & 1]

    @property
    def positions(self):
        """float64 (n, 3), metres."""
        return self.column(<char*>&self.data.agents.data().position[0], True)

    @property
    def desired_velocities(self):
        """float64 (n, 3), metres a second, y = 0 but on a link."""
        return self.column(<char*>&self.data.agents.data().desired_velocity[0], True)

    @property
    def velocities(self):
        """float64 (n, 3), metres a second: the desired velocities as others leave them; what ``step`` moves by."""
        return self.column(<char*>&self.data.agents.data().velocity[0], True)

    @property
    def statuses(self):
        """uint8 (n,), Status of each request."""
        return self.column(<char*>&self.data.agents.data().status, False)

    cdef object column(self, char* first, bint vectors):
        """A read-only view of one field of all agents; ``first``: where the first one has it."""
        import numpy as np
        cdef size_t slots = self.data.agents.size()
        if slots == 0:
            return np.zeros((0, 3)) if vectors else np.zeros(0, np.uint8)
        if self.holder is None:
            self.holder = AgentHolder.__new__(AgentHolder)
            self.holder.crowd = self
        if vectors:
            return np.asarray(AgentColumn(self.holder, <size_t>first, "<f8", (slots, 3), (sizeof(Agent), sizeof(double))))
        return np.asarray(AgentColumn(self.holder, <size_t>first, "|u1", (slots,), (sizeof(Agent),)))

    cdef int make_room(self, size_t slots) except -1:
        """Before agents are laid elsewhere: arrays that somebody still holds keep the place that they look at."""
        if slots > self.data.agents.capacity() and self.holder is not None:
            self.holder.agents.swap(self.data.agents)
            self.data.agents.reserve(2 * slots)
            self.data.agents = self.holder.agents
            self.holder.crowd = self.holder = None
        return 0

    def position(self, AgentId agent):
        cdef Agent* found = self.find(agent)
        return found.position[0], found.position[1], found.position[2]

    def desired_velocity(self, AgentId agent):
        cdef Agent* found = self.find(agent)
        return found.desired_velocity[0], found.desired_velocity[1], found.desired_velocity[2]

    def velocity(self, AgentId agent):
        """Metres a second: the desired velocity as others leave it."""
        cdef Agent* found = self.find(agent)
        return found.velocity[0], found.velocity[1], found.velocity[2]

    def status(self, AgentId agent):
        """Status of the request: FAILURE before the first. RUNNING until at most target_desired_distance is left."""
        return Status(self.find(agent).status)

    def reason(self, AgentId agent):
        """Why the status is what it is."""
        return Reason(self.find(agent).reason)

    def link(self, AgentId agent):
        """Id of the off-mesh link that the agent is crossing, −1 for none. It goes right up to a link and then straight
        through the air to its end, even if its request is taken back meanwhile or fails. A body that comes no nearer to
        that for a second looks for another way."""
        return self.find(agent).link

    def is_active(self, AgentId agent):
        """Whether the agent has a path to walk; after SUCCESS it glides on until it rests at the end of its path. Without
        a path it is active until the end of the link that it is crossing."""
        return self.find(agent).active != 0

    def path(self, AgentId agent):
        """float32 (n, 3): the taut path that is or was walked, start and end included; empty after a failure."""
        import numpy as np
        cdef size_t i
        self.find(agent)
        cdef const vector[double]* path = crowd_path(&self.data, agent)
        return np.array([path.at(i) for i in range(path.size())], dtype=np.float32).reshape(-1, 3)

    def distance_left(self, AgentId agent):
        """Metres along the path to its end, in the ground plane, on links in space, as of the last step or request."""
        return self.find(agent).distance_left

    def replans(self, AgentId agent):
        """Paths searched for the present request after its first."""
        return self.find(agent).replans

    @property
    def search_budget(self):
        """Nodes that searches may open in a step, 1 or more: where many have to look for another way at once, as the navmesh has changed,
        those who come last do so steps later, and until then walk on where they see their next corner. One search a step is always
        made, however long; ``request_path`` searches at once."""
        return self.data.search_budget or SEARCH_BUDGET

    @search_budget.setter
    def search_budget(self, nodes):
        self.data.search_budget = read_whole("search_budget", nodes, 1, 0x7fffffff)

    @property
    def searches(self):
        """Paths searched since there is this crowd."""
        return self.data.searches
