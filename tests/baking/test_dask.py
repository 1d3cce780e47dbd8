"""A real Dask cluster on this machine bakes tiles."""
from distributed import Client, LocalCluster

from navpy.api.baking.bakes import bake
from navpy.baking.settings import BakeSettings
from tests.levels import TILED, hills


def test_a_dask_cluster_of_two_workers_bakes_the_same_bytes():
    vertices, triangles = hills()
    settings = BakeSettings(**TILED, tile_size=16)
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            mesh = bake(vertices, triangles, settings, executor=client.get_executor(pure=False))
            executed = client.run(lambda dask_worker: dask_worker.state.executed_count)
    assert len(executed) == 2 and min(executed.values()) > 0
    assert mesh.to_bytes() == bake(vertices, triangles, settings).to_bytes()
