## The boss, three cells wide, hits all soldiers around, and then the keep. It follows the field of the wide ways.
extends "unit.gd"

const Plan := preload("plan.gd")

const RADIUS := 1.5 * Plan.CELL
const SPEED := 26.0             ## Pixels a second.
const REACH := 24.0             ## Pixels from its edge.
const BLOW := 2.0               ## What each soldier around loses in a beat, and the keep.


func _init(strength: float) -> void:
	super(RADIUS, SPEED, strength, Color(0.55, 0.2, 0.3))
	agent.target_desired_distance = Plan.CELL
