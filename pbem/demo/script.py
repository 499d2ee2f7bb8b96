"""The demo: a whole game refereed from signed mails, at a desk of its own, with nothing left out."""

from collections import deque
from contextlib import ExitStack
from pathlib import Path
from random import Random

from msgspec import Struct

from pbem.demo.afterwards import Afterwards
from pbem.demo.place import Tell, clear
from pbem.demo.players import Delivered, Envelope, Pen, Statements, make_pens
from pbem.demo.reading import check_note, first_statements
from pbem.desk.desk import Desk
from pbem.desk.disk.writing import QUICK, write_file
from pbem.desk.errors import DeskError
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.state.positions import current
from pbem.desk.people.enrolled import add_player
from pbem.desk.post.received import Received
from pbem.desk.post.work.courier import poll, send
from pbem.desk.settings import StoreSettings
from pbem.desk.store.values import Member
from pbem.desk.transports.maildir import Maildir
from pbem.games.found import named
from pbem.games.game import LANGUAGES, Seat
from pbem.games.kit.bots import bot_named
from pbem.record.dice.fair import luck_commitment
from pbem.referee.match.match import Match

NAMES = ("Anna", "Bruno", "Chloe", "Dieter", "Elena")


class Hand(Struct, frozen=True):
    """A player: a name, a key with what signs by it, a language."""

    name: str
    pen: Pen
    language: str

    @property
    def address(self) -> str:
        """The player's mail address."""
        return f"{self.name.lower()}@example.org"


class Demo:
    """One run of the demo in a folder."""

    def __init__(
        self,
        folder: Path,
        kind: str,
        *,
        tell: Tell,
        progress: Tell,
        store: StoreSettings = StoreSettings(),  # noqa: B008 - frozen
    ) -> None:
        self.folder = folder
        self._kind = kind
        self._tell = tell
        self._progress = progress
        self._mails = 0
        self._letters = 0
        clear(folder)
        self.desk = Desk.create(folder / "desk", name="referee.example.org", address="referee@example.org", store=store)
        self._inbox = Maildir(self.desk.folder / self.desk.settings.mail.inbox)
        self._outbox = Maildir(self.desk.folder / self.desk.settings.mail.outbox)
        self._hands: dict[Seat, Hand] = {}
        self._newest: dict[str, Statements] = {}  # by address: what the newest letter that can be answered says

    def run(self) -> None:
        """Play the game and show everything that can be shown of it."""
        with ExitStack() as stack:
            match = self._open(stack)
            match = self._share_luck(match)
            match = self._play(match)
        languages = {seat: hand.language for seat, hand in self._hands.items()}
        afterwards = Afterwards(self.desk, self.folder, self._tell, languages)
        afterwards.look_back(match)
        afterwards.write_reports(match)
        afterwards.check(match)

    def _open(self, stack: ExitStack) -> Match:
        meta = named(self._kind).meta
        seats = [Seat(seat) for seat in meta.seats[: min(4, max(meta.players))]]
        (self.folder / "keys").mkdir()
        (self.folder / "mails").mkdir()
        names = NAMES[: len(seats)]
        pens = make_pens(self.folder / "keys", [name.lower() for name in names], stack, self._tell)
        for seat, name, pen, language in zip(seats, names, pens, (*LANGUAGES, "en"), strict=False):
            self._hands[seat] = hand = Hand(name, pen, language)
            add_player(self.desk, Member(hand.name, hand.address, hand.language), pen.public)
        asked = NewGame(self._kind, {seat: hand.name for seat, hand in self._hands.items()}, "demo", luck=True)
        match = new_game(self.desk, asked)
        self._tell(f"opened a game of {meta.titles['en']} for {', '.join(hand.name for hand in self._hands.values())}")
        self._tell("; ".join(f"{hand.name} {hand.pen.how}" for hand in self._hands.values()))
        return match

    def _share_luck(self, match: Match) -> Match:
        """Every seat commits luck, then reveals it: from here on nobody can have chosen the dice."""
        lucks = {seat: self.desk.entropy() for seat in match.seats}
        for seat, luck in lucks.items():
            match = self._send(match, seat, f"luck {luck_commitment(match.id, seat, luck).hex()}")
        for seat, luck in lucks.items():
            match = self._send(match, seat, f"reveal {luck.hex()}")
        self._tell("every seat committed and revealed its luck by signed mail: the dice are joint")
        return match

    def _play(self, match: Match) -> Match:
        bot, random = bot_named(match.game, "greedy"), Random()  # noqa: S311 - it plays, it protects nothing
        answered: tuple[object, set[Seat]] = (None, set())
        while match.phase == "running":
            if answered[0] != match.head:
                answered = (match.head, set())
            asked = [decision.seat for decision in match.waiting() if decision.seat not in answered[1]]
            seat = asked[0]
            answered[1].add(seat)
            move = bot(match.game.view(match.state, seat), random)
            match = self._send(match, seat, match.game.write(move, self._hands[seat].language))
            self._progress(f"mail {self._mails}, entry {match.head.size}")
        self._progress("")
        self._tell(f"refereed {self._mails} signed mails into {match.head.size} entries and {self._letters} letters")
        return match

    def _send(self, match: Match, seat: Seat, orders: str) -> Match:
        """Answer the newest letter as a player would, and let the desk act on it and answer as a daemon would."""
        hand = self._hands[seat]
        block = (self._newest.get(hand.address) or first_statements(self.desk, match, seat)).block(orders)
        self._mails += 1
        envelope = Envelope(hand.address, self.desk.settings.referee.address, self.desk.now(), self._mails)
        raw = hand.pen.write(block, envelope)
        write_file(self.folder / "mails" / f"{self._mails:04}.eml", raw, QUICK)
        self._inbox.deliver(f"{self._mails:04}.example.org", envelope.to, raw)
        received: deque[Received] = deque(maxlen=1)
        poll(self.desk, self._inbox, received.append)
        if received[0].verdict != "played":
            raise DeskError(f"the referee did not take {orders!r} of {hand.name}: {received[0].why}")
        self._letters += send(self.desk, self._outbox).sent
        self._hand_out(match.id)
        with self.desk.store.read() as look:
            return current(self.desk, look, match.id)

    def _hand_out(self, game: str) -> None:
        """Take the letters out of the outbox, as a mail server does, and let their players read them."""
        for mail in self._outbox.waiting():
            letter = Delivered.read(mail.raw or b"")
            self._outbox.done(mail)
            told = letter.statements
            if told is not None:
                check_note(self.desk, letter, told, game)
                self._newest[letter.address] = told
