## What leaves need of Beehave, with its names, types and order of calls.
@tool
class_name ActionLeaf
extends Node

enum { SUCCESS, FAILURE, RUNNING }


func tick(_actor: Node, _blackboard: Blackboard) -> int:
	return SUCCESS


func interrupt(_actor: Node, _blackboard: Blackboard) -> void:
	pass


func before_run(_actor: Node, _blackboard: Blackboard) -> void:
	pass


func after_run(_actor: Node, _blackboard: Blackboard) -> void:
	pass
