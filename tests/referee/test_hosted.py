"""Hosted seats: where all choose at once, they are bound before anybody else is asked."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.games.found import find, named
from pbem.games.game import Seat
from pbem.games.kit.bots import bot_named
from pbem.mail.block.block import Seen
from pbem.record.dice.seals import SealedOrder
from pbem.record.errors import IntegrityError
from pbem.referee.acts import rulings
from pbem.referee.acts.rulings import RulingError
from pbem.referee.acts.submit import Refused
from pbem.referee.audit.audit import audit
from pbem.referee.audit.sheet_audit import Obeying
from pbem.referee.match.match import Holder
from tests.referee.bench import GREEN, RED, Bench, install
from tests.referee.forge import Body, chained, changed, grown
from tests.wording import REFEREE, text_of

THREE = ("red", "green", "blue")


@pytest.fixture(params=["toy", "secretbids"])
def bids(request: pytest.FixtureRequest) -> Bench:
    """All three are asked for a bid in parallel; green's player can read the desk."""
    return Bench(request.param, THREE, hosted=("green",))


def asked_now(bench: Bench) -> list[str]:
    """Return whom a question is put to now; who has left a seat is not asked."""
    return [decision.seat for decision in bench.match.asked_now() if decision.seat not in bench.match.vacant]


def told(bench: Bench, since: int) -> list[tuple[str, str]]:
    return [(entry.body["kind"], entry.body.get("seat", "")) for entry in bench.entries[since:]]


def previewed(bench: Bench, seat: str, text: str) -> str:
    found = bench.preview(seat, text)
    assert isinstance(found, Refused)
    return found.problems[0].text


def bodies(bench: Bench) -> list[Body]:
    return [{**entry.body} for entry in bench.entries]


def test_the_order_of_a_hosted_seat_is_appended_as_soon_as_it_is_chosen_and_before_others_are_asked(
    bids: Bench,
) -> None:
    start = len(bids.entries)
    assert asked_now(bids) == ["green"]
    bids.play("green", "bid 1")
    assert told(bids, start) == [("order", "green")]
    assert asked_now(bids) == ["red", "blue"]
    assert bids.asked() == [(seat, "bid") for seat in THREE]
    bids.play("blue", "bid 1", seen=bids.seen())
    assert len(bids.entries) == start + 1
    bids.play("red", "bid 0", seen=bids.seen())
    moved = [("order", "red"), ("move", "red"), ("move", "green"), ("order", "blue"), ("move", "blue")]
    assert told(bids, start + 1)[:5] == moved
    assert bids.moves()[:3] == [("red", "bid 0"), ("green", "bid 1"), ("blue", "bid 1")]
    assert bids.entries[start + 3].body["cause"] == start
    bids.assert_sound()


def test_the_others_are_not_heard_before_and_nothing_of_their_sheet_is_kept(bids: Bench) -> None:
    refused = bids.refuse("red", "bid 1")
    first = text_of(REFEREE, "hosted_first", seats="green")
    assert refused.problems[0].text == first
    assert not bids.plans.get(RED)
    assert previewed(bids, "red", "bid 1") == first
    bids.play("red", "clear")
    bids.play("green", "bid 2")
    bids.play("red", "bid 1")
    bids.assert_sound()


def test_what_a_hosted_seat_has_chosen_stands(bids: Bench) -> None:
    bids.play("green", "bid 1")
    for text in ("bid 2", "clear", "bid 2; next; bid 0"):
        assert bids.refuse("green", text).problems[0].text == text_of(REFEREE, "hosted_chosen")
    assert previewed(bids, "green", "clear") == text_of(REFEREE, "hosted_chosen")


def test_an_answer_to_a_letter_of_before_is_refused(bids: Bench) -> None:
    before = bids.seen()
    bids.play("green", "bid 1")
    since = text_of(REFEREE, "hosted_since", seats="green")
    assert bids.refuse("red", "bid 1", seen=before).problems[0].text == since
    bids.play("red", "bid 1", seen=bids.seen())
    bids.play("blue", "bid 1")
    bids.assert_sound()


def first_order(bench: Bench, seat: str) -> str:
    return bench.game.write(next(iter(bench.game.moves(bench.game.view(bench.match.state, Seat(seat))))), "en")


