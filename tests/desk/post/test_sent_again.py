"""A sheet that was refused for no fault of its own is good when it comes again; refusals are answered once."""

import logging
from itertools import pairwise
from pathlib import Path

import pytest
from freezegun import freeze_time
from msgspec import structs

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.restored.thawing import thaw_by_host
from pbem.desk.matches.state.plans import plans_of
from pbem.desk.post.accounts import ANSWERS_AN_HOUR
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.keys.rekeying import change_key
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.mail.block.block import Block
from pbem.mail.signed import sign_orders
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from tests import wording
from tests.desk.house import BLUE, GAME, KEYS, ORANGE, REFEREE, block_of, legal, mail, rows, signed_mail
from tests.desk.matches.test_thawing import restored
from tests.desk.post.test_answers import new_letters, written
from tests.desk.post.test_succession import ANSWER, ASK, MALLORY_ID, ask, for_desk, key_of_blue, sheet
from tests.wording import DESK, MAIL, mentions


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_request_for_a_key_that_did_not_stand_alone_is_good_alone(running: Desk) -> None:
    asked = sheet(ASK, signer="Anna")
    greeting = mail(f"Hello\n\n{asked}")
    assert receive(running, greeting).verdict == "refused"
    assert receive(running, greeting).verdict == "known"
    assert receive(running, mail(asked)).verdict == "answered"
    assert receive(running, mail(asked)).verdict == "known"
    new_letters(running)
    assert receive(running, greeting).verdict == "known"
    assert new_letters(running) == []


def test_the_old_keys_answer_that_did_not_stand_alone_is_good_alone(running: Desk) -> None:
    token = ask(running)
    answer = sheet(ANSWER, signer="Anna", token=token)
    assert receive(running, mail(f"{answer}\n-- \nAnna\n")).verdict == "refused"
    assert receive(running, mail(answer)).verdict == "answered"
    assert receive(running, for_desk(ANSWER, signer="Mallory", token=token)).verdict == "answered"
    assert key_of_blue(running) == MALLORY_ID


