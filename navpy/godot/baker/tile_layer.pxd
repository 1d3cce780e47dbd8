"""The outlines of a TileMapLayer, by blocks of cells."""
from navpy.godot.baker.cell_source cimport CellSource

cdef class TileLayer(CellSource):
    cdef bint is_told               # that an outline is left out
    cdef size_t next                # of records.blocks, which next_places gives

cdef bint is_tile_layer(void* node) noexcept nogil
