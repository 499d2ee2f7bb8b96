"""Toys that break a law of shape: plain data, boards, tables, what a game says it is."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.games.game import Board, Data, Seat
from tests.games.broken.toys import breaks
from tests.games.contract_shape import (
    a_decoded_game_goes_on,
    boards_can_be_shown,
    broken_tables_have_faults,
    sound_tables_can_be_played,
    states_are_plain_data,
    the_game_says_what_it_is,
    wrong_openings_have_faults,
)
from tests.games.toy import Toy
from tests.games.toy.rules import State, View


@breaks(states_are_plain_data)
class EncodesFloats(Toy):
    def encode(self, state: State) -> Data:
        return super().encode(state) | {"half": 0.5}


@breaks(states_are_plain_data)
class PublishesForeignKeys(Toy):
    def public(self, state: State) -> Data:
        return super().public(state) | {"für": 2**60}


@breaks(states_are_plain_data, a_decoded_game_goes_on)
class ForgetsTheDrawn(Toy):
    def decode(self, data: Data) -> State:
        state = super().decode(data)
        return replace(state, secret=replace(state.secret, drawn=()))


class Drawing(Toy):
    """Changes what is drawn."""

    def draw(self, view: View, language: str, *, has_picture: bool = True) -> Board:
        board = super().draw(view, language, has_picture=has_picture)
        return Board(self.text(board.text), self.svg(board.svg))

    def text(self, text: str) -> str:
        return text

    def svg(self, svg: str) -> str:
        return svg


@breaks(boards_can_be_shown)
class DrawsWide(Drawing):
    def text(self, text: str) -> str:
        return text.ljust(300)


@breaks(boards_can_be_shown)
class DrawsTabs(Drawing):
    def text(self, text: str) -> str:
        return text.replace(" ", "\t")


@breaks(boards_can_be_shown)
class DrawsScripts(Drawing):
    def svg(self, svg: str) -> str:
        return svg.replace("</svg>", "<script>1</script></svg>")


@breaks(boards_can_be_shown)
class DrawsFromAfar(Drawing):
    def svg(self, svg: str) -> str:
        return svg.replace("<title>", '<use href="http://example.com/a.svg"/><title>')


@breaks(boards_can_be_shown)
class DrawsNoXml(Drawing):
    def svg(self, svg: str) -> str:
        return svg.replace("</title>", "")


@breaks(boards_can_be_shown)
class DrawsUnasked(Toy):
    def draw(self, view: View, language: str, *, has_picture: bool = True) -> Board:
        return super().draw(view, language)


@breaks(boards_can_be_shown)
class TellsMoreWithoutPicture(Toy):
    def draw(self, view: View, language: str, *, has_picture: bool = True) -> Board:
        board = super().draw(view, language, has_picture=has_picture)
        return board if has_picture else Board(board.text + "!", "")


@breaks(the_game_says_what_it_is)
class HasNoGermanTitle(Toy):
    meta = replace(Toy.meta, titles={"en": "Toy", "it": "Gioco", "fr": "Jouet"})


@breaks(the_game_says_what_it_is)
class HasNoBot(Toy):
    bots = {}  # noqa: RUF012


@breaks(the_game_says_what_it_is)
class IsEarlierThanItself(Toy):
    def earlier(self) -> tuple[Toy, ...]:
        return (Toy(),)


@breaks(wrong_openings_have_faults, broken_tables_have_faults)
class FindsNoFault(Toy):
    def faults(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data) -> tuple[str, ...]:
        return ()


@breaks(wrong_openings_have_faults)
class FindsFaultWithItself(Toy):
    def faults(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data) -> tuple[str, ...]:
        return ("the table is ugly",)


@breaks(broken_tables_have_faults)
class TrustsTables(Toy):
    def faults(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data) -> tuple[str, ...]:
        return super().faults(seats=seats, options=options, table=self.table() if table else {})


@breaks(broken_tables_have_faults)
class LendsItsTable(Toy):
    own = Toy().table()

    def table(self) -> Data:
        return self.own


@breaks(sound_tables_can_be_played)
class CountsNoCards(Toy):
    def faults(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data) -> tuple[str, ...]:
        enough = isinstance(table, dict) and type(table.get("copies")) is int and table["copies"] >= 0
        return super().faults(seats=seats, options=options, table=table | {"copies": 9} if enough else table)
