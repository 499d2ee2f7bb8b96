"""Seats: the reasons that let one change, before the start and after it."""

import pytest

from pbem.record.dice.fair import luck_commitment
from pbem.record.folder import verify_folder
from tests.record.law.judging import judged
from tests.record.paced import IDA_ID, join
from tests.record.sample import BLUE_ID, COMMITMENT, GAME, HIDDEN, LUCK, NEW_ID, Table, position, secret

COMMON = ("at", "game", "kind", "prev", "seq")  # fields of every entry
OTHER_LUCK = luck_commitment(GAME, "blue", secret("other luck")).hex()
Held = tuple[str, str, str]  # a name, a key and a luck
NOBODY: Held = ("", "", COMMITMENT)
# What blue, who is Zoë with her key and her luck, may be after the start, by a reason, and what not.
AFTER_START: list[tuple[str, Held, bool]] = [
    ("substitute", ("Ida", "desk", COMMITMENT), True),
    ("substitute", ("Zoë", NEW_ID, COMMITMENT), True),
    ("substitute", ("", "", COMMITMENT), False),
    ("substitute", ("Ida", "desk", ""), False),
    ("substitute", ("Ida", "desk", OTHER_LUCK), False),
    ("vacate", NOBODY, True),
    ("vacate", ("Ida", "desk", COMMITMENT), False),
    ("vacate", ("", "", ""), False),
    ("vacate", ("", "", OTHER_LUCK), False),
    ("newkey", ("Zoë", NEW_ID, COMMITMENT), True),
    ("newkey", ("Zoë", BLUE_ID, COMMITMENT), False),
    ("newkey", ("Ida", NEW_ID, COMMITMENT), False),
    ("newkey", ("Zoë", NEW_ID, ""), False),
]


def reason(table: Table, word: str) -> int:
    """Enter why blue changes; returns which entry says so."""
    if word == "newkey":
        return table.order("blue", f"newkey {NEW_ID}", word="newkey").seq
    more: dict[str, list[int]] = {"by": []} if word == "vacate" else {}
    is_started = any(entry.body["kind"] == "start" for entry in table.entries)
    return table.rule(word, seat="blue", asks=[["red", "1"]] if is_started else [], **more).seq


def started() -> Table:
    table = Table()
    table.begin()
    return table


def opened() -> Table:
    """A game that blue has joined, and nobody else."""
    table = Table()
    table.open(())
    join(table, "blue", "Zoë", "join blue")
    return table


def left() -> Table:
    """A game that blue has joined, and left again before its start."""
    table = opened()
    table.sit("blue", "", "", reason(table, "vacate"))
    return table


def bad(table: Table, check: str) -> tuple[int, str]:
    """Return that the last entry is bad."""
    return (table.entries[-1].seq, check)


@pytest.mark.parametrize(("word", "held", "is_good"), AFTER_START)
def test_after_the_start_a_seat_changes_as_its_reason_lets_it(word: str, held: Held, is_good: bool) -> None:
    table = started()
    name, key, luck = held
    table.sit("blue", name, key, reason(table, word), luck=luck)
    assert judged(table.pack()) == (None if is_good else bad(table, "seats"))


def test_a_seat_that_was_vacated_in_play_is_given_by_a_ruling() -> None:
    table = started()
    table.sit("blue", *NOBODY[:2], reason(table, "vacate"), luck=COMMITMENT)
    table.sit("blue", "Ida", "desk", reason(table, "substitute"), luck=COMMITMENT)
    assert judged(table.pack()) is None


@pytest.mark.parametrize("luck", ["", OTHER_LUCK])
def test_who_comes_to_a_vacated_seat_has_the_luck_that_went_into_the_dice(luck: str) -> None:
    table = started()
    table.sit("blue", *NOBODY[:2], reason(table, "vacate"), luck=COMMITMENT)
    table.sit("blue", "Ida", "desk", reason(table, "substitute"), luck=luck)
    assert judged(table.pack()) == bad(table, "seats")


