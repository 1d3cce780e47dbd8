"""Small worlds of hand-made tiles, and the whole meshes that they are parts of."""
from navpy.navmesh.navmesh import NavMesh
from navpy.streaming import NavWorld
from tests.cutting import cut_mesh
from tests.meshes import grid_mesh

SIZE, ORIGIN, CLIMB = 4.0, (0.4, -0.3), 0.5


def grid_tiles(seed=1, width=40, depth=40, removed=0.25):
    """{(x, z): NavMeshTile} of unit cells, some taken out, in tiles whose edges do not match their neighbors'."""
    return cut_mesh(grid_mesh(seed, width, depth, removed), SIZE, ORIGIN, seed)


def write(path, tiles, **arguments):
    NavWorld.write(path, tiles, SIZE, ORIGIN, climb=CLIMB, **arguments)


def whole_mesh(tiles):
    return NavMesh.from_tiles(tiles.values(), SIZE, ORIGIN, climb=CLIMB)


def load_all(world):
    world.focus, world.distance, world.memory = [(20.0, 0.0, 20.0)], 1e4, 1e12
    assert world.update(None) == 0 and world.starved == 0
    return world
