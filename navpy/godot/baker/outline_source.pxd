"""Outlines of the nodes of a two-dimensional level. Used on the main thread only."""
from navpy.godot.baker.baker cimport Baker
from navpy.godot.baker.source_nodes cimport GeometryParser
from navpy.godot.baker.source_parts cimport OutlinePart
from navpy.godot.binding.gd cimport GdTransform3D

# The outlines of a node, and of those below it unless without_children; of the baker itself: its own. None: there are none.
cdef OutlinePart parse_outlines(Baker* baker, GeometryParser* parser, void* node, bint without_children, const GdTransform3D* frame)
# A sentence for each outline of the baker inside another outline, where it changes nothing.
cdef list idle_outlines(Baker* baker)
