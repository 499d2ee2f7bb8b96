"""Merkle trees: the numbers that everybody knows, and proofs that hold for what they say and for nothing else."""

from hashlib import sha256

import pytest

from pbem.record.notes.merkle import EMPTY, Tree, is_included

# the leaves and roots by which implementations of RFC 6962 are tested everywhere
LEAVES = tuple(
    sha256(b"\0" + bytes.fromhex(data)).digest()
    for data in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
)
ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
MANY = Tree([sha256(str(number).encode()).digest() for number in range(70)])


@pytest.mark.parametrize(("size", "root"), list(enumerate(ROOTS, 1)))
def test_roots_are_those_of_the_standard(size: int, root: str) -> None:
    assert Tree(LEAVES[:size]).root().hex() == root
    assert Tree(LEAVES).root(size).hex() == root


def test_a_tree_without_leaves_has_a_root() -> None:
    assert Tree(()).root() == EMPTY == sha256(b"").digest()


def test_every_leaf_is_proven_to_be_where_it_is_and_nowhere_else() -> None:
    for size in (1, 2, 3, 5, 8, 31, 32, 33, 70):
        root = MANY.root(size)
        for index in range(size):
            path = MANY.inclusion(index, size)
            leaf = MANY.leaves[index]
            assert is_included(leaf, index, size=size, path=path, root=root)
            assert not is_included(leaf, index, size=size, path=path, root=EMPTY)
            assert not is_included(EMPTY, index, size=size, path=path, root=root)
            assert not is_included(leaf, index, size=size, path=(*path, EMPTY), root=root)
            assert not is_included(leaf, index, size=size, path=path[:-1], root=root) or not path
            elsewhere = [place for place in range(-1, size + 1) if place != index]
            assert not any(is_included(leaf, place, size=size, path=path, root=root) for place in elsewhere)


def test_what_cannot_be_asked_for_is_refused() -> None:
    with pytest.raises(ValueError, match="70 leaves"):
        MANY.root(71)
    with pytest.raises(ValueError, match="no leaf 5 among 5"):
        MANY.inclusion(5, 5)
