"""The host: once a day he looks at what waits for him."""

from collections.abc import Callable
from random import Random

from tools.club.acts import Act, PlayDefault, RuleTime, Thaw
from tools.club.office import Office
from tools.club.world import DAY

_PATIENCE = 3 * DAY  # with a restored game whose players are not heard
_PAUSES = 1 / 1500  # of all games and days
_EXTENDS = 1 / 1000
_LAST_MOMENT = 20  # times as often he pauses a game where a deadline is over, and the grace not yet
_LENGTH = 4 * DAY  # of a pause


class Host:
    """Who rules where the rules of time leave it to him, and vouches for restored games."""

    def __init__(self, office: Office, act: Callable[[Act], None], random: Random, *, rulings: int) -> None:
        """Rule so many times as often as hosts do."""
        self._rulings = rulings
        self._office = office
        self._act = act
        self._random = random
        self._frozen: dict[str, int] = {}  # since when he knows
        self._paused: dict[str, tuple[int, bool]] = {}  # until when, and whether that was said

    def make_round(self) -> None:
        """Look at every game that goes on."""
        if self._office.is_down:
            return
        for game in self._office.games("seating", "running"):
            if self._office.is_frozen(game):
                self._vouch(game)
            else:
                self._frozen.pop(game, None)
                self._look_at(game)

    def _vouch(self, game: str) -> None:
        now = self._office.world.now
        if now - self._frozen.setdefault(game, now) >= _PATIENCE:
            self._act(Thaw(game))

    def _look_at(self, game: str) -> None:
        match, now = self._office.match(game), self._office.world.now
        if match.phase != "running" or match.clocks is None:
            return
        dues = {decision.seat: match.clocks.due(decision.seat) for decision in match.asked_now()}
        if game in self._paused:
            self._resume(game)
            return
        if match.terms.pace and match.terms.pace.late == "ask":
            for seat, due in dues.items():
                if due is not None and due + match.terms.pace.grace < now:
                    self._act(PlayDefault(game, seat))
        chance = self._random.random() / self._rulings
        is_last_moment = any(due is not None and due < now < due + match.clocks.pace.grace for due in dues.values())
        pauses = _PAUSES * _LAST_MOMENT if is_last_moment else _PAUSES
        if chance < pauses:
            self._pause(game)
        elif chance < pauses + _EXTENDS:
            for seat, due in dues.items():
                if due is not None and due > now:
                    self._act(RuleTime(game, "extend", due + 2 * DAY, seat))

    def _pause(self, game: str) -> None:
        """Stop the clocks of a game: until a day that is named at once, or until they are resumed."""
        end = self._office.world.now + _LENGTH
        is_named = self._random.random() < 1 / 2
        self._paused[game] = (end, is_named)
        self._act(RuleTime(game, "pause", end if is_named else 0))

    def _resume(self, game: str) -> None:
        end, is_named = self._paused[game]
        if self._office.world.now >= end:
            del self._paused[game]
            if not is_named:
                self._act(RuleTime(game, "resume"))
