"""The inputs of a bake from a NavMeshBaker. Used on the main thread only."""
from navpy.godot.baker.baker cimport Baker
from navpy.godot.baker.level_bake cimport LevelBake

cdef LevelBake collect(Baker* baker)            # the job of a whole bake; None, after an error that names the missing input
cdef dict job_settings(Baker* baker)            # LevelBake.settings
# The inputs of all bakes beside the geometry. is_whole: the whole level is baked.
cdef int fill_job(Baker* baker, LevelBake job, dict settings, bint is_whole) except -1
