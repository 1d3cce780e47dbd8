"""What a page holds is what was put in, in another order."""
import base64
import gzip
import json
import re
import string

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

import navpy
from navpy.studio import debug, web_page, webview
from navpy.studio.web_arrays import Arrays, element_arrays

FLOOR = ([(0, 0, 0), (0, 0, 4), (4, 0, 4), (4, 0, 0)], [(0, 1, 2), (0, 2, 3)])
B85 = string.digits + string.ascii_uppercase + string.ascii_lowercase + "!#$%&()*+-;<=>?@^_`{|}~"      # its digits, of RFC 1924
DTYPES = {"f": np.float32, "u": np.uint32, "B": np.uint8}


def bytes_of(text):
    """By Python's own decoder, which has other digits."""
    assert not set(text) & set("<>&\"'`\\@-")
    return base64.b85decode(text.translate(str.maketrans(web_page.DIGITS, B85)))


def unpack(text, listing):
    """The arrays by their names, read as the page reads them, number by number."""
    data, at, out = gzip.decompress(bytes_of(text)), 0, {}
    for name, kind, count, width in listing:
        size = count if kind == "B" else 4 * count
        part, at = np.frombuffer(data[at:at + size], np.uint8), at + size
        if kind != "B":
            folded = part.reshape(4, count).T.astype(np.uint64) @ np.array([1, 1 << 8, 1 << 16, 1 << 24], np.uint64)
            steps = np.where(folded & 1, -(folded >> 1).astype(np.int64) - 1, (folded >> 1).astype(np.int64))
            part = (np.cumsum(steps.reshape(-1, width), axis=0) % (1 << 32)).astype(np.uint32).view(DTYPES[kind])
        out[name] = part.reshape(-1, width)
    assert at == len(data)
    return out


TABLES = st.sampled_from(list(DTYPES.values())).flatmap(
    lambda dtype: arrays_of.arrays(dtype, arrays_of.array_shapes(min_dims=2, max_dims=2)))


@given(st.binary(max_size=40))
def test_bytes_come_back(data):
    assert bytes_of(web_page.as_text(data)) == data


@given(st.lists(TABLES, max_size=4))
def test_arrays_come_back_bit_by_bit(given_arrays):
    arrays = Arrays()
    for i, array in enumerate(given_arrays):
        arrays.add(str(i), array)
    found = unpack(arrays.text(), arrays.listing)
    assert [found[str(i)].tobytes() for i in range(len(given_arrays))] == [array.tobytes() for array in given_arrays]


@given(st.integers(1, 60), st.sampled_from([2, 3]), st.integers(0, 1000), st.booleans())
def test_elements_are_the_same_in_another_order(count, corners, seed, has_keys):
    rng = np.random.default_rng(seed)
    points, elements = rng.random((20, 3)).astype(np.float32), rng.integers(0, 20, (count, corners))
    keys = rng.integers(0, 5, count) if has_keys else None
    positions, index, vertex_keys = element_arrays(points, elements, keys)
    of_elements = vertex_keys[index]
    assert (of_elements == of_elements[:, :1]).all()        # the vertices of an element have its key
    seen = sorted((*positions[row].ravel().tolist(), key) for row, key in zip(index, of_elements[:, 0]))
    assert seen == sorted((*points[row].ravel().tolist(), key) for row, key in zip(elements, keys if has_keys else np.zeros(count)))
    assert len(np.unique(np.column_stack([positions, vertex_keys]), axis=0)) == len(positions) and index.max() == len(positions) - 1


def test_a_run_of_elements_is_a_place():
    """Of a grid of triangles, shuffled, runs of 1,024 cover little more than they need."""
    side = 128
    x, z = np.meshgrid(np.arange(side + 1), np.arange(side + 1))
    points = np.stack([x, np.zeros_like(x), z], -1).reshape(-1, 3).astype(np.float32)
    a = (np.arange(side)[:, None] * (side + 1) + np.arange(side)).reshape(-1, 1)
    triangles = np.random.default_rng(1).permutation(np.concatenate([a + (0, side + 1, 1), a + (1, side + 1, side + 2)]))
    positions, index, _ = element_arrays(points, triangles)
    for run in index.reshape(-1, 1024, 3):
        assert np.prod(np.ptp(positions[run].reshape(-1, 3)[:, [0, 2]], axis=0)) <= 2 * 512


def page_of(path):
    text = path.read_text(encoding="utf-8")
    part = lambda name: re.search(rf'<script [^>]*id="{name}">(.*?)</script>', text, re.S)[1]     # noqa: E731
    page = json.loads(part("data").replace("<\\/", "</"))
    return text, page, unpack(part("arrays"), page["arrays"])


def test_the_page_is_whole_in_itself(tmp_path):
    mesh = navpy.bake(*FLOOR, navpy.BakeSettings(agent_radius=0.25))
    path = tmp_path / "page.html"
    layers = [webview.Layer("level", debug.draw_level(*FLOOR)), *webview.navmesh_layers(mesh)]
    webview.write_html(path, "A <floor>", "of 16 m²", mesh, layers)
    text, page, arrays = page_of(path)
    text = text.replace(web_page.licenses(), "")          # they name addresses, and load nothing
    assert "http" not in text
    assert not re.search(r"<(script|link|img|iframe)[^>]*(src|href)\s*=\s*\"(?!data:)", text)
    assert "<title>A &lt;floor&gt;</title>" in text and "@" not in re.sub(r"@media|@keyframes", "", text.partition("<script")[0])
    assert [layer["name"] for layer in page["layers"]] == ["level", "walls"]      # what is empty is left out
    corners = arrays["surface positions"][arrays["surface index"]] + page["origin"]
    wanted = mesh.vertices[np.array(mesh.triangles).reshape(-1, 3)]
    assert sorted(corners.round(4).tolist()) == sorted(wanted.round(4).tolist())
    assert arrays["file"].tobytes() == mesh.to_bytes()


def test_a_level_far_from_the_origin_is_shown_near_it(tmp_path):
    """Graphics processors count in float32; the page tells the true places."""
    points = [(x + 50_000, y, z - 70_000) for x, y, z in FLOOR[0]]
    mesh = navpy.NavMesh.from_polygons(points, [(0, 1, 2, 3)])
    webview.write_html(tmp_path / "page.html", "far", "", mesh, [])
    _, page, arrays = page_of(tmp_path / "page.html")
    assert page["origin"] == [50_002, 0, -69_998]
    assert page["low"] == [-2, 0, -2] and np.abs(arrays["surface positions"]).max() == 2


def test_a_page_without_anything_to_draw_is_refused(tmp_path):
    with pytest.raises(ValueError, match="nothing to draw"):
        webview.write_html(tmp_path / "x.html", "nothing", "", navpy.NavMesh(), [])


def test_parts_may_hold_what_looks_like_a_place():
    assert web_page.fill("<b>@A@ @B@</b> @ me@x", {"A": "@B@", "B": "2"}) == "<b>@B@ 2</b> @ me@x"
