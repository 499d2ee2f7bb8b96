"""A Merkle tree over leaf hashes, as RFC 6962 has it: its root, and short proofs of what is in it and of how it grew.

The hash of an entry is a leaf hash already, so that the head of a game is a leaf as it stands.
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

    def consistency(self, old: int, size: int | None = None) -> tuple[bytes, ...]:
        """Return what proves that the tree begins with the tree of its first so many leaves."""
        count = self.size if size is None else size
        if not 0 <= old <= count <= self.size:
            raise ValueError(f"a tree of {count} leaves did not grow from one of {old}")
        return tuple(self._growth(old, 0, count, is_whole=True)) if 0 < old < count else ()

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

    def _growth(self, old: int, start: int, end: int, *, is_whole: bool) -> Iterator[bytes]:
        if old == end - start:
            if not is_whole:
                yield self._hash(start, end)
            return
        half = _half(end - start)
        if old <= half:
            yield from self._growth(old, start, start + half, is_whole=is_whole)
            yield self._hash(start + half, end)
        else:
            yield from self._growth(old - half, start + half, end, is_whole=False)
            yield self._hash(start, start + half)


def node(left: bytes, right: bytes) -> bytes:
    """Return the hash of two subtrees."""
    return sha256(_NODE + left + right).digest()


def is_included(leaf: bytes, index: int, *, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Tell whether a proof shows that a leaf is in a tree of some size and root (RFC 9162, 2.1.3.2)."""
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


def is_grown(old: tuple[int, bytes], new: tuple[int, bytes], path: Sequence[bytes]) -> bool:
    """Tell whether a proof shows that a tree (size, root) begins with an older one (RFC 9162, 2.1.4.2)."""
    (old_size, old_root), (size, root) = old, new
    if old_size in (size, 0):
        return not path and (old_root == root if old_size == size else old_root == EMPTY)
    if not 0 < old_size < size or not path:
        return False
    hashes = list(path) if old_size & (old_size - 1) else [old_root, *path]
    place, last = old_size - 1, size - 1
    while place % 2:
        place, last = place >> 1, last >> 1
    before = after = hashes[0]
    for hash_ in hashes[1:]:
        if last == 0:
            return False
        if place % 2 or place == last:
            before, after = node(hash_, before), node(hash_, after)
            while place and not place % 2:
                place, last = place >> 1, last >> 1
        else:
            after = node(after, hash_)
        place, last = place >> 1, last >> 1
    return last == 0 and before == old_root and after == root


def _half(count: int) -> int:
    """Return the largest power of two that is less than a count."""
    return 1 << (count - 1).bit_length() - 1
