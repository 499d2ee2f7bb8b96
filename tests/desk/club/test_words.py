"""Words to the desk: read in four languages, answered by a slip, and good once and with the newest token alone."""

import pytest

from pbem.desk.club.word_table import WORDS, read_word
from pbem.desk.post.accounts import ANSWERS_AN_HOUR
from pbem.desk.post.keys.rekeying import change_key
from pbem.desk.signed.word_tokens import pass_of, renew_all
from pbem.desk.wording.desk_words import WORDS as SPELLED
from pbem.games.game import LANGUAGES
from pbem.mail.block.block import Block
from pbem.mail.signed import sign_orders
from tests.desk.club.society import PEOPLE, Society, key_of
from tests.desk.house import REFEREE, mail, rows
from tests.wording import DESK, mentions, text_of, time_text

pytestmark = pytest.mark.anywhere

SPEAKERS = {language: name for name, language in PEOPLE.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_read_in_every_language(language: str) -> None:
    place = LANGUAGES.index(language)
    assert {read_word(f"{SPELLED[key][place].upper()} x y") for key in WORDS} == {(key, ("x", "y")) for key in WORDS}
    assert read_word("newkey ssh-ed25519 AAAA") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_tells_every_word_in_the_readers_language(club: Society, language: str) -> None:
    name, place = SPEAKERS[language], LANGUAGES.index(language)
    assert club.post(name, SPELLED["help"][place]) == "answered: a word to the desk: help"
    told = club.letter(name)
    assert [key for key in WORDS if f"* {SPELLED[key][place]}" not in told.text] == []
    with club.desk.store.read() as look:
        assert told.block_for("desk")["token"] == pass_of(club.desk, look, name)


def test_own_games_are_told_with_who_is_awaited_until_when(club: Society) -> None:
    club.open({"blue": "Anna", "grey": "Bruno"})
    club.letters()
    club.post("Anna", "games")
    told = club.letter("Anna").flat
    assert mentions(told, DESK, "games_own", "it", game="g1", title="Fortuna", seat="blu")
    since, until = (time_text(f"2026-03-0{day} 08:00", "it", "Europe/Rome") for day in (2, 3))
    span = text_of(DESK, "awaited_time", "it", since=since, until=until)
    assert mentions(told, DESK, "games_awaited", "it", who=f"Anna (blu) {span}")
    assert mentions(told, DESK, "games_awaited", "it", who=f"Bruno (grigio) {span}")
    club.post("Elsa", "games")
    assert mentions(club.letter("Elsa").flat, DESK, "games_none")


UNREAD = {
    "an unknown word": ("conquer the moon",),
    "two words": ("help", "games"),
    "too much": ("games now",),
    "a word of games": ("status",),
    "which game": ("watch",),
}


@pytest.mark.parametrize("what", UNREAD)
def test_what_is_no_word_is_refused_with_lines_to_go_on_with(club: Society, what: str) -> None:
    with club.desk.store.read() as look:
        token = pass_of(club.desk, look, "Bruno")
    assert club.post("Bruno", *UNREAD[what], token=token).startswith("refused: ")
    told = club.letter("Bruno")
    assert mentions(told.flat, DESK, "slip_refused")
    assert told.block_for("desk")["token"] == token


class TestPasses:
    """The token by which a word counts that changes something."""

    def test_without_it_nothing_changes_and_games_and_help_are_answered_all_the_same(self, club: Society) -> None:
        club.open({"blue": "Anna", "grey": "Bruno"})
        for word in ("watch g1", "volunteer", "leave 2026-03-10..2026-03-12"):
            before = rows(club.desk.folder, "mail", "letter")
            assert club.post("Carla", word, token="f" * 16).startswith("refused: ")
            assert rows(club.desk.folder, "mail", "letter") == before
        for word in ("games", "help"):
            assert club.post("Carla", word, token="f" * 16).startswith("answered: ")

    def test_each_is_good_for_one_change_so_that_a_mail_which_was_held_back_does_nothing(self, club: Society) -> None:
        club.open({"blue": "Anna", "grey": "Bruno"})
        token = club.token("Carla")
        held_back = club.signed("Carla", "watch g1", token=token, n=1)
        assert club.post("Carla", "watch g1", token=token, n=2).startswith("answered: ")
        newest = club.letters()[-1].block_for("desk")["token"]
        assert newest != token
        assert club.post("Carla", "watch g1 off", token=newest).startswith("answered: ")
        club.put(held_back)
        assert club.tick()[0].startswith("refused: ")
        club.letters()
        club.order("Anna", "blue")
        club.order("Bruno", "grey")
        assert "Carla" not in {letter.to for letter in club.letters()}

    def test_it_is_one_persons(self, club: Society) -> None:
        club.open({"blue": "Anna", "grey": "Bruno"})
        token = club.token("Carla")
        assert club.post("Dieter", "watch g1", token=token).startswith("refused: ")
        assert club.post("Carla", "watch g1", token=token).startswith("answered: ")

    def test_after_a_restore_those_of_before_are_none(self, club: Society) -> None:
        token = club.token("Carla")
        with club.desk.store.write() as change:
            renew_all(club.desk, change)
        assert club.post("Carla", "volunteer", token=token).startswith("refused: ")

    def test_the_same_signed_bytes_act_once(self, club: Society) -> None:
        raw = club.signed("Carla", "volunteer", token=club.token("Carla"), n=1)
        club.put(raw)
        assert club.tick() == ["answered: a word to the desk: volunteer"]
        before = rows(club.desk.folder)
        club.put(raw)
        assert club.tick() == ["known: this was acted on before"]
        assert rows(club.desk.folder) == before


class TestOwnWords:
    def test_a_word_stands_alone_in_its_mail(self, club: Society) -> None:
        token = club.token("Carla")
        block = sign_orders(Block(REFEREE, "desk", "club", token, None, ("volunteer",)), key_of("Carla"))
        quoted = "".join(f"> {line}\n" for line in block.splitlines())
        for number, text in enumerate((f"Hello\n{block}", f"{block}\n-- \nCarla\n", quoted)):
            club.put(mail(text, sender="carla@example.org", number=100 + number))
            assert club.tick()[0].startswith(("refused: ", "known: "))
        assert club.post("Carla", "volunteer", token=token).startswith("answered: ")

    def test_what_strangers_sign_and_what_is_for_others_is_passed_over(self, club: Society) -> None:
        before = rows(club.desk.folder)
        assert club.post("Mallory", "help").startswith("ignored: ")
        assert club.post("Carla", "help", to="elsewhere.org").startswith("ignored: ")
        assert rows(club.desk.folder) == before
        assert club.letters() == []

    def test_a_key_that_was_taken_away_says_nothing_any_more(self, club: Society) -> None:
        token = club.token("Carla")
        change_key(club.desk, "Carla", b"", "stolen")
        club.letters()
        assert club.post("Carla", "volunteer", token=token).startswith("ignored: ")

    def test_after_twenty_an_hour_there_is_silence_but_a_word_with_the_token_counts(self, club: Society) -> None:
        token = club.token("Carla")
        for number in range(ANSWERS_AN_HOUR - 1):
            assert club.post("Carla", "help", n=100 + number).startswith("answered: ")
        club.letters()
        assert club.post("Carla", "help", n=99) == "ignored: a word to the desk, and no answer is due"
        assert club.letters() == []
        assert club.post("Carla", "volunteer", token=token).startswith("answered: ")
        assert club.letter("Carla").blocks


def test_a_new_key_is_asked_for_as_before(club: Society) -> None:
    assert club.post("Carla", "newkey ssh-ed25519 AAAA", seat="key", token="new").startswith("refused: ")
