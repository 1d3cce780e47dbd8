"""What meshes are tested against: ways over them found by plain means, and the checksum of their files."""
import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

from navpy.navmesh.navmesh import NavMesh

COSTS = (0.0, 0.2, 0.5, 1.0, 1.0, 4.0, 20.0)
HEADER = 16 + 16 + 6 * 8 + 8 + 64 * 8          # bytes of a file before its links


def with_areas(mesh, rng, kinds):
    """The same polygons with random areas from 1 up to kinds, costs of these areas and one more, and a random exit-only set."""
    mesh = NavMesh.from_polygons(mesh.vertices, mesh.polygons, rng.integers(1, kinds + 1, mesh.polygon_count), climb=0.5)
    for area in range(1, kinds + 2):
        mesh.set_area_cost(area, rng.choice(COSTS))
    mesh.set_exit_only_areas([area for area in range(1, kinds + 2) if rng.random() < 0.25])
    return mesh


class Ways:
    """Ways out of every polygon, from vertex indices and links alone: (name, polygon beyond, ends of the portal), or for a link
    (name, polygon beyond, places where it leaves and lands, cost in between). Those of a filter: costs by area in place of the
    mesh's, polygons that are shut, and meters by polygon that entering it counts for. regions, enter_costs: by polygon, the part of
    the mesh that it is of, and meters that entering it from another one counts for."""

    def __init__(self, mesh, area_costs=(), shut=(), penalties=None, regions=None, enter_costs=None):
        areas, vertices, flags = mesh.areas, mesh.vertices, mesh.flags.copy()
        flags[list(shut)] = 0
        area_costs = {area: mesh.area_cost(area) for area in range(64)} | dict(area_costs)
        self.factors = [area_costs[area] for area in areas]
        self.penalties = np.zeros(len(areas)) if penalties is None else penalties
        self.regions = np.zeros(len(areas), dtype=int) if regions is None else regions
        self.enter_costs = np.zeros(len(areas)) if enter_costs is None else enter_costs
        self.centers = [vertices[list(polygon)].mean(axis=0) for polygon in mesh.polygons]
        owner = {(a, b): i for i, polygon in enumerate(mesh.polygons) for a, b in zip(polygon, polygon[1:] + polygon[:1])}
        self.out = [[] for _ in mesh.polygons]
        exit_only = mesh.exit_only_areas
        for (a, b), i in owner.items():
            other = owner.get((b, a))
            if other is not None and flags[i] and flags[other] and (areas[other] == areas[i] or areas[other] not in exit_only):
                self.out[i].append(((a, b), other, (vertices[a], vertices[b]), None))
        for link in mesh.links:
            a, b = np.array(link.start), np.array(link.end)
            cost = area_costs[link.area] * np.linalg.norm(b - a)
            for i, k, start, end in ((link.start_poly, link.end_poly, a, b), (link.end_poly, link.start_poly, b, a)):
                if flags[i] and flags[k] and all(area not in exit_only or area == areas[i] for area in (areas[k], link.area)):
                    self.out[i].append(((link.id, i, k), k, (start, end), cost))
                if not link.two_way:
                    break

    def steps(self, start, goal, goal_poly, points):
        """By polygon: (name, polygon beyond, point that the way goes on from, polygons and the part of the way to ``leaves`` at
        the cost of each, ``leaves``, cost from there)."""
        found, ends = [], [portal[2] for row in self.out for portal in row if portal[3] is None]
        a, b = np.array(ends).reshape(-1, 2, 3).transpose(1, 0, 2)
        entered = iter(nearest_to_line(a, b, start, goal) if points == "clamped" else (a + b) / 2)
        for i, row in enumerate(self.out):
            found.append([])
            for name, other, (a, b), cost in row:
                if cost is not None:
                    found[i].append((name, other, b, ((i, 1.0),), a, cost))
                    continue
                at = next(entered)
                if points == "centers":
                    center = goal if other == goal_poly else self.centers[other]
                    found[i].append((name, other, center, ((i, 0.5), (other, 0.5)), center, 0.0))
                else:
                    found[i].append((name, other, at, ((i, 1.0),), at, 0.0))
        return found

    def cost(self, a, start, b, goal, points="clamped"):
        """Of the cheapest way."""
        start, goal = np.asarray(start), np.asarray(goal)
        states, costs = self.spread(a, start, self.steps(start, goal, b, points))
        return min((cost + self.factors[b] * np.linalg.norm(goal - at) for (_, poly, at, _), cost in zip(states, costs) if poly == b),
                   default=np.inf)

    def costs(self, a, start):
        """By polygon: of the cheapest way to the middle of a portal or link into it."""
        start = np.asarray(start)
        states, costs = self.spread(a, start, self.steps(start, None, None, "midpoints"))
        out = np.full(len(self.out), np.inf)
        for (_, poly, _, _), cost in zip(states, costs):
            out[poly] = min(out[poly], cost)
        return out

    def spread(self, a, start, steps):
        """Dijkstra's search (scipy's); a state is the way by which a polygon was entered, and no portal leads straight back."""
        states = [(None, a, start, None)] + [(name, other, at, i) for i, row in enumerate(steps) for name, other, at, *_ in row]
        index = {name: k for k, (name, *_) in enumerate(states)}
        rows, columns, costs = [], [], []
        for k, (name, poly, at, before) in enumerate(states):
            for next_name, other, _, shares, leaves, crossing in steps[poly]:
                if other == before and name is not None and len(name) == 2 and len(next_name) == 2:
                    continue
                factor = sum(share * self.factors[i] for i, share in shares)
                rows.append(k), columns.append(index[next_name])
                costs.append(factor * np.linalg.norm(leaves - at) + crossing + self.penalties[other]
                             + (self.enter_costs[other] if self.regions[poly] != self.regions[other] else 0.0))
        graph = csr_matrix((np.maximum(costs, 1e-300), (rows, columns)), shape=(len(states), len(states)))
        return states, dijkstra(graph, indices=0)

    def reached(self, start):
        found, todo = {start}, [start]
        while todo:
            for _, other, _, _ in self.out[todo.pop()]:
                if other not in found:
                    found.add(other)
                    todo.append(other)
        return found


