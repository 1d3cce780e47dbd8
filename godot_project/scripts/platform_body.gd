## Walks, jumps and climbs in a level that is seen from the side: the agent says where to, and this script moves the body, by gravity.
##
## On the floor the body takes the agent's velocity to the left and right. Where a link begins, it jumps on a parabola that ends where
## the link ends, or climbs to there if the link is a ladder; [code]finish_link[/code] then tells the agent to go on.
extends CharacterBody2D

enum State { WALK, FLY, CLIMB }

const HOP := 24.0               ## Pixels that a jump rises over the higher one of its ends.
const CLIMB_SPEED := 110.0
const INTO_FLOOR := Vector2(0, 1)       ## Pixels, so that it is on the floor in the last frame of its flight.
const LEAST_SPEED := 5.0        ## To turn round for.

var state := State.WALK
var link_end: Vector2           ## Of the link that it flies or climbs along.
var air_time := 0.0             ## Seconds that are left of the jump.

@onready var agent: NavAgent2D = $NavAgent2D


func _ready() -> void:
	agent.velocity_computed.connect(_on_velocity_computed)
	agent.link_reached.connect(_on_link_reached)


func _physics_process(delta: float) -> void:
	if state == State.CLIMB:        # through whatever is there: a ladder has an opening in the floor above
		global_position = global_position.move_toward(link_end, CLIMB_SPEED * delta)
		if global_position == link_end:
			_finish()
		return
	velocity.y += get_gravity().y * delta
	move_and_slide()
	air_time -= delta
	if state == State.FLY and air_time < delta / 2 and is_on_floor():
		_finish()


## Whether it is on the ground of the navmesh, neither in the air nor on a ladder.
func stands() -> bool:
	return state == State.WALK and is_on_floor()


func _on_velocity_computed(safe_velocity: Vector2) -> void:
	if state == State.WALK:
		velocity.x = safe_velocity.x
		_face(velocity.x)


func _on_link_reached(details: Dictionary) -> void:
	if not agent.take_over_link():
		return
	link_end = details.link_exit_position
	if details.owner.kind == NavLink2D.KIND_LADDER:
		state = State.CLIMB
		velocity = Vector2.ZERO
	else:
		state = State.FLY
		_jump(get_gravity().y, get_physics_process_delta_time())


func _finish() -> void:
	state = State.WALK
	agent.finish_link()


## The velocity that brings it to the end of the link.
func _jump(gravity: float, delta: float) -> void:
	air_time = ceilf(seconds_in_air(global_position, link_end, gravity) / delta) * delta
	# Gravity is added before each move, so the body falls for half a frame longer than it flies.
	velocity = (link_end + INTO_FLOOR - global_position) / air_time - Vector2(0, gravity * (air_time + delta) / 2)
	_face(velocity.x)


## Up to HOP over the higher end, and down to the other one.
static func seconds_in_air(from: Vector2, to: Vector2, gravity: float) -> float:
	var top := minf(from.y, to.y) - HOP
	return sqrt(2 * (from.y - top) / gravity) + sqrt(2 * (to.y - top) / gravity)


func _face(way: float) -> void:
	if absf(way) > LEAST_SPEED:
		$Look.scale.x = signf(way)
