"""The case law of a club: every ruling with its number and reason, the appeals against it, and what was answered."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from pbem.desk.matches.state.entry_peek import Gist, glance
from pbem.desk.matches.state.sealed_orders import sealed_words, sheet_in
from pbem.desk.store.transaction import Transaction
from pbem.record.log.entry import read_content
from pbem.record.log.kinds import Ruling
from pbem.referee.acts.appeals import read_appeal

_APPEALS = b'"word":"appeal"'  # in the only form that an entry has


class Case(Struct, frozen=True):
    """A ruling, or an appeal against one: `words` are what its writer said, where they are not private."""

    game: str
    number: int
    at: int
    act: str
    seat: str
    words: str
    about: int | None = None  # the entry that an appeal is against, or that a ruling answers
    is_answered: bool = True


class Appeal(Struct, frozen=True):
    """An appeal that was answered: whose it was, and as far as the record lays it open, against what it said what."""

    seat: str
    words: str = ""
    against: int | None = None


def answered_appeal(look: Transaction, game: str, number: int) -> Appeal:
    """Return the appeal that the ruling in an entry answers, from the record alone."""
    [raw] = look.records.raws(game, number, number + 1)
    ruling = read_content(raw)
    if not isinstance(ruling, Ruling) or not isinstance(ruling.to, int):
        raise TypeError(f"entry {number} answers no appeal")
    [order] = look.records.raws(game, ruling.to, ruling.to + 1)
    seat = glance(order).seat
    opened = next(iter(ruling.opens or ()), None)
    said = read_appeal(sheet_in(opened.text)) if opened else None
    return Appeal(seat) if said is None else Appeal(seat, said[2], said[0])


def open_appeals(look: Transaction, game: str) -> list[int]:
    """Return the entries of appeals that nobody has answered."""
    gists = list(map(glance, look.records.raws(game)))
    answered = {gist.to for gist in gists if gist.act == "answer"}
    appeals = (number for number, gist in enumerate(gists) if gist.kind == "order" and gist.word == "appeal")
    return [number for number in appeals if number not in answered]


def unanswered(look: Transaction, games: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield the games among some that have appeals which nobody has answered, with the entry of each."""
    for game in games:
        if any(_APPEALS in raw for raw in look.records.raws(game)):  # few games have any, and a look is cheap
            yield from ((game, number) for number in open_appeals(look, game))


def cases(look: Transaction, game: str) -> list[Case]:
    """Return every ruling of a game, and every appeal, in their order."""
    gists = list(map(glance, look.records.raws(game)))
    answered = {gist.to for gist in gists if gist.act == "answer"}
    return list(_cases(look, game, gists, answered))


def _cases(look: Transaction, game: str, gists: list[Gist], answered: set[int]) -> Iterator[Case]:
    for number, gist in enumerate(gists):
        if gist.kind == "ruling":
            about = gist.to if gist.act == "answer" else None
            yield Case(game, number, gist.at, gist.act, gist.seat, gist.reason, about)
        elif gist.kind == "order" and gist.word == "appeal":
            words = sealed_words(look, game, number)
            said = read_appeal(sheet_in(words)) if words else None
            shown = said[2] if said and not said[1] else ""
            against = said[0] if said else None
            yield Case(game, number, gist.at, "appeal", gist.seat, shown, against, number in answered)