def test_what_others_planned_ahead_is_not_used_there_because_a_host_may_have_read_it() -> None:
    bench = Bench("toy", THREE, hosted=("green",))
    for seat in ("green", "red", "blue"):
        bench.play(seat, "always bid 0")
    while len(bench.match.waiting()) < 3:
        (decision,) = bench.match.waiting()
        bench.play(decision.seat, first_order(bench, decision.seat))
    # A sheet of its own for every such decision: the seal of an old one would not show when this was chosen.
    assert asked_now(bench) == ["green"]
    start = len(bench.entries)
    bench.play("green", "bid 0")
    assert told(bench, start) == [("order", "green")]
    assert asked_now(bench) == ["red", "blue"]
    bench.play("red", "bid 0")
    bench.play("blue", "bid 0")
    assert told(bench, start + 1)[:2] == [("order", "red"), ("move", "red")]
    bench.assert_sound()


def test_two_hosted_seats_go_first_and_one_that_was_left_does_not() -> None:
    bench = Bench("toy", THREE, hosted=("green",))
    bench.play("green", "resign")
    assert asked_now(bench) == ["red", "blue"]
    both = Bench("toy", THREE, hosted=("red", "green"))
    both.play("red", "bid 1")
    assert asked_now(both) == ["green"]
    both.play("green", "bid 1")
    assert asked_now(both) == ["blue"]
    both.play("blue", "bid 1")
    both.assert_sound()


def test_where_all_are_hosted_nobody_goes_first() -> None:
    bench = Bench("toy", THREE, hosted=THREE)
    assert asked_now(bench) == list(THREE)
    bench.play("blue", "bid 1")
    assert bench.kinds()[-1] == "start"


def test_a_default_ruled_for_a_hosted_seat_stands_first_too(bids: Bench) -> None:
    start = len(bids.entries)
    bids.default("green")
    assert told(bids, start) == [("ruling", "green")]
    assert asked_now(bids) == ["red", "blue"]
    with pytest.raises(RulingError, match="has chosen already"):
        bids.default("green")
    bids.play("blue", "bid 1")
    bids.play("red", "bid 1")
    assert dict(bids.moves()[:3])["green"] == "bid 0"
    assert (
        next(e.body["cause"] for e in bids.entries if e.body.get("seat") == "green" and e.body["kind"] == "move")
        == "ruling"
    )
    bids.assert_sound()


def test_defaults_for_others_do_not_go_ahead_of_a_hosted_seat(bids: Bench) -> None:
    head = bids.match.head
    bids.default("red")
    bids.default("blue")
    assert bids.match.head == head, "they are kept"
    bids.default("green")
    assert [text for _seat, text in bids.moves()[:3]] == ["bid 0"] * 3
    bids.assert_sound()


def test_what_a_hosted_seat_chose_is_not_replaced_by_a_default(bids: Bench) -> None:
    bids.play("green", "bid 2")
    with pytest.raises(RulingError, match="green has chosen already"):
        bids.default("red", "green", "blue")
    bids.default("red", "blue")
    assert dict(bids.moves()[:3])["green"] == "bid 2"
    bids.assert_sound()


def test_a_hosted_seat_that_is_left_is_not_waited_for(bids: Bench) -> None:
    bids.play("green", "resign")
    assert asked_now(bids) == ["red", "blue"]
    bids.play("red", "bid 1")
    bids.play("blue", "bid 1")
    assert dict(bids.moves()[:3])["green"] == "bid 0"
    bids.assert_sound()


IDA = Holder("Ida", "desk")


def test_who_takes_a_hosted_seat_over_before_it_is_bound_chooses_first(bids: Bench) -> None:
    bids.rule(rulings.substitute, rulings.Newcomer(GREEN, IDA))
    assert asked_now(bids) == ["green"]
    bids.play("green", "bid 0")
    assert asked_now(bids) == ["red", "blue"]
    bids.play("blue", "bid 1")
    bids.play("red", "bid 2")
    assert bids.moves()[:3] == [("red", "bid 2"), ("green", "bid 0"), ("blue", "bid 1")]
    bids.assert_sound()


