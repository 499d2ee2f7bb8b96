"""Answers by mail: receipts, desk words, messages, refusals, and when there is silence."""

import base64
import logging
import re
from email import message_from_bytes
from hashlib import sha256
from pathlib import Path

import pytest
from freezegun import freeze_time

from pbem.desk.desk import Desk
from pbem.desk.letters.writing import write_letter
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.state.positions import position
from pbem.desk.people.enrolled import add_player
from pbem.desk.post.accounts import ANSWERS_AN_HOUR
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.keys.rekeying import change_key
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.store.values import Due, Member
from pbem.desk.wording.desk_words import WORDS, read_words
from pbem.desk.wording.phrases import say
from pbem.games.game import LANGUAGES
from pbem.games.kit.order_words import fold
from pbem.mail.block import block as order_block
from pbem.mail.block.block import Block
from pbem.mail.signed import sign_orders
from pbem.mail.ssh import signature as sshsig
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from pbem.record.notes.notes import open_note
from pbem.referee.language.phrases import DESERTED, RESIGNED, tell_reason
from pbem.referee.language.sheet import WORDS as SHEET_WORDS
from tests import wording
from tests.desk.house import (
    BLUE,
    EVER,
    GAME,
    KEYS,
    ORANGE,
    REFEREE,
    block_of,
    head_of,
    legal,
    mail,
    match_of,
    on_disk,
    play,
    rows,
    signed_mail,
    tamper,
)
from tests.desk.letters.test_letters import body
from tests.wording import DESK, MAIL, mentions

RECEIPT = re.compile(r"pbem/receipt/1 \S+\n\S+\n\d+\n\d+\n\S+\n\n— \S+ \S+\n")
EFFECTS = ("mail", "letter", "evidence")  # tables that any answered mail touches


def new_letters(desk: Desk) -> list[Due]:
    """The letters asked for since the last look."""
    with desk.store.write() as change:
        due = change.letters.due(EVER)
        for letter in due:
            change.letters.note_sent(letter.id, 1)
    return due


def flat(text: str) -> str:
    return " ".join(text.split())


def written(desk: Desk, due: Due) -> str:
    with desk.store.read() as look:
        return body(write_letter(desk, look, due)).replace("\r\n", "\n")


def answer(desk: Desk, raw: bytes, verdict: str) -> str:
    """Receive a mail and return the one letter to its sender, Anna or Bruno."""
    new_letters(desk)
    signer = "Anna" if b"seat: blue" in raw else "Bruno"
    assert receive(desk, raw).verdict == verdict
    (mine,) = [letter for letter in new_letters(desk) if letter.player == signer]
    return written(desk, mine)


def speak(folder: Path, name: str, language: str) -> None:
    assert tamper(folder, "UPDATE player SET language = ? WHERE name = ?", language, name) == 1


def section(text: str, heading: str) -> str:
    """The indented lines below a heading of the answer."""
    found = re.search(rf"^{re.escape(heading)}\s?:\n((?:    .*\n)+)", text, re.MULTILINE)
    return re.sub(r"\s+", " ", found[1]).strip() if found else ""


def test_a_receipt_tells_the_orders_in_the_players_language(running: Desk, folder: Path) -> None:
    match = match_of(running)
    move = next(iter(match.game.moves(match.game.view(match.state, BLUE))))
    speak(folder, "Anna", "de")
    told = answer(running, signed_mail(running, BLUE, match.game.write(move, "en")), "played")
    assert match.game.write(move, "de") != match.game.write(move, "en")
    assert section(told, say("understood", "de")) == match.game.write(move, "de")
    assert match.game.write(move, "de") in section(told, say("played", "de"))
    assert section(told, say("silence", "de"))


def test_a_pending_sheet_is_signed_for_and_a_used_one_is_not(running: Desk) -> None:
    block = block_of(running, ORANGE, "always keep vestal | any")
    before = running.now()
    told = answer(running, mail(sign_orders(block, KEYS["Bruno"])), "played")
    (note,) = RECEIPT.findall(told)
    first, seat, size, came, digest = open_note(note, running.public_key, REFEREE).splitlines()
    assert before <= int(came) <= running.now()
    assert first == f"pbem/receipt/1 {REFEREE}/{GAME}"
    assert (seat, int(size)) == ("orange", head_of(running).size)
    assert base64.b64decode(digest) == sha256(order_block.write(block)).digest()
    assert mentions(section(told, say("silence", "en")), DESK, "silence_planned")
    assert not RECEIPT.findall(answer(running, signed_mail(running, BLUE, legal(running, BLUE)[0]), "played"))


