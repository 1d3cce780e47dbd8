"""The navmesh of a NavMeshBaker. Functions that are not nogil are called under the GIL."""
from cpython.ref cimport PyObject
from navpy.godot.baker.baker cimport Baker
from navpy.godot.baker.level_bake cimport LevelBake
from navpy.godot.binding.gd cimport GdVariant
from navpy.mesh.mesh_view cimport MeshView

cdef GdVariant* navmesh_changed_signal
cdef GdVariant* navigation_mesh_changed_signal
cdef GdVariant* tiles_changed_signal

cdef PyObject* navmesh_of(Baker* baker) noexcept nogil                  # a NavMesh; NULL: none
cdef const MeshView* shown_view(Baker* baker) noexcept nogil            # the baker's navmesh on the map, NULL: none
cdef void* new_data(LevelBake job, bint plane) except NULL              # the resource of a job's navmesh, without a reference yet
# Sets the baker's navmesh to this resource, or to none (NULL), and emits navmesh_changed. owned: no one else uses its NavMesh. False:
# a handler has freed the node.
cdef bint set_data(Baker* baker, void* resource, bint owned) noexcept
cdef void release_data(Baker* baker) noexcept nogil
# puts the navmesh on the map of its world, or takes it off if it is empty or not enabled
cdef void update_region(Baker* baker) noexcept nogil
cdef void update_costs(Baker* baker) noexcept           # sets the areas' costs in the navmesh
cdef void on_map_changed(void* instance) noexcept nogil  # links on the map, or regions, have changed
