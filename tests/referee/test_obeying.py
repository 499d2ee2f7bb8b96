"""A host who plays by the rules, and not by the sheets, is found: he has all secrets, and chains what he likes.

Each test is a game that he really played so: dice, positions, chain and seals are right, and only the sheets tell.
"""

from collections.abc import Callable
from typing import Any

import pytest

from pbem.games.game import Seat
from pbem.record.dice.seals import SealedOrder
from pbem.record.errors import IntegrityError
from pbem.referee.acts import rulings
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.submit import source_of
from pbem.referee.audit.audit import audit
from pbem.referee.audit.sheet_audit import Obeying
from pbem.referee.plans import possible_plans
from tests.referee.bench import Bench


class Cheat:
    """A host with a pen: he takes sheets, and then plays what he likes."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench

    def _write(self, act: Callable[[Scribe], Any]) -> Any:
        scribe = Scribe(self.bench.match, {}, self.bench.secrets, self.bench.now)
        found = act(scribe)
        self.bench.keep(scribe.decided())
        return found

    def order(self, seat: str, text: str, **more: Any) -> int:
        """Record that a sheet is used."""
        source = source_of(self.bench.submission(seat, text, **more))
        seq: int = self._write(lambda scribe: scribe.order(Seat(seat), source))
        return seq

    def play(self, seat: str, text: str, cause: int | str) -> int:
        """Play any legal move of a seat, and lay it to anything."""
        match = self.bench.match
        move = match.game.parse(match.game.view(match.state, Seat(seat)), text)
        size = len(self.bench.entries)
        self._write(lambda scribe: scribe.play(self.bench.decision(seat), move, cause))
        return size

    def rule(self, seat: str, text: str) -> int:
        """Rule that a default is played."""
        self._write(lambda scribe: scribe.append("ruling", act="play", reason="silence", seat=seat))
        return self.play(seat, text, "ruling")

    def caught(self, seq: int, why: str) -> None:
        """Assert that everything is right but the orders, which are found out at an entry."""
        assert self.bench.verify().ok
        self.bench.audit(words={})
        with pytest.raises(IntegrityError, match=why) as caught:
            self.bench.audit()
        assert (caught.value.seq, caught.value.check) == (seq, "orders")

    def passes(self) -> None:
        """Assert that nothing is wrong."""
        self.bench.assert_sound()


def test_an_honest_pen_passes(reroll: Bench) -> None:
    cheat = Cheat(reroll)
    order = cheat.order("red", "reroll none; keep wine")
    cheat.play("red", "reroll none", order)
    cheat.play("red", "keep wine", order)
    cheat.passes()


def test_another_move_than_was_ordered(reroll: Bench) -> None:
    cheat = Cheat(reroll)
    order = cheat.order("red", "reroll")
    seq = cheat.play("red", "reroll none", order)
    cheat.caught(order, f"does not order 'reroll none', played in entry {seq}")


def test_a_line_that_is_left_out(reroll: Bench) -> None:
    cheat = Cheat(reroll)
    order = cheat.order("red", "reroll; keep wine")
    cheat.play("red", "reroll none", order)  # as if the sheet went on without an answer to this
    cheat.caught(order, "does not order 'reroll none'")


def test_an_optional_move_is_declined_where_the_sheet_goes_on(reroll: Bench) -> None:
    cheat = Cheat(reroll)
    order = cheat.order("red", "keep wine")
    cheat.play("red", "reroll none", order)
    cheat.play("red", "keep wine", order)
    cheat.passes()


def test_lines_in_another_order(bench: Bench) -> None:
    cheat = Cheat(bench)
    red = cheat.order("red", "bid 1; bid 2")
    cheat.play("red", "bid 2", red)
    cheat.caught(red, "does not order 'bid 2'")


@pytest.mark.parametrize(
    ("sheet", "played"),
    [
        ("reroll if coins >= 3 | reroll none", "reroll"),
        ("reroll if coins >= 2 | reroll none", "reroll none"),
        ("reroll | reroll none", "reroll none"),
        ("reroll if have 3 else pass", "reroll"),
        ("reroll if coins = 2 else pass", "reroll none"),
        ("always reroll | any", "reroll none"),
        ("always reroll; keep wine | any", "reroll none"),  # its own standing line was not cleared before it came
    ],
)
def test_an_alternative_whose_turn_it_is_not(reroll: Bench, sheet: str, played: str) -> None:
    cheat = Cheat(reroll)
    order = cheat.order("red", sheet)
    cheat.play("red", played, order)
    cheat.caught(order, f"does not order '{played}'")


def test_a_secret_choice_that_was_not_made(keep: Bench) -> None:
    cheat = Cheat(keep)
    order = cheat.order("red", "keep wine")
    cheat.play("red", "keep fig", order)
    cheat.caught(order, "does not order 'keep fig'")


def test_a_plan_written_ahead_for_a_private_decision_that_may_fail(bench: Bench) -> None:
    cheat = Cheat(bench)
    order = cheat.order("red", "bid 0; reroll none; keep wine")
    cheat.play("red", "bid 0", order)
    cheat.play("green", "bid 0", cheat.order("green", "bid 0"))
    cheat.play("red", "reroll none", order)
    cheat.play("red", "keep wine", order)  # the referee has to ask here, whatever red holds
    cheat.caught(order, "does not order 'keep wine'")


def test_a_sheet_whose_next_line_fails_is_not_begun(keep: Bench) -> None:
    keep.refuse("red", "polish; keep silk")
    cheat = Cheat(keep)
    order = cheat.order("red", "polish; keep silk")
    cheat.play("red", "polish", order)
    cheat.caught(order, "does not order 'polish'")


def test_a_move_laid_to_an_older_order(reroll: Bench) -> None:
    cheat = Cheat(reroll)
    cheat.play("red", "reroll none", 4)
    cheat.caught(4, "does not order 'reroll none'")
    assert reroll.entries[4].body["kind"] == "order"
    assert reroll.words[4].sheet == "bid 0"


def test_a_sheet_used_for_a_turn_more(bench: Bench) -> None:
    cheat = Cheat(bench)
    red, green = cheat.order("red", "bid 0; reroll none"), 0
    cheat.play("red", "bid 0", red)
    green = cheat.order("green", "bid 0; reroll none")
    cheat.play("green", "bid 0", green)
    cheat.play("red", "reroll none", red)
    cheat.play("red", "keep fig", red)
    cheat.caught(red, "does not order 'keep fig'")


def test_a_ruling_where_a_sheet_stands_that_answers(bench: Bench) -> None:
    cheat = Cheat(bench)
    order = cheat.order("red", "bid 0; reroll; gift")
    cheat.play("red", "bid 0", order)
    cheat.play("green", "bid 0", cheat.order("green", "bid 0"))
    cheat.rule("red", "reroll none")
    bench.audit()  # red may have taken back what was left
    cheat.rule("red", "keep fig")
    cheat.play("red", "gift", order)  # but then this is not his
    cheat.caught(order, "does not order 'gift'")


def test_a_ruling_for_somebody_who_has_answered_is_refused(bench: Bench) -> None:
    bench.play("red", "bid 1")
    with pytest.raises(rulings.RulingError, match="red has answered"):
        bench.default("red", "green")
    bench.default("green")
    assert bench.moves()[:2] == [("red", "bid 1"), ("green", "bid 0")]
    bench.assert_sound()


def test_a_default_between_two_uses_of_a_sheet_that_answers(keep: Bench) -> None:
    order = len(keep.entries)
    keep.play("red", "keep wine; gift")
    assert [entry.body["cause"] for entry in keep.entries[order + 1 :]][:2] == [order, order]
    keep.assert_sound()


def test_orders_that_nobody_shows_are_no_lie(reroll: Bench) -> None:
    cheat = Cheat(reroll)
    order = cheat.order("red", "reroll")
    cheat.play("red", "reroll none", order)
    known = {seq: words for seq, words in reroll.words.items() if seq != order}
    assert reroll.audit(words=known)[-1] == reroll.match


def test_a_sheet_that_cannot_be_read_orders_nothing(reroll: Bench) -> None:
    cheat = Cheat(reroll)
    order = cheat.order("red", "reroll none")
    cheat.play("red", "reroll none", order)
    for sheet in ("reroll if", "", "dance", "clear", "resign", "reroll none; resign"):
        reroll.words[order] = SealedOrder("00", sheet)
        cheat.caught(order, "does not order 'reroll none'")


def test_a_number_means_what_the_quoted_report_listed(reroll: Bench) -> None:
    cheat = Cheat(reroll)
    view = reroll.game.view(reroll.match.state, Seat("red"))
    first, second = (reroll.game.write(move, "en") for move in list(reroll.game.moves(view))[:2])
    order = cheat.order("red", "1", seen=reroll.seen())
    cheat.play("red", second, order)
    cheat.caught(order, f"does not order {second!r}")
    assert first != second


def test_what_was_dropped_is_forgotten(reroll: Bench) -> None:
    reroll.play("red", "reroll; keep wine | any; always polish")
    reroll.back(len(reroll.entries) - 2)
    assert not any(plan.all_lines for plan in reroll.plans.values())
    reroll.play("red", "any; any; any")
    reroll.assert_sound()


def test_an_older_standing_line_is_used_after_a_newer_sheet(bench: Bench) -> None:
    bench.play("red", "always gift none; bid 1")
    bench.play("red", "bid 0; reroll none; keep wine | any")
    bench.play("green", "bid 0")
    moves = [entry.body for entry in bench.entries if entry.body["kind"] == "move"]
    assert len({move["cause"] for move in moves if move["seat"] == "red"}) == 2
    bench.assert_sound()


def test_where_a_sheet_may_have_been_used_in_too_many_ways_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(possible_plans, "MOST_WAYS", 16)  # as many as it has take a game of 80 rounds, and longer
    bench = Bench("long", rolls=16_384)
    bench.play("red", "always bid 0; always reroll none; always keep fig | any; always gift none")
    # It stands for turn after turn before it is used: from the record nobody can tell in which of them it came.
    blocks = ["gift if points >= 65 else skip"] * 20 + ["reroll"] * 3
    bench.play("red", "\nnext\n".join(blocks), came=bench.now)
    for _ in range(1_000):
        if bench.match.phase != "running":
            break
        bench.play("green", "bid 0; reroll none; any; gift none")
    moves = [entry.body for entry in bench.entries if entry.body["kind"] == "move" and entry.body["seat"] == "red"]
    sheet = next(move["cause"] for move in moves if move.get("text") == "gift")
    assert [move.get("text") for move in moves if move["cause"] == sheet][-3:] == ["reroll"] * 3
    obeying = Obeying(bench.words)
    audit(bench.entries, hidden=bench.secrets.hidden, opened=bench.sealed.get, obeying=obeying)
    assert obeying.undecided >= 1
    assert obeying.compared + obeying.undecided == len(bench.words)


def test_standing_lines_may_have_been_cleared_before_a_sheet_came(bench: Bench) -> None:
    bench.play("red", "bid 0; always reroll; keep wine | any; gift none")
    bench.play("green", "bid 0; reroll none; any; gift none")
    bench.play("red", "any")
    bench.play("red", "clear")  # which no entry tells
    bench.play("red", "bid 0; keep wine | any; gift none")
    bench.play("green", "bid 0")
    assert ("red", "reroll none") in bench.moves()
    bench.assert_sound()
