"""The node NavFlowField, as declared to the engine."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport strcmp
from navpy.godot.binding.binding cimport instance_of, register_class
from navpy.godot.binding.class_spec cimport ClassData, ClassSpec, GdPackedStringArray, GdRect2i
from navpy.godot.binding.engine cimport NOTIFICATION_INTERNAL_PHYSICS_PROCESS, emit, node_set_physics, node_update_warnings
from navpy.godot.binding.gd cimport GdVariant
from navpy.godot.binding.log cimport add_message
from navpy.godot.field.field_goals cimport (
    add_goal_set, get_goals, lose_followers, refresh_all, remove_goal_set, set_goal_cells, set_goals)
from navpy.godot.field.field_grid cimport (
    cell_at_point, fill, fill_cells, fit_grid, get_cell_center, get_cost, get_costs, set_cost, set_costs, set_region)
from navpy.godot.field.field_search cimport forget_all, has_followers, mark_changed, spend_budget
from navpy.godot.field.field_sources cimport from_grid_map, from_image, from_navmesh, from_tile_layer
from navpy.godot.field.field_ways cimport (
    get_arrows, get_direction, get_directions, get_distance, get_distances, get_triangles, is_reachable, trace_path, would_block)
from navpy.godot.field.nav_flow_field_data cimport NavFlowField
from navpy.grid.cost_grid cimport LEAST, MOST
from navpy.grid.integration cimport BREADTH_FIRST, DIJKSTRA, EIKONAL
from navpy.grid.tiles.flow_tiles cimport MOST_SIZE

cdef int64_t MANY_CELLS = 1 << 20           # a whole field of so many takes a tenth of a second

cdef const ClassData* cls = NULL
cdef GdVariant* changed_signal


cdef void on_made(NavFlowField* field) noexcept nogil:
    field.region.size.x = field.region.size.y = 32
    field.cell_size = field.default_cost = 1
    field.update_budget = 2                 # with the task that has begun then, a frame's work stays below 4
    field.frame.cos = 1
    field.goal_sets[0]


cdef void on_notification(NavFlowField* field, int32_t what) noexcept nogil:
    if what != NOTIFICATION_INTERNAL_PHYSICS_PROCESS:
        return
    refresh_all(field)
    if field.sector_size > 0:
        spend_budget(field)
    field.is_awake = field.has_work or has_followers(field)
    node_set_physics(field.owner, field.is_awake)
    if field.has_changed and not field.has_work:
        field.has_changed = False
        emit(field.owner, changed_signal, NULL, 0)              # a handler may free the node


cdef void on_freed(NavFlowField* field) noexcept nogil:
    lose_followers(field)


cdef NavFlowField* flow_field_of(void* object) noexcept nogil:
    return <NavFlowField*>instance_of(object, cls)


cdef void on_changed(NavFlowField* field, const char* property) noexcept nogil:
    if strcmp(property, "sector_size") == 0:
        forget_all(field)
    fit_grid(field)
    mark_changed(field)
    node_update_warnings(field.owner)


cdef GdRect2i get_region(NavFlowField* field) noexcept nogil:
    return field.region


cdef void put_region(NavFlowField* field, const GdRect2i* region) noexcept nogil:
    set_region(field, region)
    node_update_warnings(field.owner)


cdef int64_t get_searches(NavFlowField* field) noexcept nogil:
    refresh_all(field)
    return field.searches


cdef uint8_t get_is_finding(NavFlowField* field) noexcept nogil:
    return field.has_changed or field.has_work


cdef void configuration_warnings(NavFlowField* field, GdPackedStringArray* out) noexcept with gil:
    cdef int64_t cells = <int64_t>field.region.size.x * field.region.size.y
    if field.sector_size == 0 and cells > MANY_CELLS:
        add_message(out, field.cls.is_plane, f"The region has {cells} cells, and without sectors all of them are searched in one "
                                             f"frame, which takes "
                                             "about a tenth of a second for a million: set sector_size, 64 as a start.")
    if field.sector_size > 0 and field.method != EIKONAL:
        add_message(out, field.cls.is_plane, "Ways over sectors are found by the Eikonal method alone: method has no effect while "
                                             "sector_size is not 0.")


cdef int declare_costs(ClassSpec[NavFlowField]* c) except -1:
    c.method(b"set_cost", set_cost, b"Sets what a meter through a cell costs; INF is a wall.", b"cell", b"cost")
    c.method(b"set_costs", set_costs, b"Sets the costs of a rectangle of cells within the [member region], row by row.", b"rectangle",
             b"costs")
    c.method(b"fill", fill, b"Sets the cost of all cells of a rectangle, as far as it is in the [member region].", b"rectangle",
             b"cost")
    c.method(b"fill_cells", fill_cells,
             b"Sets the cost of some cells, an array of Vector2i. Those outside of the [member region] are left out.", b"cells",
             b"cost")
    c.method(b"get_cost", get_cost, b"What a meter through a cell costs; INF: it is a wall, or outside of the [member region].",
             b"cell").constant()
    c.method(b"get_costs", get_costs, b"[method get_cost] of a rectangle of cells, row by row.", b"rectangle").constant()
    c.method(b"from_tile_layer", from_tile_layer,
             b"Takes costs, [member region], [member cell_size] and place of a TileMapLayer of square tiles, so that cells have the "
             b"same coordinates. A cell without a tile is a wall. Where the tile set has a custom data layer [code]cost[/code], of "
             b"numbers, a tile's is its cost, less than 0 a wall, and 0 says nothing. Then a tile costs [member default_cost] where "
             b"it has a navigation polygon, or, of a tile set without navigation layers, no collision polygon, and else is a wall. "
             b"Returns whether it could be done.", b"layer").flat()
    c.method(b"from_grid_map", from_grid_map,
             b"Takes [member region], [member cell_size] and place of a GridMap, so that the cell (x, z) of the map is (x, y) here. "
             b"Cells with an item on the level cost [member default_cost], others are walls. Returns whether it could be "
             b"done.", b"map",
             b"level").optional(0).spatial()
    c.method(b"from_image", from_image,
             b"Takes costs of an image, a pixel a cell, and its size for the size of the [member region]. Brightness is speed: white "
             b"costs [member default_cost], half as bright twice as much, black and what is transparent is a wall. Returns whether it "
             b"could be done.", b"image")
    c.method(b"from_navmesh", from_navmesh,
             b"Takes costs of the navmesh of this world: a cell of the [member region] whose center is on it costs [member "
             b"default_cost] times the cost of the area, all others are walls. Ground is looked for below the node first. Later "
             b"changes of the navmesh are not followed. Returns whether it could be done.", b"filter").optional()
    return 0


cdef int declare_ways(ClassSpec[NavFlowField]* c) except -1:
    c.method(b"set_goals", set_goals,
             b"Sets where the ways lead to, points in world space: to the one that is cheapest to come to. They keep their places on "
             b"the grid where the node moves. None: there are no ways. [param goal_set] is of [method add_goal_set]; 0 is the node's "
             b"own.", b"points",
             b"goal_set").optional(0)
    c.method(b"set_goal_cells", set_goal_cells, b"Sets an area to go to, the centers of cells: an array of Vector2i.", b"cells",
             b"goal_set").optional(0)
    c.method(b"get_goals", get_goals, b"The goals of a goal set, in world space.", b"goal_set").optional(0).constant()
    c.method(b"add_goal_set", add_goal_set,
             b"Adds goals to go to beside those of [method set_goals], on the same grid, and returns their number, the last argument "
             b"of the other methods; \xe2\x88\x921 after an error. So groups with goals of their own share one field.", b"points")
    c.method(b"remove_goal_set", remove_goal_set,
             b"Removes what [method add_goal_set] has added; who follows it has lost the way. Its number is not given again.",
             b"goal_set")
    c.method(b"get_cell", cell_at_point, b"The cell with a point, which may be outside of the [member region].", b"point").constant()
    c.method(b"get_cell_center", get_cell_center, b"The center of a cell, in world space.", b"cell").constant()
    c.method(b"get_distance", get_distance,
             b"What the way from a point to a goal costs, its length where meters cost 1; INF where none leads to one. Points outside "
             b"of the [member region] count as on its border. With [member sector_size] the way over sectors or the air line counts "
             b"until the field is there.", b"point", b"goal_set").optional(0).constant().length()
    c.method(b"get_direction", get_direction,
             b"The direction to go from a point, of length 1, or less where two walls meet; 0 at a goal and where no way leads to "
             b"one. No step of less than half a cell in this direction enters a wall.", b"point", b"goal_set").optional(0).constant()
    c.method(b"get_distances", get_distances, b"[method get_distance] of many points, on all threads.", b"points",
             b"goal_set").optional(0).constant().length()
    c.method(b"get_directions", get_directions, b"[method get_direction] of many points, on all threads.", b"points",
             b"goal_set").optional(0).constant()
    c.method(b"is_reachable", is_reachable, b"Whether a way leads from a point to a goal; true while it is not known yet.", b"point",
             b"goal_set").optional(0).constant()
    c.method(b"trace_path", trace_path, b"The way from a point to a goal, followed by steps of a quarter of a cell; empty where "
                                        b"there is none. With [member "
             b"sector_size] the sectors on the way are computed at once.", b"from", b"goal_set").optional(0).constant()
    c.method(b"would_block", would_block,
             b"Whether walls on some cells, an array of Vector2i, would leave no way from one of the points that have a way now. A "
             b"point stands for the cell that it is in, and is cut off where that is one of the cells: of a body that reaches into "
             b"others give points there, too. Nothing changes.", b"cells", b"from", b"goal_set").optional(0).constant()
    c.method(b"get_triangles", get_triangles, b"Squares within the cells that ways lead from, for drawing: two triangles each, three "
                                              b"points a triangle. With "
             b"[member sector_size] only those of sectors that have a field.", b"goal_set").optional(0).constant()
    c.method(b"get_arrows", get_arrows, b"Arrows in the same cells, for drawing: three lines each, two points a line.",
             b"goal_set").optional(0).constant()
    return 0


def register():
    global cls
    cdef ClassSpec[NavFlowField] c
    cdef NavFlowField* field = NULL
    c.declare(b"NavFlowField", b"Node3D", b"The ways from all cells of a grid to its goals.",
              b"For many who go to one place over a grid whose cells can be walls and cost more or less: the ways are computed once, "
              b"and each looks its direction up. Costs come from tiles, an image, a navmesh or a script. Where some change, only the "
              b"ways that this affects are computed again, at the next question or in the next physics frame. Rows and columns of "
              b"cells follow the node's axes; its scale does not "
              b"count.\n[codeblock]\n$NavFlowField.from_navmesh()\n$NavFlowField.set_goals([$Castle.global_position])\nvelocity = 3.5 "
              b"* $NavFlowField.get_direction(global_position)\n[/codeblock]")
    c.on_made(on_made)
    c.on_freed(on_freed)
    c.on_notification(on_notification)
    c.on_changed(on_changed)
    c.overrides(b"_get_configuration_warnings", configuration_warnings)
    c.in_plane_too()
    c.number(b"cell_size", &field.cell_size, b"Side of a cell.").range(b"0.01,10,0.01,or_greater,suffix:m").at_least(0.001).at_most(
        MOST)
    c.property(b"region", get_region, put_region,
               b"The cells of the grid; the cell (0, 0) begins at the node. Cells that stay in the region keep their costs, others "
               b"get [member default_cost].")
    c.number(b"default_cost", &field.default_cost,
             b"What a meter costs where nothing else is known. Cells that have the former value get the new one.").at_least(
                 LEAST).at_most(MOST)
    c.number(b"method", &field.method,
             b"How the ways are found.").choices(b"Eikonal,Dijkstra,Breadth First").enumeration(b"NavFlowField.Method").at_least(
                 0).at_most(2)
    c.number(b"sector_size", &field.sector_size,
             b"0: each goal set has a field over all cells. Else the ways lead over square sectors with so many cells a side, 8 or "
             b"more, and only sectors that somebody asks for, is in or comes to get fields, in physics frames within [member "
             b"update_budget]: for more than a million cells, or many goal sets. 64 suits most maps. [member method] is always "
             b"Eikonal then.").range(b"0,1024,1,suffix:cells").at_least(
                 0).at_most(MOST_SIZE)
    c.number(b"update_budget", &field.update_budget,
             b"Milliseconds of a physics frame for the ways over sectors. A task that has begun may take half a "
             b"millisecond more.").range(
             b"0.1,16,0.1,or_greater,suffix:ms").at_least(0.1)
    c.flag(b"debug_enabled", &field.debug_enabled, b"The overlay of Debug > Visible Navigation draws it: bands of cost, red at the "
                                                   b"goals, and arrows.")
    c.number(b"debug_goal_set", &field.debug_goal_set, b"The goal set that is drawn, as [method add_goal_set] has "
                                                       b"numbered it.").at_least(0)
    c.reading(b"searches", get_searches, b"How often the ways were found or repaired; with [member sector_size] in how many frames.")
    c.reading(b"is_finding", get_is_finding, b"Whether ways are yet to be found after a change, or the last frame has left work "
                                             b"undone. With [member "
              b"sector_size] units go by the way over sectors, or by the air line, until then.")
    c.constant(b"Method", b"EIKONAL", EIKONAL, b"In all directions, by the eikonal equation.")
    c.constant(b"Method", b"DIJKSTRA", DIJKSTRA, b"By steps to the 8 cells around.")
    c.constant(b"Method", b"BREADTH_FIRST", BREADTH_FIRST, b"By steps to the 4 cells beside; only walls count, not costs.")
    declare_costs(&c)
    declare_ways(&c)
    c.signal(b"changed", &changed_signal, b"Costs, goals or properties have changed, and the ways are found; with [member "
             b"sector_size] those that were asked for. At most once in a physics frame.")
    cls = register_class(&c)
