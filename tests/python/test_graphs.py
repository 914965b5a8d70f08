"""The state graph for scipy, networkx and Parquet."""

from pathlib import Path

import networkx
import numpy as np
import pyarrow.parquet
from scipy.sparse.csgraph import shortest_path
from slidewise import Puzzle


def test_scipy_finds_the_same_distances() -> None:
    search = Puzzle.open("tiles:3x3").explore()
    graph = search.graph()
    assert graph.shape == (len(search), len(search))
    assert (graph != graph.T).nnz == 0
    found = shortest_path(graph, unweighted=True, indices=search.start)
    own = search.distances()
    assert (np.isinf(found) == (own == 255)).all()
    assert (found[own != 255] == own[own != 255]).all()


def test_networkx_and_parquet_have_all_nodes_and_edges(tmp_path: Path) -> None:
    search = Puzzle.open("tiles:2x3").explore()
    network = search.to_networkx()
    assert len(network) == search.states
    found = networkx.single_source_shortest_path_length(network, search.start)
    assert {node: about["distance"] for node, about in network.nodes.items()} == found
    assert network.nodes[search.start]["position"] == search.puzzle.start.text
    nodes, edges = map(pyarrow.parquet.read_table, search.to_parquet(tmp_path / "graph"))
    assert nodes["Id"].to_pylist() == list(network.nodes)
    pairs = zip(edges["Source"].to_pylist(), edges["Target"].to_pylist())
    assert {frozenset(pair) for pair in pairs} == {frozenset(edge) for edge in network.edges}