@pytest.mark.parametrize("is_ruled", [True, False])
def test_nobody_takes_over_or_leaves_a_hosted_seat_that_is_bound(bids: Bench, is_ruled: bool) -> None:
    if is_ruled:
        bids.default("green")
    else:
        bids.play("green", "bid 2")
    bids.play("red", "bid 1")
    assert bids.refuse("green", "resign").problems[0].text == text_of(REFEREE, "hosted_chosen")
    with pytest.raises(RulingError, match="green has chosen, and is bound"):
        bids.rule(rulings.substitute, rulings.Newcomer(GREEN, IDA))
    with pytest.raises(RulingError, match="green has chosen, and is bound"):
        rulings.rekey(bids.scribe(), GREEN, IDA, "lost")
    bids.play("blue", "bid 1")
    assert dict(bids.moves()[:3])["green"] == ("bid 0" if is_ruled else "bid 2")
    bids.rule(rulings.substitute, rulings.Newcomer(GREEN, IDA))
    bids.assert_sound()


def test_who_is_bound_moves_as_chosen_even_if_all_others_leave(bids: Bench) -> None:
    bids.play("green", "bid 2")
    bids.play("red", "resign")
    bids.play("blue", "resign")
    assert dict(bids.moves()[:3])["green"] == "bid 2"
    bids.assert_sound()


def test_after_a_takeback_the_hosted_seat_chooses_first_again(bids: Bench) -> None:
    bids.play("green", "bid 2")
    bids.back(len(bids.entries) - 1)
    assert asked_now(bids) == ["green"]
    for seat in ("green", "red", "blue"):
        bids.play(seat, "bid 1")
    bids.assert_sound()


def choose(bench: Bench) -> int:
    """Let green choose first, then the others; returns the entry of green's order."""
    seq = len(bench.entries)
    bench.play("green", "bid 1")
    for seat in ("red", "blue"):
        bench.play(seat, "bid 1", seen=bench.seen())
    return seq


def assert_found(bench: Bench, entries: Any, seq: int, why: str) -> None:
    with pytest.raises(IntegrityError, match=why) as caught:
        bench.audit(entries)
    assert (caught.value.seq, caught.value.check) == (seq, "rules")


def test_audit_finds_a_hosted_order_that_comes_after_anothers(bids: Bench) -> None:
    seq = choose(bids)
    told_ = bodies(bids)
    order = told_.pop(seq)
    late = [*told_[: seq + 2], order, *told_[seq + 2 :]]  # behind red's order and move
    assert_found(bids, chained(late), seq, "red orders before green has chosen")


def test_audit_finds_a_second_choice_of_a_hosted_seat(bids: Bench) -> None:
    seq = choose(bids)
    again = {**bids.entries[seq].body}
    assert_found(bids, grown(bids.entries, seq + 1, **again), seq + 1, "chooses once, before the others")
    forged = grown(bids.entries, seq + 1, kind="ruling", act="play", reason="?", seat="green")
    assert_found(bids, forged, seq + 1, "has chosen already")


def test_audit_finds_that_another_seat_was_asked_before(bids: Bench) -> None:
    seq = choose(bids)
    head = bids.entries[seq - 1].hash.hex()
    forged = changed(bids.entries, seq + 1, {"seen": {"size": seq, "head": head}})
    assert_found(bids, forged, seq + 1, "red answers a head of before green had chosen")


def test_audit_finds_a_move_by_an_order_of_before() -> None:
    bench = Bench("toy", THREE, hosted=("green",))
    seq = choose(bench)
    order = {**bench.entries[seq + 1].body}
    early = chained([*bodies(bench)[:seq], order, *bodies(bench)[seq:]])
    assert_found(bench, early, seq, "red orders before green has chosen")
    moved = next(e.seq for e in bench.entries if e.body["kind"] == "move" and e.body["seat"] == "green")
    without = [body for body in bodies(bench) if body["seq"] != seq]
    assert_found(bench, chained(without), seq, "red orders before green has chosen")
    assert_found(bench, changed(bench.entries, moved, {"cause": seq + 1}), moved, "by another order than it chose with")


def test_audit_finds_a_hosted_move_that_the_order_which_bound_it_does_not_give(bids: Bench) -> None:
    seq = choose(bids)
    bound = {seq: SealedOrder(bids.words[seq].digest, "bid 2")}
    seen = Obeying({}, bound)
    with pytest.raises(IntegrityError, match="the sheet does not order 'bid 1'") as caught:
        audit(bids.entries, hidden=bids.secrets.hidden, opened=bids.sealed.get, obeying=seen)
    assert (caught.value.seq, caught.value.check) == (seq, "orders")
    seen = Obeying({}, {seq: bids.words[seq]})
    audit(bids.entries, hidden=bids.secrets.hidden, opened=bids.sealed.get, obeying=seen)
    assert (seen.compared, seen.undecided) == (1, 0)


