@tool
extends RefCounted
## Runs the scenarios of a script, which are its functions named scenario_<name>, and prints what scenarios.py reads.

const PREFIX := "scenario_"


## Runs the scenarios that the command line names after "--", or all of the script's, in the order of their functions.
static func run(script: Object) -> void:
	var names := OS.get_cmdline_user_args()
	for name in names if names else all_of(script):
		mark(name)
		await script.call(PREFIX + name)
		await script.call("tidy")
		mark("")


static func all_of(script: Object) -> PackedStringArray:
	var names := PackedStringArray()
	for method in script.get_script().get_script_method_list():
		if method.name.begins_with(PREFIX):
			names.append(method.name.trim_prefix(PREFIX))
	return names


## Says on both streams which scenario the following lines belong to, "" for none.
static func mark(name: String) -> void:
	print("SCENARIO ", name)
	printerr("SCENARIO ", name)


static func report(what: String, value: Variant) -> void:
	print("REPORT ", JSON.stringify({"what": what, "value": value}, "", true, true))
