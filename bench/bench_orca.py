"""ORCA on random scenes, agents and solids strewn about: is everyone's new velocity that of pyrvo (RVO2, PyPI)?

    python bench/bench_orca.py [scenes]         needs PyPI's pyrvo

An agent's velocity must be RVO2's. Two things excuse it, which are read off the scene and off RVO2, never off the difference:
* RVO2's tree of walls splits those that cross the line of another wall, however far away that is, and takes each piece for a wall of
  its own, with lines of its own. The paper knows no pieces, nor has orca_step any. If RVO2 has split a wall that the agent sees, our
  velocity among these pieces must be RVO2's.
* RVO2 reckons in floats. Where nothing is left that goes against no line, its third linear program crosses lines that are nearly
  parallel, and the last bits of its numbers become whole decimeters a second. If RVO2's own answer jumps as the scene is changed by
  the last bit of its floats, RVO2's lines solved with doubles must give our velocity.
"""
import sys

import numpy as np
import pyrvo

from navpy.motion import nearest_velocity, orca_step

SCENES, SHAKES = 10_000, 16
EQUAL = 1e-3                        # meters a second
BULGE = 1e-6                        # meters by which a split wall is bent outwards: RVO2 takes corners between its pieces for convex
REACH = 10.0                        # meters
AGENTS = ("positions", "velocities", "preferred", "radii", "max_speeds")


def floats(numbers):
    """As exact as RVO2 takes them."""
    return np.asarray(numbers, np.float32).astype(float)


# ---- scenes ----

def disc(rng, radii):
    angle, radius = rng.uniform(0, 2 * np.pi, len(radii)), np.sqrt(rng.uniform(0, 1, len(radii))) * radii
    return floats(np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]))


def solid(rng, size):
    """A convex polygon of three to five corners."""
    center, corners = rng.uniform(-size, size, 2), int(rng.integers(3, 6))
    angle, radius = np.sort(rng.uniform(0, 2 * np.pi, corners)), rng.uniform(0.5, 3)
    return floats(center + radius * np.column_stack([np.cos(angle), np.sin(angle)]))


def strew(seed):
    """The arguments of orca_step."""
    rng = np.random.default_rng(seed)
    count, size = int(rng.integers(2, 12)), rng.uniform(2, 12)
    positions = floats(rng.uniform(-size, size, (count, 2)))
    radii, max_speeds = floats(rng.uniform(0.2, 0.6, count)), floats(rng.uniform(1, 2.5, count))
    obstacles = [solid(rng, size) for _solid in range(int(rng.integers(0, 3)))]
    horizons = floats(rng.uniform((0.5, 0.3), (5, 3)))
    return dict(positions=positions, velocities=disc(rng, max_speeds), preferred=disc(rng, max_speeds), radii=radii,
                max_speeds=max_speeds, obstacles=obstacles, dt=float(np.float32(0.1)), neighbor_distance=REACH,
                max_neighbors=int(rng.integers(1, 11)), time_horizon=float(horizons[0]),
                time_horizon_obstacles=float(horizons[1]))


def shake(rng, scene):
    """The scene with the last bit of its floats one more, one less or as it is."""
    def shaken(numbers):
        return floats(numbers + np.spacing(np.asarray(numbers, np.float32)) * rng.integers(-1, 2, np.shape(numbers)))
    return {**scene, **{name: shaken(scene[name]) for name in AGENTS}, "obstacles": [shaken(ring) for ring in scene["obstacles"]]}


# ---- RVO2 ----

