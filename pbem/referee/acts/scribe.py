"""Writing a match on: the referee's pen. It plays acts and appends their entries, and only the caller keeps them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from pbem.games.game import Decision, Happening, Seat
from pbem.record.dice.chance import Roller
from pbem.record.dice.seals import salt, seal
from pbem.record.log import canonical
from pbem.record.log.entry import Entry, write
from pbem.record.log.kinds import Word
from pbem.referee.acts.hosted import usable
from pbem.referee.language.phrases import DESERTED, LATE, RESIGNED, say
from pbem.referee.language.plan import Aside, Plan, Planned, Source, texts
from pbem.referee.language.problem import Problem
from pbem.referee.match.decided import Decided, Notice
from pbem.referee.match.match import Holder, Match, asks_of, position_digest, result_of, taken_over
from pbem.referee.match.secrets import Secrets
from pbem.referee.plans.answer import Act, Answered, Stop, answer_now
from pbem.referee.plans.trial import Trial, begun

# By one command, for a plan need not ever end, and a mail may take 100 ms at the most. A move takes 0.1 ms, and before
# it up to MAX_STANDING (50) orders and conditions are tried, each in 5 us or, in Praetor, 12 us: 0.7 ms in all, and 128
# times that is 90 ms.
MOST_MOVES = 128


class LadderEndError(Exception):
    """The dice ladder is used up: the game cannot be played on."""

    def __init__(self, rolls: int) -> None:
        super().__init__(say("ladder_end", "en", rolls=rolls))
        self.rolls = rolls


Volunteers = Callable[[int], Iterable[Holder]]  # who had offered to take a seat over by an instant


class Scribe:
    """Holds the pen during one command."""

    def __init__(
        self,
        match: Match,
        plans: Mapping[Seat, Plan],
        secrets: Secrets,
        now: int,
        volunteers: Volunteers = lambda _at: (),
    ) -> None:
        """`volunteers` take over the seats of those who are late too often, in their order."""
        self.match = match
        self.plans = dict(plans)
        self.now = now
        self._secrets = secrets
        self._volunteers = volunteers
        self._newcomers: set[str] = set()
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
        body = {"at": self.at, "game": self.match.id, "kind": kind, **fields}
        entry = write(self.match.head, body)
        self.entries.append(entry)
        self.match = self.match.written(entry)
        return entry

    @property
    def at(self) -> int:
        """The time of the next entry: where a clock was set back, the time of the last one."""
        return max(self.now, self.match.at)

    def notice(self, notice: Notice) -> None:
        """Keep a message for a seat."""
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

    def opening(self, seq: int, text: str) -> dict[str, Any]:
        """Return the opening that reveals what an earlier entry sealed."""
        return {"salt": salt(self._secrets.seal, self.match.id, seq).hex(), "seq": seq, "text": text}

    def order(self, seat: Seat, source: Source, word: Word = "") -> int:
        """Record that a sheet was used, sealed; or that a word was taken which changes the record itself."""
        text = canonical.encode({"digest": source.digest, "sheet": source.text}).decode()
        self._orders[self.match.head.size] = text
        seen = {"size": source.seen.size, "head": source.seen.head} if source.seen else None
        came = min(source.came or self.now, self.at)
        fields = {"seat": seat, "came": came, "seen": seen, "sign": source.sign, "word": word}
        return self.append("order", seal=self.seal(text), **fields).seq

    def play(self, decision: Decision, move: Any, cause: int | str) -> bool:
        """Play a move and record it; return whether chance was asked."""
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
        """Record the holder of a seat, and the entry by which that changed.

        A luck that was committed to stays.
        """
        before = self.match.holders.get(seat)
        held = replace(holder, luck=before.luck) if before and before.luck else holder
        self.append("seat", seat=seat, name=held.name, key=held.key, luck=held.luck, by=list(by))
        self.match = replace(self.match, holders={**self.match.holders, seat: held})

    def vacate(self, seat: Seat, reason: str, *by: int) -> None:
        """Record that a seat has no holder any more.

        `by` is the holder's word, if they left by themselves.
        """
        step = self.match.game.vacate(self.match.state, seat)
        vacant = self.match.vacant | {seat}
        self.match = replace(self.match, state=step.state, vacant=vacant)
        ruling = self.append("ruling", act="vacate", reason=reason, seat=seat, by=list(by), asks=asks_of(self.match))
        self.tell(step.happenings)
        self.take_seat(seat, Holder("", ""), ruling.seq)
        if vacant == set(self.match.seats):
            self.void(DESERTED)

    def void(self, reason: str) -> None:
        """Record that the game ends without a result. No plan is needed any more."""
        self.plans = {seat: Plan() for seat in self.plans}
        self.append("ruling", act="void", reason=reason, hidden=self._secrets.hidden.hex())
        self.match = replace(self.match, phase="void")

    def set_aside(self, seat: Seat, aside: Aside) -> None:
        """Decide for a seat what is written down when all have chosen who choose with it: at once, if they have."""
        self.plans[seat] = replace(self.plans.get(seat, Plan()), aside=aside, held=None)

    def run(self) -> None:
        """Play on until a seat must be asked or the game is over.

        Plans alone play a limited number of moves, because plans may never end. Then the next seat
        is asked.
        """
        self._play_on()
        self._end_turns()
        self._forget()

    def _play_on(self) -> None:
        played = 0
        while self.match.phase == "running":
            decisions = self.match.waiting()
            if not decisions:
                self.close(result_of(self.match))
                break
            if not self._choose_first(decisions):
                break
            answers = [self._act(decision) for decision in decisions]
            if any(isinstance(act, Stop) for act in answers):
                break
            if self._lay_down(decisions):
                continue  # who has left may have changed what is to be decided
            acts = [act for act in answers if isinstance(act, Act)]
            if played >= MOST_MOVES and self._hold(acts):
                break
            self._play_acts(acts)
            self._hand_over(acts)
            played += len(acts)

    def _choose_first(self, decisions: tuple[Decision, ...]) -> bool:
        """Bind the hosted seats by what they have chosen; tells whether none of their choices is missing.

        Their players can read what others choose. So their order is in the record before any other seat is asked, and
        its move follows with the others in seat order.
        """
        first = self.match.hosting.first if self.match.hosting else frozenset()
        is_missing = False
        for decision in decisions:
            if decision.seat not in first:
                continue
            act = self._act(decision)
            if isinstance(act, Act) and act.source is not None:
                self._order_of(decision.seat, act.source)
            else:
                is_missing |= not self._lay_down((decision,))
        return not is_missing

    def _lay_down(self, decisions: tuple[Decision, ...]) -> bool:
        """Write down what was kept aside for those who decide together; tells whether there was anything."""
        has_any = False
        for decision in decisions:
            seat = decision.seat
            aside = self.plans[seat].aside
            if aside is None:
                continue
            has_any = True
            self.plans[seat] = replace(self.plans[seat], aside=None, is_answer=False, rested=())
            match aside.act:
                case "late":
                    self.append("clock", act="late", seat=seat, due=aside.due)
                case "play":
                    self.append("ruling", act="play", reason=aside.reason, seat=seat)
                case "vacate":
                    self.vacate(seat, aside.reason)
                case "resign":
                    self.resign(seat, aside.source or Source("desk", "", ""))
        return has_any

    def resign(self, seat: Seat, source: Source) -> None:
        """Record that the holder of a seat resigned by their own word."""
        self.plans[seat] = Plan()
        self.vacate(seat, RESIGNED, self.order(seat, source, "resign"))

    def substitute(self, seat: Seat, holder: Holder, reason: str) -> None:
        """Record that a seat has another holder, or the same by another key."""
        self.match, happenings = taken_over(self.match, seat)
        ruling = self.append("ruling", act="substitute", reason=reason, seat=seat, asks=asks_of(self.match))
        self.tell(happenings)
        self.take_seat(seat, holder, ruling.seq)

    def _hand_over(self, acts: list[Act]) -> None:
        """Give the seats of those who were late too often to volunteers, as long as there are any."""
        for act in acts:
            seat, clocks = act.decision.seat, self.match.clocks
            is_late = clocks is not None and act.cause == "late" and clocks.is_given_up(seat)
            if not is_late or seat in self.match.vacant or self.match.phase != "running":
                continue
            self.plans[seat] = Plan()
            if newcomer := self._newcomer():
                self.substitute(seat, newcomer, LATE)
            else:
                self.vacate(seat, LATE)

    def _newcomer(self) -> Holder | None:
        """Return the first who had offered by now to take a seat over, and has got none here."""
        free = (one for one in self._volunteers(self.now) if one.name not in self._newcomers)
        found = next(free, None)
        if found is not None:
            self._newcomers.add(found.name)
        return found

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
            if self.match.clocks is not None:
                self.plans[act.decision.seat] = Plan()  # else it would depend on who looks when it goes on
        return bool(held)

    def _end_turns(self) -> None:
        """Let go of lines whose turn is over, and report them: nobody is to wait for what is not played any more."""
        if self.match.phase != "running":
            return
        for seat, plan in self.plans.items():
            if plan.turn is None or not (plan.lines or plan.later) or self.match.decision_of(seat):
                continue
            if self.match.game.is_past(self.match.game.view(self.match.state, seat), plan.turn):
                self.plans[seat], ended = plan.past_turn()
                self._report_unused(seat, ended)

    def _forget(self) -> None:
        """Let go of the `always` lines for what cannot come up any more."""
        for seat, plan in self.plans.items():
            if plan.always and self.match.phase == "running":
                ahead = self.match.game.ahead(self.match.game.view(self.match.state, seat))
                self.plans[seat] = plan.only_for(ahead[0] | ahead[1])

    def _act(self, decision: Decision) -> Act | Stop:
        """Return what is played at a decision: where something else decides than its seat the default, else its plan.

        What decides else is a ruling, a deadline that has passed, or that nobody sits there.
        """
        match, seat = self.match, decision.seat
        plan = self._begin_turn(decision)
        foreseen = self._foreseen.pop(seat, ())
        if cause := self._decided_by(decision, plan):
            left = Plan() if cause == "default" else replace(plan, is_answer=False, rested=())
            return Act(decision, match.game.default(match.game.view(match.state, seat)), cause, left)
        if plan.held:
            return Stop(decision)
        if foreseen and (found := foreseen[0].to(decision, plan)):
            self._foreseen[seat] = foreseen[1:]
            match.answered[seat] = Answered(plan, found)
        else:
            found = answer_now(match, decision, plan)
        found = usable(match, found)
        if isinstance(found, Stop) and match.clocks is not None and match.clocks.is_late(seat):
            left = replace(plan, is_answer=False, rested=())
            return Act(decision, match.game.default(match.game.view(match.state, seat)), "late", left)
        return found

    def _decided_by(self, decision: Decision, plan: Plan) -> str:
        """Return why the default is played whatever a seat has planned, or nothing."""
        match, seat = self.match, decision.seat
        aside = plan.aside.act if plan.aside and plan.aside.turn == decision.turn else ""
        if seat in match.ruled_for or aside == "play":
            return "ruling"
        if aside == "late" or (match.clocks is not None and match.clocks.seats[seat].is_owed):
            return "late"
        is_vacant = seat in match.vacant or aside in ("resign", "vacate")
        return "default" if is_vacant and decision.forced is None else ""

    def _begin_turn(self, decision: Decision) -> Plan:
        """Move a plan on to the decision's turn, report what ended unused, and put a new sheet on trial."""
        seat = decision.seat
        plan = self.plans.get(seat, Plan())
        if plan.held and plan.held.until <= self.now:
            plan = replace(plan, held=None)
        found = begun(self.match, decision, plan)
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

    def close(self, result: Mapping[str, Any]) -> None:
        """Record how the game came out."""
        for seat, plan in self.plans.items():
            self._report_unused(seat, plan.lines)
            self.plans[seat] = Plan()
        self.append("close", result=result, hidden=self._secrets.hidden.hex())
        self.match = replace(self.match, phase="over")
