extends "res://dimension.gd"
## What scenarios of NavMeshBaker.use_navigation_server share: waiting for the engine's server, and asking it.

var taken := 0      # iteration of the server's map at the end of the last wait


## What changes from here on is taken over on this thread: without the engine's own threads one step of the server's is enough.
func begin() -> void:
	ProjectSettings.set_setting("navigation/world/region_use_async_iterations", false)
	server.map_set_use_async_iterations(server_map(), false)
	taken = iteration()


func iteration() -> int:
	return server.map_get_iteration_id(server_map())


## Waits until the server has taken over what has changed since the last wait. Links may follow a frame after regions.
func served() -> void:
	if not await until(func(): return iteration() != taken, 0, MSEC_TO_WAIT):
		push_error("the server has taken nothing over")
	while taken != iteration():
		taken = iteration()
		await frames(3)


## The server's path.
func asked(start: Variant, goal: Variant) -> RefCounted:
	var parameters: RefCounted = ClassDB.instantiate("NavigationPathQueryParameters" + SUFFIX)
	parameters.map = server_map()
	parameters.start_position = start
	parameters.target_position = goal
	var result: RefCounted = ClassDB.instantiate("NavigationPathQueryResult" + SUFFIX)
	server.query_path(parameters, result)
	return result


## Meters in the ground plane.
func path_length(points: Variant) -> float:
	var sum := 0.0
	for i in range(1, points.size()):
		sum += ground(points[i - 1]).distance_to(ground(points[i]))
	return sum
