"""A sheet that was refused for no fault of its own is good when it comes again; refusals are answered once."""

import logging

import pytest
from freezegun import freeze_time

from pbem.desk.desk import Desk
from pbem.desk.matches.plans import plans_of
from pbem.desk.matches.thawing import thaw_by_host
from pbem.desk.post.accounts import ANSWERS_AN_HOUR
from pbem.desk.post.receiving import receive
from pbem.desk.post.rekeying import change_key
from pbem.desk.records.verify import verify_game
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from tests.desk.house import BLUE, GAME, KEYS, ORANGE, legal, mail, signed_mail
from tests.desk.matches.test_thawing import restored
from tests.desk.post.test_answers import new_letters, written
from tests.desk.post.test_succession import ANSWER, ASK, MALLORY_ID, ask, for_desk, key_of_blue, sheet


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
    raw = signed_mail(running, BLUE, legal(running, BLUE)[0])
    restored(running)
    new_letters(running)
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
    assert "what you had planned was dropped" in told["Anna"]
    assert "dropped" not in told["Bruno"]
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
