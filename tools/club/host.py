"""The host: once a day he looks at what waits for him."""

from collections.abc import Callable
from random import Random

from tools.club.acts import Act, PlayDefault, RuleTime, Thaw
from tools.club.office import Office
from tools.club.world import DAY

_PATIENCE = 3 * DAY  # with a restored game whose players are not heard
_PAUSES = 1 / 1500  # of all games and days
_EXTENDS = 1 / 1000


class Host:
    """Who rules where the rules of time leave it to him, and vouches for restored games."""

    def __init__(self, office: Office, act: Callable[[Act], None], random: Random) -> None:
        self._office = office
        self._act = act
        self._random = random
        self._frozen: dict[str, int] = {}  # since when he knows
        self._paused: dict[str, int] = {}  # until when

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
        chance = self._random.random()
        if chance < _PAUSES:
            self._paused[game] = now + 4 * DAY
            self._act(RuleTime(game, "pause"))
        elif chance < _PAUSES + _EXTENDS:
            for seat, due in dues.items():
                if due is not None and due > now:
                    self._act(RuleTime(game, "extend", due + 2 * DAY, seat))

    def _resume(self, game: str) -> None:
        if self._office.world.now >= self._paused[game]:
            del self._paused[game]
            self._act(RuleTime(game, "resume"))