def test_a_seat_that_was_left_before_the_start_is_joined_by_somebody_else() -> None:
    table = left()
    join(table, "blue", "Ida", "join blue")
    assert judged(table.pack()) is None


@pytest.mark.parametrize("word", ["substitute", "vacate"])
def test_a_seat_that_was_left_before_the_start_is_not_given_by_a_ruling(word: str) -> None:
    """Somebody must join: before the start the host gives nobody's name for a seat."""
    table = left()
    held = ("Ida", IDA_ID) if word == "substitute" else ("", "")
    table.sit("blue", *held, reason(table, word))
    assert judged(table.pack()) == bad(table, "seats")


@pytest.mark.parametrize("luck", ["", COMMITMENT])
def test_before_the_start_nothing_of_who_left_stays(luck: str) -> None:
    table = Table()
    table.open(())
    join(table, "blue", "Zoë", f"join blue luck {COMMITMENT}", luck=COMMITMENT)
    table.sit("blue", "", "", reason(table, "vacate"), luck=luck)
    assert judged(table.pack()) == (None if not luck else bad(table, "seats"))


def test_one_reason_is_good_for_one_change() -> None:
    table = started()
    why = reason(table, "substitute")
    table.sit("blue", "Ida", "desk", why, luck=COMMITMENT)
    table.sit("blue", "Otto", "desk", why, luck=COMMITMENT)
    assert judged(table.pack()) == bad(table, "seats")


def test_a_change_has_one_reason() -> None:
    table = started()
    reasons = reason(table, "substitute"), reason(table, "substitute")
    table.sit("blue", "Ida", "desk", *reasons, luck=COMMITMENT)
    assert judged(table.pack()) == bad(table, "seats")


@pytest.mark.parametrize(("key", "is_good"), [("desk", True), (NEW_ID, False)])
def test_luck_is_committed_to_by_the_same_person_with_the_same_key(key: str, is_good: bool) -> None:
    table = Table()
    table.open()
    table.sit("blue", "Zoë", "desk")
    table.sit("red", "Rufus", "desk")
    word = table.order("blue", f"luck {COMMITMENT}", word="luck", sign="desk")
    table.sit("blue", "Zoë", key, word.seq, luck=COMMITMENT)
    assert judged(table.pack()) == (None if is_good else bad(table, "seats"))


@pytest.mark.parametrize("held", [("Ida", BLUE_ID), ("", "")])
def test_luck_is_committed_to_by_nobody_else(held: tuple[str, str]) -> None:
    table = Table()
    table.announce()
    word = table.order("blue", f"luck {COMMITMENT}", word="luck")
    table.sit("blue", *held, word.seq, luck=COMMITMENT)
    assert judged(table.pack()) == bad(table, "seats")


def test_the_effect_of_a_word_is_the_next_entry() -> None:
    table = Table()
    table.announce()
    table.order("blue", f"luck {COMMITMENT}", word="luck")
    table.order("red", f"luck {OTHER_LUCK}", word="luck")
    assert judged(table.pack()) == bad(table, "seats")


def test_a_word_of_luck_that_changes_nothing_is_none() -> None:
    table = Table()
    table.announce(COMMITMENT)
    table.sit("blue", "Zoë", BLUE_ID, table.order("blue", f"luck {COMMITMENT}", word="luck").seq, luck=COMMITMENT)
    assert judged(table.pack()) == bad(table, "seats")


def test_a_reason_is_good_for_the_seat_that_it_names() -> None:
    table = started()
    why = table.rule("substitute", seat="red", asks=[["red", "1"]]).seq
    table.sit("blue", "Ida", "desk", why, luck=COMMITMENT)
    assert judged(table.pack()) == bad(table, "seats")


def test_a_word_to_resign_is_no_change_without_a_ruling() -> None:
    table = started()
    table.sit("blue", *NOBODY[:2], table.order("blue", "resign", word="resign").seq, luck=COMMITMENT)
    assert judged(table.pack()) == bad(table, "seats")


