"""Makes games for archive/: `python tools/make_archive.py [DIR [GAME ..]]`, all of them or those named.

When the format has a new version all are made anew; when rules have one, games by these are added, and those by the
earlier version stay: they show that it can still be played.

Every game is played by bots with fixed seeds at a desk whose clock and secrets are fixed too, so the same program run
twice makes the same bytes. Its clock goes on as if people played: some hours pass between two orders, and nobody plays
at night. It does not make those that are published: since then rules and bots went on, and each of them stays as the
program of its day made it. One game goes by signed mails, with everybody's luck in the dice, and shows its signed
orders.
"""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct
from msgspec.structs import replace

from pbem.demo.players import read_statements
from pbem.desk.archive.adding import add_export
from pbem.desk.archive.shelf.shelf import Shelf
from pbem.desk.desk import Desk, make_store
from pbem.desk.keys import REFEREE_KEY
from pbem.desk.matches.acts.host.rulings import rule_substitute
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from pbem.desk.matches.state.positions import current
from pbem.desk.matches.state.replies import reply_lines
from pbem.desk.people.enrolled import add_player
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.records.checks.game_verdict import verify_files
from pbem.desk.records.folders.exporting import export
from pbem.desk.settings import read_settings
from pbem.desk.store.values import Member
from pbem.games.game import LANGUAGES, Seat
from pbem.games.kit.bots import bot_named
from pbem.mail.compose import order_mail
from pbem.mail.signed import sign_orders
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from pbem.record.dice.fair import luck_commitment
from pbem.referee.match.match import Match

ARCHIVE = Path(__file__).parents[1] / "archive"
NAMES = ("Anna", "Bruno", "Chloe", "Dieter", "Elena")
FIRST = int(datetime(2025, 3, 3, 18, tzinfo=UTC).timestamp())  # when the first game began
BETWEEN_GAMES = timedelta(days=4)
MINUTE, HOUR, DAY = 60, 3_600, 86_400
THINKING = 2.5 * HOUR  # on average, from one order to the next
MORNING = 7  # an hour of the day; whoever would answer earlier answers then
MOST_ORDERS = 5_000


class Planned(Struct, frozen=True):
    """A game to be played by bots."""

    id: str
    rules: str
    seats: tuple[str, ...]
    options: dict[str, str] = {}
    bot: str = "greedy"
    left: int = 0  # after so many orders the first seat is left, and after as many more somebody takes it over


GAMES = (
    Planned("fortuna-two", "fortuna", ("blue", "orange"), {"setup": "expert"}),
    Planned("fortuna-three", "fortuna", ("blue", "grey", "orange"), bot="random"),
    Planned(
        "fortuna-four",
        "fortuna",
        ("blue", "grey", "orange", "purple"),
        {"facedown_display": "hidden", "setup": "expert"},
    ),
    Planned("alea-two", "alea", ("grey", "brown")),
    Planned("alea-three", "alea", ("grey", "brown", "blue"), {"final_allocation": "manual"}, bot="random"),
    Planned("alea-four", "alea", ("grey", "brown", "blue", "green"), {"temple_keep": "manual"}),
    Planned("alea-five", "alea", ("grey", "brown", "blue", "green", "yellow"), {"preroll_lap": "true"}),
    Planned("praetor-two", "praetor", ("blue", "yellow")),
    Planned("praetor-three", "praetor", ("blue", "yellow", "white"), {"expert": "on"}, bot="random"),
    Planned("praetor-four", "praetor", ("blue", "yellow", "white", "black"), {"sides": "all_B"}),
    Planned("praetor-five", "praetor", ("blue", "yellow", "white", "black", "purple"), {"temple_cap": "15"}),
    Planned("fortuna-older-cards", "fortuna", ("blue", "grey", "purple"), {"drawn_privilege_same_turn": "no"}),
    Planned("praetor-substitute", "praetor", ("blue", "white", "purple"), left=40),
)
SIGNED = Planned("fortuna-joint", "fortuna", ("blue", "grey", "orange", "purple"))
LOG_DESK = "log"  # where no game is played


