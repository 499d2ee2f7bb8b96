#!/usr/bin/env python3
"""Play random games of every kind through the referee, and look for anything that breaks.

Seats send what people send: orders in four languages, plans with alternatives, conditions, chains and standing lines,
sheets for later turns, sheets that must be refused; hosts rule now and then. After every command the invariants of the
game are asserted; at the end the whole record is verified by both verifiers, audited by the rules and by its sheets, be
all of them known or some, and every position on the way is compared with what the audit finds there.

A game is named KIND-PLAYERS-SEED-NUMBER and the name gives everything in it: even numbers are played with default
options, odd ones with random options, one in three with a hosted seat. A game that fails is left in DIR/NAME/: an
export that `pbem verify DIR/NAME` opens, the sheets that led there (sheets.txt) and the reason (failure.txt).

  tools/fuzz.py fuzz                          1,000 games of every kind and number of players
  tools/fuzz.py fuzz --kind fortuna --players 3 --games 50 --seed 7
  tools/fuzz.py fuzz --again fortuna-3-7-12   one game again, whatever became of it
"""

import argparse
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import convert, json, to_builtins

from pbem.desk.matches.state.snapshots import pack_match, unpack_match
from pbem.games.found import find, named
from pbem.games.game import LANGUAGES, AnyGame, Decision, Seat
from pbem.record import folder
from pbem.record.dice.fair import ladder
from pbem.record.dice.seals import SealedOrder, salt
from pbem.record.log import canonical
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import Opening
from pbem.record.notes.notes import head_text, sign
from pbem.record.time.hosting import binding
from pbem.referee.acts import rulings
from pbem.referee.acts.opening import OpeningTerms, open_match
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.submit import Refused, Submission, preview, submit
from pbem.referee.audit.audit import audit, decks_of
from pbem.referee.audit.sheet_audit import Obeying
from pbem.referee.language.plan import Plan
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Holder, Match
from pbem.referee.match.secrets import Secrets
from pbem.referee.plans.trial import Trial

ROOT = Path(__file__).resolve().parent.parent
UNSIGNED = ("evidence", "none")
REFEREE = "fuzz"
MOST_COMMANDS = 20_000  # after so many a game is held to be endless
MOST_SECONDS = 120  # likewise, for rules that never come back
CLEARING = ("clear", "cancella", "effacer", "loeschen")
DESK_WORDS = (*CLEARING, "resign")  # these have no preview
LONG = 800  # entries after which players drop their standing orders and play to win
PREVIEWED = 0.3  # of all sheets
REMEMBERED = 64  # moves of a game that are tried again where they may be wrong


class Case(NamedTuple):
    """One game: its kind, how many play it, and the numbers that everything else follows from."""

    kind: str
    players: int
    seed: int
    number: int

    def __str__(self) -> str:
        return f"{self.kind}-{self.players}-{self.seed}-{self.number}"

    @classmethod
    def named(cls, name: str) -> "Case":
        """Return the case of a name; ValueError if it is none."""
        kind, *numbers = name.rsplit("-", 3)
        players, seed, number = map(int, numbers)
        return cls(kind, players, seed, number)


class Played(NamedTuple):
    """What became of a game; `failure` is empty if all was well."""

    case: Case
    entries: int
    commands: int
    refused: int
    failure: str = ""


class WrongError(AssertionError):
    """Something is not as it must be."""


def need(truth: object, words: str) -> None:
    """Assert what must be, also when Python runs without assertions."""
    if not truth:
        raise WrongError(words)


# What is written on sheets


class Sheet(NamedTuple):
    """A sheet of orders, and what the referee must do with it: take it, refuse it, or (None) either."""

    text: str
    is_right: bool | None


