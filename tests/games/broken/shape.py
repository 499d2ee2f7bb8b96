"""Toys that break a law of shape: plain data, boards, tables, what a game says it is."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.games.game import Data, Drawing, Look, Seat
from tests.games.broken.toys import breaks
from tests.games.contract_shape import (
    a_decoded_game_goes_on,
    boards_can_be_shown,
    broken_tables_have_faults,
    drawings_can_be_shown,
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


@breaks(boards_can_be_shown)
class WritesWide(Toy):
    def board(self, view: View, language: str, *, has_players: bool = True) -> str:
        return super().board(view, language).ljust(300)


@breaks(boards_can_be_shown)
class WritesTabs(Toy):
    def board(self, view: View, language: str, *, has_players: bool = True) -> str:
        return super().board(view, language).replace(" ", "\t")


@breaks(boards_can_be_shown)
class DescribesNothing(Toy):
    def describe(self, view: View, look: Look[View]) -> str:
        return " "


class Redrawn(Toy):
    """Changes what is drawn."""

    def draw(self, view: View, look: Look[View]) -> Drawing:
        drawing = super().draw(view, look)
        return Drawing(self.redraw(drawing.svg), drawing.parts)

    def redraw(self, svg: str) -> str:
        raise NotImplementedError


@breaks(drawings_can_be_shown)
class DrawsScripts(Redrawn):
    def redraw(self, svg: str) -> str:
        return svg.replace("</svg>", "<script>1</script></svg>")


@breaks(drawings_can_be_shown)
class DrawsFromAfar(Redrawn):
    def redraw(self, svg: str) -> str:
        return svg.replace("<title>", '<use href="http://example.com/a.svg"/><title>')


@breaks(drawings_can_be_shown)
class DrawsWhatIsNotThere(Redrawn):
    def redraw(self, svg: str) -> str:
        return svg.replace("</svg>", '<use href="#d-nowhere"/></svg>')


@breaks(drawings_can_be_shown)
class DrawsWithStyle(Redrawn):
    def redraw(self, svg: str) -> str:
        return svg.replace("<title>", '<g style="fill:red"/><title>')


@breaks(drawings_can_be_shown)
class DrawsNoXml(Redrawn):
    def redraw(self, svg: str) -> str:
        return svg.replace("</title>", "")


@breaks(drawings_can_be_shown)
class DrawsNamesAsTheyAre(Redrawn):
    def redraw(self, svg: str) -> str:
        return svg.replace("&lt;", "<")


@breaks(drawings_can_be_shown)
class DrawsItsOwnClock(Toy):
    drawn = 0

    def draw(self, view: View, look: Look[View]) -> Drawing:
        self.drawn += 1
        drawing = super().draw(view, look)
        return Drawing(drawing.svg.replace("</svg>", f'<g id="{self.drawn}"/></svg>'), drawing.parts)


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