def fixed(name: str) -> bytes:
    """Return 32 bytes that are anything but secret."""
    return sha256(f"archive/{name}".encode()).digest()


def begins(name: str) -> int:
    """Return when a game began: one after the other, some days apart."""
    number = [planned.id for planned in (SIGNED, *GAMES)].index(name)
    return FIRST + number * int(BETWEEN_GAMES.total_seconds())


def answered(random: Random, asked: int) -> int:
    """Return when somebody answers who was asked at an instant: some hours later, and not at night."""
    at = asked + MINUTE + int(random.expovariate(1 / THINKING))
    midnight = at - at % DAY
    is_night = at < midnight + MORNING * HOUR
    return midnight + MORNING * HOUR + random.randrange(HOUR) if is_night else at


class FixedDesk(Desk):
    """A desk whose clock and entropy are always the same."""

    name = ""
    drawn = 0
    time = FIRST
    pace = Random()  # noqa: S311 - it says how long somebody thinks, it protects nothing

    def now(self) -> int:
        """Return the time, which goes on with every look, as if somebody had thought meanwhile."""
        self.time = answered(self.pace, self.time)
        return self.time

    def entropy(self) -> bytes:
        """Return the next of the fixed bytes."""
        self.drawn += 1
        return fixed(f"{self.name}/{self.drawn}")


@contextmanager
def desk_for(name: str) -> Iterator[FixedDesk]:
    """Make a desk for one game, and clear it away."""
    with TemporaryDirectory(prefix="pbem-archive-") as folder:
        place = Path(folder) / "desk"
        made = Desk.create(place, name="referee.example.org", address="referee@example.org")
        (place / REFEREE_KEY).write_text(fixed("referee").hex())
        made.close()
        for path in place.glob("pbem.db*"):
            path.unlink()  # it knows the desk by the key that it was made with
        make_store(place, read_settings(place))
        desk = FixedDesk(place)
        desk.name = name
        desk.time = begins(name) if name != LOG_DESK else FIRST
        desk.pace = Random(f"pace/{name}")  # noqa: S311 - see above
        try:
            yield desk
        finally:
            desk.close()


def play_by_bots(planned: Planned, target: Path) -> None:
    """Let bots play a game, and export it."""
    with desk_for(planned.id) as desk:
        seats = dict(zip(planned.seats, NAMES, strict=False))
        for name in seats.values():
            add_player(desk, Member(name, "", "en"), b"")
        new_game(desk, NewGame(planned.rules, seats, planned.id, planned.options))
        random = Random(planned.id)  # noqa: S311 - it plays, it protects nothing
        bots = Bots(planned.bot, frozenset(planned.seats), random, planned.left)
        if planned.left:
            change_hands(desk, planned, bots)
        finish(desk, play_bots(desk, planned.id, replace(bots, most=MOST_ORDERS)), target)


def change_hands(desk: Desk, planned: Planned, bots: Bots) -> None:
    """Let bots play on, before and after the first player has left; then somebody takes his seat over."""
    seat, name, newcomer = planned.seats[0], NAMES[0], NAMES[-1]
    play_bots(desk, planned.id, bots)
    order(desk, planned.id, name, "resign")
    play_bots(desk, planned.id, bots)
    add_player(desk, Member(newcomer, "", "en"), b"")
    rule_substitute(desk, planned.id, seat, newcomer, "somebody goes on")


