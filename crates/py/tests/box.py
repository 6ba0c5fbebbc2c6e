"""A cluster of two nodes of Ray in a network and process namespace of its own: run by the tests, prints what it found.

Ray listens on all interfaces; here there is none but the loopback, and everything ends with the namespace."""

import fcntl
import hashlib
import json
import socket
import struct
import sys
import time
from pathlib import Path


def raise_loopback():
    """A new namespace has its loopback down."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        asked = struct.pack("16sh14x", b"lo", 0x1 | 0x40)
        fcntl.ioctl(any_socket, 0x8914, asked)


def hashes(folder):
    """Every table of a run by its bytes."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(Path(folder).rglob("*.parquet"))
    }


def main(work):
    raise_loopback()
    import ray
    from ray.cluster_utils import Cluster

    from sandtable import lab

    memory = {"object_store_memory": 80 * 1024 * 1024, "num_cpus": 1, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=memory)
    second = cluster.add_node(num_cpus=1, object_store_memory=80 * 1024 * 1024)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    nodes = len([node for node in ray.nodes() if node["Alive"]])

    terms = {"games": GAMES, "seed": 7, "players": {"Russian": "random", "German": "recruit"}}
    told = {"nodes": nodes, "killed_at": None, "listening": listening()}
    play = lab._Progress.__call__

    def killing(progress, done, of):
        # In the middle of the run the second node dies without a word.
        if told["killed_at"] is None and done > GAMES // 4:
            told["killed_at"] = done
            cluster.remove_node(second, allow_graceful=False)
        play(progress, done, of)

    lab._Progress.__call__ = killing
    began = time.monotonic()
    study = lab.sim("mars", "vazuza", out=f"{work}/cluster", cluster=cluster.address, chunk=5, progress=False, **terms)
    told["seconds"] = time.monotonic() - began
    lab._Progress.__call__ = play
    # Ray takes some seconds to believe that a node is gone; a short run may be over before.
    patience = time.monotonic() + 120
    while (alive := len([node for node in ray.nodes() if node["Alive"]])) > 1 and time.monotonic() < patience:
        time.sleep(0.5)
    told["alive"] = alive
    told["played"], told["found"] = study.played, study.found
    told["again"] = lab.sim("mars", "vazuza", out=f"{work}/cluster", cluster=cluster.address, **terms).played
    lab.sim("mars", "vazuza", out=f"{work}/alone", **terms)
    told["alike"] = hashes(f"{work}/cluster") == hashes(f"{work}/alone") and len(hashes(f"{work}/alone")) == len(lab.TABLES)
    games = lab.read(f"{work}/cluster").table("games").column("game").to_pylist()
    told["games"] = games == list(range(GAMES))

    # What a stopped run has played is not played again: half of it alone, the rest on the cluster.
    lab.sim("mars", "vazuza", out=f"{work}/half", **{**terms, "games": GAMES // 2})
    rest = lab.sim("mars", "vazuza", out=f"{work}/half", cluster=cluster.address, **terms)
    told["rest"] = [rest.found, rest.played]
    told["half_alike"] = hashes(f"{work}/half") == hashes(f"{work}/alone")
    arms = [lab.Arm("handicap 9", {"handicap": 9})]
    worth = {"games": 40, "reach": 0.0, "seed": 3, "players": terms["players"]}
    there = lab.ablate("mars", "vazuza", arms=arms, out=f"{work}/worth", cluster=cluster.address, **worth)
    here = lab.ablate("mars", "vazuza", arms=arms, out=f"{work}/worth-alone", **worth)
    told["ablate_alike"] = there == here
    wanted = {"goal": ("Russian", 0.5), "within": [lab.Allowed([3, 9], option="handicap")], "games": 20, "near": 0.1, "seed": 3}
    tuned = [
        lab.tune("mars", "vazuza", out=f"{work}/{folder}", cluster=where, players=terms["players"], **wanted)
        for folder, where in (("tuned", cluster.address), ("tuned-alone", None))
    ]
    told["tune_alike"] = tuned[0] == tuned[1] and bool(tuned[0]["tried"])
    rungs = [
        lab.ladder("mars", "vazuza", bots=["random", "recruit"], out=f"{work}/{folder}", pairs=6, cluster=where)
        for folder, where in (("ladder", cluster.address), ("ladder-alone", None))
    ]
    told["ladder_alike"] = rungs[0] == rungs[1] and [row["bot"] for row in rungs[0]] == ["recruit", "random"]
    told["ladder_tables_alike"] = hashes(f"{work}/ladder") == hashes(f"{work}/ladder-alone") != {}
    told["overhead_ms"] = overhead(ray)
    print(json.dumps(told))


def overhead(ray):
    """What a task costs that does nothing, in a stream, in milliseconds."""
    nothing = ray.remote(num_cpus=1)(lambda: None)
    ray.get([nothing.remote() for _ in range(20)])
    began = time.monotonic()
    ray.get([nothing.remote() for _ in range(200)])
    return (time.monotonic() - began) * 5


def listening():
    """Interfaces of this namespace."""
    return sorted(name for _, name in socket.if_nameindex())


GAMES = 120

if __name__ == "__main__":
    main(sys.argv[1])
