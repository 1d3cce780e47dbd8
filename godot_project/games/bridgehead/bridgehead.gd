## Bridgehead: attackers come over a bridge to the keep, wave after wave. Towers, walls and three groups of soldiers keep them from it.
##
## The rules act in beats, so that they are the same at any number of physics ticks. While a thread bakes tiles of the navmesh anew,
## all stand still for a tick or two, which do not count: so the same orders give the same game, however fast the thread is.
extends Node2D

const Attackers := preload("attackers.gd")
const Boss := preload("boss.gd")
const Options := preload("res://games/common/options.gd")
const Plan := preload("plan.gd")
const Soldiers := preload("soldiers.gd")
const Ways := preload("ways.gd")
const Works := preload("works.gd")

const DRAWN: Array[Plan] = [preload("old_bridge.tres"), preload("two_bridges.tres")]

enum Act {CALM, WAVE, WON, LOST}

const BEAT := 0.2               ## Seconds.
const CALM := 30.0              ## Seconds before a wave comes by itself.
const KEEP := 100.0             ## What the keep can take.
## Attackers of each wave, by difficulty.
const WAVES: Array[Array] = [[80, 120, 180, 240, 380], [150, 250, 400, 500, 700], [200, 300, 450, 600, 2000]]
const RATES: Array[int] = [4, 6, 20]    ## Attackers that come in a beat, by difficulty.
const GOLD: Array[int] = [400, 300, 300]
const STRENGTH: Array[float] = [1.5, 2.0, 3.0]  ## Of attackers of the first wave; others have more by
const GROWS := 0.5              ## a wave.
const BOSSES := {2: 400.0, 4: 900.0}   ## By wave, the boss's strength.
const PRIZE := 100              ## Gold for a boss.
const TELLS := 4.0              ## Seconds that a message stays.
const ORDERS: Array[String] = ["build", "sell", "send", "call_wave"]       ## Methods.
const KEPT: Array[String] = ["act", "wave", "coming", "gold", "keep", "kills", "beats", "rest", "calm"]     ## For a saved game.

signal over(won: bool, text: String)
signal happened(what: String)   ## For sounds.

@export var level_number := 0
@export_range(0, 2) var difficulty := 1

var state := {}                 ## Of a saved game, which goes on.
var plan: Plan
var orders: Array[Array] = []   ## Of this tick: one of ORDERS and its arguments; whoever plays appends them.
var ticks := 0                  ## That were played.
var act := Act.CALM
var wave := 0
var coming := 0                 ## Attackers of this wave who are not there yet.
var gold := 0
var keep := KEEP
var kills := 0
var beats := 0
var rest := 0.0                 ## Seconds to the next beat, and
var calm := CALM                ## to the next wave.
var boss: Boss
var message := ""
var told := 0.0                 ## Seconds.
var random := RandomNumberGenerator.new()

@onready var ways: Ways = $Ways
@onready var baker: NavMeshBaker2D = $NavMeshBaker2D
@onready var works: Works = $Works
@onready var crowd: Attackers = $Crowd
@onready var soldiers: Soldiers = $Soldiers
@onready var marks: Node2D = $Marks


func _ready() -> void:
	plan = DRAWN[level_number] if level_number < DRAWN.size() else Plan.made(level_number)
	$Ground.material.set_shader_parameter("plan", plan.picture())
	ways.set_up(plan)
	for work: Array in state.get("works", []):
		works.build(work[0], work[1], work[2])
		ways.build(work[0])
	baker.outlines = Array(plan.cells_of(Plan.FREE).map(Plan.outline_of), TYPE_PACKED_VECTOR2_ARRAY, "", null)
	baker.bake_navigation_mesh(false)
	crowd.set_up(plan, ways.narrow)
	soldiers.set_up(plan, crowd)
	works.thrown.connect(_show.bind("stone"))
	soldiers.struck.connect(_show.bind("blow"))
	crowd.fell.connect(func(place: Vector2) -> void: _show(place, place, "fall"))
	random.seed = level_number
	if state.is_empty():
		gold = GOLD[difficulty]
		soldiers.refill()
	else:
		_restore(state)


## For eyes and ears.
func _show(from: Vector2, to: Vector2, kind: String) -> void:
	marks.add(kind, from, to)
	happened.emit(kind)


## The camp, the keep, and what that can still take.
func _draw() -> void:
	var area := Plan.in_pixels(plan.area_of("k"))
	var bar := Rect2(area.position - Vector2(0, 12), Vector2(area.size.x, 6))
	draw_rect(bar.grow(1), Color.BLACK)
	draw_rect(bar, Color(0.45, 0.1, 0.1))
	draw_rect(Rect2(bar.position, bar.size * Vector2(keep / KEEP, 1)), Color(0.4, 0.95, 0.4))
	_name(bar.get_center() - Vector2(0, 8), "The keep")
	_name(ways.camp, "Their camp")


func _name(place: Vector2, text: String) -> void:
	place.x -= 60
	draw_string_outline(ThemeDB.fallback_font, place, text, HORIZONTAL_ALIGNMENT_CENTER, 120, 14, 4, Color.BLACK)
	draw_string(ThemeDB.fallback_font, place, text, HORIZONTAL_ALIGNMENT_CENTER, 120, 14)


