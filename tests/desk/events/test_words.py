"""Words about events by signed mail: told in four languages, taken once, refused with a reason."""

import json

import pytest

from pbem.desk.errors import DeskError
from pbem.desk.events.course.ending import cancel_event
from pbem.desk.events.course.entering import say_here
from pbem.desk.events.course.rounds import draw_round, start_round
from pbem.desk.events.course.ruling import appeal_words, rule, rule_answer, rule_places
from pbem.desk.events.event_vocabulary import EventWord
from pbem.desk.events.letters.inviting import invite_people, tell_all
from pbem.desk.post.hearing.receiving import receive
from pbem.record.dice import fair
from pbem.record.events.law.chance import Place
from pbem.record.events.law.kinds import Entries
from pbem.tournament.director.acts import ruling
from tests.desk.events.arena import CUP, DAY, MEMBERS, Arena
from tests.desk.events.test_whole import enter_by_mail
from tests.wording import DESK, mentions, text_of

LUCK = "5a" * 32


def sheet(arena: Arena, name: str, *orders: str, **header: str) -> str:
    """Let somebody send a sheet for the event, with his pass."""
    token = arena.club.token(name)
    return arena.club.post(name, *orders, game=CUP, seat="none", **{"token": token, **header})


@pytest.mark.parametrize(("name", "language"), [("Anna", "it"), ("Bruno", "en"), ("Carla", "fr"), ("Dieter", "de")])
def test_events_are_told_with_their_terms_in_the_readers_language(arena: Arena, name: str, language: str) -> None:
    arena.open()
    assert arena.club.post(name, "events") == "answered: a word to the desk: events"
    letter = arena.club.letter(name)
    assert mentions(letter.text, DESK, "event_until", language)
    assert letter.block_for(CUP)["orders"] == (f"enter {CUP}",)
    assert letter.block_for(CUP)["seen"] == f"1 {arena.event().book.heads[1][:32]}"


@pytest.mark.parametrize("word", ["enter cup", "iscrizione cup", "inscription cup", "anmelden cup"])
def test_enter_to_the_desk_is_answered_with_the_lines_to_sign(arena: Arena, word: str) -> None:
    arena.open()
    assert arena.club.post("Bruno", word).startswith("answered")
    block = arena.club.letter("Bruno").block_for(CUP)
    assert arena.club.answer("Bruno", block) == "answered: cup: enter"
    assert arena.event().book.active() == ["Bruno"]
    assert mentions(arena.club.letter("Bruno").flat, DESK, "slip_event_entered", event="cup", title="The cup")


def test_what_was_signed_counts_once(arena: Arena) -> None:
    arena.open()
    raw = arena.club.signed(
        "Bruno",
        "enter cup",
        game=CUP,
        seat="none",
        token=arena.club.token("Bruno"),
        seen=f"1 {arena.event().book.heads[1][:32]}",
    )
    arena.club.put(raw)
    assert arena.club.tick() == ["answered: cup: enter"]
    arena.club.put(raw)
    assert arena.club.tick() == ["known: this was acted on before"]
    assert arena.size() == 2


