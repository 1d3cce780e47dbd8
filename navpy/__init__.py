"""navpy: navmesh baking, path queries and motion."""
