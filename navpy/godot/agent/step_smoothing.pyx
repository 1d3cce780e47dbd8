"""The steps of a body: its picture, and bodies that a script moves."""
from libc.stdint cimport uint64_t
from navpy.godot.agent.nav_agent_data cimport NavAgent, core_agent
from navpy.godot.agent.requests cimport enable_processing
from navpy.godot.binding.class_spec cimport GdNodePath
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdVector3, navpy_gd
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.node_paths cimport assign_path, is_empty_path, node_at
from navpy.godot.body.gliding cimport end_glide, glide
from navpy.godot.body.stepping cimport move_and_climb
from navpy.godot.world.world cimport world_mesh
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport Agent


cdef double climb_of(const NavAgent* agent) noexcept nogil:
    cdef const MeshView* mesh = world_mesh(agent.world) if agent.world != NULL else NULL   # not the crowd's: it may not step
    return mesh.climb if mesh != NULL else 0.0


cdef void get_step_smoothing(NavAgent* agent, GdNodePath* out) noexcept nogil:
    assign_path(out, &agent.step_smoothing)


cdef void set_step_smoothing(NavAgent* agent, const GdNodePath* path) noexcept nogil:
    end_glide(&agent.glide)
    assign_path(&agent.step_smoothing, path)
    agent.smooths_steps = not is_empty_path(path)
    if agent.smooths_steps and agent.body != NULL and not in_editor():
        enable_processing(agent)


cdef void smooth_steps(NavAgent* agent) noexcept nogil:
    cdef Agent* core
    cdef void* node
    if not agent.smooths_steps or agent.body == NULL or agent.cls.is_plane:
        return
    core = core_agent(agent)
    node = as_spatial(node_at(agent.owner, &agent.step_smoothing), False)
    if node != NULL and node != agent.body:
        glide(&agent.glide, agent.body, node, climb_of(agent), core.height_over_ground if core != NULL else 0.0,
              physics_delta(agent.owner))


cdef void move_body(NavAgent* agent, const GdVector3* velocity) noexcept nogil:
    cdef uint64_t id = navpy_gd.object_get_instance_id(agent.owner)
    if agent.body == NULL:
        with gil:
            node_error(agent.owner, "move_and_climb: there is no CharacterBody3D above the agent; put the agent below the body")
        return
    move_and_climb(agent.body, velocity, climb_of(agent), physics_delta(agent.owner))
    if navpy_gd.object_get_instance_from_id(id) != NULL:
        smooth_steps(agent)