@pytest.mark.parametrize(
    ("language", "word"), [("en", "next"), ("it", "prossimo"), ("fr", "suivant"), ("de", "nächster")]
)
def test_a_receipt_and_a_plan_tell_later_turns_apart(running: Desk, folder: Path, language: str, word: str) -> None:
    speak(folder, "Bruno", language)
    sheet = ("play harvest water 1 | any", "always favour 6 | any", "next", "next", "play vestals buy 1 | any")
    told = answer(running, signed_mail(running, ORANGE, *sheet), "played")
    first, twice, later = section(told, say("understood", language)).partition(f" {word} {word} ")
    assert (bool(twice), first.count("|"), later.count("|")) == (True, 2, 1)
    assert f" {word} {word} {later}" in section(told, say("planned", language))
    told = answer(running, signed_mail(running, ORANGE, "plan"), "answered")
    assert f" {word} {word} {later}" in section(told, say("planned", language))


@pytest.mark.parametrize("word", ["plan", "status"])
def test_who_has_planned_nothing_is_told_so(running: Desk, word: str) -> None:
    assert section(answer(running, signed_mail(running, BLUE, word), "answered"), say("planned", "en")) == say(
        "desk_nothing", "en"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_chosen_is_not_asked_as_if_nothing_had_come(fresh: Desk, folder: Path, language: str) -> None:
    speak(folder, "Anna", language)
    asked, kept = flat(say("asked", language)), flat(say("kept", language))
    assert asked in answer(fresh, signed_mail(fresh, BLUE, "status"), "answered")
    for order_, verdict in ((legal(fresh, BLUE)[0], "played"), ("board", "answered"), ("fly", "refused")):
        told = answer(fresh, signed_mail(fresh, BLUE, order_), verdict)
        assert asked not in told
        assert kept in " ".join(told.split())
    assert asked in answer(fresh, signed_mail(fresh, BLUE, "clear"), "played")


def test_going_back_to_an_earlier_sheet_takes_one_more_line(running: Desk) -> None:
    one, other = "always keep vestal | any", "always keep step | any"

    def planned() -> bytes:
        with running.store.read() as look:
            return look.secrets.under(GAME, "plan/")["orange"]

    for order_, verdict in ((one, "played"), (other, "played"), (one, "known")):
        assert receive(running, signed_mail(running, ORANGE, order_)).verdict == verdict
    assert other.encode() in planned()
    assert receive(running, signed_mail(running, ORANGE, one, "plan")).verdict == "played"
    assert one.encode() in planned()
    assert other.encode() not in planned()


def test_a_choice_made_in_parallel_is_kept_and_signed_for(fresh: Desk) -> None:
    told = answer(fresh, signed_mail(fresh, BLUE, legal(fresh, BLUE)[0]), "played")
    assert RECEIPT.findall(told)
    assert mentions(section(told, say("silence", "en")), DESK, "silence_kept")
    told = answer(fresh, signed_mail(fresh, BLUE, "clear"), "played")
    assert not RECEIPT.findall(told)
    assert mentions(section(told, say("silence", "en")), DESK, "silence_asked")


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_resigned_is_told_that_nothing_more_is_asked_of_him(running: Desk, folder: Path, language: str) -> None:
    speak(folder, "Anna", language)
    told = " ".join(answer(running, signed_mail(running, BLUE, "resign"), "played").split())
    assert flat(say("silence_left", language)) in flat(told)
    assert say("silence_free", language) not in told
    assert f"{say('played', language)}:" not in told
    assert tell_reason(RESIGNED, language) in told


def test_why_a_game_ended_by_itself_is_told_in_the_readers_language(running: Desk, folder: Path) -> None:
    speak(folder, "Anna", "fr")
    order(running, GAME, "Bruno", "resign")
    told = answer(running, signed_mail(running, BLUE, "resign"), "played")
    deserted = tell_reason(DESERTED, "fr")
    ruling = say("desk_numbered", "fr", reason=deserted, number=head_of(running).size - 1)
    assert mentions(told, DESK, "ruling_void", "fr", reason=ruling)
    assert mentions(told, DESK, "void_reason", "fr", reason=deserted)


@pytest.mark.parametrize(("word", "said"), [("clear", "would_clear"), ("resign", "would_resign")])
def test_a_preview_says_what_a_word_that_stands_alone_would_do(running: Desk, word: str, said: str) -> None:
    before = rows(running.folder, *EFFECTS)
    told = answer(running, signed_mail(running, BLUE, "preview", word), "answered")
    assert section(told, say("preview", "en")) == say(said, "en")
    assert rows(running.folder, *EFFECTS) == before


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        (("end if",), wording.match_of(wording.REFEREE, "condition_missing", "de")),
        (("end", "resign"), wording.match_of(wording.REFEREE, "alone", "de", word="resign")),
        (("3",), wording.match_of(wording.REFEREE, "number_unseen", "de")),
        (("tell Nobody: hi",), wording.match_of(DESK, "desk_nobody_called", "de", name="Nobody", names="Bruno")),
        (("history 99999",), wording.match_of(DESK, "desk_no_entry", "de", entry="99999")),
        (("end", "preview"), wording.match_of(DESK, "desk_preview_first", "de", word="preview")),
    ],
)
def test_what_the_desk_and_the_referee_refuse_is_told_in_the_players_language(
    running: Desk, folder: Path, orders: tuple[str, ...], said: str
) -> None:
    speak(folder, "Anna", "de")
    block = block_of(running, BLUE, *orders)
    unseen = Block(block.to, block.game, block.seat, block.token, None, block.orders)
    told = answer(running, mail(sign_orders(unseen, KEYS["Anna"])), "refused")
    assert re.search(said, told)


