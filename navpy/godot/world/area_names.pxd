"""Names of area ids, from the project setting navpy/areas/names. Used on the main thread, under the GIL."""

cdef int area_of(object name) except -2         # of a name or an id; -1: there is no such area
cdef bytes area_choices()                       # as PROPERTY_HINT_ENUM takes them: "name:id,…"; empty where the project names no area