class Writer:
    """Writes the sheets of a seat that is asked something."""

    def __init__(self, random: Random, match: Match, decision: Decision, memory: Sequence[Any]) -> None:
        self.random = random
        self.game = match.game
        self.head = match.head
        self.decision = decision
        self.view = match.game.view(match.state, decision.seat)
        self.legal = list(match.game.moves(self.view))
        self.memory = memory
        need(self.legal, f"{decision.seat} is asked for {decision.kind!r} and has no legal move")

    def words(self, move: Any) -> str:
        """Return an order in any language, and carelessly typed."""
        text = self.game.write(move, self.random.choice(LANGUAGES))
        return self.random.choice((text, text, text, text.upper(), text.title(), f"  {text.replace(' ', '   ')} # so"))

    def order(self) -> str:
        """Return a legal order."""
        return self.game.write(self.random.choice(self.legal), self.random.choice(LANGUAGES))

    def recalled(self) -> str:
        """Return an order of earlier in the game, legal now or not."""
        return self.game.write(self.random.choice(self.memory or self.legal), self.random.choice(LANGUAGES))

    def plain(self) -> Sheet:
        """One legal order."""
        return Sheet(self.words(self.random.choice(self.legal)), True)

    def greedy(self) -> Sheet:
        """What the game's own bot orders, to come to an end."""
        return Sheet(self.words(self.game.bots["greedy"](self.view, self.random)), True)

    def any(self) -> Sheet:
        """Whatever is legal."""
        return Sheet(self.random.choice(("any", "qualsiasi", "importe", "egal")), True)

    def numbered(self) -> Sheet:
        """A legal order by its number in the report, whose head is quoted."""
        number = self.random.randint(1, min(len(self.legal), 99_999))
        return Sheet(f"seen {self.head.size} {self.head.hash.hex()[:32]}\n{number}", True)

    def alternatives(self) -> Sheet:
        """Orders that may fail, then one that may not."""
        tried = [self.recalled() for _ in range(self.random.randint(1, 3))]
        return Sheet(" | ".join((*tried, self.order())), None)

    def certain(self) -> Sheet:
        """Alternatives that are all legal."""
        return Sheet(f"{self.order()} | {self.order()}{self.random.choice(('', ' else skip', ' else pass'))}", True)

    def condition(self) -> str:
        """Return a condition, true or not."""
        facts = dict(self.game.facts(self.view))
        name, negation = self.random.choice(sorted(facts)), self.random.choice(("", "", "not "))
        operator = self.random.choice((">=", "<=", "=", "!=", ">", "<"))
        tests = [
            f"{negation}{name} {operator} {max(0, facts[name] + self.random.randint(-1, 1))}",
            f"{negation}{name}",
            f"{negation}legal {self.recalled()}",
        ]
        if "die1" in facts:  # a game without dice refuses to be asked for them
            tests.append(f"{negation}have {self.random.randint(1, 6)} {self.random.randint(1, 6)}")
        return self.random.choice(tests)

    def conditional(self) -> Sheet:
        """Conditions, whatever they come to, before an order without one."""
        tests = " and ".join(self.condition() for _ in range(self.random.randint(1, 2)))
        return Sheet(f"{self.order()} if {tests} | {self.random.choice((self.order(), 'any'))}", True)

    def chain(self) -> Sheet:
        """Orders that hang together."""
        more = self.random.choice(("any", self.recalled(), f"{self.recalled()} then {self.recalled()}"))
        return Sheet(f"{self.order()} {self.random.choice(('then', 'poi', 'puis', 'dann'))} {more}", None)

    def plan(self) -> Sheet:
        """A sheet for this turn and later ones, with standing lines."""
        lines = [self.order()]
        for _ in range(self.random.randint(1, 6)):
            tried = " | ".join(self.recalled() for _ in range(self.random.randint(1, 3)))
            always = self.random.random() < 0.25
            ends = ["", " else skip", " else wait", f" if {self.condition()}"]
            if not always or self.random.random() < 0.05:  # seats that all say `always any` play for ever
                ends += [" | any", " else pass"]
            lines.append(("always " if always else "") + tried + self.random.choice(ends))
            lines += self.random.choice(((), (), ("next",), ("wait",)))
        return Sheet(self.random.choice(("\n", "; ")).join(lines), None)

    def illegal(self) -> Sheet:
        """An order of the kind that is asked for, and against the rules; a plain one if none is at hand."""
        wrong = [move for move in self.memory if self.game.kind(move) == self.decision.kind]
        wrong = [move for move in wrong if self.game.check(self.view, move) is not None]
        return Sheet(self.words(self.random.choice(wrong)), False) if wrong else self.plain()

    def garbage(self) -> Sheet:
        """Something that is no sheet, alone or below an order that is one."""
        order, junk = self.order(), "".join(self.random.choices("qxzäß~%&/(=", k=self.random.randint(1, 30)))
        wrong = self.random.choice(
            (
                f"xq{junk}",
                f"{order} qqxz",
                f"{order} |",
                f"| {order}",
                f"{order} then",
                f"{order} if",
                f"{order} if qqxz >= 2",
                f"{order} if {self.condition()} and",
                f"{order} if legal xq{junk}",
                f"{order} if have 7",
                f"{order} else qqxz",
                f"{order} \x1b[2J",
                f"seen {self.head.size} {'0' * 32}\n{order}",
                f"seen {self.head.size + 1} {self.head.hash.hex()}\n{order}",
                "0",
                f"seen {self.head.size} {self.head.hash.hex()}\n{len(self.legal) + 1}",
                "x" * 16_001,
                "\n".join([order] * 201),
            )
        )
        return Sheet(self.random.choice((wrong, f"{order}\n{wrong}", f"always {wrong}\n{order}")), False)

    def nothing(self) -> Sheet:
        """A sheet without an order."""
        return Sheet(self.random.choice(("", "\n\n", "# later", ";;", "next")), False)


