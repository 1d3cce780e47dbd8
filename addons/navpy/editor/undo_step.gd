## Steps that can be undone.
@tool
extends RefCounted


## What a gesture has made of a property, as one step; the property has that value already.
static func commit(manager: EditorUndoRedoManager, node: Node, property: StringName, before: Variant, title := "Change %s of %s") -> void:
	manager.create_action(title % [property, node.name] if "%s" in title else title, UndoRedo.MERGE_DISABLE, node)
	manager.add_do_property(node, property, node.get(property))
	manager.add_undo_property(node, property, before)
	manager.commit_action()


## The same of a handle's drag, which may be canceled: then the property is as before.
static func end_drag(manager: EditorUndoRedoManager, node: Node, property: StringName, before: Variant, cancel: bool) -> void:
	if cancel:
		node.set(property, before)
	else:
		commit(manager, node, property, before)