@pytest.mark.parametrize("cause", ["forced", "default", "ruling"])
@pytest.mark.parametrize("seat", ["green", "red"])
def test_verify_finds_a_choice_that_is_laid_to_nobody(bids: Bench, seat: str, cause: str) -> None:
    choose(bids)
    moved = next(e.seq for e in bids.entries if e.body["kind"] == "move" and e.body["seat"] == seat)
    bids.entries = changed(bids.entries, moved, {"cause": cause})
    if (seat, cause) == ("red", "ruling"):
        assert bids.verify().ok  # only the rules can tell
        assert_found(bids, bids.entries, moved, "the move is not the rules. default")
        return
    bad = bids.verify().first_bad
    assert bad is not None
    assert (bad.seq, bad.check) == (moved, "chain")


def test_verify_finds_what_comes_between_moves_that_were_chosen_together(bids: Bench) -> None:
    seq = choose(bids)
    forged = grown(bids.entries, seq + 3, kind="ruling", act="play", reason="?", seat="blue")
    assert_found(bids, forged, seq + 3, "between moves that were chosen together")


@pytest.mark.parametrize("act", ["vacate", "substitute"])
def test_verify_finds_that_a_bound_seat_is_freed(bids: Bench, act: str) -> None:
    seq = choose(bids)
    more: Body = {"by": []} if act == "vacate" else {}
    ruling = {"kind": "ruling", "act": act, "reason": "?", "seat": "green", "asks": []}
    bids.entries = grown(bids.entries, seq + 1, **ruling, **more, at=bids.entries[seq].body["at"])
    bad = bids.verify().first_bad
    assert bad is not None
    assert (bad.seq, bad.check) == (seq + 1, "chain")
    assert "stays as it is until it has moved" in bad.why


def test_verify_finds_it_without_the_rules(bids: Bench) -> None:
    seq = choose(bids)
    head = bids.entries[seq - 1].hash.hex()
    bids.entries = changed(bids.entries, seq + 1, {"seen": {"size": seq, "head": head}})
    bad = bids.verify().first_bad
    assert bad is not None
    assert (bad.seq, bad.check) == (seq + 1, "chain")
    assert "before green had chosen" in bad.why


@pytest.mark.parametrize("rules", sorted(find()))
@pytest.mark.parametrize("seed", ["1", "2"])
def test_games_are_played_to_their_end_with_a_hosted_seat(
    rules: str, seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, named(rules))
    seats = named(rules).meta.seats[:3]
    options = {"praetor": {"mode": "sheet"}, "alea": {"final_allocation": "manual"}}.get(rules, {})
    bench = Bench(rules, seats, seed=seed, hosted=(seats[1],), options=options, rolls=16_384)
    bot, dice, first = bot_named(bench.game, "random"), Random(seed), 0
    for _ in range(3_000):
        if bench.match.phase != "running":
            break
        answered = [seat for seat, plan in bench.plans.items() if plan.lines and seat in asked_now(bench)]
        seat = next(seat for seat in asked_now(bench) if seat not in answered)
        hosting = bench.match.hosting
        assert hosting is not None
        first += bool(hosting.first)
        text = bench.game.write(bot(bench.game.view(bench.match.state, Seat(seat)), dice), "en")
        bench.play(seat, text, seen=bench.seen())
    assert bench.match.phase == "over"
    assert first > 0
    bench.assert_sound()


def test_a_match_without_hosted_seats_has_nobody_choose_first() -> None:
    bench = Bench("toy", THREE)
    assert bench.match.hosting is None
    assert not bench.match.has_chosen(GREEN)
    assert bench.match == replace(bench.match, hosting=None)
    bench.play("red", "bid 1", seen=Seen(1, bench.entries[0].hash.hex()))
    assert bench.match.quoted == {}  # it waits, and is nobody's business
    bench.play("green", "bid 1")
    bench.play("blue", "bid 1")
    assert {seat: seen.size for seat, seen in bench.match.quoted.items()} == {"red": 1}
