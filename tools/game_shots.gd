extends "game_window.gd"
## Pictures of a level of a game, for tools/game_sheets.py:  game, level, the folder for them.
##
## The museum is seen from above, storey by storey, and then some of its rooms; of Bridgehead the empty level, and its battle, which the
## bot fights, at some seconds.

const MOMENTS: Array[int] = [0, 45, 80, 125]    ## Seconds of Bridgehead's game.
const HIGH := 40.0              ## Meters, of the camera over a floor.

var count := 0


func _initialize() -> void:
	await begin(words[0], int(words[1]), words[0] == "bridgehead")
	await call("_show_" + words[0])
	quit()


func _show_bridgehead() -> void:
	for i in MOMENTS.size():
		await wait(MOMENTS[i] - MOMENTS[maxi(i - 1, 0)])
		await _take()


func _show_museum() -> void:
	await wait(20)              # visitors have come in
	var camera: Camera3D = hands.camera
	var room_view := [camera.rotation, hands.away]
	camera.rotation.x = -PI / 2
	camera.projection = Camera3D.PROJECTION_ORTHOGONAL
	camera.size = game.plan.size().y * game.Plan.MODULE + 4
	hands.away = HIGH
	for storey in game.plan.storeys.size():
		hands.show_around(Vector3(0, storey * game.Plan.STOREY, 0))
		await _take()
	camera.projection = Camera3D.PROJECTION_PERSPECTIVE
	camera.rotation = room_view[0]
	hands.away = room_view[1]
	for entry: Dictionary in game.plan.things.filter(func(thing: Dictionary) -> bool: return thing.what != "key").slice(0, 3):
		hands.show_around(game.plan.center_of(entry.storey, entry.cell))
		await _take()


func _take() -> void:
	await process_frame
	shoot(count)
	count += 1
