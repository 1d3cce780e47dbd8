## How long nodes take in a physics frame: those whose [code]process_physics_priority[/code] lies between its two ends'.
extends Node

var began := 0                  ## Microseconds.
var sum := 0
var frames := 0


## One of its ends.
class End:
	extends Node
	var reached: Callable

	func _init(priority: int, whom: Callable) -> void:
		process_physics_priority = priority
		reached = whom

	func _physics_process(_delta: float) -> void:
		reached.call()


func _init(first: int, last: int) -> void:
	add_child(End.new(first, func() -> void: began = Time.get_ticks_usec()))
	add_child(End.new(last, _end))


func _end() -> void:
	sum += Time.get_ticks_usec() - began
	frames += 1


## Milliseconds of a frame, on average since the last call.
func take() -> float:
	var mean := sum / 1000.0 / maxi(frames, 1)
	sum = 0
	frames = 0
	return mean