def test_a_token_of_another_turn_is_refused_in_the_players_language(running: Desk, folder: Path) -> None:
    speak(folder, "Anna", "it")
    block = block_of(running, BLUE, legal(running, BLUE)[0], other={"token": "0" * 16})
    told = answer(running, mail(sign_orders(block, KEYS["Anna"])), "refused")
    assert mentions(" ".join(told.split()), DESK, "desk_old_token", "it")


def test_a_refusal_has_every_problem_with_its_line_the_nearest_orders_and_the_board(running: Desk) -> None:
    good = legal(running, BLUE)[0]
    told = answer(running, signed_mail(running, BLUE, good + "x", good, "fly"), "refused")
    assert [line for line in (1, 2, 3) if f"{say('problem_line', 'en', line=line)}:" in told] == [1, 3]
    assert good in told.partition(say("nearest", "en"))[2].partition(say("happened", "en"))[0]
    assert mentions(told, DESK, "board")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_says_first_that_nothing_was_used(running: Desk, folder: Path, language: str) -> None:
    speak(folder, "Anna", language)
    told = answer(running, signed_mail(running, BLUE, legal(running, BLUE)[0], "fly"), "refused")
    above = told.partition("'fly'")[0]
    assert say("refused", language) in above
    assert flat(say("about_refused", language)) in flat(above)


def test_a_refusal_quotes_the_line_that_it_is_about(running: Desk) -> None:
    block = block_of(running, BLUE, "wait", "3")
    unseen = Block(block.to, block.game, block.seat, block.token, None, block.orders)
    told = answer(running, mail(sign_orders(unseen, KEYS["Anna"])), "refused")
    assert f"{say('problem_line', 'en', line=2)} (3): " in told
    assert mentions(told, wording.REFEREE, "number_unseen")


def test_before_the_start_a_refusal_says_that_nothing_was_done(fresh: Desk) -> None:
    new_game(fresh, NewGame("fortuna", {"blue": "Anna", "orange": "Bruno"}, "g2", luck=True))
    new_letters(fresh)
    raw = mail(sign_orders(block_of(fresh, BLUE, "reserve none", game="g2"), KEYS["Anna"]))
    assert receive(fresh, raw).verdict == "refused"
    (told,) = new_letters(fresh)
    assert written(fresh, told).index(say("slip_refused", "en")) < written(fresh, told).index("g2")


