"""Toys that break a law of choosing: effects, lines and codes."""

from msgspec.structs import replace

from pbem.games.game import NOBODY, Names
from pbem.games.offers import Group, Offer, Term, plain
from tests.games.broken.toys import breaks
from tests.games.contract_offers import (
    codes_are_explained,
    effects_are_told,
    lines_are_the_legal_orders,
    silence_is_told,
)
from tests.games.contract_secrets import hidden_things_are_not_seen
from tests.games.toy import Toy
from tests.games.toy.rules import Move, State, View


@breaks(effects_are_told, lines_are_the_legal_orders, silence_is_told)
class TellsNoEffect(Toy):
    def effect(self, view: View, move: Move, language: str, names: Names = NOBODY) -> str:
        return "" if move.choice == "none" else super().effect(view, move, language, names)


@breaks(effects_are_told)
class TellsEffectsInEnglish(Toy):
    def effect(self, view: View, move: Move, language: str, names: Names = NOBODY) -> str:
        return super().effect(view, move, "en", names)


@breaks(effects_are_told)
class LeavesAPlace(Toy):
    def effect(self, view: View, move: Move, language: str, names: Names = NOBODY) -> str:
        return super().effect(view, move, language, names) + " {n}"


@breaks(lines_are_the_legal_orders)
class LeavesALineOut(Toy):
    def grouped(self, view: View, language: str, names: Names = NOBODY) -> tuple[Group, ...]:
        groups = super().grouped(view, language, names)
        return tuple(replace(group, offers=group.offers[:1]) for group in groups)


@breaks(lines_are_the_legal_orders)
class OffersMoreThanIsLegal(Toy):
    def grouped(self, view: View, language: str, names: Names = NOBODY) -> tuple[Group, ...]:
        more = Group("more", (Offer((plain(self.write(Move("bid", "77"), language)),), "a lot"),))
        return (*super().grouped(view, language, names), more)


@breaks(lines_are_the_legal_orders)
class OffersTwice(Toy):
    def grouped(self, view: View, language: str, names: Names = NOBODY) -> tuple[Group, ...]:
        groups = super().grouped(view, language, names)
        return (*groups, *(replace(group, title=f"{group.title} again") for group in groups))


@breaks(silence_is_told)
class TellsAnotherDefault(Toy):
    def fallback(self, view: View, language: str, names: Names = NOBODY) -> Offer:
        return Offer((plain(self.write(Move("polish"), language)),), "shines")


@breaks(codes_are_explained)
class ExplainsTwice(Toy):
    def legend(self, view: View, language: str) -> tuple[Term, ...]:
        return (Term("AB1", "one", "this"), Term("AB1", "one", "that"))


@breaks(codes_are_explained)
class WritesInCodes(Toy):
    def write(self, move: Move, language: str) -> str:
        return f"{super().write(move, language)} GM1"


@breaks(hidden_things_are_not_seen)
class OffersBySecret(Toy):
    """The view holds what it must not, and an effect tells it."""

    def view(self, state: State, seat: object) -> View:
        view = super().view(state, seat)  # type: ignore[arg-type]
        self.seen = [*getattr(self, "seen", [])[-50:], (view, state.secret)]
        return view

    def effect(self, view: View, move: Move, language: str, names: Names = NOBODY) -> str:
        secret = next(secret for seen, secret in reversed(self.seen) if seen is view)
        hands = sorted(card for hand in secret.hands.values() for card in hand)
        return f"{super().effect(view, move, language, names)} {hands} {secret.drawn} {secret.bids}"
