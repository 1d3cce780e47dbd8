"""QueryFilter: what it lets through, whatever it was told and whatever became of the mesh meanwhile."""
import copy
import math
import pickle
import sys
from array import array
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.cutting import cut_mesh
from tests.meshes import delaunay_mesh, grid_mesh
from navpy import NavMesh, OffMeshLink, QueryFilter
from navpy.api.query.portal_graph import packed
from tests.packed_oracle import Graph, Rules, check_packed
from tests.changes import CUTS, SIZE, change


def row(count=5, areas=None):
    """Unit squares along x, polygon i from x = i to i + 1, in one piece."""
    vertices = [(x, 0, z) for x in range(count + 1) for z in (0, 1)]
    return NavMesh.from_polygons(vertices, [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(count)], areas)


def tiled(which=2):
    return NavMesh.from_tiles(CUTS[which][0].values(), SIZE, climb=0.5)


def reached(mesh, filter, start):
    """Polygons that ways lead to, by what was packed."""
    graph = packed(mesh, filter)
    found, todo = {start} if graph["polygons"][start][2] >= 0 else set(), [start]
    while todo:
        poly = todo.pop()
        out = [corner[2] for corner in graph["polygons"][poly][4] if corner[2] >= 0]
        for other in out + [end for factor, _, begin, end in graph["links"] if begin == poly and factor >= 0]:
            if other not in found:
                found.add(other)
                todo.append(other)
    return found


# ---- one rule at a time ----

def test_without_rules_it_is_the_mesh():
    mesh = tiled()
    ours, its = packed(mesh, QueryFilter(mesh)), packed(mesh)
    assert ours == its and len(ours["polygons"]) == mesh.polygon_count


def test_flags():
    mesh = row()
    mesh.set_flags([1], 0b0110)
    mesh.set_flags([3], 0b1000)
    mesh.set_flags([4], 0)
    filter = QueryFilter(mesh)
    assert reached(mesh, filter, 0) == {0, 1, 2, 3}
    filter.exclude_flags = 0b1100
    assert reached(mesh, filter, 0) == {0}
    filter.exclude_flags, filter.include_flags = 0b1000, 0b0001
    assert reached(mesh, filter, 0) == {0} and reached(mesh, filter, 2) == {2}
    filter.include_flags = 0b0011
    assert reached(mesh, filter, 0) == {0, 1, 2}
    mesh.set_flags([2], 0b1000)
    assert reached(mesh, filter, 0) == {0, 1}
    assert reached(mesh, QueryFilter(mesh, include_flags=8), 2) == {2, 3}


def test_area_costs_in_place_of_the_meshs():
    mesh = row(areas=[1, 2, 3, 2, 1])
    mesh.set_area_cost(2, 5)
    filter = QueryFilter(mesh, area_costs={3: 0.5, 1: 2})

    def costs():
        return [entry[2] for entry in packed(mesh, filter)["polygons"].values()]
    assert costs() == [2, 5, 0.5, 5, 2] and filter.area_costs == {1: 2, 3: 0.5}
    assert packed(mesh, filter)["least_cost"] == 0.5
    mesh.set_area_cost(2, 4)
    mesh.set_area_cost(3, 9)
    assert costs() == [2, 4, 0.5, 4, 2]
    filter.set_area_cost(3, None)
    filter.set_area_cost(2, math.inf)
    assert costs() == [2, -1, 9, -1, 2] and reached(mesh, filter, 2) == {2} and filter.area_costs == {1: 2, 2: math.inf}
    filter.set_area_cost(2, 0)
    assert costs() == [2, 0, 9, 0, 2] and reached(mesh, filter, 2) == set(range(5))


