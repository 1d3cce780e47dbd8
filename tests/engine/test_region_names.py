"""NavMeshBaker has the names of the engine's region and of its navigation mesh, in both dimensions."""
from tests.engine.scenarios import FAILURE, RUNNING, InBoth

scenario = InBoth("region_names.gd")


COMMON = ["get_region_rid", "get_rid", "get_use_edge_connections", "set_navigation_map", "set_use_edge_connections"]


@scenario.space("names")
def test_names_of_region_and_mesh(seen):
    seen.expect({"properties": ["geometry_source_group_name", "navigation_mesh", "use_edge_connections", "vertices_per_polygon"],
                 "methods": sorted([*COMMON, "get_navigation_mesh", "set_navigation_mesh"]), "signals": []})


@scenario.plane("names")
def test_names_of_region_and_polygon(seen):
    """A bake from outlines has no cells, no border and no partition."""
    seen.expect({"properties": ["baking_rect", "baking_rect_offset", "border_size", "cell_size", "navigation_polygon",
                                "sample_partition_type", "source_geometry_group_name", "use_edge_connections"],
                 "methods": sorted([*COMMON, "get_navigation_polygon", "set_navigation_polygon"]), "signals": []})


@scenario("words")
def test_the_engines_words(seen):
    seen.expect({"baked": True, "changes": [1], "kept": [5, "ground"]})


@scenario("switched_on_and_off")
def test_it_is_switched_on_and_off(seen):
    assert seen["on"] == seen["on again"] == seen["on the agent's layer"] == RUNNING
    assert seen["off"] == seen["on another layer"] == FAILURE
