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

from pbem.report.replay.panels import Cutter, Frame, Panels
from pbem.report.replay.places import tag
from pbem.report.replay.splices import Splice, Splicer, joined
from pbem.report.replay.tongues import Tongue

_Form = tuple[int, str, str]  # width, language, eye
_CUT = "\0"  # in no markup


class Packed(Struct, frozen=True):
    """A reel as bytes: its pieces, with their places told on (see `places`), and the frames that are made of them."""

    pieces: bytes
    frames: bytes


class Reel:
    """Takes drawings in the order of their steps."""

    def __init__(self, *, widths: Sequence[int], languages: Sequence[str], eyes: Sequence[str]) -> None:
        self._widths = tuple(widths)
        self._languages = tuple(languages)
        self._eyes = tuple(eyes)
        self._cutter = Cutter()
        self._taken: dict[_Form, list[Panels]] = {
            (width, language, eye): [] for width in widths for language in languages for eye in eyes
        }
        self._frames: dict[_Form, list[Frame]] = {}
        self._kinds: list[str] = []
        self._splicer = Splicer()

    def add(self, svg: str, *, width: int, language: str, eye: str) -> None:
        """Take the next drawing of a width, a language and an eye."""
        self._taken[width, language, eye].append(self._cutter.cut(svg))

    def packed(self, widths: int | None = None, languages: int | None = None) -> Packed:
        """Return everything that was taken; or of so many widths and languages alone, the first of them."""
        shown = self._widths[:widths], self._languages[:languages]
        forms = {form: taken for form, taken in self._taken.items() if form[0] in shown[0] and form[1] in shown[1]}
        frames, names = self._cutter.frames(dict.fromkeys(panels for taken in forms.values() for panels in taken))
        self._frames = {form: [frames[panels] for panels in taken] for form, taken in forms.items()}
        self._kinds = list(map(tag, names))
        self._splicer = Splicer()
        out = bytearray()
        for width in shown[0]:
            self._pack(out, width, shown[1])
        return Packed(_CUT.join(names).encode(), bytes(out))

    def _pack(self, out: bytearray, width: int, languages: Sequence[str]) -> None:
        first_language, *others = languages
        first, *eyes = self._eyes
        line = self._frames[width, first_language, first]
        before: Frame = ()
        for frame in line:
            _put_splices(out, self._splicer.splices(before, frame))
            before = frame
        for eye in eyes:
            frames = zip(line, self._frames[width, first_language, eye], strict=True)
            _put_like_before(out, (self._splicer.splices(drawn, other) for drawn, other in frames))
        for language in others:
            self._pack_language(out, width, language)

    def _pack_language(self, out: bytearray, width: int, language: str) -> None:
        first = self._languages[0]
        drawings = [
            _in_parts(drawn, other)
            for eye in self._eyes
            for drawn, other in zip(self._frames[width, first, eye], self._frames[width, language, eye], strict=True)
        ]
        tongue = Tongue(drawings, self._kinds)
        told = [tongue.splices(drawn, other) for drawn, other in drawings]
        _put_table(out, tongue)
        for changes in told:
            _put_splices(out, changes)


def _in_parts(drawn: Frame, other: Frame) -> tuple[Frame, Frame]:
    """Return two drawings in as many parts: as one part each, where they have not as many."""
    return (drawn, other) if len(drawn) == len(other) else ((joined(drawn),), (joined(other),))


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
