"""What a drawing of Alea is made from: a view, how it is to be drawn, and its words."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from pbem.games.alea.law.waiting import decides
from pbem.games.alea.picture.rhythm import RHYTHMS, ForumRhythm
from pbem.games.alea.position.state import NOBODY, Fixed, Position, View
from pbem.games.alea.scoring.scoring import colour
from pbem.games.alea.table.table import WILD
from pbem.games.alea.table.vocabulary import MESSAGES, WORDS
from pbem.games.drawing.frame.drawing_input import BaseInput
from pbem.games.game import Look, Seat
from pbem.games.kit.ranks import ranks_of


class DrawingInput(BaseInput[View, ForumRhythm]):
    """A view and a look at it."""

    messages = MESSAGES
    words = WORDS

    def __init__(self, view: View, look: Look[View]) -> None:
        super().__init__(view, look, RHYTHMS)
        self.position: Position = view.position  # what lies open on the table
        self.then: Position | None = look.before.position if look.before else None
        self.seen: dict[int, tuple[Any, ...]] = {}  # of each player, by number
        self.tiles: dict[int, tuple[Any, ...]] = {}  # likewise: his Fortune tiles

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.position.phase == "over"

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

    def counted(self, key: str, count: int) -> str:
        """Tell how many of something there are: none, one, or several."""
        form = {0: f"{key}_none", 1: f"{key}_one"}.get(count, key)
        return self.say(form, count=count)

    def player_name(self, index: int) -> str:
        """Return what a player is called."""
        return self.name(self.seat(index))

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
        return self.won("drawn", [self.player_name(index) for index in winners])

    def joined(self, seats: Iterable[int]) -> str:
        """Return the names of some seats one after the other."""
        return ", ".join(map(self.player_name, seats))

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
        return f"{self.player_name(index)}: {told}"