def test_links_by_kind_and_id():
    mesh = row(6)
    mesh.set_flags([2, 4], 0)
    mesh.add_links([OffMeshLink((1.5, 0, 0.5), (3.5, 0, 0.5), kind=7, id=1, two_way=False, radius=0.1),
                    OffMeshLink((3.5, 0, 0.5), (5.5, 0, 0.5), kind=8, id=2, radius=0.1)])
    filter = QueryFilter(mesh)
    every, one, two = {0, 1, 3, 5}, {0, 1, 3}, {0, 1}
    assert reached(mesh, filter, 0) == every and reached(mesh, filter, 5) == {3, 5}
    for links, wanted in ((True, every), (False, two), ([7], one), ({8}, two), ([7, 8, 9], every), ((), two)):
        filter.links = links
        assert reached(mesh, filter, 0) == wanted == reached(mesh, QueryFilter(mesh, links=links), 0)
        assert filter.links == (links if isinstance(links, bool) else frozenset(links) or False)
    filter.links = True
    filter.block(links=[2, 77], until=4)
    assert reached(mesh, filter, 0) == one and filter.blocked_links == {2: 4, 77: 4}
    filter.unblock(links=(77, 5))
    filter.time = 4
    assert reached(mesh, filter, 0) == every and filter.blocked_links == {}
    mesh.remove_links(2)
    assert reached(mesh, filter, 0) == one
    filter.set_area_cost(63, 1)
    mesh.add_links([OffMeshLink((3.5, 0, 0.5), (5.5, 0, 0.5), area=5, radius=0.1)])
    assert reached(mesh, filter, 0) == every
    filter.set_area_cost(5, math.inf)
    assert reached(mesh, filter, 0) == one


def test_what_an_agent_has_not_seen_is_not_used():
    mesh = row()
    filter = QueryFilter(mesh, knows_all=False)
    assert reached(mesh, filter, 0) == set() and not filter.known
    for polygons in ([1, 0], np.array([2], np.int32), (poly for poly in [4]), {4}, range(4, 5)):
        filter.know(polygons)
    assert filter.known == array("i", [0, 1, 2, 4]) and reached(mesh, filter, 0) == {0, 1, 2}
    filter.know(np.arange(5))
    assert reached(mesh, filter, 0) == set(range(5))
    filter.forget([2])
    assert reached(mesh, filter, 0) == {0, 1} and reached(mesh, filter, 4) == {3, 4}
    filter.knows_all = True
    assert reached(mesh, filter, 0) == set(range(5))
    filter.forget([3])
    filter.knows_all = False
    assert reached(mesh, filter, 4) == {4}
    filter.forget()
    assert reached(mesh, filter, 4) == set() and not filter.known


def test_blocks_end():
    mesh = row()
    filter = QueryFilter(mesh, time=10)
    filter.block([1], until=12)
    filter.block([3], until=14)
    filter.block([2], until=10)                     # over already
    assert filter.blocked == {1: 12, 3: 14} and reached(mesh, filter, 2) == {2}
    filter.block([1], until=13)
    filter.block([1], until=11)                     # the later end counts
    filter.time = 12.999
    assert reached(mesh, filter, 2) == {2}
    filter.time = 13
    assert reached(mesh, filter, 2) == {0, 1, 2} and filter.blocked == {3: 14}
    filter.block([3])
    filter.time = 1e9
    assert reached(mesh, filter, 2) == {0, 1, 2} and filter.blocked == {3: math.inf}
    filter.unblock([3, 0])
    assert reached(mesh, filter, 2) == set(range(5))
    filter.time = 0                                 # back, as in a game that was loaded
    assert filter.blocked == {} and filter.time == 0


def test_penalties():
    mesh = row()
    filter = QueryFilter(mesh)
    assert packed(mesh, filter)["uniform"]
    filter.set_penalty([1, 2], 3.5)
    filter.set_penalty([2], 0)
    assert [entry[3] for entry in packed(mesh, filter)["polygons"].values()] == [0, 3.5, 0, 0, 0]
    assert filter.penalties == {1: 3.5} and not packed(mesh, filter)["uniform"]
    filter.block([1])                               # nobody enters it
    assert packed(mesh, filter)["uniform"]
    filter.unblock([1])
    filter.set_penalty([1], 0)
    assert packed(mesh, filter)["uniform"] and filter.penalties == {}


# ---- polygons that come and go ----

def test_nothing_holds_for_strangers():
    """A tile that is replaced: its polygons' indices go to others."""
    mesh = tiled()
    at = mesh.tile_of(0)
    own = [poly for poly in range(len(mesh.polygons)) if mesh.tile_of(poly) == at]
    filter = QueryFilter(mesh, knows_all=False)
    filter.know(range(len(mesh.polygons)))
    filter.block(own)
    filter.set_penalty(own, 2)
    version = mesh.version
    mesh.add_tile(mesh.tile(*at))
    assert [poly for poly in range(len(mesh.polygons)) if mesh.has_polygon(poly) and mesh.tile_of(poly) == at] == own
    assert not filter.blocked and not filter.penalties and not set(own) & set(filter.known)
    filter.know(own, version=version)
    filter.block(own, version=version)
    filter.set_penalty(own, 2, version=version)
    filter.forget(own, version=version)
    assert not filter.blocked and not filter.penalties and not set(own) & set(filter.known)
    filter.know(own, version=mesh.version)
    assert set(own) <= set(filter.known)
    mesh.remove_tile(*at)
    assert not set(own) & set(filter.known)
    with pytest.raises(ValueError, match=f"polygons: there is no polygon {own[0]}"):
        filter.know(own)


