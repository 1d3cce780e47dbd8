"""NavMeshBaker speaks NavigationRegion3D and NavigationMesh."""
import pytest

RUNNING, FAILURE = 0, 2


@pytest.fixture(scope="module")
def seen(run_level):
    return run_level("region_words", expected=["ERROR: /root/.*/Limits/", "ERROR: navpy: NavMeshBaker: a layer is a number"])


def test_it_has_godots_properties(seen):
    assert seen["missing"] == sorted(seen["not ours"])


def test_what_is_set_is_kept(seen):
    assert seen["lost"] == []
    assert seen["same under both names"] == [2, 5, 1, "ground"]
    assert seen["layers"] == [5, True, False, 5 | 1 << 31]


def test_a_plane_has_four_corners_at_once(seen):
    assert seen["plane"] == [1, 4, [1], False]
    assert seen["bounds"] == pytest.approx([2.5, 11.5, 9.0])


@pytest.mark.parametrize("tile_size", [0, 32])
def test_only_what_is_in_the_box_is_baked(seen, tile_size):
    assert seen[f"limits {tile_size}"] == pytest.approx([-3, 7, -4, 4, 80])


def test_bad_values_are_refused(seen):
    assert seen["refused"] == [True, 0, 1]


def test_it_is_switched_on_and_off(seen):
    assert seen["switched"] == [RUNNING, FAILURE, RUNNING, FAILURE, RUNNING]
