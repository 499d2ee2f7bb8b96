"""Every piece that a view names, with what it does."""

from collections.abc import Iterator

from pbem.games.fortuna.position.state import View
from pbem.games.fortuna.show.abouts import about
from pbem.games.fortuna.table.table import BUILDINGS, CARDS, PRIVILEGES
from pbem.games.fortuna.table.vocabulary import MESSAGES, WORDS
from pbem.games.game import Data, Saying
from pbem.games.kit.order_words import fold
from pbem.games.kit.rows import colon
from pbem.games.offers import Term


def legend(view: View, language: str) -> tuple[Term, ...]:
    """Return the pieces that occur in the orders and on the board of a view."""
    return tuple(_terms(view, language))


def _terms(view: View, language: str) -> Iterator[Term]:
    def term(section: str, piece: str, kind: str, **args: Data) -> Term:
        word = WORDS.say(section, piece, language)
        name = MESSAGES.say(Saying(f"term_{kind}", args), language) + _title(section, piece, language)
        return Term(word, name, about(view.rules, piece, language))

    for card in CARDS:  # all of them lie on the sides, or are to be drafted
        yield term("cards", card, "card")
    for number, favour in enumerate(view.rules.table.favours, 1):
        yield term("favours", favour, "favour", number=number)
    for building in BUILDINGS:
        yield term("buildings", building, "building")
    for privilege in PRIVILEGES:
        if privilege in _privileges(view):
            yield term("privileges", privilege, "privilege", letter=privilege[0])


def _title(section: str, piece: str, language: str) -> str:
    """Return what a piece is called on drawings and in news, where orders have another word for it."""
    title = MESSAGES.name(section, piece, language)
    if _bare(title) == _bare(WORDS.say(section, piece, language)):
        return ""
    return f"{colon(language)} {title}"


def _bare(name: str) -> str:
    return fold(name).replace(" ", "")


def _privileges(view: View) -> set[str]:
    shown = [card for hand in view.public.shown.values() for card in hand]
    return {*view.hand, *view.offered, *view.aside, *view.public.discard, *view.public.removed, *shown}