def test_a_tile_that_is_told_of_and_goes_and_one_elsewhere_that_takes_its_index():
    tiles = dict(CUTS[2][0])
    away, gone = tiles.pop((3, 3)), (1, 1)
    mesh = NavMesh.from_tiles(tiles.values(), SIZE, climb=0.5)
    filter = QueryFilter(mesh)
    packed(mesh, filter)
    filter.block([next(poly for poly in range(len(mesh.polygons)) if mesh.tile_of(poly) == gone)])
    mesh.remove_tile(*gone)
    mesh.add_tile(away)
    assert packed(mesh, filter) == packed(mesh, filter, afresh=True) == packed(mesh)


class Told:
    """What a filter was told, kept the plain way: of polygons with the mesh's version when it was told."""

    def __init__(self):
        self.rules, self.time = Rules(), 0
        self.known, self.blocked, self.penalties, self.blocked_links = {}, {}, {}, {}

    def change(self, filter, mesh, rng):
        """One random change of the filter."""
        polygons = [poly for poly, ring in enumerate(mesh.polygons) if ring]
        some = [int(poly) for poly in rng.choice(polygons, 3)]
        kind, until = rng.integers(14), self.time + int(rng.integers(5)) if rng.random() < 0.8 else math.inf
        links = [int(link) for link in rng.integers(0, 5, 2)]
        if kind <= 2:
            given = some if rng.random() < 0.5 else [poly for poly in polygons if rng.random() < 0.8]
            filter.know(np.array(given, np.int32))
            self.known |= dict.fromkeys(given, mesh.version)
        elif kind == 3:
            filter.forget(some)
            self.known = {poly: version for poly, version in self.known.items() if poly not in some}
        elif kind <= 5:
            filter.block(some, links, until)
            for ends, key, entry in [(self.blocked, poly, (until, mesh.version)) for poly in some if until > self.time] + \
                    [(self.blocked_links, link, until) for link in links if until > self.time]:
                old = ends.get(key)
                if isinstance(entry, tuple):
                    old = old if old and mesh.has_polygon(key, old[1]) else None
                ends[key] = max(old, entry) if old else entry
        elif kind == 6:
            filter.unblock(some, links[:1])
            self.blocked = {poly: end for poly, end in self.blocked.items() if poly not in some}
            self.blocked_links.pop(links[0], None)
        elif kind == 7:
            filter.time = self.time = self.time + int(rng.integers(4))
            self.blocked = {poly: end for poly, end in self.blocked.items() if end[0] > self.time}
            self.blocked_links = {link: end for link, end in self.blocked_links.items() if end > self.time}
        elif kind == 8:
            meters = float(rng.choice([0, 1, 2.5]))
            filter.set_penalty(some, meters)
            self.penalties |= dict.fromkeys(some, (meters, mesh.version))
        elif kind == 9:
            self.rules.include, self.rules.exclude = ((0xffff, 0), (1, 0), (0xffff, 4), (2, 1))[rng.integers(4)]
            filter.include_flags, filter.exclude_flags = self.rules.include, self.rules.exclude
            filter.knows_all = self.rules.knows_all = bool(rng.random() < 0.6)
        elif kind == 10:
            area, cost = int(rng.choice([1, 2, 63])), rng.choice([0, 1, 2, math.inf, None])
            filter.set_area_cost(area, cost)
            self.rules.area_costs = {**self.rules.area_costs, area: cost}
            if cost is None:
                del self.rules.area_costs[area]
        elif kind == 11:
            filter.exit_only_areas = self.rules.exit_only = {area for area in (0, 1, 2, 63) if rng.random() < 0.4}
        elif kind == 12:
            filter.unknown_factor = self.rules.unknown_factor = float(rng.choice([1, 1.5, 4, math.inf]))
        else:
            filter.links = self.rules.links = (True, False, {0, 2}, {1})[rng.integers(4)]

    def now(self, mesh):
        rules = self.rules
        rules.known = {poly for poly, version in self.known.items() if mesh.has_polygon(poly, version)}
        rules.blocked = {poly: end for poly, (end, version) in self.blocked.items() if mesh.has_polygon(poly, version)}
        rules.penalties = {poly: meters for poly, (meters, version) in self.penalties.items() if mesh.has_polygon(poly, version)}
        rules.blocked_links = self.blocked_links
        return rules