class TestRefused:
    def test_without_a_pass(self, arena: Arena) -> None:
        arena.open()
        said = arena.club.post("Bruno", "enter cup", game=CUP, seat="none", token="none")
        assert said.startswith("refused: ")
        assert arena.size() == 1

    def test_without_the_head_of_the_terms(self, arena: Arena) -> None:
        arena.open()
        assert sheet(arena, "Bruno", "enter cup").startswith("refused: ")
        assert mentions(arena.club.letter("Bruno").flat, DESK, "event_no_head")
        assert arena.size() == 1

    def test_by_the_head_of_other_terms(self, arena: Arena) -> None:
        arena.open()
        assert sheet(arena, "Bruno", "enter cup", seen=f"1 {'ab' * 16}").startswith("refused: ")
        assert arena.size() == 1

    @pytest.mark.parametrize("text", ["enter", "enter other", "leave cup", "enter cup now please", "appeal"])
    def test_what_is_no_word(self, arena: Arena, text: str) -> None:
        arena.open()
        assert sheet(arena, "Bruno", text).startswith("refused: ")
        assert mentions(arena.club.letter("Bruno").flat, DESK, "event_word")
        assert arena.size() == 1

    def test_twice(self, arena: Arena) -> None:
        arena.open()
        enter_by_mail(arena, "Bruno")
        seen = f"1 {arena.event().book.heads[1][:32]}"
        assert sheet(arena, "Bruno", "enter cup", seen=seen).startswith("refused: ")
        assert mentions(arena.club.letter("Bruno").flat, DESK, "event_twice", event="cup")

    def test_a_withdrawal_of_who_has_not_entered(self, arena: Arena) -> None:
        arena.open()
        assert sheet(arena, "Bruno", "withdraw cup").startswith("refused: ")
        arena.letters()
        arena.club.post("Bruno", "withdraw cup")
        assert mentions(arena.club.letter("Bruno").flat, DESK, "event_not_in", event="cup")

    def test_too_late(self, arena: Arena) -> None:
        arena.open()
        seen = f"1 {arena.event().book.heads[1][:32]}"
        arena.later(days=2)
        assert sheet(arena, "Dieter", "enter cup", seen=seen).startswith("refused: ")
        assert mentions(arena.club.letter("Dieter").flat, DESK, "event_late", "de", event="cup")

    def test_an_event_that_is_none(self, arena: Arena) -> None:
        arena.club.post("Dieter", "standings cup")
        assert mentions(arena.club.letter("Dieter").flat, DESK, "event_unknown", "de", event="cup")


@pytest.mark.sqlite
class TestRefusedInTheReadersLanguage:
    """Rarer refusals, each in another language than English; nothing is written of any of them."""

    def refused(self, arena: Arena, name: str, text: str, seen: str) -> str:
        """Let somebody send a word that is refused, and return what he is told."""
        size = arena.size()
        arena.letters()
        assert sheet(arena, name, text, seen=seen).startswith("refused: ")
        assert arena.size() == size
        return arena.club.letter(name).flat

    def test_of_lucks_and_heads(self, arena: Arena) -> None:
        arena.open(checkin=arena.desk.now() + 2 * DAY)
        terms = f"1 {arena.event().book.heads[1][:32]}"
        luck = fair.luck_commitment(CUP, "Dieter", bytes.fromhex(LUCK)).hex()
        assert mentions(self.refused(arena, "Dieter", "enter cup", terms), DESK, "event_luck_asked", "de", event="cup")
        assert mentions(self.refused(arena, "Carla", "enter cup abc", terms), DESK, "event_no_luck", "fr")
        other = self.refused(arena, "Anna", f"enter cup {luck}", f"1 {'ab' * 16}")
        assert mentions(other, DESK, "event_other_head", "it", event="cup")
        assert sheet(arena, "Dieter", f"enter cup {luck}", seen=terms) == "answered: cup: enter"
        early = self.refused(arena, "Dieter", f"reveal {LUCK}", terms)
        assert mentions(early, DESK, "event_too_soon", "de", event="cup")
        in_time = arena.club.signed(
            "Carla", f"enter cup {luck}", game=CUP, seat="none", token=arena.club.token("Carla"), seen=terms
        )
        came = arena.desk.now()
        arena.later(days=1, hours=1)
        told = self.refused(arena, "Dieter", f"reveal {'5b' * 32}", terms)
        assert mentions(told, DESK, "event_other_luck", "de")
        told = self.refused(arena, "Dieter", f"reveal {LUCK}", terms)
        assert mentions(told, DESK, "event_old_head", "de", event="cup")
        book = arena.event().book
        head = f"{book.head.size} {book.head.hash.hex()[:32]}"
        assert sheet(arena, "Dieter", f"reveal {LUCK}", seen=head) == "answered: cup: reveal"
        assert mentions(self.refused(arena, "Dieter", f"reveal {LUCK}", head), DESK, "event_revealed_twice", "de")
        arena.letters()
        assert receive(arena.desk, in_time, came).verdict == "refused"
        assert mentions(arena.club.letter("Carla").flat, DESK, "event_revealing", "fr")
        assert mentions(self.refused(arena, "Anna", f"reveal {LUCK}", head), DESK, "event_not_in", "it", event="cup")
        arena.later(days=3)
        assert mentions(self.refused(arena, "Dieter", f"reveal {LUCK}", head), DESK, "event_checkin_over", "de")

    def test_of_an_event_that_takes_other_signatures_or_is_full(self, arena: Arena) -> None:
        arena.open("other", accepts=("pgp",))
        token, seen = arena.club.token("Dieter"), f"1 {arena.event('other').book.heads[1][:32]}"
        arena.letters()
        said = arena.club.post("Dieter", "enter other", game="other", seat="none", token=token, seen=seen)
        assert said.startswith("refused: ")
        assert mentions(arena.club.letter("Dieter").flat, DESK, "event_kind", "de", event="other", kind="ssh")
        arena.begun(*MEMBERS[:2], entries=Entries(late=2, least=2, most=2, until=arena.desk.now() + DAY))
        terms = f"1 {arena.event().book.heads[1][:32]}"
        assert mentions(self.refused(arena, "Carla", "enter cup", terms), DESK, "event_full", "fr", event="cup")