def play_by_mail(planned: Planned, target: Path) -> None:
    """Let everybody share luck and play by signed mails, and export the game with what was signed."""
    with desk_for(planned.id) as desk:
        seats = dict(zip(planned.seats, NAMES, strict=False))
        keys = {seat: Ed25519PrivateKey.from_private_bytes(fixed(f"key/{seat}")) for seat in planned.seats}
        for (seat, name), language in zip(seats.items(), LANGUAGES, strict=False):
            public = write_line(public_key(keys[seat]), name.lower()).encode()
            add_player(desk, Member(name, f"{name.lower()}@example.org", language), public)
        match = new_game(desk, NewGame(planned.rules, seats, planned.id, planned.options, luck=True))
        finish(desk, play_signed(desk, match, keys), target)


def play_signed(desk: FixedDesk, match: Match, keys: dict[str, Ed25519PrivateKey]) -> Match:
    """Send every mail of a game: commitments, luck, then what a bot would order."""
    lucks = {seat: fixed(f"luck/{seat}") for seat in match.seats}
    for seat, luck in lucks.items():
        match = send(desk, match, seat, f"luck {luck_commitment(match.id, seat, luck).hex()}", keys[seat])
    for seat, luck in lucks.items():
        match = send(desk, match, seat, f"reveal {luck.hex()}", keys[seat])
    bot, random = bot_named(match.game, "greedy"), Random(match.id)  # noqa: S311 - it plays, it protects nothing
    answered: set[tuple[int, Seat]] = set()  # choices made in parallel wait for each other
    while match.phase == "running":
        asked = [decision.seat for decision in match.waiting()]
        seat = next(seat for seat in asked if (match.head.size, seat) not in answered)
        answered.add((match.head.size, seat))
        move = bot(match.game.view(match.state, seat), random)
        language = LANGUAGES[NAMES.index(match.holders[seat].name)]
        match = send(desk, match, seat, match.game.write(move, language), keys[seat])
    return match


def send(desk: FixedDesk, match: Match, seat: Seat, orders: str, key: Ed25519PrivateKey) -> Match:
    """Let the desk act on a signed mail."""
    with desk.store.read() as look:
        said = read_statements("\n".join(reply_lines(look, match, seat)))
    if said is None:
        raise SystemExit("the statements of an answer cannot be read")
    mail = order_mail(
        sender=f"{match.holders[seat].name.lower()}@example.org",
        to="referee@example.org",
        subject="Re: my turn",
        block_text=sign_orders(said.block(orders), key),
        date=desk.time,
        message_id=f"<{desk.time}@example.org>",
    )
    received = receive(desk, mail)
    if received.verdict != "played":
        raise SystemExit(f"the referee did not take {orders!r} of {seat}: {received.why}")
    with desk.store.read() as look:
        return current(desk, look, match.id)


def finish(desk: Desk, match: Match, target: Path) -> None:
    """Export a game that is over, in the place of an older one."""
    if match.phase != "over":
        raise SystemExit(f"{match.id} is {match.phase}")
    shutil.rmtree(target, ignore_errors=True)
    export(desk, match.id, target)
    found = verify_files(target)
    if not found.ok:
        raise SystemExit(f"{target} is not valid: {found.first_bad}")
    print(f"{target.name}: {found.entries} entries, head {found.head}")


def enter(folder: Path) -> None:
    """Enter all games that are there into the log of the archive, and sign it; it only ever grows."""
    with desk_for(LOG_DESK) as desk:
        for planned in (SIGNED, *GAMES):
            if (folder / planned.id).is_dir():
                added = add_export(Shelf(folder), folder / planned.id, desk)
                print(f"{added.game}: game {added.place} of the log")


def main() -> None:
    """Make games anew, and enter them into the log."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ARCHIVE
    folder.mkdir(exist_ok=True)
    wanted = sys.argv[2:] or [planned.id for planned in (SIGNED, *GAMES)]
    if SIGNED.id in wanted:
        play_by_mail(SIGNED, folder / SIGNED.id)
    for planned in GAMES:
        if planned.id in wanted:
            play_by_bots(planned, folder / planned.id)
    enter(folder)


if __name__ == "__main__":
    main()
