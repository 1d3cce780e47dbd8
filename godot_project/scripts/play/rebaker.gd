## Bakes a navmesh again when something has moved; what moves during a bake has another one after it.
extends RefCounted

var baker: Node                 ## A NavMeshBaker or a NavMeshBaker2D.
var waits := false


func _init(its_baker: Node) -> void:
	baker = its_baker
	baker.bake_finished.connect(_on_finished)


func ask() -> void:
	waits = baker.is_baking()
	if not waits:
		baker.bake_navigation_mesh()


func _on_finished(_success: bool) -> void:
	if waits:
		ask.call_deferred()
