## A figure of boxes whose animations follow its NavAgent, and nothing else: no script but this one looks at it.
##
## The states idle, turn, start, walk and stop follow from the conditions of their transitions. Steps go where the smoothed velocity goes, which may
## be aside; their length and their pace make up the speed, so that feet stand where they were put down. The body leans into turns by the turning speed.
extends CharacterBody3D

const HIPS := 0.86              ## Meters over the floor.
const BONE := 0.45              ## Meters, of a thigh and of a shin.
const GROUNDED := 0.6           ## Share of a cycle in which a foot is on the ground.
const LIFT := 0.1               ## Meters, of a foot.
const REACH := 0.26             ## Meters that a foot is put down before the hips at full speed.
const WAYS := {"here": Vector2.ZERO, "ahead": Vector2(0, 1), "back": Vector2(0, -1), "left": Vector2(-1, 0), "right": Vector2(1, 0)}
const KEYS := 20                ## Of a cycle.
const START_WAY := 0.25         ## Meters of the start animation.
const STOP_WAY := 0.4           ## Meters of the stop animation.
const TURN_FROM := 120.0        ## Degrees ahead from which it turns around before it walks.
const LEAN := 0.25              ## Radians, at the turn rate of the agent.
const FADE := 0.12              ## Seconds from one animation to the next.

@export var color := Color.WHITE

var way := 0.0                  ## Meters since it started.

@onready var agent: NavAgent = $NavAgent
@onready var states: AnimationNodeStateMachinePlayback = $Tree["parameters/states/playback"]


func _enter_tree() -> void:
	$Animations.add_animation_library("", _make_animations())
	$Tree.tree_root = _make_tree()


func _ready() -> void:
	for part: MeshInstance3D in find_children("*", "MeshInstance3D"):
		part.material_override = StandardMaterial3D.new()
		part.material_override.albedo_color = color.darkened(0.35) if "Leg" in str(part.get_path()) else color
	$Sign.modulate = color.lightened(0.5)
	$Tree["parameters/both/add_amount"] = 1
	$Tree.active = true


func _physics_process(delta: float) -> void:
	var share := agent.smoothed_velocity.length() / agent.max_speed
	var heading := global_basis.inverse() * agent.smoothed_velocity.normalized()
	$Tree["parameters/states/walk/gait/blend_position"] = Vector2(heading.x, -heading.z) * sqrt(share)
	$Tree["parameters/states/walk/pace/scale"] = sqrt(share) * agent.max_speed / (2 * REACH / GROUNDED)
	way = way + agent.smoothed_speed * delta if states.get_current_node() in [&"start", &"walk"] else 0.0
	$Tree["parameters/states/start/place/seek_request"] = minf(way / START_WAY, 1)
	$Tree["parameters/states/stop/place/seek_request"] = 1 - minf(agent.distance_to_stop / STOP_WAY, 1)
	$Tree["parameters/lean/blend_position"] = agent.turning_speed / agent.turn_rate
	$Sign.text = states.get_current_node()


# ---- what plays when ----

func _make_tree() -> AnimationNodeBlendTree:
	var tree := AnimationNodeBlendTree.new()
	tree.add_node("states", _make_states())
	tree.add_node("lean", _make_line({-1.0: "lean_right", 0.0: "upright", 1.0: "lean_left"}))
	tree.add_node("both", AnimationNodeAdd2.new())
	tree.connect_node("both", 0, "states")
	tree.connect_node("both", 1, "lean")
	tree.connect_node("output", 0, "both")
	return tree


func _make_states() -> AnimationNodeStateMachine:
	var machine := AnimationNodeStateMachine.new()
	machine.add_node("walk", _chain("gait", _make_gait(), "pace", AnimationNodeTimeScale.new()))
	for clip in ["start", "stop"]:
		machine.add_node(clip, _chain("steps", _clip(clip), "place", AnimationNodeTimeSeek.new()))
	for clip in ["idle", "turn"]:
		machine.add_node(clip, _clip(clip))
	_connect(machine, "Start", "idle", "", 0)
	_connect(machine, "idle", "turn", "agent.shows_moving and absf(agent.turn_ahead) > TURN_FROM", 1)
	_connect(machine, "idle", "start", "agent.shows_moving", 2)
	_connect(machine, "turn", "walk", "", 1)
	_connect(machine, "start", "walk", "way > START_WAY", 1)
	_connect(machine, "start", "idle", "not agent.shows_moving", 2)
	_connect(machine, "walk", "stop", "agent.shows_moving and agent.distance_to_stop < STOP_WAY", 1)
	_connect(machine, "walk", "idle", "not agent.shows_moving", 2)
	_connect(machine, "stop", "idle", "not agent.shows_moving", 1)
	_connect(machine, "stop", "walk", "agent.distance_to_stop > 2 * STOP_WAY", 2)
	return machine


## Without a condition: at the end of the first animation.
func _connect(machine: AnimationNodeStateMachine, from: String, to: String, condition: String, priority: int) -> void:
	var transition := AnimationNodeStateMachineTransition.new()
	transition.advance_mode = AnimationNodeStateMachineTransition.ADVANCE_MODE_AUTO
	transition.advance_expression = condition
	transition.switch_mode = AnimationNodeStateMachineTransition.SWITCH_MODE_IMMEDIATE if condition or from == "Start" else \
			AnimationNodeStateMachineTransition.SWITCH_MODE_AT_END
	transition.priority = maxi(priority, 1)
	transition.xfade_time = FADE if from != "Start" else 0.0
	machine.add_transition(from, to, transition)


