"""Start and goal of a wide agent's path are treated alike: there and back are equally possible and long, for paths and goal fields."""
import random

import pytest

import navpy
from tests.clearances import length

# Levels with a passage where corners that were taken for one had turned an outline of the clearance map inward, by some micrometers:
# least x and z of the ground of 12 m × 12 m, radius of the bake, that of the agent, two places and the obstructions.
PASSAGES = [
    (0.0, 0, 0.4, (10.170740098710755, 0.0, 3.1609687538372797),
     (5.574328519165679, 0.0, 10.941876456140928), [
        [(11.034297221507758, 2.4747520288342595), (10.193280844037757, 0.587908854050776), (10.896269876756982,
         0.537476725471963), (11.800293324096046, 1.029756442911621), (11.243156749885081, 1.2185007841032525)],
        [(0.597964385723293, 6.726477976320135), (1.3913549480683702, 5.797037462217586), (-0.6780754518345025,
         8.870512125689867), (3.2518460957603295, 8.991970965502752), (2.2846016561641598, 5.392161382716662)],
        [(5.0756108865711695, 0.5465017866097068), (4.121645778190702, 2.4516871600363825), (4.561283537634628,
         1.942302116856633)],
        [(8.016439307460518, 5.270560541255194), (9.799615213766852, 5.191821030801781), (10.643969009068062, 3.7669501751935544),
         (9.073320727638723, 2.28934665522965)],
        [(9.174654820500328, 9.405195844070121), (9.751589643005044, 7.675636428550508), (9.753406746017335, 7.5096095492289585),
         (9.905955051737926, 8.434323320692993), (10.551017451729384, 8.38962969233823)],
    ]),
    (0.0, 0.2, 0.4, (7.005918475729621, 0.0, 6.8201049579233395),
     (4.416142256835916, 0.0, 2.428986601937517), [
        [(8.055425361689105, 2.9015709162906416), (11.131201252809582, 3.7767925332642025), (9.896734755124108,
         3.4013615898908998)],
        [(6.420148200542039, 5.795477614615663), (4.088895379916582, 6.252730089191111), (3.8488214942726655, 5.402169922076408)],
        [(2.236418748097185, 5.403794950511352), (6.763779780357875, 4.998696618436062), (3.9207751194177467, 4.737393782733769)],
    ]),
    (400.0, 0, 0.1, (409.0030450367227, 0.0, 410.88884571385705),
     (400.6801717255648, 0.0, 410.40551697259326), [
        [(410.97880183130303, 410.93753973595295), (410.3476868020835, 409.74926238767927), (411.8678067909187,
         410.66857992399036), (412.5643423378811, 409.8119684099054), (411.4896934451244, 410.58553897585756)],
        [(402.4828351181039, 398.8933034107142), (401.1088791035043, 398.407181848093), (398.77186810986956, 399.815784716207)],
        [(401.6012295480184, 410.9926135130733), (403.08850882652473, 410.1995779206176), (402.9541954713984, 410.879484600361),
         (401.5336971266726, 410.1781639799973), (402.40452497724516, 411.18653187579844)],
        [(407.54284299383954, 401.424743789217), (406.1170202359825, 403.56573062852766), (405.474217879982, 401.8676087435581),
         (405.6168988187285, 402.14466206583796), (405.48609978963987, 401.3315178596908)],
        [(408.5591537952036, 412.76179311682915), (409.56424811956043, 413.3804905940862), (407.6486460829936,
         411.15282705391223), (409.36509110807356, 409.36131471949176)],
        [(408.9937806760435, 404.94072006369913), (410.17488501149813, 403.1684056917817), (411.1050433256462, 403.3958800031461),
         (409.37601656762337, 404.07273350098274)],
        [(405.3826227168857, 406.63266392556), (401.88922616110347, 407.04728266304005), (404.9017344818495, 407.448733944807),
         (405.1525563774531, 409.01040291783806)],
        [(408.2343207928935, 402.5273981893719), (409.3914413881905, 403.3885859038637), (407.56338513752473, 403.98819711872153),
         (409.47076093131926, 403.6125315694454)],
    ]),
]


def flat_length(path):
    return length(path.points.astype(float))


def check_both_ways(mesh, a, b, radius):
    there, back = mesh.find_path(a, b, radius=radius), mesh.find_path(b, a, radius=radius)
    assert there.status == back.status, (a, b)
    if there.status == navpy.PathStatus.COMPLETE:
        assert flat_length(there) == pytest.approx(flat_length(back), abs=1e-4), (a, b)
        for start, goal in ((a, b), (b, a)):
            field = mesh.goal_field([goal], radius=radius)
            assert field.lengths([start])[0] == pytest.approx(flat_length(there), abs=1e-3), (start, goal)
    return there.status == navpy.PathStatus.COMPLETE


@pytest.mark.parametrize("low, baked_for, radius, a, b, obstructions", PASSAGES)
def test_through_passages_whose_corners_were_taken_for_one(low, baked_for, radius, a, b, obstructions):
    ground = [(low, low), (low + 12, low), (low + 12, low + 12), (low, low + 12)]
    assert check_both_ways(navpy.bake_outlines([ground], obstructions, agent_radius=baked_for, tile_size=5), a, b, radius)


@pytest.mark.parametrize("seed", range(6))
def test_between_places_anywhere_and_at_rims(seed):
    rng = random.Random(seed)

    def obstruction():
        x, y, size = rng.uniform(0, 12), rng.uniform(0, 12), rng.uniform(0.3, 3)
        return [(x + rng.uniform(-size, size), y + rng.uniform(-size, size)) for _ in range(rng.randrange(3, 6))]

    mesh = navpy.bake_outlines([[(0, 0), (12, 0), (12, 12), (0, 12)]], [obstruction() for _ in range(rng.randrange(2, 9))],
                               agent_radius=rng.choice([0, 0.2]), tile_size=rng.choice([0, 5]))
    found = [mesh.nearest((rng.uniform(0, 12), 0, rng.uniform(0, 12))) for _ in range(20)]      # some of them lie on the rim
    places = [place[1] for place in found]
    arrived = 0
    for radius in (0.1, 0.4, 0.7):
        for _ in range(15):
            arrived += check_both_ways(mesh, rng.choice(places), rng.choice(places), radius)
    assert arrived > 10
