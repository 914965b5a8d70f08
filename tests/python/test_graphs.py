"""The state graph for scipy, networkx and Parquet."""

from pathlib import Path

import networkx
import numpy as np
import pyarrow.parquet
import pytest
from scipy.sparse.csgraph import shortest_path
from slidewise import InputError, Puzzle


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


def test_layouts_have_a_row_for_each_number(tmp_path: Path) -> None:
    search = Puzzle.open("tiles:3x3").explore(store=tmp_path)
    reached = search.distances() != 255
    for kind, dimensions in ("distances", 2), ("distances", 3), ("tree", 2):
        places = search.layout(kind, dimensions, seed=3)
        assert places.dtype == np.float32
        assert places.shape == (len(search), dimensions)
        assert (np.isfinite(places).all(axis=1) == reached).all()
        assert np.array_equal(search.layout(kind, dimensions, seed=3), places, equal_nan=True)
        assert list(tmp_path.glob(f"*.layout-{kind}-{dimensions}-3")), "it is kept"
    assert not np.array_equal(search.layout(seed=4), search.layout(seed=3), equal_nan=True)
    # A tree has each generation as far out as its distance.
    tree = search.layout("tree")
    out = np.linalg.norm(tree - tree[search.start], axis=1)
    assert np.allclose(out[reached], search.distances()[reached], atol=1e-3)
    # Without a folder nothing is kept, and the result is the same.
    again = Puzzle.open("tiles:3x3").explore().layout("tree")
    assert np.array_equal(again, tree, equal_nan=True)


def test_layouts_that_do_not_exist_are_refused() -> None:
    search = Puzzle.open("tiles:2x3").explore()
    for arguments in ("round",), ("tree", 4), ("tree", 2, -1):
        with pytest.raises((InputError, OverflowError, ValueError)):
            search.layout(*arguments)
    with pytest.raises(InputError, match="1,000,000 positions, but tiles:2x5 has 1,814,400"):
        Puzzle.open("tiles:2x5").explore().layout()
