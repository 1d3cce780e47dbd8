"""What a packed graph must hold, worked out the plain way from what Python sees of a mesh."""
import math

DEAD_END, WOUND = 1, 2
STRAIGHT = 1e-9                     # radians: nearer to 180° or 360° than that, rounding decides


class Rules:
    """Which parts of a mesh may be used, as navpy.QueryFilter is told; all, unless told otherwise."""

    def __init__(self):
        self.include, self.exclude, self.area_costs, self.knows_all, self.links = 0xffff, 0, {}, True, True
        self.known, self.blocked, self.penalties, self.blocked_links = set(), {}, {}, {}
        self.exit_only, self.unknown_factor = set(), math.inf

    def cost(self, mesh, areas, flags, poly):
        factor = 1.0 if self.knows_all or poly in self.known else self.unknown_factor
        closed = not flags[poly] & self.include or flags[poly] & self.exclude or poly in self.blocked or factor == math.inf
        cost = self.area_costs.get(areas[poly], mesh.area_cost(areas[poly]))
        return -1.0 if closed or cost == math.inf else factor * cost

    def link_factor(self, mesh, link):
        taken = self.links is True or (self.links is not False and link.kind in self.links)
        cost = self.area_costs.get(link.area, mesh.area_cost(link.area))
        return cost if taken and link.id not in self.blocked_links and cost < math.inf else -1.0


class Graph:
    """By polygon its cost; by edge (polygon, number) the twin and the polygon that it leads to, None where it does not."""

    def __init__(self, mesh, rules=None):
        self.mesh, self.rules = mesh, rules or Rules()
        self.areas, self.flags, self.exit_only = mesh.areas.tolist(), mesh.flags.tolist(), mesh.exit_only_areas | self.rules.exit_only
        self.rings = {poly: ring for poly, ring in enumerate(mesh.polygons) if ring}
        self.costs = {poly: self.rules.cost(mesh, self.areas, self.flags, poly) for poly in self.rings}
        self.penalties = {poly: self.rules.penalties.get(poly, 0.0) for poly in self.rings}
        self.places = [(x, -z) for x, _, z in mesh.vertices.tolist()]
        ends = {}
        for poly, ring in self.rings.items():
            for i, (a, b) in enumerate(zip(ring, ring[1:] + ring[:1])):
                ends.setdefault((a, b), []).append((poly, i))
        assert all(len(edges) == 1 for edges in ends.values())
        self.twins = {edge: ends.get((b, a), [None])[0] for (a, b), [edge] in ends.items()}
        self.next = {edge: twin[0] if twin and self.may_enter(edge[0], twin[0]) else None for edge, twin in self.twins.items()}
        self.ways = [way for link in mesh.links for way in self.ways_of(link)]

    def may_change(self, area, after):
        return area == after or after not in self.exit_only

    def may_enter(self, a, b):
        return self.costs[a] >= 0 and self.costs[b] >= 0 and self.may_change(self.areas[a], self.areas[b])

    def ways_of(self, link):
        """(cost a meter, start polygon, end polygon, meters) of each way of a link."""
        length = math.dist(link.start[::2], link.end[::2])
        for a, b in ((link.start_poly, link.end_poly), (link.end_poly, link.start_poly))[:2 if link.two_way else 1]:
            there = a >= 0 and b >= 0
            may = there and self.may_enter(a, b) and self.may_change(self.areas[a], link.area)
            yield self.rules.link_factor(self.mesh, link) if may else -1.0, a if there else -1, b if there else -1, length

    def corner(self, poly, i):
        return poly, i % len(self.rings[poly])

    def is_open(self, edge):
        return self.next[edge] is not None and self.next[self.twins[edge]] is not None

    def is_passable(self, edge):
        return self.next[edge] is not None or (self.twins[edge] is not None and self.next[self.twins[edge]] is not None)

    def angle(self, poly, i):
        """Radians of the polygon's corner."""
        ring = self.rings[poly]
        (px, py), (ax, ay), (bx, by) = (self.places[ring[(i + k) % len(ring)]] for k in (0, 1, -1))
        ax, ay, bx, by = ax - px, ay - py, bx - px, by - py
        return abs(math.atan2(ax * by - ay * bx, ax * bx + ay * by))

    def umbrellas(self):
        """Sets of corners that are joined around a vertex by edges that can be crossed both ways."""
        parent = {edge: edge for edge in self.twins}

        def root(corner):
            while parent[corner] != corner:
                corner = parent[corner]
            return corner
        for (poly, i), twin in self.twins.items():
            if twin and self.is_open((poly, i)):
                parent[root((poly, i))] = root(self.corner(twin[0], twin[1] + 1))
        found = {}
        for corner in parent:
            found.setdefault(root(corner), set()).add(corner)
        return list(found.values())

    def sides(self, umbrella):
        """The two edges that an umbrella ends at, [] of one that goes all around its vertex."""
        edges = [edge for corner in umbrella for edge in (corner, self.corner(corner[0], corner[1] - 1))]
        return [edge for edge in edges if not self.is_open(edge)]

    def costs_of_all(self):
        """What PortalGraph holds of the costs of the whole mesh."""
        open_ = {cost for cost in self.costs.values() if cost >= 0}
        links = {factor for factor, _, _, _ in self.ways if factor >= 0}
        least = min(open_, default=math.inf)
        ground = least if 0 < least < math.inf else 1.0
        least_cost = min(open_ | links, default=0.0)
        penalties = any(meters > 0 and self.costs[poly] >= 0 for poly, meters in self.penalties.items())
        return dict(ground_cost=ground, least_cost=least_cost, least_ratio=min(1.0, least_cost / ground),
                    uniform=len(open_) == 1 and least > 0 and not penalties and least_cost >= ground,
                    symmetric=not links and all((self.next[edge] is None) == (twin is None or self.next[twin] is None)
                                               for edge, twin in self.twins.items()))

    # ---- parts of a tile ----

    def neighbors(self):
        """{polygon: polygons of its tile next to it}, {polygons with a way out of their tile, or a link's end}."""
        next_to, exits = {poly: set() for poly in self.rings}, {poly for _, a, b, _ in self.ways for poly in (a, b)}
        tiles = {poly: self.mesh.tile_of(poly) for poly in self.rings}
        for edge, twin in self.twins.items():
            if twin and self.is_passable(edge):
                if tiles[edge[0]] == tiles[twin[0]]:
                    next_to[edge[0]].add(twin[0])
                else:
                    exits.add(edge[0])
        return next_to, exits