## While the navmesh is about to change nobody moves.
func is_still() -> bool:
	return baker.is_rebaking() or act >= Act.WON


func _physics_process(delta: float) -> void:
	var is_waiting := is_still()                # it may end at any moment
	if not is_waiting:
		ticks += 1
		for order in orders:
			if order[0] in ORDERS:
				callv(order[0], order.slice(1))
		orders.clear()
		told -= delta
		rest -= delta
		if rest <= 0:
			rest += BEAT
			beats += 1
			_beat()
	crowd.process_mode = PROCESS_MODE_DISABLED if is_waiting or is_still() else PROCESS_MODE_INHERIT


func build(cell: Vector2i, kind: String) -> void:
	message = refusal_of(cell, kind)
	told = TELLS
	if message == "":
		gold -= Works.PRICES[kind]
		happened.emit("built")
		works.build(cell, kind)
		ways.build(cell)


func sell(cell: Vector2i) -> void:
	if works.built.has(cell):
		gold += Works.PRICES[works.built[cell].kind] / 2
		works.take_down(cell)
		ways.clear(cell)


func send(group: int, place: Vector2) -> void:
	soldiers.send(group, place)


func call_wave() -> void:
	calm = 0.0


## Why this cannot be built there; empty: it can.
func refusal_of(cell: Vector2i, kind: String) -> String:
	if gold < Works.PRICES[kind]:
		return "A %s costs %d gold." % [kind, Works.PRICES[kind]]
	var giants := PackedVector2Array() if boss == null else PackedVector2Array([boss.position])
	var men := PackedVector2Array(soldiers.all().map(func(soldier: Node2D) -> Vector2: return soldier.position))
	return ways.refusal(cell, crowd.get_agent_positions() + men, giants)


func _beat() -> void:
	_lose(crowd.take_away(crowd.through))
	crowd.look()
	works.shoot(crowd, boss)
	soldiers.fight(crowd, boss)
	var killed := crowd.take_away(crowd.dead)
	kills += killed
	gold += killed
	if boss != null and boss.agent.hasArrived() == NavAgent2D.SUCCESS:
		_lose(Boss.BLOW)
	if boss != null and boss.health <= 0:
		gold += PRIZE
		boss.free()
		boss = null
	if keep <= 0:
		act = Act.LOST
		over.emit(false, "The keep has fallen in wave %d. You have beaten %d attackers." % [wave + 1, kills])
	elif act == Act.WAVE:
		coming -= crowd.enter(mini(coming, RATES[difficulty]), STRENGTH[difficulty] + GROWS * wave, random)
		if coming == 0 and boss == null and crowd.get_agents().is_empty():
			_end_wave()
	else:
		calm -= BEAT
		if calm <= 0:
			act = Act.WAVE
			happened.emit("wave")
			coming = maxi(1, int(WAVES[difficulty][wave] * Options.values.agents))
			if BOSSES.has(wave):
				_add_boss()
				happened.emit("boss")


func _lose(amount: float) -> void:
	if amount > 0:
		keep = maxf(keep - amount, 0)
		queue_redraw()
		happened.emit("keep")


func _add_boss(saved := []) -> void:
	boss = Boss.new(BOSSES[wave])
	boss.position = ways.camp
	crowd.add_child(boss)
	if not saved.is_empty():
		boss.agent.load_state(saved[0])
		boss.health = saved[1]
	boss.agent.follow_field(ways.wide)


func _end_wave() -> void:
	wave += 1
	if wave == WAVES[difficulty].size():
		act = Act.WON
		over.emit(true, "The keep stands, with %d of %d. You have beaten %d attackers." % [keep, KEEP, kills])
		return
	act = Act.CALM
	calm = CALM
	soldiers.refill()


## All who have a NavAgent2D, but the boss, who follows a field.
func walkers() -> Array:
	return soldiers.all()


## For the line at the top.
func status() -> String:
	var text := "Wave %d of %d: " % [wave + 1, WAVES[difficulty].size()]
	if act == Act.CALM:
		text += "comes in %d s (Q calls it)" % ceili(calm)
	else:
		text += "%d attackers%s" % [crowd.get_agents().size() + coming, " and the boss" if boss != null else ""]
	return text + "   Keep %d   Gold %d   %s   %s" % [keep, gold, $Hands.status(), message if told > 0 else ""]


func save() -> Dictionary:
	var saved := {"random": random.state, "works": works.save(), "crowd": crowd.save(), "soldiers": soldiers.save()}
	for property in KEPT:
		saved[property] = get(property)
	if boss != null:
		saved.boss = [boss.agent.save_state(), boss.health]
	return saved


func _restore(saved: Dictionary) -> void:
	for property in KEPT:
		set(property, saved[property])
	random.state = saved.random
	crowd.restore(saved.crowd)
	soldiers.restore(saved.soldiers)
	if saved.has("boss"):
		_add_boss(saved.boss)