Write = Callable[[Writer], Sheet]

HABITS: tuple[tuple[Write, int], ...] = (
    (Writer.plain, 40),
    (Writer.any, 2),
    (Writer.numbered, 5),
    (Writer.alternatives, 8),
    (Writer.certain, 6),
    (Writer.conditional, 8),
    (Writer.chain, 5),
    (Writer.plan, 10),
    (Writer.illegal, 4),
    (Writer.garbage, 4),
    (Writer.nothing, 1),
)
WRITES, WEIGHTS = zip(*HABITS, strict=True)


# How a game is played


class Table:
    """One game at the referee's table, with everything that led to where it stands."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.id = str(case)
        self.random = Random(self.id)  # noqa: S311 - games, not secrets
        self.game = named(case.kind)
        self.assert_invariants = invariants_of(case.kind)
        self.key = self.random.randbytes(32)
        self.secrets = Secrets(*_secrets(self.id, self.random))
        self.match: Match | None = None
        self.plans: dict[Seat, Plan] = {}
        self.entries: list[Entry] = []
        self.sealed: dict[int, str] = {}
        self.words: dict[int, SealedOrder] = {}
        self.met: dict[int, Match] = {}  # the match after each command, by size
        self.memory: list[Any] = []
        self.answered: set[Seat] = set()  # who has decided in parallel and waits for others
        self.sheets: list[str] = []
        self.commands = 0
        self.refused = 0
        self.is_worn = False  # a sheet would have used up the dice

    def play(self) -> None:
        """Play to the end and verify everything."""
        seats = random_seats(self.game, self.case.players, self.random)
        options = random_options(self.game, seats, self.random) if self.case.number % 2 else {}
        terms = OpeningTerms(
            id=self.id,
            rules=self.case.kind,
            holders={seat: Holder(f"{seat} one", "desk") for seat in seats},
            referee=REFEREE,
            key=Ed25519PrivateKey.from_private_bytes(self.key).public_key().public_bytes_raw().hex(),
            accepts=("desk",),
            options=options,
            hosted=tuple(seats[:1]) if self.case.number % 3 == 1 else (),
        )
        self.sheets.append(f"open: {', '.join(seats)}; {options or 'default options'}; hosted {terms.hosted}")
        self.keep(open_match(terms, self.secrets, now=0))
        while self.running.phase == "running":
            need(self.commands < MOST_COMMANDS, f"no end after {MOST_COMMANDS} commands")
            self.turn()
        self.check_end()

    @property
    def running(self) -> Match:
        """The match as it stands."""
        if self.match is None:
            raise WrongError("the game was never opened")
        return self.match

    def turn(self) -> None:
        """Let something happen."""
        luck = self.random.random()
        standing = [seat for seat, plan in self.plans.items() if plan.always]
        if standing and (self.is_worn or len(self.entries) > LONG):
            self.submit(standing[0], Sheet("clear", None))  # standing orders alone may play for ever
        elif luck < 0.004:
            self.rule()
        elif luck < 0.05:
            self.send_ahead()
        else:
            asked = [one for one in self.running.asked_now() if one.forced is None and one.seat not in self.answered]
            need(asked, "everybody has answered and nothing is played")
            self.answer(self.random.choice(asked))

    def answer(self, decision: Decision) -> None:
        """Send a sheet for a decision."""
        size, writer = self.running.head.size, Writer(self.random, self.running, decision, self.memory)
        write = self.random.choices(WRITES, WEIGHTS)[0] if size < LONG else Writer.greedy
        sheet = write(writer)
        if self.submit(decision.seat, sheet) is None:
            return
        self.memory = [*self.memory[-REMEMBERED:], self.random.choice(writer.legal)]
        if self.running.head.size == size and sheet.is_right:
            self.answered.add(decision.seat)

    def submit(self, seat: Seat, sheet: Sheet) -> Decided | None:
        """Send a sheet; WrongError if the referee does not do with it what he must."""
        match, plans = self.running, dict(self.plans)
        digest = sha256(f"{self.commands} {sheet.text}".encode()).hexdigest()
        submission = Submission(seat, sheet.text, "desk", digest, self.random.choice(LANGUAGES), came=self.commands + 1)
        self.sheets.append(f"{match.head.size} {seat}: {sheet.text[:500]!r}")
        self.commands += 1
        self.answered.discard(seat)
        before = pack_match(match)
        trial = None
        if sheet.text not in DESK_WORDS and self.random.random() < PREVIEWED:
            trial = preview(match, plans.get(seat, Plan()), submission, head_at=self.head_at)
        scribe = Scribe(match, self.plans, self.secrets, self.commands)
        decided = submit(scribe, submission, head_at=self.head_at)
        need(pack_match(match) == before and self.plans == plans, "the referee changed what it was given")
        self.is_worn = isinstance(decided, Refused) and "rolls of this game" in str(decided.problems)
        if trial is not None and not self.is_worn:
            self.compare(seat, trial, decided)
        if isinstance(decided, Refused):
            need(self.is_worn or not sheet.is_right, f"a right sheet was refused: {decided.problems}")
            need(decided.problems, "refused without a reason")
            self.refused += 1
            return None
        need(sheet.is_right is not False, "a wrong sheet was taken")
        need(decided.entries or len(match.waiting()) > 1 or not sheet.is_right, "a right sheet changed nothing")
        self.keep(decided)
        return decided

    def compare(self, seat: Seat, trial: Trial | Refused, decided: Decided | Refused) -> None:
        """Check that a preview said what then happened."""
        if isinstance(trial, Refused) or isinstance(decided, Refused):
            need(trial == decided, f"the preview was {str(trial)[:400]}, but then {str(decided)[:400]}")
        elif trial.end != "parallel":
            promised = [self.game.write(act.move, "en") for act in trial.acts]
            played = self.moves_of(seat, decided)
            need(played[: len(promised)] == promised, f"the preview promised {promised}, played was {played}")

    def moves_of(self, seat: Seat, decided: Decided) -> list[str]:
        """Return what a command played for a seat."""
        moves = [entry for entry in decided.entries if entry.body["kind"] == "move" and entry.body["seat"] == seat]
        return [decided.sealed.get(entry.seq) or str(entry.body["text"]) for entry in moves]

    def send_ahead(self) -> None:
        """Let anybody send a sheet, asked or not; what a seat sends that is not asked changes nothing yet."""
        seat = self.random.choice(self.running.seats)
        if seat in self.running.vacant:
            return
        if (decision := self.running.decision_of(seat)) is not None:
            if decision not in self.running.asked_now():
                return  # a hosted seat has chosen, or is to choose first
            words = self.random.choice((*CLEARING, "wait"))
            decided = self.submit(seat, Sheet(words, None))
            need(decided and not (decided.entries and decision.ask), f"{words!r} moved the game")
            return
        asked = self.running.waiting()[0]
        writer = Writer(self.random, self.running, asked, self.memory)
        lines = [f"{writer.recalled()} | any" for _ in range(self.random.randint(1, 4))]
        decided = self.submit(seat, Sheet("\nnext\n".join(lines), None))
        need(decided is None or not decided.entries, "a sheet sent ahead moved the game")

    def rule(self) -> None:
        """Let the host, or a leaving player, change the course of things."""
        match, seat = self.running, self.random.choice(self.running.seats)
        self.commands += 1
        scribe = Scribe(match, self.plans, self.secrets, self.commands)
        act = self.random.choice(("default", "substitute", "back", "resign"))
        self.sheets.append(f"{match.head.size} ruling: {act} {seat}")
        if act == "default":
            silent = (one for one in match.waiting() if not rulings.has_answered(match, one, self.plans))
            asked = tuple(one.seat for one in silent if not match.has_chosen(one.seat))
            self.keep(rulings.play_default(scribe, asked, reason="too late"))
        elif act == "substitute":
            holder = Holder(f"{seat} {self.commands}", "desk")
            self.keep(rulings.substitute(scribe, rulings.Newcomer(seat, holder), reason="left"))
        elif act == "back":
            earlier = self.met[self.random.choice(list(self.met)[-20:])]
            self.keep(rulings.go_back(scribe, earlier, reason="a mistake"))
        elif len(match.seats) - len(match.vacant) > 1 and seat not in match.vacant:
            self.submit(seat, Sheet("resign", True))

    def keep(self, decided: Decided) -> None:
        """Take in what a command came to, and check that it hangs together."""
        match = decided.match
        self.entries += decided.entries
        self.sealed.update(decided.sealed)
        self.words.update({seq: json.decode(text, type=SealedOrder) for seq, text in decided.orders.items()})
        need(match.head == self.entries[-1].head, "the match stands at another head than its record")
        if self.match is None or self.match.head != match.head:
            self.answered.clear()
        self.match, self.plans = match, decided.plans
        self.met[match.head.size] = match
        if match.state is not None:
            self.assert_invariants(match.state)
        for seat, plan in decided.plans.items():
            need(convert(json.decode(json.encode(plan)), Plan) == plan, f"the plan of {seat} cannot be kept: {plan}")
        if self.commands % 8 == 0:
            packed = unpack_match(match.terms, match.head, pack_match(match))
            need(packed == match, "the position cannot be kept")
        need(match.phase != "running" or match.waiting(), "the game runs and nobody is awaited")

    def head_at(self, size: int) -> str | None:
        """Return the head of the record at a size."""
        return self.entries[size - 1].hash.hex() if 0 < size <= len(self.entries) else None

    def check_end(self) -> None:
        """Verify the finished game in every way there is."""
        match = self.running
        need(match.phase == "over", f"the game ended {match.phase}")
        outcome = self.game.outcome(match.state)
        need(outcome is not None and set(outcome.ranks) == set(match.seats), f"no outcome of all seats: {outcome}")
        files = self.files()
        report = folder.verify_folder(files)
        need(report.ok and set(report.checks.values()) == {"ok"}, f"not verified: {report}")
        found = import_module("tools.verify").verify(files)
        said = [line for line in found if line[1] != "ok" and line[:2] != UNSIGNED]
        need(not said, f"the other verifier says {said}")
        audited = self.audited(Obeying(self.words))
        for size, met in self.met.items():
            need(audited[size - 1] == met, f"the audit finds another position after entry {size - 1}")
        for found in audited:
            if found.state is not None:
                self.assert_invariants(found.state)

        # An honest game is found so whichever of its sheets are known, and of a hosted seat's what bound it.
        known = {seq: words for seq, words in self.words.items() if self.random.random() < 0.5}
        bound = {order.seq: self.words[order.seq] for order in binding(entry.content for entry in self.entries)}
        self.audited(Obeying(known, bound))
        self.audited(Obeying({}, bound))

    def audited(self, obeying: Obeying) -> tuple[Match, ...]:
        """Return the match at every entry, found by the rules and by the sheets that are known."""
        return audit(self.entries, hidden=self.secrets.hidden, opened=self.sealed.get, obeying=obeying)

    def files(self) -> dict[str, bytes]:
        """Return the export of the game as it stands."""
        note = sign(self.key, REFEREE, head_text(REFEREE, self.id, self.running.head))
        return folder.pack(self.entries, self.openings() if self.running.phase == "over" else (), note)

    def openings(self) -> list[Any]:
        """Return what a closed game lays open."""
        moves, secret = self.sealed, self.secrets
        orders = binding(entry.content for entry in self.entries)
        choices = {o.seq: canonical.encode(to_builtins(self.words[o.seq])).decode() for o in orders}
        sealed = {**moves, **choices}
        opened = [
            Opening(seq=seq, salt=salt(secret.seal, self.id, seq).hex(), text=sealed[seq]) for seq in sorted(sealed)
        ]
        return [*opened, *decks_of(self.entries, hidden=secret.hidden, opened=moves.get)]

    def leave(self, target: Path, failure: str) -> None:
        """Leave a failed game behind: as an export, with the sheets that led there and the reason."""
        target.mkdir(parents=True, exist_ok=True)
        again = f"game {self.case}\nagain: tools/fuzz.py {target.parent} --again {self.case}\n\n"
        (target / "failure.txt").write_text(again + failure, encoding="utf-8")
        (target / "sheets.txt").write_text("\n".join(self.sheets) + "\n", encoding="utf-8")
        if self.match is not None:
            for name, content in self.files().items():
                (target / name).write_bytes(content)


def _secrets(game: str, random: Random) -> tuple[Any, bytes, bytes]:
    return ladder(game, random.randbytes(32)), random.randbytes(32), random.randbytes(32)


def random_seats(game: AnyGame, players: int, random: Random) -> tuple[Seat, ...]:
    """Take some seats of a game, in seat order."""
    chosen = random.sample(game.meta.seats, players)
    return tuple(Seat(seat) for seat in game.meta.seats if seat in chosen)


def random_options(game: AnyGame, seats: tuple[Seat, ...], random: Random) -> dict[str, str]:
    """Give about half of the options a random value, such that the game finds no fault; the defaults if none will."""
    for _ in range(100):
        options = {option.name: random.choice(option.values) for option in game.meta.options if random.random() < 0.5}
        if not game.faults(seats=seats, options=options, table=game.table()):
            return options
    return {}


def invariants_of(kind: str) -> Callable[[Any], None]:
    """Return what the game's tests know must always hold; nothing if they are not here."""
    name = f"tests.games.{kind}.hidden"
    try:
        is_here = find_spec(name) is not None
    except ModuleNotFoundError:
        is_here = False
    if not is_here:
        return lambda _state: None
    assert_invariants: Callable[[Any], None] = import_module(name).assert_invariants
    return assert_invariants