def part(next_to, poly, without=None):
    """The polygons that hang together with one, another left out."""
    found, todo = {poly}, [poly]
    while todo:
        for other in next_to[todo.pop()] - {without}:
            if other not in found:
                found.add(other)
                todo.append(other)
    return found


def is_tree(next_to, polygons):
    return sum(len(next_to[poly] & polygons) for poly in polygons) == 2 * (len(polygons) - 1)


def is_dead_end(next_to, exits, poly, out):
    """Is all that lies behind a polygon, seen from its neighbor, without another way out and without a round?"""
    behind = part(next_to, poly, out)
    return not behind & exits and is_tree(next_to, behind) and next_to[out] & behind == {poly}


# ---- comparing ----

def check_packed(packed, graph):
    """AssertionError where a packed graph is not what it must be."""
    assert packed["polygons"].keys() == graph.rings.keys()
    first = {poly: entry[0] for poly, entry in packed["polygons"].items()}
    at = {(poly, i): corner for poly, entry in packed["polygons"].items() for i, corner in enumerate(entry[4])}
    assert at.keys() == graph.twins.keys()
    for poly, (_, _, cost, penalty, _) in packed["polygons"].items():
        assert (cost, penalty) == (graph.costs[poly], graph.penalties[poly])
    for (poly, i), (x, y, next_, twin, _, _) in at.items():
        assert (x, y) == graph.places[graph.rings[poly][i]]
        assert next_ == (-1 if graph.next[poly, i] is None else graph.next[poly, i])
        assert twin == (-1 if graph.twins[poly, i] is None else first[graph.twins[poly, i][0]] + graph.twins[poly, i][1])
    check_umbrellas(at, first, graph)
    check_dead_ends(packed, at, graph)
    check_links(packed, graph)
    names = ("ground_cost", "least_cost", "least_ratio", "uniform", "symmetric")
    assert {name: packed[name] for name in names} == graph.costs_of_all()
    size = max([1.0, *(abs(c) for poly in graph.rings.values() for v in poly for c in graph.places[v])])
    assert 1e-16 * size < packed["rounding"] < 1e-14 * size


def check_umbrellas(at, first, graph):
    names = []
    for umbrella in graph.umbrellas():
        sides, around = graph.sides(umbrella), sum(graph.angle(*corner) for corner in umbrella)
        [name], [wound] = {at[corner][4] for corner in umbrella}, {bool(at[corner][5] & WOUND) for corner in umbrella}
        assert len(sides) in (0, 2)
        if sides and (any(graph.is_passable(edge) for edge in sides) or around > math.pi + STRAIGHT):
            assert name in {first[poly] + i for poly, i in umbrella}
        elif not sides or around < math.pi - STRAIGHT:
            assert name == -1
        if sides and around > 2 * math.pi + STRAIGHT:
            assert wound
        elif not sides or around < 2 * math.pi - STRAIGHT:
            assert not wound
        names += [name] if name >= 0 else []
    assert len(set(names)) == len(names)


def check_dead_ends(packed, at, graph):
    """Who is next to a single polygon leads out to it, and once it is left out, so on, until no such one is left."""
    next_to, exits = graph.neighbors()
    outs = {poly: entry[1] for poly, entry in packed["polygons"].items()}
    for poly, out in outs.items():
        whole = part(next_to, poly)
        if out >= 0:
            assert is_dead_end(next_to, exits, poly, out)
        elif whole & exits or not is_tree(next_to, whole):
            assert not any(is_dead_end(next_to, exits, poly, other) for other in next_to[poly])
        else:
            assert all(outs[other] >= 0 for other in whole - {poly})
    for (poly, i), corner in at.items():
        leads_in = graph.twins[poly, i] is not None and outs[graph.twins[poly, i][0]] == poly and graph.is_passable((poly, i))
        assert bool(corner[5] & DEAD_END) == leads_in


def check_links(packed, graph):
    assert len(packed["links"]) == len(graph.ways)
    for (factor, cost, start, end), (wanted, a, b, length) in zip(packed["links"], graph.ways):
        assert (factor, start, end) == (wanted, a, b)
        assert abs(cost - max(factor, 0.0) * length / packed["ground_cost"]) <= 1e-3 * max(factor, 0.0)
