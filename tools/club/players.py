"""How the people of the club play: they read their letters, and answer, or think better of it, when they find time."""

from collections.abc import Callable
from random import Random

from msgspec import Struct

from pbem.desk.matches.state.plans import read_plans
from pbem.games.game import Seat
from pbem.games.kit.bots import bot_named
from pbem.referee.acts.rulings import has_answered
from pbem.referee.match.match import Match
from tools.club.errands import Errands, Post
from tools.club.mails import Letter, Lines
from tools.club.office import Office
from tools.club.people import Person, gap
from tools.club.world import DAY, HOUR, MINUTE

_UNDO = 1 / 20  # of all orders
_SECOND_THOUGHT = 1 / 40
_AGREES = 0.7
_AHEAD = 0.1  # of all orders come with a plan for the next turn
_RESIGNS = 1 / 2000
_STATUS = "status"
WORDS = (_STATUS, "undo", "agree")  # which play nothing, and are answered or refused each time
Place = tuple[str, str]  # a game and a seat of it


class Known(Struct, frozen=True):
    """What somebody knows of a seat that he holds, by his last letter."""

    person: Person
    lines: Lines
    match: Match


class Players:
    """Everybody who plays."""

    def __init__(self, office: Office, post: Post, errands: Errands, random: Random) -> None:
        self._office = office
        self._post = post
        self._errands = errands
        self._random = random
        self._known: dict[Place, Known] = {}
        self._at_it: dict[Place, Person] = {}  # who will answer
        self._regrets: set[Place] = set()  # who waits for a letter by which he can ask for a takeback
        self._considered: set[tuple[str, int, str]] = set()  # requests that somebody has made up his mind about
        self._heard: dict[Place, str] = {}  # the token of the last letter of a restored game that somebody answered

    def read(self, person: Person, letter: Letter) -> None:
        """Let somebody read a letter about his seat."""
        place = (letter.game, letter.seat)
        own = [lines for lines in letter.blocks if (lines.game, lines.seat) == place]
        if not own:
            return
        match = self._office.match(letter.game)
        self._known[place] = Known(person, own[0], match)
        if self._office.is_frozen(letter.game):
            self._say_what_he_knows(place)
        elif match.phase == "running":
            self._consider(place)

    def _do(self, place: Place, seconds: float, act: Callable[[Known], None]) -> None:
        """Let the holder of a seat do something after a while, when he is not away."""
        person = self._known[place].person

        def do() -> None:
            known = self._known[place]
            if known.person == person and not self._errands.is_gone(person):
                act(known)

        self._post.later(self._errands.free_after(person, seconds), do)

    def _say_what_he_knows(self, place: Place) -> None:
        """Answer a letter that says that the game was restored: the head that it quotes is the last he knows."""
        token = self._known[place].lines.token
        if self._heard.get(place) == token:
            return
        self._heard[place] = token
        seconds = gap(self._random)
        if seconds is not None:
            self._do(place, seconds, lambda known: self._write(known, _STATUS))

    def _consider(self, place: Place) -> None:
        known = self._known[place]
        if place in self._regrets:
            self._regrets.discard(place)
            self._do(place, self._random.uniform(5, 30) * MINUTE, lambda known: self._write(known, "undo"))
        self._consider_request(place, known)
        seat = Seat(place[1])
        decision = next((one for one in known.match.asked_now() if one.seat == seat), None)
        if decision is None or self._at_it.get(place) == known.person:
            return
        with self._office.desk.store.read() as look:
            if has_answered(known.match, decision, read_plans(look, known.match)):
                return
        seconds = gap(self._random)
        if seconds is None:
            return
        self._at_it[place] = known.person
        self._do(place, seconds, lambda known: self._answer(place, known))

    def _consider_request(self, place: Place, known: Known) -> None:
        request = known.match.request
        if request is None or request.seat == place[1] or (place[0], request.seq, place[1]) in self._considered:
            return
        self._considered.add((place[0], request.seq, place[1]))
        seconds = gap(self._random)
        if seconds is not None and self._random.random() < _AGREES:
            number = request.seq
            self._do(place, min(seconds, 2 * DAY), lambda known: self._write(known, f"agree {number}"))

    def _answer(self, place: Place, known: Known) -> None:
        self._at_it.pop(place, None)
        seat = Seat(place[1])
        if all(decision.seat != seat for decision in known.match.asked_now()):
            return
        if self._random.random() < _RESIGNS:
            self._write(known, "resign")
            return
        view = known.match.game.view(known.match.state, seat)
        move = bot_named(known.match.game, "greedy")(view, self._random)
        ahead = ("next", "any") if self._random.random() < _AHEAD else ()
        self._write(known, known.match.game.write(move, known.person.language), *ahead)
        self._regret(place, known)

    def _regret(self, place: Place, known: Known) -> None:
        """Think better of it now and then: in time, or when only the others can help."""
        pace = known.match.terms.pace
        hold = pace.hold if pace else 0
        chance = self._random.random()
        if chance < _UNDO:
            self._do(place, hold + self._random.uniform(0.1, 3) * HOUR, lambda known: self._ask_back(place, known))
        elif chance < _UNDO + _SECOND_THOUGHT and hold:
            self._do(place, hold / 2, lambda known: self._write(known, "undo"))

    def _ask_back(self, place: Place, known: Known) -> None:
        self._regrets.add(place)
        self._write(known, _STATUS)

    def _write(self, known: Known, *orders: str) -> None:
        self._post.write(known.person, known.lines, *orders)