def nearest_to_line(a, b, start, goal):
    """(n, 3): the points of the segments a → b nearest to the straight line from start to goal in the ground plane."""
    p, along = a[:, ::2], (b - a)[:, ::2]
    s, line = start[::2], (goal - start)[::2]
    ends = sides(along, s - p), sides(along, goal[::2] - p)
    both = sides(line, p - s), sides(line, p + along - s)
    with np.errstate(invalid="ignore", divide="ignore"):
        crossing = both[0] / (both[0] - both[1])
    tried = [np.zeros(len(a)), np.ones(len(a))]
    tried += [np.clip(((x[::2] - p) * along).sum(axis=1) / (along ** 2).sum(axis=1), 0.0, 1.0) for x in (start, goal)]
    off = [off_line(p + t[:, None] * along - s, line) for t in tried]
    nearest = np.choose(np.argmin(off, axis=0), tried)
    crossed = ((ends[0] > 0) != (ends[1] > 0)) & ((both[0] > 0) != (both[1] > 0))
    return a + np.where(crossed, crossing, nearest)[:, None] * (b - a)


def sides(a, b):
    return a[..., 1] * b[..., 0] - a[..., 0] * b[..., 1]


def off_line(points, line):
    """Distances from the straight line that begins at 0; what differs by rounding alone is the same."""
    t = np.clip(points @ line / max(line @ line, 1e-300), 0.0, 1.0)
    return np.linalg.norm(points - t[:, None] * line, axis=1).round(9)


def checksum(data):
    value = len(data)
    for at in range(0, len(data), 8):
        value = (value ^ int.from_bytes(data[at:at + 8], "little")) * 0x9E3779B97F4A7C15 % 2 ** 64
        value ^= value >> 32
    return value


def fixed_up(data):
    return bytes(data[:8]) + checksum(data[16:]).to_bytes(8, "little") + bytes(data[16:])