def play_case(case: Case, target: Path) -> Played:
    """Play a game; whatever goes wrong is left in a folder of its name."""
    table = Table(case)
    try:
        with limited(MOST_SECONDS):
            table.play()
    except Exception:  # noqa: BLE001 - to find these is what this is for
        failure = traceback.format_exc()
        table.leave(target / str(case), failure)
        return Played(case, len(table.entries), table.commands, table.refused, failure)
    return Played(case, len(table.entries), table.commands, table.refused)


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Break off what takes too long, so that its trace tells where it hangs."""

    def stop(_number: int, _frame: object) -> None:
        raise TimeoutError(f"not done after {seconds} seconds of the processor")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


# The campaign


def cases_of(kinds: Sequence[str], players: Sequence[int], *, games: int, seed: int) -> list[Case]:
    """Return the games of a campaign, all kinds and numbers of players in turn."""
    tables = [(kind, count) for kind in kinds for count in named(kind).meta.players if not players or count in players]
    return [Case(kind, count, seed, number) for number in range(games) for kind, count in tables]


def campaign(cases: Sequence[Case], target: Path, jobs: int) -> Iterator[Played]:
    """Play many games, on several cores."""
    if jobs == 1:
        yield from (play_case(case, target) for case in cases)
        return
    with Pool(jobs, initializer=_ignore_interrupt) as pool:
        yield from pool.imap_unordered(_play_one, [(case, target) for case in cases], chunksize=4)


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_one(case: tuple[Case, Path]) -> Played:
    return play_case(*case)


def watched(games: Iterable[Played], of: int) -> Iterator[Played]:
    """Show on a terminal how far it is, and failures at once."""
    shown, began, failed = sys.stderr.isatty(), time.monotonic(), 0
    for done, played in enumerate(games, 1):
        if played.failure:
            failed += 1
            clear = "\r\x1b[K" if shown else ""
            print(f"{clear}FAILED {played.case}: {played.failure.splitlines()[-1][:300]}", file=sys.stderr)
        if shown:
            left = (time.monotonic() - began) / done * (of - done)
            print(f"\r\x1b[K{done}/{of} games, {failed} failed, {left:.0f} s left", end="", file=sys.stderr, flush=True)
        yield played
    if shown:
        print(file=sys.stderr)


def tell(games: Sequence[Played], seconds: float) -> None:
    """Print what was found."""
    print(f"{'kind':<10} {'players':>7} {'games':>7} {'entries':>9} {'commands':>9} {'refused':>8} {'failed':>7}")
    for kind, players in sorted({played.case[:2] for played in games}):
        some = [played for played in games if played.case[:2] == (kind, players)]
        sums = [sum(column) for column in zip(*(one[1:4] for one in some), strict=True)]
        failed = sum(bool(one.failure) for one in some)
        print(f"{kind:<10} {players:>7} {len(some):>7} {sums[0]:>9} {sums[1]:>9} {sums[2]:>8} {failed:>7}")
    print(f"{len(games)} games in {seconds:.0f} s, {sum(bool(played.failure) for played in games)} failed")


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", metavar="DIR", type=Path, help="where failing games are left")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="games a kind and number of players")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other games (default 0)")
    parser.add_argument("--kind", action="append", choices=find(), help="only this game; may be repeated")
    parser.add_argument("--players", action="append", type=int, metavar="N", help="only so many players; likewise")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="games at a time")
    parser.add_argument("--again", metavar="NAME", type=Case.named, help="only this game, as a failure names it")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    """Run a campaign; 0 if nothing was found."""
    asked = arguments(given)
    kinds, players = asked.kind or find(), asked.players or ()
    cases = [asked.again] if asked.again else cases_of(kinds, players, games=asked.games, seed=asked.seed)
    if not cases:
        print("no game is played by so many", file=sys.stderr)
        return 2
    began, games = time.monotonic(), list[Played]()
    try:
        games.extend(watched(campaign(cases, asked.dir, 1 if asked.again else asked.jobs), len(cases)))
    except KeyboardInterrupt:
        print("\nbroken off", file=sys.stderr)
    tell(games, time.monotonic() - began)
    if failed := [played for played in games if played.failure]:
        print(f"failed games are in {asked.dir}; the first: {asked.dir / str(failed[0].case)}")
        print(failed[0].failure)
    return int(bool(failed) or len(games) < len(cases))


if __name__ == "__main__":
    sys.exit(main())