def test_a_signed_block_that_cannot_be_read_is_answered_to_its_signer(running: Desk, folder: Path) -> None:
    speak(folder, "Anna", "de")
    text = order_block.write(block_of(running, BLUE, "end")).replace(b"token: ", b"tokem: ")
    raw = mail(text.decode() + sshsig.write(sshsig.sign(text, KEYS["Anna"])))
    new_letters(running)
    assert receive(running, raw).verdict == "refused"
    (told,) = new_letters(running)
    assert (told.player, told.seat) == ("Anna", "")
    assert mentions(written(running, told), MAIL, "unknown_statement", "de", name="'tokem'")
    assert receive(running, raw).verdict == "known"
    assert new_letters(running) == []


@pytest.mark.parametrize("words", ["help", "status", "board", "plan", "history 20", "piano", "Stand", "APERÇU\nend"])
def test_desk_words_change_nothing_and_are_answered_once(running: Desk, folder: Path, words: str) -> None:
    text = words.replace("end", legal(running, BLUE)[0])
    raw = signed_mail(running, BLUE, *text.splitlines())
    before = rows(folder, *EFFECTS)
    assert answer(running, raw, "answered")
    assert rows(folder, *EFFECTS) == before
    assert receive(running, raw).verdict == "known"
    assert new_letters(running) == []


def test_help_lists_every_word_in_the_players_language(running: Desk, folder: Path) -> None:
    for language in LANGUAGES:
        speak(folder, "Bruno", language)
        told = answer(running, signed_mail(running, ORANGE, "help", f"tell Anna: {language}"), "answered")
        for key in ("help", "status", "board", "history", "preview", "plan", "clear", "resign", "tell", "all"):
            assert WORDS[key][LANGUAGES.index(language)] in told


def test_plan_tells_its_own_seat_alone_what_is_planned(running: Desk) -> None:
    assert "always keep step | any" in section(
        answer(running, signed_mail(running, ORANGE, "plan"), "answered"), say("planned", "en")
    )
    assert "keep step" not in answer(running, signed_mail(running, BLUE, "plan"), "answered")


def test_history_tells_the_position_as_the_seat_may_know_it(running: Desk) -> None:
    match = match_of(running)
    with running.store.read() as look:
        then = position(running, look, GAME, 20)
    told = answer(running, signed_mail(running, BLUE, "history 20"), "answered")
    board = then.game.board(then.game.view(then.state, BLUE), "en", has_players=False).strip("\n")
    assert "\n".join(line.rstrip() for line in board.splitlines()) in told
    assert "token:" not in told
    assert mentions(
        answer(running, signed_mail(running, BLUE, "history 9999"), "refused"), DESK, "desk_no_entry", entry="9999"
    )
    assert mentions(answer(running, signed_mail(running, BLUE, "history 0"), "refused"), DESK, "desk_before_start")
    assert match.head == head_of(running)


def test_a_preview_by_mail_tells_what_would_be_played(running: Desk) -> None:
    chosen = legal(running, BLUE)[0]
    told = answer(running, signed_mail(running, BLUE, "preview", chosen), "answered")
    assert mentions(told, DESK, "would_play", order=chosen)
    wrong = answer(running, signed_mail(running, BLUE, chosen, "preview"), "refused")
    assert mentions(wrong, DESK, "desk_preview_first")
    assert f"{say('problem_line', 'en', line=2)}: 'fly'" in answer(
        running, signed_mail(running, BLUE, "preview", "fly"), "refused"
    )


@pytest.mark.parametrize("to", ["Bruno", "orange", "ALL", "tutti"])
def test_a_message_reaches_the_other_player_and_no_record(running: Desk, folder: Path, to: str) -> None:
    before = rows(folder, *EFFECTS)
    new_letters(running)
    assert receive(running, signed_mail(running, BLUE, f"tell {to}: let us trade <b>wine</b>")).verdict == "answered"
    to_bruno, to_anna = new_letters(running)
    assert (to_bruno.player, to_anna.player) == ("Bruno", "Anna")
    assert "Anna (blue): let us trade <b>wine</b>" in written(running, to_bruno)
    with running.store.read() as look:
        assert "<b>wine</b>" not in body(write_letter(running, look, to_bruno), "text/html")
    assert section(written(running, to_anna), say("understood", "en")) == f"tell {to}: let us trade <b>wine</b>"
    assert rows(folder, *EFFECTS) == before
    assert not [name for name, content in on_disk(folder).items() if b"let us trade" in content]


