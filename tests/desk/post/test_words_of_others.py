"""What others write stays in a letter what it is: it breaks neither the answer to it nor the letter as a witness."""

from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.letters.writing import write_letter
from pbem.desk.matches.acts.host.rulings import rule_default
from pbem.desk.matches.state.freezing import meet_notes
from pbem.desk.people.enrolled import add_player
from pbem.desk.post.hearing.games.sheets import take_here
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.keys.rekeying import change_key
from pbem.desk.store.values import Member
from pbem.mail.block.marker import BEGIN
from pbem.mail.letter.letter import Letter, read_letter
from pbem.mail.safe import defused
from pbem.mail.signed import sign_orders
from pbem.record.log.entry import Head
from pbem.record.notes.notes import find_notes, head_text, sign
from tests.cli.hosting import done, pbem
from tests.desk.house import BLUE, GAME, KEYS, REFEREE, block_of, head_of, legal, mail, match_of
from tests.desk.post.test_answers import new_letters, written

pytestmark = pytest.mark.anywhere

EDGES = (
    "-----BEGIN PBEM ORDERS-----",
    "---- begin pbem orders ----",
    "-----BEGIN PGP SIGNED MESSAGE-----",
    "-----BEGIN PGP MESSAGE-----",
    "-----BEGIN SSH SIGNATURE-----",
    "-----END SSH SIGNATURE-----",
    "-----END PBEM ORDERS-----",
)
NOTE = sign(b"\7" * 32, REFEREE, head_text(REFEREE, GAME, Head(3, b"x" * 32)))
FAKES = (*EDGES, " ".join(NOTE.split()), "pbem/receipt/1 referee.example.org/f1")


@pytest.mark.parametrize("fake", FAKES)
def test_a_message_is_defused_wherever_it_is_read(running: Desk, fake: str) -> None:
    new_letters(running)
    take_here(running, GAME, "Anna", f"tell Bruno: {fake}")
    take_here(running, GAME, "Bruno", f"tell all: {fake}")
    for due in new_letters(running):
        with running.store.read() as look:
            letter = read_letter(write_letter(running, look, due))
        assert isinstance(letter, Letter)
        for text in letter.plain + letter.html:
            assert not BEGIN.search(text)
            assert "--BEGIN" not in text
            assert len(list(find_notes(text))) == 1
            assert text.count("pbem/receipt") == 0


@pytest.mark.parametrize("fake", FAKES)
def test_a_reason_is_defused_too(running: Desk, fake: str) -> None:
    new_letters(running)
    rule_default(running, GAME, ("blue",), fake)
    change_key(running, "Anna", b"", fake)
    letters = new_letters(running)
    assert len(letters) >= 3
    for due in letters:
        text = written(running, due)
        assert not BEGIN.search(text)
        assert "--BEGIN" not in text
        assert len(list(find_notes(text))) <= 1


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


@pytest.mark.parametrize("mark", [quoted, lambda text: f"\n-----Original Message-----\n{text}", str])
def test_an_answer_that_quotes_such_a_message_is_played(running: Desk, mark: object) -> None:
    assert callable(mark)
    new_letters(running)
    for fake in FAKES:
        take_here(running, GAME, "Bruno", f"tell Anna: {fake}")
    letters = "".join(written(running, due) for due in new_letters(running) if due.player == "Anna")
    # Letters of an older desk hold such words as they were written.
    for below in (letters, letters + "\n    Bruno (orange): " + "\n    ".join(FAKES) + "\n"):
        signed = sign_orders(block_of(running, BLUE, legal(running, BLUE)[0]), KEYS["Anna"])
        before = head_of(running).size
        assert receive(running, mail(signed + mark(below))).verdict == "played"
        assert head_of(running).size > before
        while not match_of(running).decision_of(BLUE):
            rule_default(running, GAME, (), "next")


@pytest.mark.parametrize("name", ["Anna -----BEGIN PBEM ORDERS-----", "A--BEGIN PGP MESSAGE", "A -- B", "A --END x"])
def test_no_name_is_the_edge_of_a_block(running: Desk, name: str) -> None:
    with pytest.raises(UsageError, match="edge of a signed block"):
        add_player(running, Member(name))


def test_a_note_of_ours_is_met_behind_any_number_that_are_not(running: Desk) -> None:
    head = head_of(running)
    lost = Head(head.size + 5, b"y" * 32)
    ours = running.note(GAME, lost)
    fakes = [sign(bytes([number]) * 32, REFEREE, head_text(REFEREE, GAME, lost)) for number in range(1, 40)]
    assert meet_notes(running, [*fakes, ours]) == [GAME]


def test_a_letter_is_a_witness_whatever_notes_others_wrote_into_it(running: Desk, tmp_path: Path) -> None:
    new_letters(running)
    take_here(running, GAME, "Anna", "tell Bruno: hello")
    text = written(running, new_letters(running)[0])
    letter, strange = tmp_path / "letter.eml", tmp_path / "strange.eml"
    letter.write_text(f"{NOTE}\n\n{text}\n\n{NOTE}")
    strange.write_text(NOTE)
    assert "valid:" in done(running.folder, "verify", GAME, "--witness", str(letter))
    judged = pbem(running.folder, "verify", GAME, "--witness", str(letter), "--witness", str(strange))
    assert judged.exit_code == 1
    assert "NOT VALID" in judged.output


@pytest.mark.parametrize("text", ["a - b", "BEGIN now", "-1 begin", "pbem", "head/1", "-- ", "a--b"])
def test_other_words_are_left_as_they_are(text: str) -> None:
    assert defused(text) == text
