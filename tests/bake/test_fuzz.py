"""Levels that no one would build: what must hold of every bake (tests/soups.py). bench/fuzz_bake.py bakes them by the thousand."""
import pytest
from hypothesis import given, settings, strategies as st

from navpy.bake.pipeline import bake_stages
from soups import InOne, check_case, make_case

EXECUTOR = InOne()


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_any_level_is_refused_or_bakes_to_a_sound_mesh(seed):
    check_case(make_case(seed), EXECUTOR)


@pytest.mark.parametrize("first", range(0, 150, 30))
def test_a_row_of_levels(first):
    counts = [check_case(make_case(seed), EXECUTOR) for seed in range(first, first + 30)]
    baked = [count for count in counts if count is not None]
    assert len(baked) > 20 and sum(count["polygons"] > 0 for count in baked) > 10
    assert not any(count["warnings"] for count in baked)


# Where the order of the triangles made a difference: two detail triangles share an edge that a vertex of the source lies on,
# and a height of 0 or −0.
@pytest.mark.parametrize("seed", (9464, 11496, 13552, 29776, 30872, 37936))
def test_the_order_of_the_triangles_does_not_matter(seed):
    check_case(make_case(seed), EXECUTOR)


def test_links_without_an_end_are_left_out_at_once():
    """Looking for the ends of all links again for each that goes would take minutes where there are hundreds."""
    case = make_case(304)
    stages = bake_stages(case.vertices, case.triangles, case.settings, **case.more)
    found = sum(1 + link.two_way for link in stages.mesh.links)
    assert len(stages.links) > 1000 and found > 300
    assert stages.mesh.version <= 3                     # one for all that were added, one for all that were left out