def test_a_message_arrives_with_every_sign_that_was_typed(running: Desk) -> None:
    words, chosen = "{{config}} ${7*7} #{x}; table #3 at 8; all right?", legal(running, BLUE)[0]
    typed = order_block.order_lines(f"tell Bruno: {words}\n{chosen} # for now")
    new_letters(running)
    assert receive(running, signed_mail(running, BLUE, *typed)).verdict == "played"
    letters = {letter.player: flat(written(running, letter)) for letter in new_letters(running)}
    assert f"Anna (blue): {words}" in letters["Bruno"]
    assert f"tell Bruno: {words}" in letters["Anna"]
    verify_game(running, GAME)
    assert read_words(f"tell Bruno: {words}").press[0].text == words
    assert not read_words(f"tell Bruno: {words}").has_orders


@pytest.mark.parametrize(("language", "seat"), [("it", "blu"), ("fr", "bleu"), ("de", "Blau")])
def test_a_message_names_its_senders_seat_as_the_reader_calls_it(
    running: Desk, folder: Path, language: str, seat: str
) -> None:
    speak(folder, "Bruno", language)
    new_letters(running)
    receive(running, signed_mail(running, BLUE, "tell Bruno: ciao"))
    to_bruno, _ = new_letters(running)
    assert f"Anna ({seat}): ciao" in written(running, to_bruno)


@pytest.mark.parametrize(
    ("language", "words"), [("fr", ("état :", "aperçu :")), ("de", ("löschen:",)), ("it", ("anteprima:",))]
)
def test_help_spells_its_words_as_they_are_written(
    running: Desk, folder: Path, language: str, words: tuple[str, ...]
) -> None:
    speak(folder, "Bruno", language)
    told = answer(running, signed_mail(running, ORANGE, "help"), "answered")
    assert all(word in told for word in words)


@pytest.mark.parametrize("word", ["état", "etat", "ETAT"])
def test_a_desk_word_is_read_with_and_without_its_accents(word: str) -> None:
    assert read_words(word).words == {"status"}


@pytest.mark.parametrize("to", ["Anna", "Carla", "nobody"])
def test_a_message_to_nobody_of_the_game_is_refused(running: Desk, to: str) -> None:
    told = answer(running, signed_mail(running, BLUE, f"tell {to}: hello"), "refused")
    assert mentions(" ".join(told.split()), DESK, "desk_nobody_called", name=to, names="Bruno")


def test_orders_and_a_message_in_one_mail_get_one_answer(running: Desk) -> None:
    chosen = legal(running, BLUE)[0]
    told = answer(running, signed_mail(running, BLUE, "tell Bruno: your turn", chosen, "plan"), "played")
    assert section(told, say("understood", "en")) == f"tell Bruno: your turn {chosen}"


def test_a_desk_word_is_no_word_of_the_order_language() -> None:
    words = [fold(word) for key in WORDS for word in set(WORDS[key])]
    assert len(words) == len(set(words))
    assert not set(words) & {word for group in SHEET_WORDS.values() for word in group}


@pytest.mark.parametrize("number", range(3))
def test_no_legal_order_is_taken_for_a_desk_word(running: Desk, number: int) -> None:
    play(running, number * 7)
    match = match_of(running)
    for decision in match.waiting():
        view = match.game.view(match.state, decision.seat)
        for move in match.game.moves(view):
            for language in LANGUAGES:
                text = match.game.write(move, language)
                assert read_words(text).sheet == text


