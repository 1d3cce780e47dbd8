## What whoever plays wants in one tick.
extends RefCounted

var way := Vector2.ZERO         ## In the ground plane, at most 1 long.
var runs := false
var sneaks := false
var goal := Vector3.INF         ## Where a click sends the player.
var robot_goal := Vector3.INF   ## Where a click sends the robot.
var calls := false              ## The robot back.
var beeps := false
var uses := false               ## Alarm, lift.
