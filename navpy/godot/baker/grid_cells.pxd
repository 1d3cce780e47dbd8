"""The triangles of a GridMap, by blocks of cells."""
from libc.stdint cimport int16_t, int32_t, uint64_t
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector
from navpy.godot.baker.baker cimport Baker
from navpy.godot.baker.cell_source cimport CellSource
from navpy.godot.baker.source_nodes cimport Triangles
from navpy.godot.baker.source_parts cimport SourcePart
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3

cdef struct GridCell:
    uint64_t order                  # of cells within a block, whatever order the engine has them in
    int16_t x, y, z
    int32_t item, orientation

cdef struct Layout:                 # of a map's cells
    GdVector3 size, offset          # meters
    GdTransform3D turns[24]         # by orientation, scaled

cdef cppclass ItemPiece:                # a mesh or a shape of an item
    Triangles triangles
    GdTransform3D place             # in the cell

cdef cppclass Item:
    vector[ItemPiece] pieces

cdef class GridCells(CellSource):
    cdef unordered_map[int32_t, Item] items         # that cells had when they were read
    cdef dict made_of               # item → what its geometry was made from, as item_sources has it
    cdef object look                # of the map when it was read: all but its cells and items

    cdef int forget_items(self) except -1
    cdef const Item* item_at(self, Baker* baker, void* map, void* library, int32_t item) except NULL
    cdef tuple look_of(self, Baker* baker, void* map, void* library)
    cdef int read_layout(self, void* map, Layout* out) except -1
    cdef int place_blocks(self, Baker* baker, void* map, void* library, const GdTransform3D* frame, list places, list boxes) except -1
    cdef SourcePart part_of_cells(self, Baker* baker, void* map, void* library, const vector[GridCell]* cells, const Layout* layout,
                                  const GdTransform3D* space, const GdTransform3D* frame, tuple ground)

cdef bint is_grid_map(void* node) noexcept nogil
