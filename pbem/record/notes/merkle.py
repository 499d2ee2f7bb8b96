"""A Merkle tree of RFC 6962: its root, and short proofs that a leaf is in it.

The hash of an entry is a leaf hash already. So the head of a game is a leaf as it is.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256

_NODE = b"\x01"
EMPTY = sha256(b"").digest()


class Tree:
    """A tree over leaves in their order. What was hashed once is remembered: leaves are only ever added."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self.leaves = tuple(leaves)
        self._known: dict[tuple[int, int], bytes] = {}

    @property
    def size(self) -> int:
        """How many leaves there are."""
        return len(self.leaves)

    def root(self, size: int | None = None) -> bytes:
        """Return the root, or the one that the first so many leaves had; ValueError if there are not so many."""
        count = self.size if size is None else size
        if not 0 <= count <= self.size:
            raise ValueError(f"the tree has {self.size} leaves, not {count}")
        return self._hash(0, count) if count else EMPTY

    def inclusion(self, index: int, size: int | None = None) -> tuple[bytes, ...]:
        """Return what proves that a leaf is in the tree, or in the one of the first so many leaves."""
        count = self.size if size is None else size
        if not 0 <= index < count <= self.size:
            raise ValueError(f"there is no leaf {index} among {count}")
        return tuple(self._path(index, 0, count))

    def _hash(self, start: int, end: int) -> bytes:
        if end - start == 1:
            return self.leaves[start]
        if (start, end) not in self._known:
            middle = start + _half(end - start)
            self._known[start, end] = node(self._hash(start, middle), self._hash(middle, end))
        return self._known[start, end]

    def _path(self, index: int, start: int, end: int) -> Iterator[bytes]:
        if end - start == 1:
            return
        middle = start + _half(end - start)
        if index < middle:
            yield from self._path(index, start, middle)
            yield self._hash(middle, end)
        else:
            yield from self._path(index, middle, end)
            yield self._hash(start, middle)


def node(left: bytes, right: bytes) -> bytes:
    """Return the hash of two subtrees."""
    return sha256(_NODE + left + right).digest()


def is_included(leaf: bytes, index: int, *, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Return whether a proof shows that a leaf is in a tree (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    place, last, found = index, size - 1, leaf
    for hash_ in path:
        if last == 0:
            return False
        if place % 2 or place == last:
            found = node(hash_, found)
            while place and not place % 2:
                place, last = place >> 1, last >> 1
        else:
            found = node(found, hash_)
        place, last = place >> 1, last >> 1
    return last == 0 and found == root


def _half(count: int) -> int:
    """Return the largest power of two that is less than a count."""
    return 1 << (count - 1).bit_length() - 1
