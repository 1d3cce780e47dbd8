@tool
extends EditorPlugin
## What the scripts that run inside the editor share. One of them extends this and writes `func run()`, which begins when
## the editor is ready and its command line says "check".


func _enter_tree() -> void:
	if "check" in OS.get_cmdline_user_args():
		begin.call_deferred()


func begin() -> void:
	while EditorInterface.get_resource_filesystem().is_scanning():
		await get_tree().process_frame
	await seconds(1.0)
	await run()
	await seconds(1.0)
	get_tree().quit()


func run() -> void:
	pass


func frames(count: int) -> void:
	for i in count:
		await get_tree().process_frame


## The editor's own threads don't bear being left or used too early.
func seconds(count: float) -> void:
	var end := Time.get_ticks_msec() + int(count * 1000)
	while Time.get_ticks_msec() < end:
		await get_tree().process_frame


func report(what: String, value: Variant) -> void:
	print("RESULT ", JSON.stringify({"what": what, "value": value}))