def test_the_log_does_not_call_unreadable_what_did_not_stand_alone(
    running: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    receive(running, mail(f"Hello\n\n{sheet(ASK, signer='Anna')}"))
    assert "mail from Anna: refused: the signed block cannot be used as it came" in caplog.text
    assert "cannot be read" not in caplog.text


def test_a_sheet_that_a_frozen_game_refused_is_good_when_it_goes_on(running: Desk) -> None:
    restored(running)
    new_letters(running)
    raw = signed_mail(running, BLUE, legal(running, BLUE)[0])
    assert receive(running, raw).verdict == "refused"
    assert receive(running, raw).verdict == "known"
    assert len(new_letters(running)) == 1
    thaw_by_host(running, GAME)
    assert receive(running, raw).verdict == "played"
    assert receive(running, raw).verdict == "known"
    assert verify_game(running, GAME).ok


def test_a_sheet_of_a_key_that_a_frozen_game_does_not_know_yet_is_good_when_it_goes_on(running: Desk) -> None:
    restored(running)
    change_key(running, "Anna", write_line(public_key(KEYS["Mallory"])).encode(), "lost")
    raw = signed_mail(running, BLUE, legal(running, BLUE)[0], signer="Mallory")
    assert receive(running, raw).verdict == "refused"
    thaw_by_host(running, GAME)
    assert receive(running, raw).verdict == "played"
    assert verify_game(running, GAME).ok


def test_a_sheet_whose_plan_a_thaw_dropped_is_good_again(fresh: Desk) -> None:
    raw = signed_mail(fresh, BLUE, "reserve none")
    assert receive(fresh, raw).is_kept
    restored(fresh)
    new_letters(fresh)
    thaw_by_host(fresh, GAME)
    told = {due.player: flat(written(fresh, due)) for due in new_letters(fresh)}
    assert mentions(told["Anna"], DESK, "desk_plan_dropped")
    assert "dropped" not in told["Bruno"]
    assert receive(fresh, raw).verdict == "refused"  # it answers a letter of before the restore
    raw = signed_mail(fresh, BLUE, "reserve none")
    assert receive(fresh, raw).is_kept
    with fresh.store.read() as look:
        assert plans_of(look, GAME)[BLUE].all_lines
    assert receive(fresh, raw).verdict == "known"
    assert receive(fresh, signed_mail(fresh, ORANGE, "reserve none")).verdict == "played"
    assert verify_game(fresh, GAME).ok


def test_a_sheet_of_which_something_was_used_stays_known_when_a_thaw_drops_the_rest(running: Desk) -> None:
    raw = signed_mail(running, BLUE, legal(running, BLUE)[0], "always keep step | any")
    assert receive(running, raw).verdict == "played"
    restored(running)
    thaw_by_host(running, GAME)
    assert receive(running, raw).verdict == "known"


def test_a_refused_sheet_that_met_silence_is_answered_when_it_comes_again(running: Desk) -> None:
    raw = signed_mail(running, BLUE, "dance")
    with freeze_time("2031-02-03 04:05:06"):
        for number in range(ANSWERS_AN_HOUR):
            receive(running, signed_mail(running, BLUE, f"fly {number}"))
        new_letters(running)
        assert receive(running, raw).verdict == "refused"
        assert new_letters(running) == []
    with freeze_time("2031-02-03 06:00:00"):
        assert receive(running, raw).verdict == "refused"
        assert len(new_letters(running)) == 1
        assert receive(running, raw).verdict == "known"


@freeze_time("2031-02-03 04:05:06")
def test_silence_is_logged_only_where_it_follows(running: Desk, caplog: pytest.LogCaptureFixture) -> None:
    for number in range(ANSWERS_AN_HOUR):
        receive(running, signed_mail(running, BLUE, f"fly {number}"))
    assert receive(running, signed_mail(running, BLUE, legal(running, BLUE)[0])).verdict == "played"
    assert "silence" not in caplog.text
    receive(running, signed_mail(running, BLUE, "status"))
    assert "Anna got 20 answers within an hour: silence" in caplog.text


def test_two_different_sheets_in_one_mail_are_refused_and_each_is_good_alone(running: Desk, folder: Path) -> None:
    first, second = (
        sign_orders(structs.replace(block_of(running, BLUE, legal(running, BLUE)[0]), n=n), KEYS["Anna"])
        for n in (1, 2)
    )
    both = mail(f"{first}\n{second}")
    new_letters(running)
    before = rows(folder, "mail", "letter")
    assert receive(running, both).verdict == "refused"
    assert rows(folder, "mail", "letter") == before
    (told,) = new_letters(running)
    assert told.player == "Anna"
    assert mentions(flat(written(running, told)), MAIL, "many_sheets")
    assert receive(running, both).verdict == "known"
    assert receive(running, mail(second)).verdict == "played"


def test_sheets_that_anybody_can_put_together_cost_their_signer_one_letter_a_day(running: Desk) -> None:
    sheets = [sign_orders(block_of(running, BLUE, f"tell Bruno: {text}"), KEYS["Anna"]) for text in "abc"]
    new_letters(running)
    for first, second in pairwise(sheets):
        receive(running, mail(f"{first}\n{second}"))
    assert len(new_letters(running)) == 1


@pytest.mark.parametrize("word", ["resign", "clear", "aufgeben"])
@pytest.mark.parametrize("beside", ["status", "tell Bruno: bye", "history 20", "plan"])
def test_a_word_that_ends_something_is_refused_beside_a_word_to_the_desk(
    running: Desk, folder: Path, word: str, beside: str
) -> None:
    before = rows(folder, "mail", "letter", "evidence")
    new_letters(running)
    assert receive(running, signed_mail(running, BLUE, beside, word)).verdict == "refused"
    (told,) = new_letters(running)
    assert mentions(flat(written(running, told)), wording.REFEREE, "alone", word=word)
    assert rows(folder, "mail", "letter", "evidence") == before


def test_a_preview_still_tells_what_resigning_would_do(running: Desk) -> None:
    assert receive(running, signed_mail(running, BLUE, "preview", "resign")).verdict == "answered"


def test_a_key_in_several_lines_is_answered_with_every_way_to_write_one(running: Desk) -> None:
    block = Block(REFEREE, "desk", "key", "new", None, ("newkey pgp AAAA", "BBBB"))
    new_letters(running)
    assert receive(running, mail(sign_orders(block, KEYS["Anna"]))).verdict == "refused"
    (told,) = new_letters(running)
    assert all(way in flat(written(running, told)) for way in ("newkey pgp", "newkey x509", "base64 -w0"))
