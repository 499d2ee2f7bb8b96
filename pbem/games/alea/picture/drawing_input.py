"""What one drawing is made from: a view, how it is to be drawn, and the words for what stands on it."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from pbem.games.alea.law.waiting import decides
from pbem.games.alea.picture.rhythm import RHYTHMS
from pbem.games.alea.position.state import NOBODY, Fixed, Position, View
from pbem.games.alea.scoring.scoring import colour
from pbem.games.alea.table.table import WILD
from pbem.games.alea.table.vocabulary import MESSAGES, WORDS
from pbem.games.drawing.remembered import remembered
from pbem.games.drawing.text.people import HOLE, person
from pbem.games.game import NARROW, WIDE, Data, Look, Saying, Seat
from pbem.games.kit.ranks import ranks_of


@remembered
def _said(key: str, language: str, **args: Data) -> str:
    return MESSAGES.say(Saying(key, args), language)


class DrawingInput:
    """A view and a look at it."""

    def __init__(self, view: View, look: Look[View]) -> None:
        self.view = view
        self.look = look
        self.before = look.before
        self.rhythm = RHYTHMS[look.width]
        self.is_wide = look.width >= WIDE
        self.is_phone = look.width == NARROW
        self.position: Position = view.position  # what lies open on the table
        self.is_over = view.position.phase == "over"
        self.seen: dict[int, tuple[Any, ...]] = {}  # of each player, by number
        self.tiles: dict[int, tuple[Any, ...]] = {}  # likewise: his Fortune tiles

    @property
    def fixed(self) -> Fixed:
        """What never changes."""
        return self.view.fixed

    @property
    def players(self) -> range:
        """The numbers of all seats, clockwise."""
        return range(len(self.fixed.seats))

    @cached_property
    def asked(self) -> tuple[int, ...]:
        """Whose answer is awaited."""
        return tuple(index for index in self.players if decides(self.position, index))

    def seat(self, index: int) -> Seat:
        """Return the name of a seat."""
        return self.fixed.seats[index]

    def say(self, key: str, **args: Data) -> str:
        """Tell a message of the board."""
        return _said(key, self.look.language, **args)

    def counted(self, key: str, count: int) -> str:
        """Tell how many of something there are: none, one, or several."""
        form = {0: f"{key}_none", 1: f"{key}_one"}.get(count, key)
        return self.say(form, count=count)

    def word(self, section: str, name: str) -> str:
        """Return a word of the game as orders use it."""
        return WORDS.say(section, name, self.look.language)

    def name(self, index: int) -> str:
        """Return what the one at a seat is called."""
        seat = self.seat(index)
        return person(self.look, seat, self.word("seats", seat))

    def code(self, piece: str) -> tuple[str, ...]:
        """Return the code of a tile or a patrician as its parts: the colour, and what it is within it."""
        if piece == WILD:
            return (self.word("tiles", WILD),)
        shade = colour(piece)
        if "-" in piece:
            return shade, self.word("ranks", piece.partition("-")[2])
        return shade, piece.removeprefix(shade)

    def ranks(self) -> tuple[int, ...]:
        """Return where each seat came in a game that is over."""
        marks = {self.seat(index): (score.total, score.spare) for index, score in enumerate(self.position.scores)}
        return tuple(ranks_of(marks).values())

    def title(self) -> str:
        """Name the round."""
        if self.is_over:
            return self.say("drawn_over")
        return self.say("drawn_round", round=self.position.round, rounds=self.fixed.rounds)

    def moment(self) -> str:
        """Name the lap, or what comes after the laps."""
        position = self.position
        if position.phase == "place":
            return self.say("drawn_last_lap" if position.last_lap else "drawn_lap", lap=position.lap)
        return self.say("drawn_end" if position.phase == "assign" else "drawn_evaluation")

    def question(self) -> str:
        """Tell in a few words what is awaited."""
        position = self.position
        if position.phase == "place" and not position.players[position.active].tokens:
            return self.say("drawn_asked_place_only")
        return self.say(f"drawn_asked_{position.phase}")

    def victory(self) -> str:
        """Tell who has won."""
        winners = [index for index, rank in enumerate(self.ranks()) if rank == 1]
        if len(winners) == 1:
            return self.say("drawn_won", name=HOLE).replace(HOLE, self.name(winners[0]))
        return self.say("drawn_tied", names=HOLE).replace(HOLE, self.joined(winners))

    def joined(self, seats: Iterable[int]) -> str:
        """Return the names of some seats one after the other."""
        return ", ".join(map(self.name, seats))

    def told(self) -> str:
        """Tell the position in a few sentences."""
        return f"{self._told_now()} {'; '.join(map(self._told_player, self.players))}."

    def _told_now(self) -> str:
        if self.is_over:
            return f"{self.title()}. {self.victory()}."
        now, active = self.question(), self.position.active
        if len(self.asked) == 1:
            now = f"{self.joined(self.asked)}: {now}"
        if active != NOBODY:
            now += f", {' '.join(map(str, self.position.rolls[active]))}"
        return f"{self.title()}, {self.moment()}. {now}."

    def _told_player(self, index: int) -> str:
        player = self.position.players[index]
        counts = {"provinces": len(player.provinces), "patricians": len(player.patricians)}
        if self.is_over:
            counts["total"] = self.position.scores[index].total
        else:
            counts = {"hand": player.hand, **counts}
        told = ", ".join(f"{self.say(f'board_{key}')} {count}" for key, count in counts.items())
        return f"{self.name(index)}: {told}"