@pytest.mark.sqlite
def test_who_leaves_is_told_what_becomes_of_the_next_draw(arena: Arena) -> None:
    arena.begun(*MEMBERS[:4])
    (game,) = [seating.game for _place, seating in arena.event().book.places() if "Dieter" in seating.seats]
    arena.letters()
    arena.club.post("Dieter", "absagen cup")
    asked = arena.club.letter("Dieter")
    assert mentions(asked.flat, DESK, "event_leaving_games", "de", games=game)
    assert arena.club.answer("Dieter", asked.block_for(CUP)) == "answered: cup: withdraw"
    assert mentions(arena.club.letter("Dieter").flat, DESK, "event_leaving_next", "de", round="2")
    arena.decide_all()
    arena.letters()
    assert sheet(arena, "Carla", "withdraw cup") == "answered: cup: withdraw"
    assert mentions(arena.club.letter("Carla").flat, DESK, "event_leaving_still", "fr")
    arena.letters()
    draw_round(arena.desk, CUP)
    assert "Carla" in arena.event().book.rounds[1].busy
    assert "Carla" not in arena.letters()  # the seat is somebody else's when the round starts


@pytest.mark.sqlite
def test_everybody_is_told_that_an_event_is_given_up(arena: Arena) -> None:
    arena.begun(*MEMBERS[:4])
    arena.decide_all()
    arena.letters()
    cancel_event(arena.desk, CUP, reason="the flood")
    letters = arena.letters()
    assert sorted(letters) == sorted(MEMBERS[:4])
    assert mentions(letters["Dieter"][0].flat, DESK, "slip_event_cancelled", "de", event="cup", title="The cup")
    for letter in (letters["Anna"][0], letters["Carla"][0]):
        assert "the flood" in letter.text
        assert "Bruno" in letter.text  # the standings so far


def test_somebody_withdraws_by_the_lines_of_the_answer(arena: Arena) -> None:
    arena.open()
    enter_by_mail(arena, "Carla")
    arena.letters()
    arena.club.post("Carla", "retrait cup")
    assert arena.club.answer("Carla", arena.club.letter("Carla").block_for(CUP)) == "answered: cup: withdraw"
    assert arena.event().book.active() == []