def check(filter, told, mesh):
    graph, rules = packed(mesh, filter), told.now(mesh)
    assert graph == packed(mesh, filter, afresh=True)
    check_packed(graph, Graph(mesh, rules))
    assert (set(filter.known), filter.blocked, filter.blocked_links) == (rules.known, rules.blocked, rules.blocked_links)
    assert filter.penalties == {poly: meters for poly, meters in rules.penalties.items() if meters}


@settings(max_examples=60)
@given(st.integers(0, 2), st.integers(0, 2 ** 32))
def test_whatever_was_told_and_came_and_went(which, seed):
    rng, tiles = np.random.default_rng(seed), CUTS[which]
    mesh = NavMesh.from_tiles(list(tiles[0].values())[:-3], SIZE, climb=0.5)
    filter, told = QueryFilter(mesh), Told()
    for step in range(40):
        if rng.random() < 0.35:
            change(mesh, tiles, rng)
        else:
            told.change(filter, mesh, rng)
        if rng.random() < 0.3:
            check(filter, told, mesh)
        if rng.random() < 0.1:
            filter = filter.copy()
    check(filter, told, mesh)


def test_areas_that_are_left_but_not_entered():
    mesh = row(areas=[1, 2, 2, 3, 1])
    filter = QueryFilter(mesh, exit_only_areas=[2])
    assert reached(mesh, filter, 0) == {0} and reached(mesh, filter, 1) == {0, 1, 2, 3, 4} and reached(mesh, filter, 4) == {3, 4}
    mesh.set_exit_only_areas([3])
    assert reached(mesh, filter, 1) == {0, 1, 2} and reached(mesh, filter, 4) == {4}
    filter.exit_only_areas = ()
    assert reached(mesh, filter, 0) == {0, 1, 2} and filter.exit_only_areas == frozenset()
    assert filter.copy().exit_only_areas == frozenset() and reached(mesh, QueryFilter(mesh, exit_only_areas=[3, 63]), 0) == {0, 1, 2}


def test_unknown_ground_at_a_cost():
    mesh = row(areas=[1, 2, 1, 2, 1])
    mesh.set_area_cost(2, 3)
    filter = QueryFilter(mesh, knows_all=False, unknown_factor=2)
    filter.know([1, 2])

    def costs():
        return [entry[2] for entry in packed(mesh, filter)["polygons"].values()]
    assert costs() == [2, 3, 1, 6, 2]
    filter.know([0])
    assert costs() == [1, 3, 1, 6, 2]
    filter.unknown_factor = math.inf
    assert costs() == [1, 3, 1, -1, -1]
    filter.unknown_factor, filter.knows_all = 5, True
    assert costs() == [1, 3, 1, 3, 1]


# ---- copies ----

def told_much(mesh):
    filter = QueryFilter(mesh, include_flags=3, exclude_flags=4, area_costs={5: 2.5, 6: math.inf}, links=[1, 3], knows_all=False,
                         time=7)
    filter.know(range(30))
    filter.block(range(5, 9), links=[4, 2], until=9)
    filter.block([6], links=[2])
    filter.set_penalty([3, 10], 1.5)
    return filter


def all_of(filter):
    return (filter.include_flags, filter.exclude_flags, filter.area_costs, filter.links, filter.knows_all, filter.time, filter.known,
            filter.blocked, filter.blocked_links, filter.penalties)


def test_copies_go_their_own_way():
    mesh = tiled()
    filter = told_much(mesh)
    before = packed(mesh, filter)
    for other in (filter.copy(), copy.copy(filter)):
        assert all_of(other) == all_of(filter) and packed(mesh, other) == before
        other.block([0])
        other.time = 9
        other.knows_all = True
        assert packed(mesh, filter) == before and packed(mesh, other) == packed(mesh, other, afresh=True) != before
        assert 0 not in filter.blocked and other.blocked == {0: math.inf, 6: math.inf}


