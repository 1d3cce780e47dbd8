## The player's soldiers: three formations that are sent one by one. All hit who comes near. The fallen come again after a wave, behind
## their group: on the way from the keep they would have to pass the other groups.
extends Node2D

const Attackers := preload("attackers.gd")
const Boss := preload("boss.gd")
const Plan := preload("plan.gd")
const Unit := preload("unit.gd")

const GROUPS := 3
const SIZE := 8                 ## Soldiers in a group.
const RADIUS := 6.0             ## Pixels, as are the next two.
const SPACING := 19.0
const BEHIND := 3               ## Spacings behind where a group stands, of those who come again.
const REACH := 22.0             ## From a soldier's middle to that of whom it hits.
const SPEED := 70.0             ## Pixels a second.
const HEALTH := 30.0
const BLOW := 1.5               ## What an attacker loses by one, and
const BITE := 0.25              ## what a soldier loses by each attacker around, in a beat.
const AROUND := 4               ## Attackers that can bite a soldier at a time.
const COLORS: Array[Color] = [Color(0.35, 0.6, 1.0), Color(0.4, 0.85, 0.75), Color(0.95, 0.8, 0.35)]

signal struck(from: Vector2, to: Vector2)

var groups: Array[NavFormation2D] = []
var goals: Array[Vector2] = []


func set_up(plan: Plan, crowd: Node) -> void:
	for i in GROUPS:
		var formation := NavFormation2D.new()
		formation.spacing = SPACING
		formation.files = SIZE / 2
		crowd.add_child(formation)
		groups.append(formation)
		goals.append(Plan.in_pixels(plan.area_of("k")).get_center() + Vector2(-6 * Plan.CELL, (i - 1) * 4.5 * SPACING))


func all() -> Array:
	return groups.reduce(func(sum: Array, group: Node) -> Array: return sum + group.get_children(), [])


func send(group: int, place: Vector2) -> void:
	goals[group] = NavMap2D.of(self).closest_point(place)
	if groups[group].member_count > 0:
		groups[group].requestPath(goals[group])


## The fallen come again, and the others heal.
func refill() -> void:
	for i in GROUPS:
		for soldier: Unit in groups[i].get_children():
			soldier.hurt(soldier.health - HEALTH)
		for k in range(groups[i].get_child_count(), SIZE):
			_add(i, goals[i] + SPACING * Vector2(BEHIND + k / 4, k % 4 - 1.5))
		send(i, goals[i])


func _add(group: int, place: Vector2) -> Unit:
	var soldier := Unit.new(RADIUS, SPEED, HEALTH, COLORS[group])
	soldier.position = NavMap2D.of(self).closest_point(place)
	groups[group].add_child(soldier)
	return soldier


## One beat: all hit who is near, and are bitten; the dead are gone.
func fight(attackers: Attackers, boss: Boss) -> void:
	for soldier: Unit in all():
		var near := attackers.near(soldier.position, REACH, AROUND)
		if not near.is_empty():
			struck.emit(soldier.position, attackers.places[near[0]])
			attackers.hurt(near[0], BLOW)
			soldier.hurt(BITE * near.size())
		if boss != null and boss.position.distance_to(soldier.position) < Boss.RADIUS + Boss.REACH:
			boss.hurt(BLOW)
			soldier.hurt(Boss.BLOW)
		if soldier.health <= 0:
			soldier.free()


## The group of which a soldier is near a place; -1: none is.
func group_at(place: Vector2) -> int:
	return range(GROUPS).find_custom(func(i: int) -> bool: return groups[i].get_children().any(func(soldier: Unit) -> bool:
		return soldier.position.distance_to(place) < 2 * RADIUS))


func save() -> Array:
	return range(GROUPS).map(func(i: int) -> Array:
		return [goals[i], groups[i].get_children().map(func(soldier: Unit) -> Array: return [soldier.agent.save_state(), soldier.health])])


func restore(saved: Array) -> void:
	for i in GROUPS:
		for state: Array in saved[i][1]:
			var soldier := _add(i, saved[i][0])
			soldier.agent.load_state(state[0])
			soldier.health = state[1]
		send(i, saved[i][0])
