extends "res://level.gd"
## The game ends while the level is being baked, or paths are searched.

const FINE := {"cell_size": 0.1, "cell_height": 0.1}			# takes some time to bake, longer than two frames


func tidy() -> void:
	pass							# all is there when the game ends


func scenario_at_once() -> void:
	start_to_bake()


func scenario_while_it_bakes() -> void:
	await until_it_bakes(start_to_bake())


func scenario_when_the_bake_is_canceled() -> void:
	var bakes := start_to_bake()
	await until_it_bakes(bakes)
	bakes.cancel_bake()


func scenario_while_two_bakers_wait() -> void:
	var bakes := start_to_bake()
	await until_it_bakes(bakes)
	bakes.cancel_bake()
	baker(FINE)
	baker(FINE)
	await frames(10)


## With handlers that are functions of scripts, and hold a map.
func scenario_while_searches_wait() -> void:
	floor_at(60, 60)
	bake({"tile_size": 12})
	var map := NavMap.of(world)
	for i in 2000:
		map.find_path_async(Vector3(-25, 0, -25), Vector3(25, 0, 25)).finished.connect(func(_path): map.is_empty())
	report("waiting", map.find_path_async(Vector3.ZERO, Vector3(25, 0, 25)).status == NavPath.SEARCHING)


func start_to_bake() -> NavMeshBaker:
	floor_at(150, 150)
	var bakes := baker(FINE)
	report("status", walker(Vector3.ZERO).requestPath(Vector3(10, 0, 0)))
	return bakes


func until_it_bakes(bakes: NavMeshBaker) -> void:
	await until(func(): return bakes.get_bake_progress() > 0, 0, MSEC_TO_WAIT)
	report("baking", bakes.is_baking())
