## A walker as Godot's manual teaches it ("Using NavigationAgents"), in 2D. It does not know whether its agent is the engine's
## NavigationAgent2D or a NavAgent2D: the variable has no type, and nothing else had to change.
extends CharacterBody2D

@export var movement_speed := 100.0

@onready var navigation_agent := $Agent


func _ready() -> void:
	navigation_agent.velocity_computed.connect(_on_velocity_computed)


func set_movement_target(movement_target: Vector2) -> void:
	navigation_agent.target_position = movement_target


func _physics_process(_delta: float) -> void:
	if NavigationServer2D.map_get_iteration_id(navigation_agent.get_navigation_map()) == 0:
		return
	if navigation_agent.is_navigation_finished():
		return
	var next: Vector2 = navigation_agent.get_next_path_position()
	var new_velocity := global_position.direction_to(next) * movement_speed
	if navigation_agent.avoidance_enabled:
		navigation_agent.velocity = new_velocity
	else:
		_on_velocity_computed(new_velocity)


func _on_velocity_computed(safe_velocity: Vector2) -> void:
	velocity = safe_velocity
	move_and_slide()
