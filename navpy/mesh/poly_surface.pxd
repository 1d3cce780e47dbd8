"""The surface of one polygon: heights and nearest points."""
from navpy.base.core cimport PolyRef
from navpy.base.vec2 cimport Vec2
from navpy.mesh.mesh_view cimport MeshView

cdef double height_at(const MeshView* mesh, PolyRef poly, double x, double z) noexcept nogil
# The point of the surface at a place of the plan.
cdef void to_surface(const MeshView* mesh, PolyRef poly, Vec2 place, double* out) noexcept nogil
cdef double closest_on_poly(const MeshView* mesh, PolyRef poly, const double* point, double* out) noexcept nogil
# Likewise; a place that is farther away than the limit, in meters, may not be found.
cdef double closest_within(const MeshView* mesh, PolyRef poly, const double* point, double limit, double* out) noexcept nogil