def test_pickled_with_its_mesh():
    """Polygons get other indices when a mesh is read; the filter's follow."""
    mesh = tiled()
    for at in mesh.tiles[::3]:                      # indices in no order
        tile = mesh.tile(*at)
        mesh.remove_tile(*at)
        mesh.add_tile(CUTS[2][1][1, 1])
        mesh.add_tile(tile)
    filter = QueryFilter(mesh, knows_all=False, links=False, time=3)
    names = [poly for poly in range(len(mesh.polygons)) if mesh.has_polygon(poly)]
    filter.know(names[::2])
    filter.block(names[3:9], until=5)
    filter.set_penalty(names[10:12], 2)
    mesh2, filter2 = pickle.loads(pickle.dumps((mesh, filter)))
    assert filter2.mesh is mesh2

    def places(of, polygons):
        return {tuple(np.round(of.vertices[list(of.polygon(poly))].mean(axis=0), 9)) for poly in polygons}
    for a, b in ((filter.known, filter2.known), (filter.blocked, filter2.blocked), (filter.penalties, filter2.penalties)):
        assert len(a) == len(b) and places(mesh, a) == places(mesh2, b)
    assert all_of(filter2)[:6] == all_of(filter)[:6] and set(filter2.blocked.values()) == {5}
    whole = told_much(delaunay_mesh(1))
    assert all_of(pickle.loads(pickle.dumps(whole))) == all_of(copy.deepcopy(whole)) == all_of(whole)


def test_repr():
    mesh = row()
    assert repr(QueryFilter(mesh)) == "<QueryFilter: flags 0xffff without 0x0, links True>"
    filter = QueryFilter(mesh, exclude_flags=2, area_costs={3: 2}, knows_all=False, links=False)
    filter.block([1], [2, 3])
    filter.set_penalty([1], 2)
    assert repr(filter) == ("<QueryFilter: flags 0xffff without 0x2, links False, area costs {3: 2.0}, 0 known, 1 blocked, "
                            "2 links blocked, 1 penalties>")


# ---- bad arguments ----

@pytest.mark.parametrize("options, message", [
    (dict(mesh=3), "mesh: must be a NavMesh, is 3"),
    (dict(mesh=None), "mesh: must be a NavMesh, is None"),
    (dict(include_flags=-1), "include_flags: must be a whole number in 0 … 65535, is -1"),
    (dict(exclude_flags=65536), "exclude_flags: must be a whole number in 0 … 65535, is 65536"),
    (dict(exclude_flags="a"), "exclude_flags: must be a whole number"),
    (dict(area_costs=[1]), r"area_costs: must be a dict, is \[1\]"),
    (dict(area_costs={64: 1}), "area: must be a whole number in 0 … 63, is 64"),
    (dict(area_costs={1: -1}), "cost of area 1: must be a number of meters a meter, not below 0, or None, is -1"),
    (dict(area_costs={1: math.nan}), "cost of area 1: must be a number of meters a meter, not below 0, or None, is nan"),
    (dict(area_costs={1: "x"}), "cost of area 1: must be a number of meters a meter, is 'x'"),
    (dict(links=3), "links: must be True, False or kinds of links, is 3"),
    (dict(links=[1.5]), "links: must be a whole number"),
    (dict(time=math.inf), "time: must be a finite number of seconds, is inf"),
    (dict(time=math.nan), "time: must be a finite number of seconds, is nan"),
])
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message) as error:
        QueryFilter(**{"mesh": row(), **options})
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("call, message", [
    (lambda f: f.know([5]), "polygons: there is no polygon 5"),
    (lambda f: f.know([-1]), "polygons: there is no polygon -1"),
    (lambda f: f.know([1.5]), "polygons: must be whole numbers of 32 bits: 'float'"),
    (lambda f: f.know(np.zeros((200, 2), np.int32)), "polygons: must be whole numbers of 32 bits"),
    (lambda f: f.know(np.zeros(200)), "polygons: must be whole numbers of 32 bits"),
    (lambda f: f.know([2 ** 40]), "polygons: must be whole numbers of 32 bits"),
    (lambda f: f.know(3), "polygons: must be whole numbers of 32 bits"),
    (lambda f: f.know(None), "polygons: must be whole numbers of 32 bits"),
    (lambda f: f.know("12"), "polygons: must be whole numbers of 32 bits"),
    (lambda f: f.know([1], version="x"), "version: must be a whole number in 0 … 2⁶⁴ − 1, is 'x'"),
    (lambda f: f.know([1], version=-1), "version: must be a whole number in 0 … 2⁶⁴ − 1, is -1"),
    (lambda f: f.block([1], until=math.nan), "until: must be a number of seconds, is nan"),
    (lambda f: f.block([1], until="soon"), "until: must be a number of seconds, is 'soon'"),
    (lambda f: f.block([1], links=[-1]), "links: must be a whole number in 0 … 2147483647, is -1"),
    (lambda f: f.block([1], links=4), "links: must be ids of links, are 4"),
    (lambda f: f.block([1, 9]), "polygons: there is no polygon 9"),
    (lambda f: f.unblock([1], links=["a"]), "links: must be a whole number"),
    (lambda f: f.set_penalty([1], -1), "meters: must be a finite number of meters, not below 0, is -1"),
    (lambda f: f.set_penalty([1], math.inf), "meters: must be a finite"),
    (lambda f: f.set_penalty([1, 9], 2), "polygons: there is no polygon 9"),
    (lambda f: f.set_area_cost(1.5, 2), "area: must be a whole number in 0 … 63, is 1.5"),
    (lambda f: packed(row(), f), "filter: must be of the mesh that is searched"),
])
def test_bad_arguments_change_nothing(call, message):
    mesh = row()
    filter = QueryFilter(mesh)
    before = all_of(filter), packed(mesh, filter)
    with pytest.raises(ValueError, match=message) as error:
        call(filter)
    assert "\n" not in str(error.value) and (all_of(filter), packed(mesh, filter)) == before