@freeze_time("2031-02-03 04:05:06", auto_tick_seconds=1)
def test_a_player_gets_so_many_answers_an_hour_and_then_silence(
    running: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    new_letters(running)
    became = [receive(running, signed_mail(running, BLUE, f"fly {number}")) for number in range(ANSWERS_AN_HOUR + 3)]
    assert {one.verdict for one in became} == {"refused"}
    assert [one.why.endswith("; only its player is told why") for one in became] == [True] * 20 + [False] * 3
    letters = new_letters(running)
    warned = [mentions(flat(written(running, letter)), DESK, "desk_last_answer") for letter in letters]
    assert warned == [False] * (ANSWERS_AN_HOUR - 1) + [True]
    assert "Anna got 20 answers within an hour: silence" in caplog.text
    held = signed_mail(running, BLUE, "status")
    assert receive(running, held).verdict == "ignored"
    assert receive(running, signed_mail(running, ORANGE, "status")).verdict == "answered"
    assert receive(running, signed_mail(running, BLUE, legal(running, BLUE)[0])).verdict == "played"
    with freeze_time("2031-02-03 06:00:00"):
        assert receive(running, held).verdict == "answered"


@pytest.mark.parametrize("header", ["Auto-Submitted: auto-replied", "List-Id: <x.y>", "Return-Path: <>"])
def test_machines_get_no_answer_whatever_they_send(running: Desk, header: str) -> None:
    new_letters(running)
    prefix = header.encode() + b"\r\n"
    assert receive(running, prefix + signed_mail(running, BLUE, "status")).verdict == "ignored"
    assert receive(running, prefix + signed_mail(running, BLUE, "tell Bruno: hi")).verdict == "ignored"
    assert new_letters(running) == []


@pytest.mark.parametrize("header", ["Auto-Submitted: auto-replied", "List-Id: <x.y>", "Return-Path: <>"])
def test_whoever_signed_hears_of_orders_that_were_taken_whatever_a_relay_says_of_the_mail(
    running: Desk, header: str
) -> None:
    new_letters(running)
    raw = header.encode() + b"\r\n" + signed_mail(running, ORANGE, "always keep vestal | any")
    assert receive(running, raw).verdict == "played"
    assert [due.player for due in new_letters(running)] == ["Bruno"]
    assert receive(running, raw).verdict == "known"
    assert new_letters(running) == []


def test_a_preview_is_told_to_nobody_else(running: Desk) -> None:
    new_letters(running)
    text = f"preview\n{legal(running, BLUE)[0]}\ntell Bruno: a secret"
    assert receive(running, signed_mail(running, BLUE, *text.splitlines())).verdict == "answered"
    assert [due.player for due in new_letters(running)] == ["Anna"]


def test_nothing_private_is_logged(running: Desk, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    receive(running, signed_mail(running, BLUE, "tell Bruno: zeppelin"))
    receive(running, signed_mail(running, BLUE, "zeppelin"))
    receive(running, mail("zeppelin", sender="stranger@example.org"))
    receive(running, mail("zeppelin", sender="MAILER-DAEMON@example.org"))
    assert caplog.text.count("mail from") == 4
    assert "zeppelin" not in caplog.text
    assert "@example.org" not in caplog.text


def test_before_the_start_everybody_is_told_what_to_send(fresh: Desk) -> None:
    new_letters(fresh)
    new_game(fresh, NewGame("fortuna", {"blue": "Anna", "orange": "Bruno"}, "g2", luck=True))
    one, two = new_letters(fresh)
    assert (one.player, two.player) == ("Anna", "Bruno")
    assert "game: g2;" in written(fresh, one)
    assert "token: " in written(fresh, one)
    order(fresh, "g2", "Anna", f"luck {'0' * 64}")
    assert [letter.player for letter in new_letters(fresh)] == ["Anna"]
    order(fresh, "g2", "Bruno", f"luck {'1' * 64}")
    assert [letter.player for letter in new_letters(fresh)] == ["Anna", "Bruno"]


def test_a_game_takes_only_the_kinds_of_signature_it_names(fresh: Desk) -> None:
    new_game(fresh, NewGame("fortuna", {"blue": "Dora", "orange": "Bruno"}, "g2", accepts=("ssh",)))
    assert match_of(fresh, "g2").terms.accepts == ("ssh", "desk", "bot")
    assert match_of(fresh).terms.accepts == ("ssh", "pgp", "x509", "desk", "bot")
    with pytest.raises(Exception, match="Bruno signs by ssh, which this game would not take: add --accept ssh"):
        new_game(fresh, NewGame("fortuna", {"blue": "Dora", "orange": "Bruno"}, "g3", accepts=("pgp",)))


def test_messages_beyond_the_limit_are_not_passed_on_and_the_orders_are_taken(running: Desk) -> None:
    chosen = legal(running, BLUE)[0]
    for number in range(ANSWERS_AN_HOUR):
        receive(running, signed_mail(running, BLUE, f"tell Bruno: spam {number}"))
    warned = [
        due.player for due in new_letters(running) if mentions(flat(written(running, due)), DESK, "desk_last_answer")
    ]
    assert warned == ["Anna"]
    told = answer(running, signed_mail(running, BLUE, "tell Bruno: one more", chosen), "played")
    assert mentions(told, DESK, "desk_many_messages")
    assert "one more" not in "".join(written(running, due) for due in new_letters(running) if due.player == "Bruno")


def test_messages_with_orders_count_as_well(running: Desk) -> None:
    new_letters(running)
    for number in range(ANSWERS_AN_HOUR + 5):
        receive(running, signed_mail(running, ORANGE, "always keep vestal | any", f"tell Anna: spam {number}"))
    assert len([due for due in new_letters(running) if due.player == "Anna"]) == ANSWERS_AN_HOUR


def test_a_stale_sheet_is_told_everything_that_is_wrong_with_it(running: Desk) -> None:
    raw = signed_mail(running, BLUE, "dance", "tell Nobody: hi", other={"token": "0123456789abcdef"})
    told = answer(running, raw, "refused")
    for why in (
        wording.match_of(DESK, "desk_old_token"),
        "'dance'",
        wording.match_of(DESK, "desk_nobody_called", name="Nobody"),
    ):
        assert re.search(why, told)


def test_a_kind_of_signature_that_a_game_does_not_take_is_refused_with_an_answer(fresh: Desk) -> None:
    add_player(fresh, Member("Eve", "eve@example.org"))
    new_game(fresh, NewGame("fortuna", {"blue": "Eve", "grey": "Dora"}, "g5", accepts=("pgp",)))
    change_key(fresh, "Eve", write_line(public_key(KEYS["Mallory"])).encode(), "a new key")
    new_letters(fresh)
    text = sign_orders(block_of(fresh, BLUE, "reserve none", game="g5"), KEYS["Mallory"])
    assert receive(fresh, mail(text)).verdict == "refused"
    (told,) = new_letters(fresh)
    assert told.player == "Eve"
    assert mentions(written(fresh, told), DESK, "desk_other_kind", kind="ssh", kinds="pgp")


def test_a_dkim_address_stays_out_of_the_record(fresh: Desk) -> None:
    add_player(fresh, Member("Eve", "eve@example.net"), b"dkim:eve@example.net")
    asked = NewGame("fortuna", {"blue": "Eve", "orange": "Bruno"}, "g2", accepts=("ssh", "dkim"))
    holder = new_game(fresh, asked).holders[BLUE]
    assert re.fullmatch(r"dkim:[0-9a-f]{64}", holder.key)
    with fresh.store.read() as look:
        assert b"example.net" not in b"".join(look.records.raws("g2"))


def test_a_letter_has_the_same_thread_and_a_name_of_its_own(running: Desk) -> None:
    receive(running, signed_mail(running, BLUE, "status"))
    with running.store.read() as look:
        letters = [message_from_bytes(write_letter(running, look, due)) for due in look.letters.due(EVER)]
    assert len({letter["Message-ID"] for letter in letters}) == len(letters)
    assert len({letter["References"] for letter in letters if "anna@" in letter["To"]}) == 1


def test_a_block_for_the_desk_is_no_game(fresh: Desk) -> None:
    with pytest.raises(Exception, match="'desk' cannot be a game's id"):
        new_game(fresh, NewGame("fortuna", {"blue": "Dora", "orange": "Bruno"}, "desk"))
    block = Block(REFEREE, "desk", "key", "new", None, ("status",))
    new_letters(fresh)
    assert receive(fresh, mail(sign_orders(block, KEYS["Anna"]))).verdict == "refused"
    (told,) = new_letters(fresh)
    assert mentions(" ".join(written(fresh, told).split()), DESK, "club_unknown")
