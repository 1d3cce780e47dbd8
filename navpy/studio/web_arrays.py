"""Arrays as pages hold them: one text for all, small, and drawn fast."""
import gzip

import numpy as np

from navpy.studio.web_page import as_text

KINDS = {"f4": "f", "u4": "u", "u1": "B"}       # dtypes by their names in the page


def element_arrays(points, elements, keys=None):
    """Triangles or lines in the order of a curve that keeps near what is near, so that a run of them is a place that can be left out.

    Parameters
    ----------
    points : (n, 3) float32
        Meters.
    elements : (m, k) int
        Indices of points.
    keys : (m,) int, optional
        Of each element; elements share a vertex where their keys are equal.

    Returns
    -------
    positions : (v, 3) float32
        Meters; each vertex that is used, once for each key.
    index : (m, k) uint32
        Indices of vertices.
    vertex_keys : (v,) int64
    """
    order = np.argsort(_morton(points[elements].mean(1, dtype=np.float64)), kind="stable")
    corners = elements[order].astype(np.int64)
    if keys is not None:
        corners += len(points) * np.asarray(keys, np.int64)[order, None]
    found, first, inverse = np.unique(corners, return_index=True, return_inverse=True)
    rank = np.empty(len(found), np.int64)
    rank[np.argsort(first)] = np.arange(len(found))         # by first use: neighbors in the index are neighbors in memory
    used = found[np.argsort(first)]
    return points[used % len(points)], rank[inverse].reshape(corners.shape).astype(np.uint32), used // len(points)


def _morton(places):
    """The position of each place along Morton's curve."""
    BITS = 16
    low, size = places.min(0), max(np.ptp(places, axis=0).max(), 1e-12)
    cells = ((places - low) * ((2 ** BITS - 1) / size)).astype(np.uint64)
    for shift, mask in ((32, 0xffff00000000ffff), (16, 0xff0000ff0000ff), (8, 0xf00f00f00f00f00f), (4, 0x30c30c30c30c30c3),
                        (2, 0x9249249249249249)):                   # two free bits between each two
        cells = (cells | cells << np.uint64(shift)) & np.uint64(mask)
    return cells[:, 0] | cells[:, 1] << np.uint64(1) | cells[:, 2] << np.uint64(2)


class Arrays:
    """Named arrays that become one text, which `unpackArrays` of the page reads."""

    def __init__(self):
        self.listing, self._parts = [], []

    def add(self, name, array):
        """array: float32, uint32 or uint8, of one dimension or two."""
        array = np.ascontiguousarray(array)
        rows = array.reshape(len(array), -1) if array.ndim > 1 else array.reshape(-1, 1)
        kind = KINDS[array.dtype.str[1:]]
        self.listing.append([name, kind, rows.size, rows.shape[1]])
        self._parts.append(rows.tobytes() if kind == "B" else _differences(rows))

    def text(self):
        return as_text(gzip.compress(b"".join(self._parts), 6, mtime=0))


def _differences(rows):
    """Bytes of what each row's words differ by from the row's before it, first all lowest bytes: neighbors are alike, so gzip finds
    much to leave out."""
    words = np.vstack([np.zeros_like(rows[:1]), rows]).view(np.uint32)
    steps = words[1:] - words[:-1]
    folded = (steps << np.uint32(1)) ^ (np.uint32(0) - (steps >> np.uint32(31)))       # small for small steps of either sign
    return folded.astype("<u4").reshape(-1).view(np.uint8).reshape(-1, 4).T.tobytes()