def test_an_empty_mesh():
    mesh = NavMesh()
    filter = QueryFilter(mesh, knows_all=False)
    filter.know([])
    filter.forget()
    filter.block(until=3)
    filter.time = 4
    assert packed(mesh, filter)["polygons"] == {}


# ---- threads ----

def test_who_reads_is_not_disturbed():
    """Two threads change two rules of a filter, to and fro, two read what was packed without the GIL: one of four states."""
    mesh = NavMesh.from_tiles(cut_mesh(grid_mesh(3, width=40, depth=40, removed=0.4), 7.0, seed=1).values(), 7.0)
    filter, half = QueryFilter(mesh, knows_all=False), array("i", range(len(mesh.polygons) // 2))
    filter.know(range(len(mesh.polygons)))
    mesh.set_flags(range(0, len(mesh.polygons), 5), 2)
    states = []
    for filter.exclude_flags in (2, 0):
        for act in (filter.block, filter.unblock):
            act(half)
            states.append(packed(mesh, filter))
    assert all(a != b for i, a in enumerate(states) for b in states[:i])

    def block():
        for _ in range(20):
            filter.block(half)
            packed(mesh, filter.copy())
            filter.unblock(half)

    def exclude():
        for _ in range(20):
            filter.exclude_flags = 2
            packed(mesh, filter.copy())
            filter.exclude_flags = 0

    def read():
        return [packed(mesh, filter) in states for _ in range(20)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            results = [done.result() for done in [pool.submit(act) for act in (block, exclude, read, read)]]
            assert results == [None, None, [True] * 20, [True] * 20]
    finally:
        sys.setswitchinterval(interval)
    assert packed(mesh, filter) == states[3] == packed(mesh, filter, afresh=True)


def test_places_are_looked_for_where_the_filter_lets_one_be():
    mesh = NavMesh.from_polygons([(x, 0, z) for x in range(4) for z in (0, 1)], [(0, 1, 3, 2), (2, 3, 5, 4), (4, 5, 7, 6)])
    rules = QueryFilter(mesh)
    rules.block([1])
    assert mesh.locate((1.5, 0, 0.5), (0.1, 1, 1))[0] == 1 and mesh.locate((1.5, 0, 0.5), (0.1, 1, 1), filter=rules) is None
    assert mesh.nearest((1.6, 0, 0.5))[0] == 1 and mesh.nearest((1.6, 0, 0.5), filter=rules)[:2] == (2, (2, 0, 0.5))
    assert mesh.nearest((1.6, 0, 0.5), (0.1, 1, 1), filter=rules) is None
    assert mesh.locate_many([(0.5, 0, 0.5), (1.5, 0, 0.5)], (0.1, 1, 1), filter=rules)[0].tolist() == [0, -1]