class Rvo:
    """A step of pyrvo."""

    def __init__(self, scene):
        usual = [scene[name] for name in ("neighbor_distance", "max_neighbors", "time_horizon", "time_horizon_obstacles")]
        self.simulator = pyrvo.RVOSimulator(scene["dt"], *usual, 1.0, 1.0)
        for position, velocity, preferred, radius, speed in zip(*(scene[name].tolist() for name in AGENTS), strict=True):
            agent = self.simulator.add_agent(position, *usual, radius, speed, velocity)
            self.simulator.set_agent_pref_velocity(agent, preferred)
        self.firsts = [self.simulator.add_obstacle(ring.tolist()) for ring in scene["obstacles"]]
        self.corners = self.simulator.get_num_obstacle_vertices()
        self.simulator.process_obstacles()
        self.simulator.do_step()
        each = (self.simulator.get_agent_velocity(i) for i in range(len(scene["positions"])))
        self.velocities = np.array([(velocity.x, velocity.y) for velocity in each])

    def sees_piece(self, i):
        seen = [self.simulator.get_agent_obstacle_neighbor(i, k) for k in range(self.simulator.get_agent_num_obstacle_neighbors(i))]
        return any(max(wall, self.simulator.get_next_obstacle_vertex(wall)) >= self.corners for wall in seen)

    def pieces(self):
        """The rings with the places where it has split them."""
        rings = []
        for first in self.firsts:
            ring, wall, begin = [], first, None
            while begin is None or wall != first:
                point = self.simulator.get_obstacle_vertex(wall)
                ring.append((wall < self.corners, point.x, point.y))
                begin, wall = wall, self.simulator.get_next_obstacle_vertex(wall)
            rings.append(bulge(np.array(ring)))
        return rings

    def lines(self, i):
        """(lines of walls and bodies, how many of them of walls)."""
        lines = [self.simulator.get_agent_orca_line(i, k) for k in range(self.simulator.get_agent_num_orca_lines(i))]
        return (np.array([(*point, *direction) for direction, point in lines]).reshape(-1, 4),
                len(lines) - self.simulator.get_agent_num_agent_neighbors(i))


def bulge(ring):
    """Of rows (is it a corner, x, y): split places come to lie on a parabola over their wall."""
    points, corners = ring[:, 1:].copy(), np.flatnonzero(ring[:, 0])
    for begin, end in zip(corners, np.append(corners[1:], len(ring)), strict=True):
        side = points[end % len(ring)] - points[begin]
        t = (points[begin + 1:end] - points[begin]) @ side / (side @ side)
        outward = np.array([side[1], -side[0]]) / np.hypot(*side)
        points[begin + 1:end] = points[begin] + t[:, None] * side + (4 * BULGE * t * (1 - t))[:, None] * outward
    return points


# ---- beside each other ----

def jumps(scene, velocities, seed):
    """Which of RVO2's velocities change by more than EQUAL as it is shaken."""
    rng = np.random.default_rng(seed)
    shaken = np.array([Rvo(shake(rng, scene)).velocities for _shake in range(SHAKES)])
    return np.abs(shaken - velocities).max(axis=(0, 2)) > EQUAL


def compare(seed):
    """Agents: all, those that differ from RVO2, among walls whole and split; those whose velocity RVO2 makes jump, those of them that
    differ though the walls be split."""
    scene = strew(seed)
    rvo = Rvo(scene)
    assert np.isfinite(rvo.velocities).all(), f"scene {seed}: RVO2's velocities are not finite"
    whole = orca_step(**scene)
    split = orca_step(**{**scene, "obstacles": rvo.pieces()})
    jumpy, other = jumps(scene, rvo.velocities, seed), np.abs(whole - rvo.velocities).max(axis=1) > EQUAL
    pieces = np.array([rvo.sees_piece(i) for i in range(len(whole))])
    ours = np.where((other & pieces)[:, None], split, whole)
    differ = np.abs(ours - rvo.velocities).max(axis=1) > EQUAL
    for i in np.flatnonzero(differ).tolist():
        assert jumpy[i], f"scene {seed}, agent {i}: {ours[i]}, RVO2 has {rvo.velocities[i]}"
        lines, fixed = rvo.lines(i)
        exact = nearest_velocity(lines, scene["preferred"][i], scene["max_speeds"][i], fixed)[0]
        assert np.abs(exact - ours[i]).max() <= EQUAL, f"scene {seed}, agent {i}: {ours[i]}, RVO2's lines leave {exact}"
    return np.array([len(whole), other.sum(), pieces.sum(), (other & pieces & ~differ).sum(), jumpy.sum(), differ.sum()])


def main():
    scenes = int(sys.argv[1]) if len(sys.argv) > 1 else SCENES
    agents, other, pieces, split, jumpy, rounded = sum(compare(seed) for seed in range(scenes))
    print(f"{scenes} scenes, {agents} agents: {agents - other} have RVO2's velocity within {EQUAL} m/s. Of {pieces} who see walls "
          f"that RVO2 splits, {split} have it once these are split for them, too; of {jumpy} whose velocity RVO2's floats make jump, "
          f"{rounded} have what RVO2's lines leave")


if __name__ == "__main__":
    main()
