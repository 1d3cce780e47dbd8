"""The states of agents: whatever happens to agents changes them only as the tables say."""
import numpy as np
import pytest

import navpy
import tools.state_table as table
from tests.cutting import cut_mesh
from tests.meshes import rectangles

KINDS = {"follows": ("FOLLOWS", "Follows"), "waits_for": ("WAITS", "WaitsFor"), "where": ("WHERE", "Where")}
NOT_HERE = {"FOLLOWS_SCRIPT",                               # the engine's nodes alone give velocities
            "WAITS_FOR_GUIDE", "WAITS_FOR_GROUND"}          # a streamed world alone guides
NEVER_HERE = {("RESTS_IN_FIELD", "FOLLOWS_NOTHING"),        # a crowd keeps its fields; the engine's nodes can go
              ("FOLLOWS_HOME", "FOLLOWS_LINK")}             # nobody is pushed so far that a link leads home
DT = 1 / 20


class Town:
    """Two halls or corridors of tiles, which links join over a gap, a field over both, and agents to which things happen at random."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.width = (12.0, 12.0, 2.0, 1.2)[seed % 4]
        self.tiles = cut_mesh(rectangles((0, 0, 16, self.width), (19, 0, 32, self.width)), 8.0)
        self.mesh = navpy.NavMesh.from_tiles(self.tiles.values(), 8.0)
        self.mesh.add_links([navpy.OffMeshLink((15.5, 0, z), (19.5, 0, z), id=i, two_way=True)
                             for i, z in enumerate(np.array((0.2, 0.5, 0.8)) * self.width)])
        self.crowd = navpy.Crowd(self.mesh)
        self.crowd.search_budget = 20
        self.ground = navpy.CostField(np.ones((12, 32), np.float32))
        self.fields = [self.field(), self.field()]
        self.filter = navpy.QueryFilter(self.mesh)
        self.laid, self.saved = set(self.tiles), {}
        self.seen = {kind: set() for kind in KINDS}
        for _ in range(24):
            self.add()

    def place(self):
        """Mostly on the ground, sometimes beside it."""
        return (self.rng.uniform(-1, 33), 0.0, self.rng.uniform(-1, self.width + 1))

    def field(self):
        return navpy.IntegrationField(self.ground, [self.rng.uniform((0, 0), (32, 12))])

    def add(self):
        self.crowd.add_agent(self.place(), radius=0.35, leash_weight=1.0, leash_length=2.0)

    def some(self):
        return int(self.rng.choice(self.crowd.agents))

    # ---- what may happen ----

    def request(self):
        self.crowd.request_path(self.some(), self.place(), allow_partial=bool(self.rng.random() < 0.5))

    def gather(self):
        """Many to one place: those who stand there make way."""
        self.crowd.request_paths(self.crowd.agents[::2], self.place(), allow_partial=True)

    def follow_field(self):
        self.crowd.follow(self.some(), self.fields[self.rng.integers(2)])

    def change_field(self):
        self.fields[self.rng.integers(2)] = self.field()

    def cross(self):
        """Over the links, in the middle of which the next ones meet them."""
        self.crowd.request_paths(self.crowd.agents[::3], (30.0 if self.rng.random() < 0.5 else 2.0, 0.0, self.width / 2))

    def stop_on_links(self):
        for agent in self.crowd.agents:
            if self.crowd.link(agent) >= 0:
                self.rng.choice([self.crowd.stop, lambda agent: self.crowd.follow(agent, self.fields[0])])(int(agent))

    def meet_on_the_way_home(self):
        for agent in self.crowd.agents:
            if self.crowd.trail(agent)["follows"][-1] in ("FOLLOWS_HOME", "RESTS_ASIDE"):
                self.rng.choice([self.crowd.stop, lambda agent: self.crowd.follow(agent, self.fields[0]),
                                 lambda agent: self.crowd.request_path(agent, self.place(), True),
                                 lambda agent: self.crowd.set_position(agent, self.crowd.position(agent))])(int(agent))

    def push(self):
        """Somebody walks through those who stand."""
        for agent in self.crowd.agents[:4]:
            self.crowd.request_path(int(agent), self.crowd.position(self.some()), allow_partial=True)

    def lead(self):
        agent, leader = self.some(), self.some()
        self.crowd.set_flock_leader(agent, leader if leader != agent and self.rng.random() < 0.8 else None)

    def stop(self):
        self.crowd.stop(self.some())

    def put(self):
        self.crowd.set_position(self.some(), self.place())

    def filter_one(self):
        if self.crowd.mesh is not None:
            self.crowd.set_filter(self.some(), self.filter if self.rng.random() < 0.5 else None)

    def change_tile(self):
        at = list(self.tiles)[self.rng.integers(len(self.tiles))]
        if at in self.laid and self.rng.random() < 0.3:
            self.mesh.remove_tile(*at)
            self.laid.remove(at)
        else:
            self.mesh.add_tile(self.tiles[at])
            self.laid.add(at)

    def take_mesh(self):
        self.crowd.mesh = None if self.crowd.mesh is not None and self.rng.random() < 0.3 else self.mesh

    def save(self):
        agent = self.some()
        self.saved[agent] = self.crowd.save_agent(agent)

    def load(self):
        for agent, state in self.saved.items():
            if agent in self.crowd:
                self.crowd.load_agent(agent, state)
        self.saved.clear()

    def exchange(self):
        self.crowd.remove(self.some())
        self.add()

    def live(self, steps):
        often = [self.request, self.gather, self.cross, self.push, self.push, self.follow_field, self.lead, self.stop,
                 self.stop_on_links, self.put, self.meet_on_the_way_home]
        rarely = [self.change_field, self.filter_one, self.change_tile, self.change_tile, self.take_mesh, self.save, self.load,
                  self.exchange]
        for step in range(steps):
            for _ in range(self.rng.integers(3) if step // 50 % 2 else 0):
                happenings = rarely if self.rng.random() < 0.2 else often
                happenings[self.rng.integers(len(happenings))]()
            self.crowd.step(DT)
            for agent in self.crowd.agents:
                for kind, states in self.crowd.trail(agent).items():
                    self.seen[kind].update(zip(states, states[1:]))


@pytest.fixture(scope="module")
def seen():
    towns = [Town(seed) for seed in range(64)]
    for town in towns:
        town.live(600)
    return {kind: set().union(*(town.seen[kind] for town in towns)) for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_only_listed_changes_happen(seen, kind):
    listed = {(before, now) for before, now, _ in table.changes(KINDS[kind][0])}
    assert seen[kind] - listed == set()


@pytest.mark.parametrize("kind", KINDS)
def test_listed_changes_do_happen(seen, kind):
    """Those that need no script and no streamed world. A line for what cannot happen would be wrong."""
    listed = {(before, now) for before, now, _ in table.changes(KINDS[kind][0])}
    here = {change for change in listed - NEVER_HERE if not NOT_HERE & set(change)}
    assert here - seen[kind] == set()


@pytest.mark.parametrize("kind", KINDS)
def test_states_have_the_names_of_the_source(kind):
    """In the order of their numbers: each state that the test has seen, too, is one of the source."""
    crowd = navpy.Crowd()
    agent = crowd.add_agent((0, 0, 0))
    assert crowd.trail(agent)[kind] == [next(iter(table.states(KINDS[kind][1])))]


def test_the_page_is_up_to_date():
    assert table.PAGE.read_text() == table.page(), "run tools/state_table.py"


def test_a_trail_tells_what_happened():
    crowd = navpy.Crowd(rectangles((0, 0, 10, 10)))
    agent = crowd.add_agent((1, 0, 1))
    crowd.request_path(agent, (8, 0, 1))
    while crowd.is_active(agent):
        crowd.step(DT)
    crowd.request_path(agent, (1, 0, 1))
    crowd.stop(agent)
    assert crowd.trail(agent) == {"follows": ["FOLLOWS_NOTHING", "FOLLOWS_PATH"] * 2 + ["FOLLOWS_NOTHING"],
                                  "waits_for": ["WAITS_FOR_NOTHING"], "where": ["ON_MESH"]}
