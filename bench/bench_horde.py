"""A crowd's requests to one target against a search for each agent, in one run: a thousand agents on a world, one goal.

    python bench/bench_horde.py [world.navmesh]

Without a world it takes one of 300 × 300 m that it makes. The crowd decides by itself when to flood: at a request of all of them at
once, at requests one after the other, at those of all agents again when there is a field, and in steps, a budget of nodes each. Last
for agents that are wider than the bake. The paths are as long as those that are searched.
"""
import sys
import time

import numpy as np

import navpy
from bench_bake import SETTINGS, made_level
from bench_path import pairs_on_one_island, plan_lengths

AGENTS, REPEATS = 1_000, 7
WIDER = 0.3             # meters
LOOK_AHEAD = 600        # steps in which a crowd prepares for searches, as those of find_paths are when they are timed


def best(function, *prepare):
    """(seconds, its answer) of the fastest of some calls, each after a preparation that is not timed."""
    times = []
    for _ in range(REPEATS):
        given = [make() for make in prepare]
        begin = time.perf_counter()
        answer = function(*given)
        times.append(time.perf_counter() - begin)
    return min(times), answer


def length(points):
    return np.hypot(*np.diff(points[:, ::2].astype(float), axis=0).T).sum()


def check(crowd, agents, wanted):
    lengths = np.array([length(crowd.path(int(agent))) for agent in agents])
    assert np.allclose(lengths, wanted, rtol=1e-6, atol=1e-2), "a path of the crowd is of another length"


def main():
    mesh = navpy.NavMesh.load(sys.argv[1]) if len(sys.argv) > 1 else navpy.bake(*made_level(), navpy.BakeSettings(**SETTINGS))
    starts, goals = pairs_on_one_island(mesh, AGENTS)
    goal = goals[0]

    def prepared():
        crowd = navpy.Crowd(mesh)
        for _ in range(LOOK_AHEAD):
            crowd.step(0.0)
        return crowd

    def crowd_of_all(**params):
        crowd = prepared()
        return crowd, crowd.add_agents(starts, **params)

    def with_a_field(**params):
        crowd, agents = at_once(crowd_of_all(**params))
        for agent in agents.tolist():
            crowd.stop(agent)
        return crowd, agents

    def at_once(made):
        made[0].request_paths(made[1], goal)
        return made

    def one_by_one(made):
        for agent in made[1].tolist():
            made[0].request_path(agent, goal)
        return made

    def queued():
        crowd, agents = at_once(crowd_of_all())
        crowd.mesh = mesh                               # all of them search again, and no field is left
        return crowd, agents

    def stepped(made):
        crowd, steps, found = made[0], [], made[0].searches
        while crowd.searches < found + AGENTS:
            begin = time.perf_counter()
            crowd.step(0.0)
            steps.append(time.perf_counter() - begin)
        return *made, steps

    searched, paths = best(lambda: mesh.find_paths(starts, np.repeat(goals[:1], AGENTS, axis=0)))
    wanted = plan_lengths(paths)
    print(f"{mesh.polygon_count} polygons, {AGENTS} agents to one goal")
    print(f"  find_paths: {1e3 * searched:.1f} ms, {np.mean([path.searched for path in paths]):.0f} nodes each")
    added, _ = best(lambda crowd: crowd.add_agents(starts), lambda: navpy.Crowd(mesh))
    print(f"  add_agents: {1e3 * added:.2f} ms")
    for name, ask, make in (("request_paths", at_once, crowd_of_all), ("request_path each", one_by_one, crowd_of_all),
                            ("request_paths again", at_once, with_a_field), ("in steps", stepped, queued)):
        taken, (crowd, agents, *steps) = best(ask, make)
        check(crowd, agents, wanted)
        fields = crowd.goal_fields
        note = f", {len(steps[0])} steps, the longest {1e3 * max(steps[0]):.1f} ms" if steps else ""
        print(f"  {name}: {1e3 * taken:.2f} ms, {taken / searched:.2f} of find_paths, {fields} field{'s' * (fields != 1)}{note}")
    begin = time.perf_counter()
    paths = [mesh.find_path(start, goal, radius=mesh.agent_radius + WIDER) for start in starts]
    searched = time.perf_counter() - begin
    has_way = np.array([len(path.points) > 0 for path in paths])
    starts, wanted = starts[has_way], np.array([length(path.points) for path in paths if len(path.points)])
    print(f"  {WIDER} m wider, {len(starts)} with a way: find_path each {1e3 * searched:.0f} ms")
    for name, make in (("request_paths", crowd_of_all), ("request_paths again", with_a_field)):
        crowd, agents = made = make(path_radius=mesh.agent_radius + WIDER)
        begin = time.perf_counter()
        at_once(made)
        taken = time.perf_counter() - begin
        check(crowd, agents, wanted)
        print(f"    {name}: {1e3 * taken:.2f} ms, {taken / searched:.3f} of find_path")


if __name__ == "__main__":
    main()