def test_luck_is_committed_and_revealed_by_mail(arena: Arena) -> None:
    now = arena.desk.now()
    arena.open(checkin=now + 2 * DAY)
    luck = fair.luck_commitment(CUP, "Bruno", bytes.fromhex(LUCK)).hex()
    seen = f"1 {arena.event().book.heads[1][:32]}"
    assert sheet(arena, "Bruno", f"enter cup {luck}", seen=seen) == "answered: cup: enter"
    arena.later(days=1, hours=1)
    book = arena.event().book
    assert sheet(arena, "Bruno", f"reveal {LUCK}", seen=f"{book.head.size} {book.head.hash.hex()[:32]}") == (
        "answered: cup: reveal"
    )
    assert arena.event().book.players["Bruno"].revealed == LUCK


def test_an_appeal_is_sealed_told_to_the_director_and_answered(arena: Arena) -> None:
    arena.begun(*MEMBERS[:2])
    with arena.desk.store.read() as look:
        before = json.loads(look.records.raws(CUP)[-1])["seq"]
    arena.club.token("Anna")
    assert sheet(arena, "Anna", "appeal the dice were mine") == "answered: cup: appeal"
    with arena.desk.store.read() as look:
        assert b"the dice were mine" not in b"".join(look.records.raws(CUP))
        assert appeal_words(look, CUP, before + 1) == "appeal the dice were mine"
    rule_answer(arena.desk, CUP, before + 1, reason="they were not")
    with arena.desk.store.read() as look:
        assert b"the dice were mine" in look.records.raws(CUP)[-1]
    assert arena.event().book.appeals == {}


@pytest.mark.sqlite
class TestRulingsAreTold:
    """Those whom a ruling is about hear of it, with its reason, in their language; nobody else does."""

    def test_of_a_table_to_its_players(self, arena: Arena) -> None:
        arena.begun(*MEMBERS[:4])
        arena.decide_all()
        table = next(one for one in arena.event().book.rounds[0].tables if "Dieter" in one.seats)
        number = arena.event().book.rounds[0].tables.index(table) + 1
        arena.letters()
        places = [f"{name}={1 if name == 'Dieter' else 2}" for name in table.seats]
        rule_places(arena.desk, CUP, Place(1, number), places, (), reason="a slip of the pen")
        told = arena.letters()
        assert sorted(told) == sorted(table.seats)
        other = text_of(DESK, "event_ruled_result", "de", round=1, table=number)
        assert f"{other} 1. Dieter" in told["Dieter"][0].flat
        assert all("a slip of the pen" in letters[0].flat for letters in told.values())
        rule(arena.desk, CUP, lambda clerk: ruling.replay(clerk, Place(1, number), reason="once more"))
        told = arena.letters()
        assert sorted(told) == sorted(table.seats)
        assert mentions(told["Dieter"][0].flat, DESK, "event_ruled_replay", "de", round=1, table=number)
        rule(arena.desk, CUP, lambda clerk: ruling.discount(clerk, Place(1, number), reason="or not"))
        told = arena.letters()
        assert sorted(told) == sorted(table.seats)
        assert mentions(told["Dieter"][0].flat, DESK, "event_ruled_discount", "de", round=1, table=number)

    def test_of_a_player_to_him_alone(self, arena: Arena) -> None:
        arena.begun(*MEMBERS[:4])
        arena.letters()
        rule(arena.desk, CUP, lambda clerk: ruling.penalize(clerk, "Carla", 1, 60, reason="a rude letter"))
        told = arena.letters()
        assert list(told) == ["Carla"]
        assert mentions(told["Carla"][0].flat, DESK, "event_ruled_penalty", "fr", round="1", points="1/2")
        assert mentions(told["Carla"][0].flat, DESK, "event_ruled_reason", "fr", reason="a rude letter")
        rule(arena.desk, CUP, lambda clerk: ruling.put_out(clerk, "Anna", reason="two rude letters"))
        told = arena.letters()
        assert list(told) == ["Anna"]
        assert mentions(told["Anna"][0].flat, DESK, "event_ruled_out", "it")
        assert "two rude letters" in told["Anna"][0].flat
        say_here(arena.desk, CUP, "Bruno", EventWord("withdraw"))
        told = arena.letters()
        assert list(told) == ["Bruno"]
        assert mentions(told["Bruno"][0].flat, DESK, "slip_event_withdrawn_here", event="cup", title="The cup")
        assert mentions(told["Bruno"][0].flat, DESK, "event_leaving_next", round="2")

    @pytest.mark.parametrize("is_private", [False, True])
    def test_of_an_appeal_to_whoever_appealed(self, arena: Arena, *, is_private: bool) -> None:
        arena.begun(*MEMBERS[:2])
        assert sheet(arena, "Anna", "appeal the dice were mine") == "answered: cup: appeal"
        arena.letters()
        seq = arena.size() - 1
        rule_answer(arena.desk, CUP, seq, reason="they were not", is_private=is_private)
        told = arena.letters()
        assert list(told) == ["Anna"]
        assert mentions(told["Anna"][0].flat, DESK, "event_ruled_answer", "it", seq=seq)
        assert "they were not" in told["Anna"][0].flat


