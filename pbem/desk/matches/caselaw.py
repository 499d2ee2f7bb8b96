"""The case law of a club: every ruling with its number and reason, the appeals against it, and what was answered."""

from collections.abc import Iterator

from msgspec import Struct

from pbem.desk.matches.gist import Gist, glance
from pbem.desk.matches.words import sealed_words, sheet_in
from pbem.desk.store.transaction import Transaction
from pbem.referee.appeals import read_appeal


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


def cases(look: Transaction, game: str) -> list[Case]:
    """Return every ruling of a game, and every appeal, in their order."""
    gists = list(map(glance, look.raws(game)))
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