func _chain(first: String, from: AnimationRootNode, last: String, to: AnimationNode) -> AnimationNodeBlendTree:
	var chain := AnimationNodeBlendTree.new()
	chain.add_node(first, from)
	chain.add_node(last, to)
	chain.connect_node(last, 0, first)
	chain.connect_node("output", 0, last)
	return chain


func _make_line(clips: Dictionary) -> AnimationNodeBlendSpace1D:
	var line := AnimationNodeBlendSpace1D.new()
	line.min_space = clips.keys().min()
	line.sync = true
	for place: float in clips:
		line.add_blend_point(_clip(clips[place]), place)
	return line


## Steps ahead, back and aside; in the middle on the spot.
func _make_gait() -> AnimationNodeBlendSpace2D:
	var gait := AnimationNodeBlendSpace2D.new()
	gait.sync = true
	for way_of: String in WAYS:
		gait.add_blend_point(_clip("steps_" + way_of), WAYS[way_of])
	return gait


func _clip(animation: StringName) -> AnimationNodeAnimation:
	var clip := AnimationNodeAnimation.new()
	clip.animation = animation
	return clip


# ---- the animations ----

func _make_animations() -> AnimationLibrary:
	var library := AnimationLibrary.new()
	library.add_animation("RESET", _pose(0))
	library.add_animation("upright", _pose(0))
	library.add_animation("lean_left", _pose(LEAN))
	library.add_animation("lean_right", _pose(-LEAN))
	library.add_animation("idle", _steps(2.0, true, func(_at, _side): return Vector3.ZERO))
	for way_of: String in WAYS:
		library.add_animation("steps_" + way_of, _steps(1.0, true, func(at, side): return _walk(at, side, REACH * WAYS[way_of])))
	library.add_animation("start", _steps(1.0, false, _start))
	library.add_animation("turn", _steps(0.4, false, func(at, side): return Vector3(0, LIFT * maxf(0, side * sin(TAU * at)), 0)))
	library.add_animation("stop", _steps(1.0, false, _stop))
	return library


## Where a foot is: to the right of its hip, over the floor, before the hips, in meters.
func _walk(at: float, side: float, reach: Vector2) -> Vector3:
	var phase := fposmod(at + (0.0 if side > 0 else 0.5), 1.0)
	var swing := maxf(phase - GROUNDED, 0) / (1 - GROUNDED)
	var share := 1 - 2 * phase / GROUNDED if phase < GROUNDED else -cos(PI * swing)
	return Vector3(share * reach.x, LIFT * sin(PI * swing), share * reach.y)


## By the share of START_WAY that is behind it: the right foot stands, the left one is put down before the hips.
func _start(at: float, side: float) -> Vector3:
	return Vector3(0, LIFT * sin(PI * at), 0.2 * at) if side > 0 else Vector3(0, 0, -START_WAY * at)


## By the share of STOP_WAY that is behind it: one foot stands until the body is over it, the other one comes to its side.
func _stop(at: float, side: float) -> Vector3:
	if side > 0:
		return Vector3(0, LIFT * maxf(0.3 - at, 0), STOP_WAY * minf(1 - at, 0.7))
	return Vector3(0, LIFT * sin(PI * at), -0.3 * (1 - at))


func _pose(lean: float) -> Animation:
	var animation := Animation.new()
	_key(animation, "Pivot", 0, Basis(Vector3.BACK, lean))
	return animation


## Of both legs and arms; foot: where a foot is, by the share of the animation and the side, 1 on the left and -1 on the right.
func _steps(length: float, loops: bool, foot: Callable) -> Animation:
	var animation := Animation.new()
	animation.length = length
	animation.loop_mode = Animation.LOOP_LINEAR if loops else Animation.LOOP_NONE
	for side: String in ["Left", "Right"]:
		for key in KEYS + 1:
			var time := length * key / KEYS
			var at: Vector3 = foot.call(float(key) / KEYS, 1.0 if side == "Left" else -1.0)
			var down := Vector2(at.x, HIPS - at.y).length()
			var bend := acos(minf(Vector2(at.z, down).length() / (2 * BONE), 1))
			var thigh := atan2(at.z, down) + bend
			var aside := atan2(at.x, HIPS - at.y)
			_key(animation, "Pivot/Leg" + side, time, Basis(Vector3.BACK, aside) * Basis(Vector3.RIGHT, thigh))
			_key(animation, "Pivot/Leg%s/Shin" % side, time, Basis(Vector3.RIGHT, -2 * bend))
			_key(animation, "Pivot/Leg%s/Shin/Foot" % side, time, Basis(Vector3.RIGHT, 2 * bend - thigh) * Basis(Vector3.BACK, -aside))
			_key(animation, "Pivot/Arm" + side, time, Basis(Vector3.RIGHT, -1.2 * at.z))
	return animation


func _key(animation: Animation, path: String, time: float, turn: Basis) -> void:
	var track := animation.find_track(path, Animation.TYPE_ROTATION_3D)
	if track < 0:
		track = animation.add_track(Animation.TYPE_ROTATION_3D)
		animation.track_set_path(track, path)
	animation.rotation_track_insert_key(track, time, turn.get_rotation_quaternion())
