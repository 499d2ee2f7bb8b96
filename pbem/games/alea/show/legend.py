"""Every short code and building that a view names, with what it is for."""

from collections.abc import Iterator

from pbem.games.alea.position.state import BUILDINGS, View
from pbem.games.alea.scoring.scoring import colour
from pbem.games.alea.show.abouts import about
from pbem.games.alea.table.table import COLOURS, WILD
from pbem.games.alea.table.vocabulary import MESSAGES, WORDS
from pbem.games.game import Data, Saying
from pbem.games.offers import Term


def legend(view: View, language: str) -> tuple[Term, ...]:
    """Return the codes that occur in the orders and on the board of a view."""
    return tuple(_terms(view, language))


def _terms(view: View, language: str) -> Iterator[Term]:
    def say(key: str, **args: Data) -> str:
        return MESSAGES.say(Saying(key, args), language)

    fixed = view.fixed
    for building in BUILDINGS:
        if building != "temple" or fixed.has_temple:
            yield Term(
                WORDS.say("buildings", building, language), say("term_building"), about(fixed, building, language)
            )
    shades = set(_colours(view))
    genders = {"man": WORDS.say("genders", "M", language), "woman": WORDS.say("genders", "W", language)}
    for code in COLOURS:
        if code in shades:
            _, name, *_, shade = WORDS.phrases("colours", code, language)
            yield Term(code, say("term_colour", name=name, shade=shade), say("about_colour", code=code, **genders))
    if WILD in shades:
        bare = fixed.options.wild_vacant
        yield Term(WORDS.say("tiles", WILD, language), say("term_wild"), say("does_wild", bare=bare))
    for card in _cards(view):
        yield Term(WORDS.say("cards", card, language), say("term_card"), about(fixed, card, language))


def _colours(view: View) -> Iterator[str]:
    position = view.position
    pieces = [*position.provinces, *position.patricians, *position.provinces_removed, *position.patricians_removed]
    for player in position.players:
        pieces += [*player.provinces, *player.patricians]
    yield from map(colour, pieces)


def _cards(view: View) -> Iterator[str]:
    """Yield the Senate cards that the seat may know: its own, those it is shown, and in the end everybody's."""
    own = view.own.cards if view.own else ()
    revealed = [card for score in view.position.scores for card in score.cards]
    yield from dict.fromkeys((*view.offer, *own, *revealed))
