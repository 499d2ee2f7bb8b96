"""Every short code that a view names, with what it stands for and what it does."""

from collections.abc import Iterator

from pbem.games.game import Data, Saying
from pbem.games.kit.amounts import change
from pbem.games.offers import Term
from pbem.games.praetor.position.state import State, View
from pbem.games.praetor.table.vocabulary import MESSAGES, WORDS, say


def legend(view: View, language: str) -> tuple[Term, ...]:
    """Return the tiles in the city and on offer, and the wall section that is open."""
    return tuple(_terms(view.state, language))


def _terms(state: State, language: str) -> Iterator[Term]:
    def told(key: str, **args: Data) -> str:
        return say(Saying(key, args), language)

    for tile in (*state.now.city, *state.now.display):
        kind = state.tile(tile).type
        yield Term(tile, WORDS.say("types", kind, language), told(f"about_{kind}"))
    sections = dict.fromkeys((*([state.now.section] if state.now.section else []), *_owned(state)))
    for section in sections:
        wall = state.rules.table.walls[section]
        favour = change(MESSAGES, "favour", wall.favour, language)
        about = told("about_wall", cost=wall.cost.bundle(), favour=favour, back=wall.back)
        yield Term(section, told("term_wall"), about)


def _owned(state: State) -> Iterator[str]:
    for seat in state.rules.seats:
        yield from state.now.players[seat].walls
