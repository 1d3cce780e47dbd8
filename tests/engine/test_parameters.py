"""The properties of NavAgent and Crowd that are made from the table of agent parameters."""
from navpy.motion.agent.agent_params import GROUPS
from tests.engine.scenarios import Scenarios

scenario = Scenarios("parameters.gd")
ROWS = [field for rows in GROUPS.values() for field in rows]


def expected(field):
    """At first, and after it was set to something else."""
    return [field.default, not field.default if field.type is bool else 2 if field.type is int else 0.25]


@scenario("parameters", expected=["pathfinding_algorithm must be"])
def test_nodes_have_the_parameters_of_the_table(seen):
    for node, prefix in (("NavAgent", ""), ("Crowd", "agent_")):
        wanted = {prefix + field.name: expected(field) for field in ROWS}
        assert {name: seen[node].get(name) for name in wanted} == wanted, node


@scenario("former_name_in_a_saved_scene")
def test_a_scene_saved_with_the_former_name_loads(seen):
    seen.expect({"time horizon": 2.5, "saved by its new name alone": True})
