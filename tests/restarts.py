"""A crowd with agents of many kinds on a world of tiles, and how it goes on in another process:
python -m tests.restarts FOLDER STEPS [change]"""
import hashlib
import pathlib
import sys

import numpy as np

from navpy import BakeSettings, BoxVolume, Crowd, NavMesh, OffMeshLink, bake

SIDE, DT = 48.0, 1 / 20
KINDS = (dict(), dict(radius=0.3, max_speed=3.5), dict(radius=0.7, path_radius=0.7), dict(path_height_error=0.1),
         dict(simplify_path=True), dict(avoidance_enabled=False), dict(max_acceleration=0, turn_rate=0), dict(include_flags=2),
         dict(separation_weight=1.0), dict(yields=False))


def world(seed=1):
    """Tiles of 16 m: walls with doors, mud that some know to avoid, links over a wall, flags."""
    rng = np.random.default_rng(seed)
    floor, faces = [(0, 0, 0), (0, 0, SIDE), (SIDE, 0, SIDE), (SIDE, 0, 0)], [(0, 1, 2), (0, 2, 3)]
    volumes = [BoxVolume((SIDE / 2, 0, z + 5.5), (1, 4, 9)) for z in (0, 12, 24, 36)]       # a wall with doors between its parts
    volumes += [BoxVolume((x, 0, z), (w, 4, d)) for x, z, w, d in rng.uniform((3, 3, 1, 1), (SIDE - 3, SIDE - 3, 4, 4), (24, 4))]
    mesh = bake(floor, faces, BakeSettings(agent_radius=0.4, tile_size=64), bounds=((0, -1, 0), (SIDE, 5, SIDE)), volumes=volumes)
    across = [((SIDE / 2 - 1.2, 0, z), (SIDE / 2 + 1.2, 0, z)) for z in (6.0, 30.0)]
    mesh.add_links([OffMeshLink(start, end, radius=0.6, kind=1) for start, end in across], strict=False)
    mesh.set_flags([poly for poly in range(mesh.polygon_count) if mesh.has_polygon(poly)], 3)
    return mesh


def shuffled(mesh, seed):
    """The same tiles, of which many were taken away and added again, so that polygons have other numbers."""
    rng, mesh = np.random.default_rng(seed), NavMesh.from_bytes(mesh.to_bytes())
    for _ in range(3):
        places = [mesh.tiles[i] for i in rng.permutation(len(mesh.tiles))[:8]]
        kept = [mesh.tile(x, z) for x, z in places]
        for x, z in places:
            mesh.remove_tile(x, z)
        for tile in kept:
            mesh.add_tile(tile)
    return mesh


def places(mesh, count, seed):
    """Near the middles of polygons, in whatever order the mesh has them."""
    rng, corners = np.random.default_rng(seed), np.asarray(mesh.vertices, dtype=float)
    middles = np.array(sorted(tuple(corners[list(ring)].mean(axis=0)) for ring in mesh.polygons if len(ring)))
    return middles[rng.integers(len(middles), size=count)] + rng.uniform((-0.4, 0, -0.4), (0.4, 0, 0.4), (count, 3))


def busy_crowd(mesh, seed=0, count=70):
    """Half of them share a goal behind the doors, a few follow leaders."""
    crowd, starts, goals = Crowd(mesh), places(mesh, count, seed + 1), places(mesh, count, seed + 2)
    agents = [crowd.add_agent(start, **KINDS[i % len(KINDS)]) for i, start in enumerate(starts)]
    goals[::2] = goals[0]
    for i, (agent, goal) in enumerate(zip(agents, goals)):
        if i % 9 == 4:
            crowd.set_flock_leader(agent, agents[i - 1])
        else:
            crowd.request_path(agent, goal, allow_partial=True)
    return crowd


def go_on(crowd, steps, every=100, seed=5):
    """Hashes of the places, one every so many steps; there are new requests on the way, many at once."""
    hashes, goals = [], places(crowd.mesh, len(crowd), seed)
    for step in range(1, steps + 1):
        crowd.step(DT)
        if step % 250 == 100:
            agents = crowd.agents
            crowd.request_paths(agents[::3], goals[: len(agents[::3])], allow_partial=True)
        if step % every == 0:
            hashes.append(hashlib.sha256(crowd.positions.tobytes()).hexdigest())
    return hashes


def change(mesh):
    """A tile is taken away: all whose path leads over it search anew, within the budget of a step."""
    mesh.remove_tile(*sorted(mesh.tiles)[4])


if __name__ == "__main__":
    folder, steps = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    mesh = NavMesh.load(folder / "mesh")
    crowd = Crowd(mesh)
    assert crowd.load_state((folder / "state").read_bytes())
    if len(sys.argv) > 3:
        change(mesh)
    print(*go_on(crowd, steps), sep="\n")
