"""What happened as a reader is told it: a chapter for each round, a line for each turn, below it every single thing.

People are called by their names. What concerns the reader in somebody else's turn is marked.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.game import AnyGame, Data, Happening, Names, Saying, Seat
from pbem.phrases import NARROW
from pbem.report.safe_text import told

BETWEEN = " \N{MIDDLE DOT} "
_AFTER_NAME = f": {NARROW}"
_ON = ",;:.+-\N{MINUS SIGN}"  # a clause that begins with one of these goes on with the one before
FACES = dict(enumerate("\N{DIE FACE-1}\N{DIE FACE-2}\N{DIE FACE-3}\N{DIE FACE-4}\N{DIE FACE-5}\N{DIE FACE-6}", 1))


class Clause(Struct, frozen=True):
    """A piece of a line; `lead` joins it to the one before."""

    lead: str
    text: str
    concerns: bool  # the reader, although it is somebody else's turn


class TurnLine(Struct, frozen=True):
    """A turn, or what belongs to nobody's: whose it was, what it came to, and everything that happened in it."""

    seat: Seat | None
    name: str  # "" where it is nobody's turn
    clauses: tuple[Clause, ...]
    atoms: tuple[str, ...]  # none where the line says it all

    @property
    def concerns(self) -> bool:
        """Whether something of it concerns the reader."""
        return any(clause.concerns for clause in self.clauses)

    @property
    def told(self) -> str:
        """The line as a text."""
        return "".join(clause.lead + clause.text for clause in self.clauses)


class Chapter(Struct, frozen=True):
    """A round, or a part of it; one without a title goes on with what was told before."""

    title: str
    lines: tuple[TurnLine, ...]


class Reader(Struct, frozen=True):
    """Who is told: a seat or the public (None), in which language, and what people are called."""

    seat: Seat | None
    language: str
    names: Names

    def called(self, game: AnyGame, seat: Seat) -> str:
        """Return what the player of a seat is called."""
        return self.names.get(seat) or game.called(seat, self.language)


def tell(game: AnyGame, heard: Iterable[Happening], reader: Reader) -> tuple[Chapter, ...]:
    """Return what happened, in chapters; only what the reader may hear must be given."""
    chapters = []
    for title, happenings in _parted(game, heard, reader):
        lines = (_line(game, seat, list(run), reader) for seat, run in groupby(happenings, lambda one: one.by))
        chapters.append(Chapter(title, tuple(line for line in lines if line.clauses or line.atoms)))
    return tuple(chapters)


def summed(chapters: Iterable[Chapter]) -> tuple[Chapter, ...]:
    """Return the same with a line for each turn alone."""
    return tuple(
        replace(chapter, lines=tuple(replace(line, atoms=()) for line in chapter.lines)) for chapter in chapters
    )


def _parted(game: AnyGame, heard: Iterable[Happening], reader: Reader) -> Iterator[tuple[str, list[Happening]]]:
    """Yield what belongs together, with what it began with."""
    title, part = "", list[Happening]()
    for happening in heard:
        if not happening.begins:
            part.append(happening)
            continue
        if title or part:
            yield title, part
        title, part = _sentence(happening.saying, game, reader), []
    if title or part:
        yield title, part


def _line(game: AnyGame, seat: Seat | None, run: Sequence[Happening], reader: Reader) -> TurnLine:
    name = reader.called(game, seat) if seat else ""
    clauses: list[Clause] = []
    for happening in run:
        text = _clause(game, happening.saying, name, reader)
        if text:
            clauses.append(Clause(_lead(text, clauses, reader.language), text, _concerns(happening, reader.seat)))
    atoms = tuple(_sentence(_with_faces(one.saying), game, reader) for one in run)
    return TurnLine(seat, name, tuple(clauses), atoms if len(atoms) > 1 else ())


def _clause(game: AnyGame, saying: Saying, name: str, reader: Reader) -> str:
    """Tell a happening without saying again whose turn it is."""
    clause = game.brief(_with_faces(saying), reader.language, reader.names)
    if name and clause.startswith(name) and clause[len(name) : len(name) + 1] in _AFTER_NAME:
        clause = clause[len(name) :].lstrip(_AFTER_NAME)
    return told(clause, reader.language).removesuffix(".")


def _lead(text: str, before: Sequence[Clause], language: str) -> str:
    if before and text[0] not in _ON:
        return BETWEEN
    return NARROW if before and language == "fr" and text[0] in ":;" else ""


def _sentence(saying: Saying, game: AnyGame, reader: Reader) -> str:
    text = told(game.say(saying, reader.language, reader.names), reader.language).removesuffix(".")
    return text[:1].upper() + text[1:]


def _concerns(happening: Happening, seat: Seat | None) -> bool:
    if seat is None or happening.by in (seat, None):
        return False
    mine = f"seats/{seat}"
    return any(mine == value or (isinstance(value, list | tuple) and mine in value) for value in _values(happening))


def _values(happening: Happening) -> Iterable[Data]:
    return happening.saying.args.values()


def _with_faces(saying: Saying) -> Saying:
    """Return a saying whose dice are written as faces: pages draw them, and texts write their numbers."""
    found = {name: _faces(value) for name, value in saying.args.items() if name == "die" or name.startswith("dice")}
    return replace(saying, args={**saying.args, **found}) if found else saying


def _faces(value: Data) -> Data:
    if isinstance(value, list | tuple):
        return " ".join(str(_faces(one)) for one in value) or "-"
    return FACES.get(value, value)
