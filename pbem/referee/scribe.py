"""Writing a match on: the referee's pen. It plays acts and appends their entries, and only the caller keeps them."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.game import Decision, Happening, Seat
from pbem.record import canonical
from pbem.record.chance import Roller
from pbem.record.entry import Entry, write
from pbem.record.fair import Rungs
from pbem.record.kinds import Word
from pbem.record.seals import salt, seal
from pbem.referee.answer import Act, Answered, Stop, answer_now
from pbem.referee.hosted import usable
from pbem.referee.match import Holder, Match, asks_of, position_digest, result_of
from pbem.referee.phrases import DESERTED, say
from pbem.referee.plan import Plan, Planned, Source, texts
from pbem.referee.sheet import Problem
from pbem.referee.trial import Trial, begun

MOST_MOVES = 256  # by one command: a mail may not keep the desk from others for long, and a plan need not ever end


class Secrets(Struct, frozen=True):
    """What the referee keeps to himself: the dice ladder, the decks' secret h, the seals' secret s."""

    rungs: Rungs
    hidden: bytes
    seal: bytes


class LadderEndError(Exception):
    """The dice ladder is used up: the game cannot be played on."""

    def __init__(self, rolls: int) -> None:
        super().__init__(say("ladder_end", "en", rolls=rolls))
        self.rolls = rolls


class Notice(Struct, frozen=True):
    """Something about a seat's own plan that only its holder is told."""

    seat: Seat
    unused: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


class Decided(Struct, frozen=True):
    """What a command came to: the match and plans after it, and everything that has to be kept."""

    match: Match
    plans: dict[Seat, Plan]
    entries: tuple[Entry, ...] = ()
    sealed: dict[int, str] = {}  # texts of sealed moves, by entry
    orders: dict[int, str] = {}  # what the seal of an order is over, by entry
    happenings: tuple[tuple[int, Happening], ...] = ()
    notices: tuple[Notice, ...] = ()
    understood: tuple[tuple[Planned, ...], ...] = ()  # the lines of the sheet by turn, if the command was one