@pytest.mark.sqlite
def test_letters_of_tables_rounds_and_rulings_have_the_lines_to_appeal(arena: Arena) -> None:
    arena.open()
    for name in MEMBERS[:4]:
        enter_by_mail(arena, name)
    arena.later(days=2)
    arena.letters()
    draw_round(arena.desk, CUP)
    (tables,) = arena.letters()["Dieter"]
    start_round(arena.desk, CUP)
    arena.decide_all()
    (over,) = [one for one in arena.letters()["Dieter"] if mentions(one.flat, DESK, "slip_event_round", "de")]
    rule(arena.desk, CUP, lambda clerk: ruling.put_out(clerk, "Dieter", reason="rude"))
    (out,) = arena.letters()["Dieter"]
    arena.club.post("Dieter", "events")
    asked = arena.club.letter("Dieter")
    for letter in (tables, over, out, asked):
        assert mentions(letter.flat, DESK, "event_to_appeal", "de")
        assert letter.block_for(CUP)["orders"] == ("appeal WHAT",)
    mine = {**asked.block_for(CUP), "orders": ("appeal I was kind",)}
    assert arena.club.answer("Dieter", mine) == "answered: cup: appeal"
    assert len(arena.event().book.appeals) == 1


@pytest.mark.sqlite
def test_help_names_how_to_appeal_in_an_event(arena: Arena) -> None:
    arena.club.post("Bruno", "help")
    assert mentions(arena.club.letter("Bruno").flat, DESK, "club_enter")


@pytest.mark.sqlite
def test_who_is_not_in_is_told_whether_the_draw_is_awaited_or_was(arena: Arena) -> None:
    arena.open()
    arena.enter(*MEMBERS[:4])
    arena.later(days=2)
    arena.club.post("Dieter", "events")
    assert not mentions(arena.club.letter("Dieter").flat, DESK, "event_on_closed", "de")  # he is in
    arena.club.post("Elsa", "events")
    assert mentions(arena.club.letter("Elsa").flat, DESK, "event_on_closed")
    draw_round(arena.desk, CUP)
    arena.letters()
    arena.club.post("Elsa", "events")
    assert mentions(arena.club.letter("Elsa").flat, DESK, "event_on")


@pytest.mark.sqlite
def test_nobody_is_given_lines_to_leave_what_is_over(arena: Arena) -> None:
    arena.begun(*MEMBERS[:2])
    arena.finish()
    arena.letters()
    arena.club.post("Bruno", "withdraw cup")
    letter = arena.club.letter("Bruno")
    assert mentions(letter.flat, DESK, "event_over", event="cup")
    assert [block for block in letter.blocks if block["game"] == CUP] == []


