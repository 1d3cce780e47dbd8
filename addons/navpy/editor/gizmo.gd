## Draws the navmesh of every [NavMeshBaker] in the 3D editor.
@tool
extends EditorNode3DGizmoPlugin

const Colors := preload("../debug/colors.gd")
const ABOVE_FLOOR := Vector3(0, 0.05, 0)


func _init() -> void:
	create_material("surface", Color.WHITE, false, false, true)
	create_material("edges", Colors.EDGES)


func _get_gizmo_name() -> String:
	return "NavMeshBaker"


func _has_gizmo(node: Node3D) -> bool:
	return node is NavMeshBaker


func _redraw(gizmo: EditorNode3DGizmo) -> void:
	gizmo.clear()
	var navmesh: NavMeshData = gizmo.get_node_3d().navmesh
	if navmesh == null or navmesh.polygon_count == 0:
		return
	var lift := Transform3D(Basis.IDENTITY, ABOVE_FLOOR)
	var arrays := []
	arrays.resize(Mesh.ARRAY_MAX)
	arrays[Mesh.ARRAY_VERTEX] = lift * navmesh.get_triangles()
	arrays[Mesh.ARRAY_COLOR] = Colors.of_triangles(navmesh)
	var surface := ArrayMesh.new()
	surface.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays)
	gizmo.add_mesh(surface, get_material("surface", gizmo))
	gizmo.add_lines(lift * navmesh.get_edges(), get_material("edges", gizmo))