class Scribe:
    """Holds the pen during one command."""

    def __init__(self, match: Match, plans: Mapping[Seat, Plan], secrets: Secrets, now: int) -> None:
        self.match = match
        self.plans = dict(plans)
        self._secrets = secrets
        self._now = now
        self.entries: list[Entry] = []
        self._sealed: dict[int, str] = {}
        self._orders: dict[int, str] = {}
        self._happenings: list[tuple[int, Happening]] = []
        self._notices: list[Notice] = []
        self._foreseen: dict[Seat, tuple[Answered, ...]] = {}

    def decided(self) -> Decided:
        """Return everything written."""
        return Decided(
            self.match,
            self.plans,
            tuple(self.entries),
            self._sealed,
            self._orders,
            tuple(self._happenings),
            tuple(self._notices),
        )

    def foresee(self, seat: Seat, trial: Trial) -> None:
        """Take over what a seat's trial has answered, from the present state on."""
        self._foreseen[seat] = trial.answers

    def append(self, kind: str, **fields: Any) -> Entry:
        """Append an entry to the record."""
        body = {"at": self._at, "game": self.match.id, "kind": kind, **fields}
        entry = write(self.match.head, body)
        self.entries.append(entry)
        self.match = self.match.written(entry)
        return entry

    @property
    def _at(self) -> int:
        """The time of the next entry: where a clock was set back, the time of the last one."""
        return max(self._now, self.match.at)

    def notice(self, notice: Notice) -> None:
        """Keep something to tell a seat."""
        self._notices.append(notice)

    def tell(self, happenings: tuple[Happening, ...]) -> None:
        """Keep what happened in the last entry."""
        self._happenings += [(self.match.head.size - 1, happening) for happening in happenings]

    def roller(self) -> Roller:
        """Return the chance of the next entry."""
        match = self.match
        return Roller(
            match.id,
            match.key,
            rung=self._rung,
            hidden=self._secrets.hidden,
            used=match.used,
        )

    def _rung(self, j: int) -> bytes:
        rungs = self._secrets.rungs
        if j > rungs.n:
            raise LadderEndError(rungs.n)
        return rungs.rung(j)

    def seal(self, text: str) -> str:
        """Return the seal over a text in the next entry."""
        seq = self.match.head.size
        return seal(self.match.id, seq, salt(self._secrets.seal, self.match.id, seq), text).hex()

    def order(self, seat: Seat, source: Source, word: Word = "") -> int:
        """Record that a sheet was used, sealed; or that a word was taken which changes the record itself."""
        text = canonical.encode({"digest": source.digest, "sheet": source.text}).decode()
        self._orders[self.match.head.size] = text
        seen = {"size": source.seen.size, "head": source.seen.head} if source.seen else None
        came = min(source.came or self._now, self._at)
        fields = {"seat": seat, "came": came, "seen": seen, "sign": source.sign, "word": word}
        return self.append("order", seal=self.seal(text), **fields).seq

    def play(self, decision: Decision, move: Any, cause: int | str) -> bool:
        """Play a move and record it; tells whether chance was asked."""
        match, roller = self.match, self.roller()
        move = match.game.resolve(match.game.view(match.state, decision.seat), move)
        step = match.game.play(match.state, decision.seat, move, roller)
        text = match.game.write(move, "en")
        if decision.private:
            self._sealed[match.head.size] = text
        words = {"seal": self.seal(text)} if decision.private else {"text": text}
        turns = {**match.turns, decision.seat: decision.turn}
        self.match = replace(match, state=step.state, used=roller.used, turns=turns)
        fields = {"position": position_digest(match.game, step.state), "asks": asks_of(self.match), **words}
        self.append("move", seat=decision.seat, cause=cause, chance=roller.log, opens=[], **fields)
        self.tell(step.happenings)
        return bool(roller.log or roller.decks)

    def take_seat(self, seat: Seat, holder: Holder, *by: int) -> None:
        """Record who holds a seat, and by which entry that changed; a luck once committed to stays."""
        before = self.match.holders.get(seat)
        held = replace(holder, luck=before.luck) if before and before.luck else holder
        self.append("seat", seat=seat, name=held.name, key=held.key, luck=held.luck, by=list(by))
        self.match = replace(self.match, holders={**self.match.holders, seat: held})

    def vacate(self, seat: Seat, reason: str, *by: int) -> None:
        """Record that a seat has nobody any more; `by` is the word of its holder, if he left himself."""
        step = self.match.game.vacate(self.match.state, seat)
        vacant = self.match.vacant | {seat}
        self.match = replace(self.match, state=step.state, vacant=vacant)
        ruling = self.append("ruling", act="vacate", reason=reason, seat=seat, by=list(by), asks=asks_of(self.match))
        self.tell(step.happenings)
        self.take_seat(seat, Holder("", ""), ruling.seq)
        if vacant == set(self.match.seats):
            self.void(DESERTED)

    def void(self, reason: str) -> None:
        """Record that the game ends without a result; nobody's plan is needed any more."""
        self.plans = {seat: Plan() for seat in self.plans}
        self.append("ruling", act="void", reason=reason, hidden=self._secrets.hidden.hex())
        self.match = replace(self.match, phase="void")

    def run(self, *, ruled: frozenset[Seat] = frozenset()) -> tuple[Seat, ...]:
        """Play on until somebody must be asked or the game is over.

        At the first decisions the default is played for the seats `ruled`; who keeps it from being played is returned.
        Plans alone play a limited number of moves: then who would move next is asked, for plans need not ever end.
        """
        stopped = self._play_on(ruled)
        self._forget()
        return stopped if ruled else ()

    def _play_on(self, ruled: frozenset[Seat]) -> tuple[Seat, ...]:
        """Play on, and return the seats that keep anything from being played; none if something was played."""
        played = 0
        while self.match.phase == "running":
            decisions = self.match.waiting()
            if not decisions:
                self._close()
                break
            if first := self._choose_first(decisions, ruled):
                return first if not played else ()
            answers = [self._act(decision, ruled) for decision in decisions]
            if stops := [act.decision.seat for act in answers if isinstance(act, Stop)]:
                return tuple(stops) if not played else ()
            acts = [act for act in answers if isinstance(act, Act)]
            if played >= MOST_MOVES and self._hold(acts):
                break
            self._play_acts(acts)
            played += len(acts)
            ruled = frozenset()
        return ()

    def _choose_first(self, decisions: tuple[Decision, ...], ruled: frozenset[Seat]) -> tuple[Seat, ...]:
        """Bind the hosted seats by what they have chosen; returns those whose choice is missing.

        Their players can read what others choose. So their order is in the record before any other seat is asked, and
        its move follows with the others in seat order.
        """
        first = self.match.hosting.first if self.match.hosting else frozenset()
        missing = []
        for decision in decisions:
            if decision.seat not in first:
                continue
            act = self._act(decision, ruled)
            if isinstance(act, Act) and act.source is not None:
                self._order_of(decision.seat, act.source)
            else:
                missing.append(decision.seat)
        return tuple(missing)

    def _order_of(self, seat: Seat, digest: str) -> None:
        """Record that a sheet is used, before the move that it causes."""
        plan = self.plans[seat]
        self.plans[seat] = plan.ordered(digest, self.order(seat, plan.sources[digest]))

    def _hold(self, acts: list[Act]) -> bool:
        """Ask those whose plans would play on, and tell them why; False if nobody can be asked here."""
        held = [act for act in acts if act.source is not None and act.decision.ask]
        for act in held:
            language = act.plan.sources[act.source].language if act.source else "en"
            problem = Problem(0, say("many_moves", language, moves=MOST_MOVES))
            self.notice(Notice(act.decision.seat, problems=(problem,)))
        return bool(held)

    def _forget(self) -> None:
        """Let go of the `always` lines for what cannot come up any more."""
        for seat, plan in self.plans.items():
            if plan.always and self.match.phase == "running":
                ahead = self.match.game.ahead(self.match.game.view(self.match.state, seat))
                self.plans[seat] = plan.only_for(ahead[0] | ahead[1])

    def _act(self, decision: Decision, ruled: frozenset[Seat]) -> Act | Stop:
        """Return what is played at a decision: by ruling or for a vacant seat the default, else what its plan says."""
        game, state, seat = self.match.game, self.match.state, decision.seat
        plan = self._begin_turn(decision)
        foreseen = self._foreseen.pop(seat, ())
        if seat in ruled or self._is_ruled(seat):
            left = replace(plan, is_answer=False, rested=())
            return Act(decision, game.default(game.view(state, seat)), "ruling", left)
        if seat in self.match.vacant and decision.forced is None:
            return Act(decision, game.default(game.view(state, seat)), "default", Plan())
        if foreseen and (found := foreseen[0].to(decision, plan)):
            self._foreseen[seat] = foreseen[1:]
            self.match.answered[seat] = Answered(plan, found)
            return usable(self.match, found)
        return usable(self.match, answer_now(self.match, decision, plan))

    def _is_ruled(self, seat: Seat) -> bool:
        """Tell whether a ruling chose for a hosted seat, whose default waits for what others choose."""
        return self.match.has_chosen(seat) and self.match.hosting is not None and seat in self.match.hosting.ruled

    def _begin_turn(self, decision: Decision) -> Plan:
        """Move a plan on to the decision's turn, report what ended unused, and put a new sheet on trial."""
        seat = decision.seat
        found = begun(self.match, decision, self.plans.get(seat, Plan()))
        self._report_unused(seat, found.ended)
        if found.failed and found.trial:
            self._report_unused(seat, found.failed, found.trial.problems)
        elif found.trial:
            self.foresee(seat, found.trial)
        self.plans[seat] = found.plan
        return found.plan

    def _report_unused(self, seat: Seat, lines: tuple[Planned, ...], problems: tuple[Problem, ...] = ()) -> None:
        if unused := texts(planned for planned in lines if not planned.line.is_wait):
            self.notice(Notice(seat, unused, problems))

    def _play_acts(self, acts: list[Act]) -> None:
        """Play what was decided together. A seat that moved alone, without chance, still knows all there is to know."""
        asked_chance = False
        for act in acts:
            self.plans[act.decision.seat] = act.plan
            asked_chance |= self.play(act.decision, act.move, self._cause(act.decision.seat, act))
        alone = acts[0].decision.seat if len(acts) == 1 and not asked_chance else None
        for seat, plan in self.plans.items():
            if plan.is_answer and seat != alone:
                self.plans[seat] = replace(plan, is_answer=False)

    def _cause(self, seat: Seat, act: Act) -> int | str:
        """Return the entry of the order behind an act; the first move a sheet causes brings its order with it."""
        if act.source is None:
            return act.cause
        source = act.plan.sources[act.source]
        if source.order is None:
            seq = self.order(seat, source)
            self.plans[seat] = act.plan.ordered(act.source, seq)
            return seq
        return source.order

    def _close(self) -> None:
        for seat, plan in self.plans.items():
            self._report_unused(seat, plan.lines)
            self.plans[seat] = Plan()
        self.append("close", result=result_of(self.match), hidden=self._secrets.hidden.hex())
        self.match = replace(self.match, phase="over")