@pytest.mark.parametrize("held", [("Ida", "desk"), ("", "")])
def test_who_joins_has_a_name_and_the_kind_of_key_that_signed(held: tuple[str, str]) -> None:
    table = Table()
    table.open(())
    table.sit("blue", *held, table.order("blue", "join", word="join", sign="ssh").seq)
    assert judged(table.pack()) == bad(table, "seats")


def test_nobody_joins_a_game_that_has_started() -> None:
    table = started()
    table.sit("blue", *NOBODY[:2], reason(table, "vacate"), luck=COMMITMENT)
    table.sit("blue", "Ida", "desk", table.order("blue", "join", word="join", sign="desk").seq, luck=COMMITMENT)
    assert judged(table.pack()) == bad(table, "seats")


def test_nobody_is_put_in_the_place_of_another_before_the_start() -> None:
    table = opened()
    table.sit("blue", "Ida", "desk", reason(table, "vacate"))
    assert judged(table.pack()) == bad(table, "seats")


def test_who_left_before_the_start_is_missing_at_it() -> None:
    table = left()
    table.sit("red", "Rufus", "desk")
    table.write("start", luck={}, chance=[], position=position("start"), asks=[["red", "1"]])
    assert judged(table.pack()) == bad(table, "seats")


def test_a_seat_without_a_key_has_no_mail_signed_for_it() -> None:
    table = started()
    table.order("red", "roll", sign="ssh")
    assert judged(table.pack()) == bad(table, "seats")


@pytest.mark.parametrize(("missing", "seq"), [("blue", 2), ("red", 2), ("", None)])
def test_a_game_starts_when_somebody_sits_at_each_seat(missing: str, seq: int | None) -> None:
    table = Table()
    table.open()
    for seat, name in (("blue", "Zoë"), ("red", "Rufus")):
        if seat != missing:
            table.sit(seat, name, "desk")
    table.write("start", luck={}, chance=[], position=position("start"), asks=[["red", "1"]])
    assert judged(table.pack()) == (None if seq is None else (seq, "seats"))


@pytest.mark.parametrize(("sign", "is_good"), [("ssh", True), ("desk", True), ("pgp", False)])
def test_a_seat_signs_with_a_key_of_its_kind_or_not_at_all(sign: str, is_good: bool) -> None:
    table = Table()
    table.open()
    table.sit("blue", "Zoë", BLUE_ID)
    table.sit("red", "Rufus", "desk")
    table.write("start", luck={}, chance=[], position=position("start"), asks=[["blue", "1"]])
    table.order("blue", "roll", sign=sign)
    assert judged(table.pack()) == (None if is_good else bad(table, "chain" if sign == "pgp" else "seats"))


@pytest.mark.parametrize(("sign", "is_good"), [("ssh", True), ("desk", False)])
def test_a_new_key_is_signed_for_by_the_old_one(sign: str, is_good: bool) -> None:
    table = started()
    word = table.order("blue", f"newkey {NEW_ID}", word="newkey", sign=sign)
    table.sit("blue", "Zoë", NEW_ID, word.seq, luck=COMMITMENT)
    assert judged(table.pack()) == (None if is_good else (word.seq, "seats"))


LUCKS: list[tuple[dict[str, str], bool]] = [
    ({"blue": LUCK.hex()}, True),
    ({}, False),
    ({"blue": LUCK.hex(), "red": LUCK.hex()}, False),
    ({"red": LUCK.hex()}, False),
    ({"blue": secret("other luck").hex()}, False),
]


@pytest.mark.parametrize(("lucks", "is_good"), LUCKS)
def test_the_start_reveals_just_the_lucks_that_were_committed_to(lucks: dict[str, str], is_good: bool) -> None:
    table = Table()
    table.announce(COMMITMENT)
    table.write("start", luck=lucks, chance=[], position=position("start"), asks=[["blue", "1"]])
    assert judged(table.pack()) == (None if is_good else bad(table, "luck"))


