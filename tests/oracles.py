"""What meshes are tested against: ways over them found by plain means, and the checksum of their files."""
import heapq

import numpy as np

from navpy.navmesh import NavMesh

COSTS = (0.0, 0.2, 0.5, 1.0, 1.0, 4.0, 20.0)


def with_areas(mesh, rng, kinds):
    """The same polygons with random areas from 1 up to kinds, costs of these areas and one more, and a random soft set."""
    mesh = NavMesh.from_polygons(mesh.vertices, mesh.polygons, rng.integers(1, kinds + 1, mesh.polygon_count), climb=0.5)
    for area in range(1, kinds + 2):
        mesh.set_area_cost(area, rng.choice(COSTS))
    mesh.set_soft_areas([area for area in range(1, kinds + 2) if rng.random() < 0.25])
    return mesh


class Ways:
    """Ways out of every polygon, from vertex indices and links alone: (place reached, name, polygon beyond, cost from there on,
    place that it leaves)."""

    def __init__(self, mesh):
        areas, vertices = mesh.areas, mesh.vertices
        self.factors = [mesh.area_cost(area) for area in areas]
        owner = {(a, b): i for i, polygon in enumerate(mesh.polygons) for a, b in zip(polygon, polygon[1:] + polygon[:1])}
        self.out = [[] for _ in mesh.polygons]
        soft = mesh.soft_areas
        for (a, b), i in owner.items():
            other = owner.get((b, a))
            if other is not None and (areas[other] == areas[i] or areas[other] not in soft):
                middle = (vertices[a] + vertices[b]) / 2
                self.out[i].append((middle, (a, b), other, 0.0, middle))
        for link in mesh.links:
            a, b = np.array(link.start), np.array(link.end)
            cost = mesh.area_cost(link.area) * np.linalg.norm(b - a)
            for i, k, start, end in ((link.start_poly, link.end_poly, a, b), (link.end_poly, link.start_poly, b, a)):
                if all(area not in soft or area == areas[i] for area in (areas[k], link.area)):
                    self.out[i].append((end, (link.id, i, k), k, cost, start))
                if not link.two_way:
                    break

    def cost(self, a, start, b, goal):
        """Dijkstra; a state is the way by which a polygon was entered, and no portal leads straight back."""
        best, queue, done = np.inf, [(0.0, 0, -1, a, np.asarray(start), None)], set()
        pushed = 0
        while queue:
            cost, _, before, poly, at, name = heapq.heappop(queue)
            if name in done:
                continue
            done.add(name)
            if cost >= best:
                break
            if poly == b:
                best = min(best, cost + self.factors[b] * np.linalg.norm(goal - at))
            for end, name, other, crossing, leaves in self.out[poly]:
                is_link = len(name) == 3
                if (is_link or other != before) and name not in done:
                    pushed += 1
                    step = self.factors[poly] * np.linalg.norm(leaves - at) + crossing
                    heapq.heappush(queue, (cost + step, pushed, -1 if is_link else poly, other, end, name))
        return best

    def reached(self, start):
        found, todo = {start}, [start]
        while todo:
            for _, _, other, _, _ in self.out[todo.pop()]:
                if other not in found:
                    found.add(other)
                    todo.append(other)
        return found


def checksum(data):
    value = len(data)
    for at in range(0, len(data), 8):
        value = (value ^ int.from_bytes(data[at:at + 8], "little")) * 0x9E3779B97F4A7C15 % 2 ** 64
        value ^= value >> 32
    return value
