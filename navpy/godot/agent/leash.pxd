"""The leash of a NavAgent: the property flock_leader, and the leader that it names."""
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.godot.binding.class_spec cimport ClassData, GdNodePath, GdPackedStringArray

cdef void name_agent_class(const ClassData* cls) noexcept       # the class that the path must lead to
cdef NavAgent* agent_of(void* object) noexcept nogil            # NULL: the object is no NavAgent
cdef void get_flock_leader(NavAgent* agent, GdNodePath* out) noexcept nogil
cdef void set_flock_leader(NavAgent* agent, const GdNodePath* path) noexcept nogil
# In each physics frame: gives the crowd's agent the leader that is at the path now.
cdef void update_leader(NavAgent* agent) noexcept nogil
cdef void add_leader_warning(NavAgent* agent, GdPackedStringArray* out) noexcept
