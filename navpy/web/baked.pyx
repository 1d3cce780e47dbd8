"""A bake, and what each of its stages made. Places in voxels are columns and cell heights from the frame's origin."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.baking.contours.contours cimport ContourSet
from navpy.baking.contours.corners cimport Contour, ContourCorner
from navpy.baking.contours.polygons cimport PolyMesh
from navpy.baking.contours.tracing cimport set_heights
from navpy.baking.detail.detail cimport DetailMesh
from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.baking.voxels.heightfield cimport Heightfield
from navpy.base.arrays cimport int_array
from navpy.web.buffers cimport doubles, points, triples

from navpy.baking.level_check import level_remarks
from navpy.baking.pipeline import bake_source
from navpy.baking.settings import BakeSettings
from navpy.baking.source import BakeSource
from navpy.baking.voxels.distance_field import blur_distance_field, build_distance_field

CURES = {                       # what to do about a LevelRemark, by its kind
    "reversed": "turn its faces round, in the modeling program",
    "unit": "scale it by {scale:g} in the modeling program",
    "small": "scale it in the modeling program, or set the agent's radius",
    "large": "choose a larger cell size",
    "z": "turn it by -90 degrees about its x axis in the modeling program",
    "-z": "turn it by 90 degrees about its x axis in the modeling program",
}


def bake(vertices, triangles, *settings):
    """Bake a level in one piece.

    Parameters
    ----------
    vertices : float32 (3 n,)
        Meters.
    triangles : int32 (3 m,)
    *settings
        Names and values of BakeSettings in turn.

    Returns
    -------
    BakeStages
    """
    return bake_source(source_of(vertices, triangles, settings))


cdef object source_of(vertices, triangles, tuple settings):
    return BakeSource(points(vertices), triples(triangles), BakeSettings(**dict(zip(settings[::2], settings[1::2]))))


def bake_level(vertices, triangles, *settings):
    """As `bake`, for a level of the user's: what is probably wrong with it comes first among the warnings, and one that is too large
    for the page's memory is refused."""
    source = source_of(vertices, triangles, settings)
    found = [(remark.kind, remark.with_cure(CURES)) for remark in level_remarks(source)]
    if "large" in [kind for kind, _ in found]:
        raise ValueError(". ".join(line for kind, line in found if kind in ("unit", "large")))
    stages = bake_source(source)
    stages.warnings = [line for _, line in found] + stages.warnings
    return stages


def mesh_of(stages):
    """The NavMesh of a bake."""
    return stages.mesh


def stage_seconds(stages):
    """Names and durations of the stages in turn, in seconds."""
    return tuple(part for stage in stages.seconds.items() for part in stage)


def bake_warnings(stages):
    """One line each."""
    return "\n".join(stages.warnings)


def frame(stages):
    """The frame of voxels: x, y, z of its origin in meters, cell size and cell height in meters, columns along x and along z."""
    cdef CompactHeightfield compact = stages.compact
    return (compact.origin[0] + compact.x0 * compact.cell_size, compact.origin[1], compact.origin[2] + compact.z0 * compact.cell_size,
            compact.cell_size, compact.cell_height, compact.width, compact.depth)


def spans(stages):
    """int32 (5 n,): x, z, bottom, top and area of every solid span."""
    cdef Heightfield field = stages.heightfield
    cdef vector[int32_t] out
    cdef int32_t column, i, k = 0
    out.resize(5 * field.spans.size())
    for column in range(field.width * field.depth):
        for i in range(field.first[column], field.first[column + 1]):
            out[k], out[k + 1] = column % field.width, column // field.width
            out[k + 2], out[k + 3], out[k + 4] = field.spans[i].bottom_vx, field.spans[i].top_vx, field.spans[i].area
            k += 5
    return int_array(out)


def floors(stages):
    """int32 (6 n,): x, z, height, area, distance from the border and region of every floor; 2 an orthogonal step. The distances are
    measured again, as regions use them up."""
    cdef CompactHeightfield compact = stages.compact
    cdef vector[int32_t] out
    cdef int32_t column, i, k = 0
    build_distance_field(compact)
    blur_distance_field(compact)
    out.resize(6 * compact.floors.size())
    for column in range(compact.width * compact.depth):
        for i in range(compact.first[column], compact.first[column + 1]):
            out[k], out[k + 1], out[k + 2] = column % compact.width, column // compact.width, compact.floors[i].y_vx
            out[k + 3], out[k + 4], out[k + 5] = compact.areas[i], compact.distances[i], compact.regions[i]
            k += 6
    return int_array(out)


cdef int append_contour(const Contour* contour, const ContourCorner* corners, vector[int32_t]* out) except -1:
    cdef int32_t i
    out.push_back(contour.region)
    out.push_back(contour.count)
    for i in range(contour.count):
        out.push_back(corners[i].x_vx)
        out.push_back(corners[i].y_vx)
        out.push_back(corners[i].z_vx)
    return 0


def traced_contours(stages):
    """int32: region, number of corners, and x, y, z of each corner, for every outline and hole as traced."""
    cdef ContourSet contours = stages.contours
    cdef vector[ContourCorner] corners
    cdef vector[int32_t] out
    cdef Contour contour
    cdef size_t i
    corners.resize(contours.raw_contours.corners.size())
    for i in range(corners.size()):
        corners[i] = contours.raw_contours.corners[i]
        set_heights(contours.compact, contours.raw_contours.edges[i], &corners[i])
    for contour in contours.raw_contours.contours:
        append_contour(&contour, &corners[contour.first], &out)
    return int_array(out)


def simplified_contours(stages):
    """The same for the simplified outlines, one a region, holes joined to them."""
    cdef ContourSet contours = stages.contours
    cdef vector[int32_t] out
    cdef Contour contour
    for contour in contours.contours:
        append_contour(&contour, &contours.corners[contour.first], &out)
    return int_array(out)


def flat_polygons(stages):
    """The polygons before they get their heights: vertices float64 (3 n,) in meters; int32 offsets (m + 1,) of each polygon's corners
    among the corners, which are the last array, indices of vertices."""
    cdef PolyMesh polygons = stages.polygons
    return doubles(polygons.vertex_data), int_array(polygons.offset_data), int_array(polygons.corner_data)


def detail(stages):
    """The surface: vertices float64 (3 n,) in meters; int32 offsets (m + 1,) of each polygon's triangles among the triangles, which
    are the last array, three vertices each."""
    cdef DetailMesh mesh = stages.detail
    return doubles(mesh.vertex_data), int_array(mesh.offset_data), int_array(mesh.triangle_data)
