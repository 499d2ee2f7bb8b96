"""Toys that break a law of words: orders read and written, facts, everything told."""

from collections.abc import Mapping

from pbem.games.game import Happening, Saying, Seat, Unread
from tests.games.broken.toys import Talking, breaks, said
from tests.games.contract_text import (
    all_can_be_told,
    any_text_is_read_or_not,
    facts_have_names,
    kinds_are_called_differently,
    orders_are_read_as_written,
)
from tests.games.toy import Toy
from tests.games.toy.rules import Move, State, View, legal


@breaks(orders_are_read_as_written)
class WritesLessInGerman(Toy):
    def write(self, move: Move, language: str) -> str:
        return super().write(move, language).split()[0] if language == "de" else super().write(move, language)


@breaks(orders_are_read_as_written)
class WritesPlans(Toy):
    def write(self, move: Move, language: str) -> str:
        return super().write(move, language).replace(" ", " a; ")


@breaks(orders_are_read_as_written)
class ReadsWhenAskedOnly(Toy):
    def parse(self, view: View, text: str) -> Move | Unread:
        return super().parse(view, text) if any(legal(view)) else Unread(Saying("surplus", {"word": text}))


@breaks(any_text_is_read_or_not)
class StumblesOverWords(Toy):
    def parse(self, view: View, text: str) -> Move | Unread:
        text.split(maxsplit=1)[0].isalpha()
        return super().parse(view, text)


@breaks(any_text_is_read_or_not)
class ReadsEverything(Toy):
    def parse(self, view: View, text: str) -> Move | Unread:
        move = super().parse(view, text)
        return Move("polish") if isinstance(move, Unread) else move


@breaks(all_can_be_told)
class TellsNothing(Talking):
    def news(self, state: State, seat: Seat, move: Move) -> tuple[Happening, ...]:
        return (said("no_such_message"),)


@breaks(all_can_be_told)
class TellsStrangers(Talking):
    def news(self, state: State, seat: Seat, move: Move) -> tuple[Happening, ...]:
        return (Happening(Saying("not_asked"), frozenset({Seat("nobody")})),)


@breaks(facts_have_names)
class FactsComeAndGo(Toy):
    def facts(self, view: View) -> Mapping[str, int]:
        return {name: n for name, n in super().facts(view).items() if n}


@breaks(facts_have_names)
class FactsAreNotRead(Toy):
    def fact(self, words: str) -> str | None:
        return None


@breaks(facts_have_names)
class FactsAreToldInRiddles(Toy):
    def fact_called(self, name: str, language: str) -> str:
        return super().fact_called(name, language)[::-1]


@breaks(kinds_are_called_differently)
class AllIsADecision(Toy):
    def called(self, name: str, language: str) -> str:
        return name if name in self.meta.seats else "decision"
