"""A reel: the drawings of a whole game, as pieces that are kept once and splices between drawings that are alike.

Drawings come step by step, through every eye, in every language and width, and are restored byte by byte. The first
language through the first eye is the line that all others are told by:

    pieces   the markup of all drawings, cut between `>` and `<`, which are left out there; every piece once, those with
             one tag together, with a NUL between two of them
    frames   varints: seven bits a byte, the lowest first, all bytes but the last with their highest bit set.
             For each width:
                 for each step the splices that make the first eye's drawing of the one before it
                 for each other eye, for each step: 0 if the same splices as at the step before make its drawing of the
                     first eye's; else those splices, with one more than their number
                 for each other language a table: how many pieces it has; of each, how far it is behind the one before,
                     how many pieces stand for it, and how far each of them is from the last one told (twice that, or
                     twice that less one backwards); then for each eye, for each step, the splices that make its drawing
                     of what the table gives
             Splices are their number, then of each how many pieces stay, how many go, how many come, and which.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from pbem.report.replay.places import BEHIND, told_on
from pbem.report.replay.splices import Splice, splices
from pbem.report.replay.tongues import Tongue

Frame = list[int]  # numbers of pieces
_CUT = "\0"  # in no markup
_STANDING = 80  # pieces a step at most, of boards on which things stand still


class Packed(Struct, frozen=True):
    """A reel as bytes: its pieces, and the frames that are made of them; places may be told on (see `places`)."""

    pieces: bytes
    frames: bytes
    is_told_on: bool = False


class _Numbered(dict[str, int]):
    """Every piece with its number, in the order in which they came."""

    def __missing__(self, piece: str) -> int:
        self[piece] = number = len(self)
        return number


class Reel:
    """Takes drawings in the order of their steps."""

    def __init__(self, *, widths: Sequence[int], languages: Sequence[str], eyes: Sequence[str]) -> None:
        self._widths = tuple(widths)
        self._languages = tuple(languages)
        self._eyes = tuple(eyes)
        self._pieces = _Numbered()
        self._names: list[str] = []
        self._frames: dict[tuple[int, str, str], list[Frame]] = {
            (width, language, eye): [] for width in widths for language in languages for eye in eyes
        }

    def add(self, svg: str, *, width: int, language: str, eye: str) -> None:
        """Take the next drawing of a width, a language and an eye."""
        cut = svg.split("><")
        numbers = self._pieces
        self._frames[width, language, eye].append([numbers[piece] for piece in cut])

    def packed(self) -> Packed:
        """Return everything that was taken."""
        steps = len(next(iter(self._frames.values())))
        is_told_on = len(self._pieces) > _STANDING * steps
        if is_told_on:
            self._tell_on()
        self._sort()
        out = bytearray()
        for width in self._widths:
            self._pack(out, width)
        return Packed(_CUT.join(self._names).encode(), bytes(out), is_told_on)

    def _tell_on(self) -> None:
        """Tell places from one piece to the next."""
        came = list(self._pieces)
        numbers = _Numbered()
        for eye, frames in self._frames.items():
            self._frames[eye] = [
                [numbers[piece] for piece in told_on([came[number] for number in frame])] for frame in frames
            ]
        self._pieces = numbers

    def _sort(self) -> None:
        """Number the pieces anew, like beside like: they are squeezed better then."""
        came = list(self._pieces)
        order = sorted(range(len(came)), key=lambda number: (_tag(came[number]), number))
        new = {old: number for number, old in enumerate(order)}
        self._names = [came[number] for number in order]
        self._pieces = _Numbered(zip(self._names, range(len(came)), strict=True))
        self._frames = {
            eye: [[new[piece] for piece in frame] for frame in frames] for eye, frames in self._frames.items()
        }

    def _pack(self, out: bytearray, width: int) -> None:
        first_language, *languages = self._languages
        first, *eyes = self._eyes
        line = self._frames[width, first_language, first]
        before: Sequence[int] = ()
        for frame in line:
            _put_splices(out, splices(before, frame))
            before = frame
        for eye in eyes:
            frames = zip(line, self._frames[width, first_language, eye], strict=True)
            _put_like_before(out, (splices(drawn, other) for drawn, other in frames))
        for language in languages:
            self._pack_language(out, width, language)

    def _pack_language(self, out: bytearray, width: int, language: str) -> None:
        tongue = Tongue(self._kind)
        first = self._languages[0]
        pairs = [
            pair
            for eye in self._eyes
            for pair in zip(self._frames[width, first, eye], self._frames[width, language, eye], strict=True)
        ]
        told = []
        for drawn, other in pairs:
            if not tongue.table.keys() >= set(drawn):
                tongue.learn(drawn, other)
            guess = tongue.told(drawn)
            told.append(splices(guess, other) if guess != other else [])
        _put_table(out, tongue)
        for changes in told:
            _put_splices(out, changes)

    def _kind(self, piece: int) -> str:
        return _tag(self._names[piece])


def _tag(piece: str) -> str:
    """Return the tag that a piece begins with."""
    return piece.rpartition(BEHIND)[2].partition(" ")[0].partition(">")[0]


def _put_like_before(out: bytearray, told: Iterable[list[Splice]]) -> None:
    before: list[Splice] | None = None
    for changes in told:
        if changes == before:
            out.append(0)
        else:
            _put_splices(out, changes, 1)
        before = changes


def _put_splices(out: bytearray, changes: Sequence[Splice], more: int = 0) -> None:
    _put(out, len(changes) + more)
    for kept, gone, put in changes:
        _put(out, kept)
        _put(out, gone)
        _put(out, len(put))
        for piece in put:
            _put(out, piece)


def _put_table(out: bytearray, tongue: Tongue) -> None:
    """Write which pieces stand for which; those that stand for themselves are left out."""
    others = {one: pieces for one, pieces in sorted(tongue.table.items()) if pieces != (one,)}
    _put(out, len(others))
    before = last = 0
    for one, pieces in others.items():
        _put(out, one - before)
        _put(out, len(pieces))
        for piece in pieces:
            _put(out, 2 * (piece - last) if piece >= last else 2 * (last - piece) - 1)
            last = piece
        before = one


def _put(out: bytearray, number: int) -> None:
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