class TestLetters:
    def test_everybody_who_has_not_entered_is_invited_with_the_lines_to_sign(self, arena: Arena) -> None:
        arena.open()
        enter_by_mail(arena, "Anna")
        arena.letters()
        assert invite_people(arena.desk, CUP, ()) == 5
        letters = arena.letters()
        assert "Anna" not in letters
        (letter,) = letters["Dieter"]
        assert mentions(letter.flat, DESK, "slip_event_invited", "de", event="cup", title="The cup")
        assert mentions(letter.flat, DESK, "event_form_swiss", "de")
        assert arena.club.answer("Dieter", letter.block_for(CUP)) == "answered: cup: enter"

    def test_the_director_writes_to_everybody_in_the_event(self, arena: Arena) -> None:
        arena.open()
        arena.enter("Anna", "Carla")
        assert tell_all(arena.desk, CUP, "bring a pencil") == 2
        letters = arena.letters()
        assert sorted(letters) == ["Anna", "Carla"]
        assert "bring a pencil" in letters["Carla"][0].text
        assert mentions(letters["Carla"][0].flat, DESK, "slip_event_told", "fr", event="cup", title="The cup")

    def test_nobody_is_invited_to_an_event_that_has_begun(self, arena: Arena) -> None:
        arena.begun(*MEMBERS[:2])
        with pytest.raises(DeskError, match="cup is running: nobody is invited any more"):
            invite_people(arena.desk, CUP, ())

    def test_everybody_is_told_his_table_with_the_thread_of_its_game(self, arena: Arena) -> None:
        arena.open()
        for name in MEMBERS[:4]:
            enter_by_mail(arena, name)
        arena.later(days=2)
        arena.letters()
        draw_round(arena.desk, CUP)
        letters = arena.letters()
        tables = {name: table for table in arena.event().book.rounds[0].tables for name in table.seats}
        for name, language in (("Anna", "it"), ("Carla", "fr"), ("Dieter", "de")):
            (letter,) = letters[name]
            assert mentions(letter.flat, DESK, "slip_event_tables", language, title="The cup", event=CUP)
            (other,) = [one for one in tables[name].seats if one != name]
            assert other in letter.text
            assert "cup.1." in letter.text
        start_round(arena.desk, CUP)
        assert all("cup.1." in one.subject for one in arena.letters()["Anna"])

    def test_a_round_is_told_when_its_last_game_is_over(self, arena: Arena) -> None:
        arena.begun(*MEMBERS[:4])
        arena.letters()
        first, last = arena.playing()
        arena.decide(first)
        arena.club.tick()
        assert not any(mentions(one.flat, DESK, "slip_event_round") for one in arena.letters().get("Bruno", ()))
        arena.decide(last)
        arena.club.tick()
        (told,) = [one for one in arena.letters()["Bruno"] if mentions(one.flat, DESK, "slip_event_round")]
        assert mentions(told.text, DESK, "event_standings")
        assert "1. " in told.text
        assert "Anna" in told.text

    def test_the_end_is_told_to_everybody_with_the_signed_head(self, arena: Arena) -> None:
        arena.begun(*MEMBERS[:4])
        arena.finish()
        letters = arena.letters()
        for name, language in {"Anna": "it", "Bruno": "en", "Carla": "fr", "Dieter": "de"}.items():
            last = letters[name][-1]
            assert mentions(last.flat, DESK, "slip_event_end", language, title="The cup", event=CUP)
            assert f"pbem/head/1 {arena.desk.settings.referee.name}/cup" in last.text
        assert b"<table" in letters["Anna"][-1].raw

    def test_standings_are_told_by_a_word(self, arena: Arena) -> None:
        arena.begun(*MEMBERS[:4])
        arena.decide_all()
        arena.letters()
        arena.club.post("Carla", "classement cup")
        letter = arena.club.letter("Carla")
        for name in MEMBERS[:4]:
            assert name in letter.text
