"""Volumes thinner than a cell, as doors' leaves are, cut what they separate: bakes of corridors against shapely's parts of a plane."""
import math
import random

import numpy as np
import pytest
import shapely
from shapely.affinity import rotate

import navpy
from tests.make_solids import box, level


class Corridor:
    """A corridor along x with a wall on either side, and a box anywhere in it, from a tenth of a cell to three cells thick."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.cell = cell = rng.choice([0.1, 0.15, 0.25, 0.3, 0.5])
        self.width, self.length = rng.uniform(6, 14) * cell, rng.uniform(26, 40) * cell
        self.shift = rng.uniform(-1, 1), rng.uniform(-1, 1)
        yaw = rng.uniform(-math.pi, math.pi) if rng.random() < 0.8 else rng.choice([0, math.pi / 4, math.pi / 2])
        long = rng.uniform(0.3, 1.6) * self.width if rng.random() < 0.5 else self.width / max(0.2, abs(math.sin(yaw)))
        thick, x = rng.uniform(0.1, 3) * cell, rng.uniform(-0.2, 0.2) * self.length
        z = rng.choice([0, rng.uniform(-0.3, 0.3)]) * self.width
        self.radius = rng.choice([0, 0, cell, 1.5 * cell]) if self.width > 8 * cell else rng.choice([0, cell])
        self.settings = navpy.BakeSettings(cell_size=cell, cell_height=0.2, agent_radius=self.radius, agent_height=1.0,
                                           tile_size=rng.choice([0, 0, 16, 23]), sample_partition_type=rng.randrange(3))
        center = x + self.shift[0], 1, z + self.shift[1]
        self.volume = navpy.BoxVolume(center, (long, 2.2, thick), yaw, area=0, eroded=rng.random() < 0.7)
        self.base = rotate(shapely.box(x - long / 2, z - thick / 2, x + long / 2, z + thick / 2), -math.degrees(yaw), origin=(x, z))

    def bake(self):
        x, z, half, rim = *self.shift, self.width / 2, self.width / 2 + 2 * self.cell
        low, high = x - self.length / 2, x + self.length / 2
        return navpy.bake(*level(box((low, -0.5, z - rim), (high, 0, z + rim)), box((low, -0.5, z - rim), (high, 2, z - half)),
                                 box((low, -0.5, z + half), (high, 2, z + rim))), self.settings, volumes=[self.volume])

    def parts(self):
        """Of the plane without the box, those that reach the left end, those that reach the right one, and all."""
        parts = shapely.get_parts(shapely.box(-self.length / 2, -self.width / 2, self.length / 2, self.width / 2) - self.base)
        reach = [(part.bounds[0] < -self.length / 2 + 1e-6, part.bounds[2] > self.length / 2 - 1e-6) for part in parts]
        return [[part for part, ends in zip(parts, reach) if ends[end]] for end in range(2)]

    def islands(self, mesh, end, parts):
        """The islands of the mesh in some parts, near an end of the corridor."""
        x = (self.length / 2 - 2 * self.cell - self.radius) * (1 if end else -1)
        found = [mesh.nearest((x + self.shift[0], 0, self.shift[1] + self.width * at), (2 * self.cell, 0.5, self.cell))
                 for at in np.linspace(-0.5, 0.5, 15)]
        return {int(mesh.islands[place[0]]) for place in found if place is not None
                and any(part.contains(shapely.Point(place[1][0] - self.shift[0], place[1][2] - self.shift[1])) for part in parts)}

    def has_room(self):
        """Whether a way of cells is left beside the box, whatever the grid: half a cell, the radius, and a cell for the walls."""
        off = (self.radius + 2.2 * self.cell) if self.volume.eroded else self.cell
        inner = self.width / 2 - self.radius - 1.5 * self.cell
        room = shapely.box(-self.length / 2, -inner, self.length / 2, inner) - self.base.buffer(off, join_style="mitre")
        return any(part.bounds[0] < self.cell - self.length / 2 and part.bounds[2] > self.length / 2 - self.cell
                   for part in shapely.get_parts(room) if not part.is_empty)


@pytest.mark.parametrize("first", range(0, 600, 100))
def test_a_box_across_a_corridor_separates_it_and_no_other_does(first):
    separated = free = 0
    for seed in range(first, first + 100):
        corridor = Corridor(seed)
        mesh, (left, right) = corridor.bake(), corridor.parts()
        islands = [corridor.islands(mesh, end, parts) for end, parts in enumerate((left, right))]
        if not any(part in right for part in left):
            separated += 1
            assert not islands[0] & islands[1], seed
        elif corridor.has_room() and all(islands):
            free += 1
            assert islands[0] & islands[1], seed
    assert separated > 15 and free > 5


@pytest.mark.parametrize("seed", range(4))
def test_no_path_leads_through_a_thin_box_that_stands_free(seed):
    """The two sides of a wall of one cell may not become one edge when they are simplified."""
    rng = random.Random(seed)
    for _ in range(40):
        yaw, thick, long = rng.choice([0, math.pi / 2, math.pi / 4, rng.uniform(-3, 3)]), rng.uniform(0.005, 0.2), rng.uniform(2, 5)
        x, z = rng.uniform(-1, 1), rng.uniform(-1, 1)
        settings = navpy.BakeSettings(agent_radius=rng.choice([0, 0, 0.25]), sample_partition_type=rng.randrange(3),
                                      tile_size=rng.choice([0, 0, 13]), region_merge_size=rng.choice([0, 20]))
        mesh = navpy.bake(*level(box((-4, -1, -4), (4, 0, 4))), settings,
                          volumes=[navpy.BoxVolume((x, 0, z), (long, 2, thick), yaw, area=0, eroded=rng.random() < 0.5)])
        for _ in range(4):
            u, v = rng.uniform(-0.2, 0.2) * long, rng.uniform(0.5, 1.5)
            start, goal = [(x + u * math.cos(yaw) + w * math.sin(yaw), 0, z - u * math.sin(yaw) + w * math.cos(yaw)) for w in (v, -v)]
            path = mesh.find_path(start, goal)
            if path.status == navpy.PathStatus.COMPLETE:        # around an end, which is half the box's length off, but for 1.5 cells
                assert path.length > 2 * math.hypot(v, long / 2 - abs(u) - 0.375) - 1e-6