@pytest.mark.parametrize("luck", ["", OTHER_LUCK])
def test_a_luck_that_was_committed_to_is_never_another(luck: str) -> None:
    table = Table()
    table.announce(COMMITMENT)
    word = table.order("blue", f"luck {luck or COMMITMENT}", word="luck")
    table.sit("blue", "Zoë", BLUE_ID, word.seq, luck=luck)
    assert judged(table.pack()) == bad(table, "luck")


def test_nobody_commits_to_a_luck_after_another_was_revealed() -> None:
    """With the ladder in hand, one who knows the other lucks could try until the dice please."""
    table = Table()
    table.announce(COMMITMENT)
    table.order("blue", f"reveal {LUCK.hex()}", word="reveal", is_shown=False)
    red = luck_commitment(GAME, "red", secret("red luck")).hex()
    table.sit("red", "Rufus", "desk", table.order("red", f"luck {red}", word="luck").seq, luck=red)
    assert judged(table.pack()) == bad(table, "luck")


def test_who_left_before_any_luck_was_revealed_took_it_along() -> None:
    table = Table()
    table.open(())
    join(table, "blue", "Zoë", f"join blue luck {COMMITMENT}", luck=COMMITMENT)
    table.sit("blue", "", "", reason(table, "vacate"))
    join(table, "blue", "Zoë", f"join blue luck {OTHER_LUCK}", luck=OTHER_LUCK)
    assert judged(table.pack()) is None


def test_who_leaves_when_a_luck_was_revealed_cannot_take_another_along() -> None:
    table = Table()
    table.open(())
    join(table, "blue", "Zoë", f"join blue luck {COMMITMENT}", luck=COMMITMENT)
    table.order("blue", f"reveal {LUCK.hex()}", word="reveal", is_shown=False)
    table.sit("blue", "", "", reason(table, "vacate"))
    assert judged(table.pack()) == bad(table, "luck")


def test_a_key_may_change_after_a_reveal_and_the_luck_stays() -> None:
    table = Table()
    table.announce()
    table.sit("blue", "Zoë", BLUE_ID, table.order("blue", f"luck {COMMITMENT}", word="luck").seq, luck=COMMITMENT)
    table.order("blue", f"reveal {LUCK.hex()}", word="reveal", is_shown=False)
    table.sit("blue", "Zoë", NEW_ID, reason(table, "newkey"), luck=COMMITMENT)
    assert judged(table.pack()) is None


def test_lucks_are_decided_by_the_start_or_the_end_and_later_until_then() -> None:
    table = Table()
    table.announce(COMMITMENT)
    assert verify_folder(table.pack()).checks["luck"] == "later"
    table.rule("void", hidden=HIDDEN.hex())
    assert verify_folder(table.pack()).checks["luck"] == "ok"
    assert verify_folder(started().pack()).checks["luck"] == "ok"


def of_event(**lucks: str) -> Table:
    """A game of an event that starts with some lucks; the event's own goes into its dice."""
    plain, table = Table(), Table()
    plain.open()
    event = {"attempt": 1, "draw": "0" * 64, "event": "cup", "round": 1, "table": 1}
    terms = {name: value for name, value in plain.entries[0].body.items() if name not in COMMON}
    table.write("open", **{**terms, "event": event})
    table.sit("blue", "Zoë", BLUE_ID)
    table.sit("red", "Rufus", "desk")
    table.write("start", luck=lucks, chance=[], position=position("start"), asks=[["blue", "1"]])
    return table


def test_in_a_game_of_an_event_the_luck_is_that_of_the_event_and_of_no_seat() -> None:
    own, seats = secret("event").hex(), secret("seat").hex()
    assert judged(of_event(event=own).pack()) is None
    for lucks in ({}, {"event": own, "blue": seats}, {"blue": seats}):
        table = of_event(**lucks)
        assert judged(table.pack()) == bad(table, "luck")
