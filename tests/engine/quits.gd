extends "res://level.gd"
## The game ends while the level is being baked.


func run() -> void:
	floor_at(60, 60)
	var bakes := baker({"cell_size": 0.1, "cell_height": 0.1})
	var agent := walker(Vector3.ZERO)
	var when: String = OS.get_cmdline_user_args()[0]
	report("asked", agent.requestPath(Vector3(10, 0, 0)))
	if when == "at once":
		return
	await until(func(): return bakes.get_bake_progress() > 0, 0, MSEC_TO_WAIT)
	report("baking", bakes.is_baking())
	if when == "cancelled":
		bakes.cancel_bake()
	elif when == "two":
		bakes.cancel_bake()
		baker({"cell_size": 0.1, "cell_height": 0.1})
		baker({"cell_size": 0.1, "cell_height": 0.1})
		await frames(10)
