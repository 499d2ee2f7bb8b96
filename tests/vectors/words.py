"""Records in which signed words do not do what they must: takebacks, appeals, joining and leaving before the start."""

from collections.abc import Iterator
from typing import Any

from pbem.record import folder
from pbem.record.dice import fair
from tests.record import sample
from tests.record.paced import IDA_ID, IDA_KEY, Paced, join, joined, opened_appeal, seen, time
from tests.record.sample import BLUE_ID, COMMITMENT, DESK, GAME, HIDDEN, LUCK, Signing, Table
from tests.vectors.forgery import OTHER, Body, Case, Files, bare, changed, put

UNDO, AGREE, BACK = 8, 9, 10  # entries of a takeback by consent


def bad_words() -> Iterator[Case]:
    """Yield every case."""
    yield from bad_takebacks()
    yield from bad_appeals()
    yield from bad_joining()
    yield from bad_leaving()
    yield from bad_sheets()


class Asked(Table):
    """A table at which blue has ordered, and red too; now somebody wants to go back."""

    def __init__(self) -> None:
        super().__init__()
        self.begin()
        self.move("blue", self.order("blue", "roll 1").seq, text="roll", chance=self.roll("round 1 blue/1", 2))
        self.move("red", self.order("red", "roll").seq, text="roll", asks=[["blue", "2"]])

    def say(self, seat: str, sheet: str, came: int = 0) -> int:
        """Say a word, and return its entry."""
        word = sheet.split(maxsplit=1)[0]
        return self.order(seat, sheet, word=word, came=came or self.at, is_shown=False).seq

    def back(self, to: int, *by: int) -> Files:
        """Go back, and return the record."""
        self.rule("back", to=to, by=list(by), asks=[["blue", "1"]])
        return self.pack()


def bad_takebacks() -> Iterator[Case]:
    yield "back-alone", "9 chain", "a takeback that only one has asked for", _back()
    yield "back-to-elsewhere", "10 chain", "a takeback to another entry than before the order", _back("red", to=4)
    yield "back-to-other", "10 chain", "a takeback of somebody else's order", _back("red", to=5)
    yield "back-lapsed", "10 chain", "a consent two days and a second later", _back("red", late=172_801)
    table = Asked()
    undo = table.say("blue", "undo")
    table.move("red", "forced", text="on")
    yield (
        "back-after-move",
        "11 chain",
        "a takeback after another move",
        table.back(3, undo, table.say("red", "agree 8")),
    )
    table = Asked()
    agree = table.say("red", "agree 9")
    yield (
        "back-agreed-early",
        "10 chain",
        "a consent from before the request",
        table.back(3, table.say("blue", "undo"), agree),
    )
    table = Asked()
    undo, agree = table.say("blue", "undo"), table.say("red", "agree 8")
    yield "back-by-consent", "10 chain", "a takeback that names the consent first", table.back(3, agree, undo)
    table = Asked()
    both = table.say("blue", "undo"), table.say("red", "undo")
    yield "back-by-requests", "10 chain", "a takeback by two requests", table.back(3, *both)
    yield "back-again", "13 chain", "a takeback to an order that was taken back", _back_again()
    yield "back-by-twice", "13 chain", "a second takeback by one request", _back_twice()


def _back(*agreeing: str, to: int = 3, late: int = 0) -> Files:
    """Return a takeback that blue asks for, with some consents."""
    table = Asked()
    undo = table.say("blue", "undo")
    consents = [table.say(seat, f"agree {undo}") for seat in agreeing]
    files = table.back(to, undo, *consents)
    return changed(lambda entries: _delay(entries, undo, late), files) if late else files


def _delay(entries: list[Body], undo: int, late: int) -> None:
    asked = entries[undo]["at"]
    for entry in entries[undo + 1 :]:
        entry["at"] = asked + late
    entries[undo + 1]["came"] = asked + late


def _back_again() -> Files:
    """Let blue ask a second time, when the order that is meant was taken back already."""
    table = Asked()
    undo, agree = table.say("blue", "undo"), table.say("red", "agree 8")
    table.rule("back", to=3, by=[undo, agree], asks=[["blue", "1"]])
    undo = table.say("blue", "undo")
    return table.back(3, undo, table.say("red", f"agree {undo}"))


def _back_twice() -> Files:
    table = Asked()
    undo, agree = table.say("blue", "undo"), table.say("red", "agree 8")
    table.rule("back", to=3, by=[undo, agree], asks=[["blue", "1"]])
    table.move("blue", table.order("blue", "roll 2").seq, text="roll 2", asks=[["red", "1"]])
    return table.back(10, undo, agree)


def bad_appeals() -> Iterator[Case]:
    yield "appeal-other", "6 seals", "an appeal opened as another one", appealed(text="appeal 4: I know it")
    yield "appeal-salt", "6 seals", "an appeal opened with another salt", appealed(salt=OTHER)
    yield "appeal-elsewhere", "6 seals", "an answer that opens something else", appealed(seq=4)
    yield (
        "appeal-private",
        "6 seals",
        "an appeal opened that its writer keeps private",
        appealed("appeal 4 private: no"),
    )
    yield "appeal-no-act", "6 seals", "an appeal opened that is from no ruling", appealed("appeal 3: no")
    yield "appeal-to-come", "6 seals", "an appeal opened that is from a ruling to come", appealed("appeal 6: no")
    yield "appeal-unsaid", "6 seals", "an appeal opened that does not say so", appealed("roll")
    yield "appeal-twice", "6 seals", "an appeal opened twice in an answer", appealed(times=2)
    yield "appeal-again", "7 seals", "an appeal opened in two answers", appealed(answers=2)
    unopened = changed(lambda entries: entries[6].pop("opens"), appealed(times=0))
    yield "answer-unopened", "6 bytes", "an answer that does not say what it opens", unopened


def appealed(
    sheet: str = "appeal 4: the die fell off", *, text: str = "", times: int = 1, answers: int = 1, **other: Any
) -> Files:
    """Return a game with an appeal from a ruling, and answers that open it, perhaps otherwise than it was."""
    table = Table()
    table.begin()
    table.rule("play", seat="blue")
    appeal = table.order("blue", sheet, word="appeal", is_shown=False)
    opened = opened_appeal(table, appeal) | other
    opened["text"] = opened["text"].replace(sheet, text) if text else opened["text"]
    for _ in range(answers):
        table.rule("answer", to=appeal.seq, opens=[opened] * times)
    return table.pack()


def bad_joining() -> Iterator[Case]:
    game = bare(joined())
    yield (
        "join-withheld",
        "2 seats",
        "somebody joins and gets no seat",
        changed(lambda es: _end(es, 2, _vacated()), game),
    )
    yield "join-other-kind", "2 seats", "joined by another kind of key than the seat gets", put(2, game, key="pgp:x")
    yield "join-nobody", "2 seats", "joined, and nobody sits there", put(2, game, name="", key="")
    yield "join-for-other", "2 seats", "the seat of another is given", put(2, game, seat="red")
    yield "join-taken", "4 seats", "a seat that is taken is joined", changed(_join_taken, game)
    yield "join-by-ruling", "4 seats", "an empty seat given by a ruling before the start", changed(_ruled_in, game)
    yield "join-freely", "8 seats", "an empty seat given without a word", changed(_freely, game)
    yield "join-playing", "8 seats", "somebody joins when the game is played", _join_late()
    yield "start-empty", "8 seats", "a start where nobody sits any more", changed(lambda es: _start_at(es, 8), game)
    yield "start-alone", "3 seats", "a start where nobody ever sat", changed(lambda es: _start_at(es, 3), game)
    asking = changed(lambda es: es[6].update(asks=[["blue", "1"]]), game)
    yield "asks-early", "6 chain", "somebody is awaited before the start", asking


def _end(entries: list[Body], seq: int, body: Body) -> None:
    """End a record with another entry."""
    entries[seq:] = [{"at": entries[seq - 1]["at"], "game": GAME, **body}]


def _vacated(*by: int) -> Body:
    return {"kind": "ruling", "act": "vacate", "reason": "", "seat": "red", "asks": [], "by": list(by)}


def _join_taken(entries: list[Body]) -> None:
    entries[3]["seat"] = "blue"
    entries[4].update(seat="blue")
    del entries[5:]


def _ruled_in(entries: list[Body]) -> None:
    ruling = {"kind": "ruling", "act": "substitute", "reason": "", "seat": "red", "asks": []}
    seat = {**entries[4], "by": [3]}
    _end(entries, 3, ruling)
    entries.append(seat)


def _freely(entries: list[Body]) -> None:
    seat = {**entries[9], "by": []}
    entries[8:] = [seat]


def _start_at(entries: list[Body], seq: int) -> None:
    start = {**entries[12], "luck": {"blue": LUCK.hex()}}
    entries[seq:] = [start]


def _join_late() -> Files:
    table = Table()
    table.open(())
    join(table, "blue", "Zoë", "join blue")
    table.sit("red", "Rufus", "desk")
    table.write("start", luck={}, chance=[], position=sample.position("start"), asks=[["blue", "1"]])
    ruling = table.rule("vacate", seat="red", by=[], asks=[["blue", "1"]])
    table.sit("red", "", "", ruling.seq)
    table.sit("red", "Ida", "desk", table.order("red", "join red", word="join").seq)
    return table.pack()


def bad_leaving() -> Iterator[Case]:
    game = bare(joined())
    first = fair.luck_commitment(GAME, "red", sample.secret("other luck")).hex()
    yield "left-lucky", "7 seats", "a luck that stays when its player left before the start", put(7, game, luck=first)
    yield "left-other", "7 seats", "somebody else there by the word to leave", put(7, game, name="Ida", key="desk")
    yield (
        "left-unruled",
        "6 seats",
        "a word to withdraw, and nobody leaves",
        changed(lambda es: _end(es, 6, _vacated()), game),
    )
    yield "left-known", "8 luck", "a luck taken away when another was revealed", _left_after_reveal()
    yield "word-early", "3 chain", "a request to go back before the start", put(3, game, word="undo")


def _left_after_reveal() -> Files:
    """Let red leave when blue's luck is known: what it would have done to the dice is known too."""
    table = Table()
    table.open(())
    join(table, "blue", "Zoë", f"join blue luck {COMMITMENT}", luck=COMMITMENT)
    first = fair.luck_commitment(GAME, "red", sample.secret("other luck")).hex()
    join(table, "red", "Rufus", f"join red luck {first}", luck=first, key=(IDA_KEY, IDA_ID))
    table.order("blue", f"reveal {LUCK.hex()}", word="reveal", is_shown=False)
    word = table.order("red", "withdraw", word="resign", is_shown=False)
    table.sit("red", "", "", table.rule("vacate", seat="red", by=[word.seq], asks=[]).seq)
    return table.pack()


def bad_sheets() -> Iterator[Case]:
    """Yield games in which the record takes words otherwise than they were signed."""
    yield "signed-no-join", "1 evidence", "orders signed by who is said to have joined", joined_by("roll")
    yield "signed-join-other", "1 evidence", "another seat asked for than was given", joined_by("join red")
    yield "signed-join-luck", "1 evidence", "luck that was not signed", joined_by("join blue", luck=COMMITMENT)
    other = joined_by(f"join blue luck {COMMITMENT}", luck=OTHER)
    yield "signed-join-other-luck", "1 evidence", "another luck signed than the seat has", other
    dropped = joined_by(f"join blue luck {COMMITMENT}")
    yield "signed-join-dropped", "1 evidence", "a luck that was signed and not taken", dropped
    yield "signed-join-more", "1 evidence", "more signed than that he joins", joined_by("join blue please")
    seat = joined_by("join", signing=Signing(seat="red"))
    yield "signed-join-header", "1 evidence", "signed for another seat", seat
    key = joined_by("join", signing=Signing(key=IDA_KEY))
    yield "signed-join-key", "1 evidence", "joined by another key than the seat has", key
    yield (
        "signed-withdraw-late",
        "4 evidence",
        "withdrawn from a game that is played, and taken to resign",
        left_by("ritiro"),
    )
    for name, sheet in (("number", "agree 7"), ("nothing", "agree"), ("none", "agree 99"), ("words", "agree to 8")):
        yield f"signed-agree-{name}", "9 evidence", "agreed to something else than the request", agreed_by(sheet)
    yield "signed-undo-more", "8 evidence", "more signed than a request", agreed_by("agree 8", undo="undo 4")
    for name, sheet in (
        ("order", "appeal 3: no"),
        ("to-come", "appeal 5: no"),
        ("mute", "appeal 4"),
        ("far", "appeal 99: x"),
    ):
        yield f"signed-appeal-{name}", "5 evidence", "an appeal from nothing", appeal_by(sheet)
    days: dict[str, str] = {
        "other": "leave 2024-03-30..2024-03-31",
        "later": "leave 2024-03-31..2024-04-01",
        "none": "leave 2024-03-30..none",
        "never": "leave 2024-02-30..2024-04-01",
        "words": "leave tomorrow",
        "orders": "roll",
    }
    for name, sheet in days.items():
        yield f"signed-leave-{name}", "4 evidence", "another leave signed than was given", leave_by(sheet)
    quoting = leave_by("leave 2024-03-30..2024-04-01", is_quoting=True, signing=Signing(DESK))
    yield "signed-leave-quoting", "4 evidence", "a leave for all games that quotes a head of this one", quoting
    elsewhere = leave_by("leave 2024-03-30..2024-04-01", signing=Signing("spring-2"))
    yield "signed-leave-elsewhere", "4 evidence", "a leave signed for another game", elsewhere


def joined_by(sheet: str, *, luck: str = "", signing: Signing | None = None) -> Files:
    """Return a game, given up before its start, that blue joined by some sheet."""
    table = Table()
    table.open(())
    word = table.order("blue", sheet, word="join", signing=signing)
    table.sit("blue", "Zoë", BLUE_ID, word.seq, luck=luck)
    table.rule("void", hidden=HIDDEN.hex())
    return table.pack() | {"evidence.jsonl": folder.join(table.evidence)}


def left_by(sheet: str) -> Files:
    """Return a game that blue left by some sheet."""
    table = Table()
    table.begin()
    word = table.order("blue", sheet, word="resign")
    table.sit("blue", "", "", table.rule("vacate", seat="blue", by=[word.seq], asks=[]).seq, luck=COMMITMENT)
    table.close()
    return table.pack()


def agreed_by(sheet: str, *, undo: str = "undo") -> Files:
    """Return a game that was taken back by what red asked for, and blue signed."""
    table = Asked()
    seat, other = ("blue", "red") if undo != "undo" else ("red", "blue")
    word = table.order(seat, undo, word="undo")
    agreed = table.order(other, sheet, word="agree")
    table.rule("back", to=3 if seat == "blue" else 5, by=[word.seq, agreed.seq], asks=[["blue", "1"]])
    table.close()
    return table.pack()


def appeal_by(sheet: str) -> Files:
    """Return a game in which blue appeals by some sheet."""
    table = Table()
    table.begin()
    table.rule("play", seat="blue")
    table.order("blue", sheet, word="appeal")
    table.close()
    return table.pack()


def leave_by(sheet: str, *, is_quoting: bool = False, signing: Signing | None = None) -> Files:
    """Return a game in which blue is on leave from the 30th of March to the first of April, by some sheet."""
    table = Paced()
    table.begin_paced()
    quoted = seen(table) if is_quoting else None
    word = table.order("blue", sheet, word="leave", came=table.now, seen=quoted, signing=signing)
    table.clock("leave", seat="blue", by=[word.seq], **{"from": time("03-29 23:00"), "to": time("04-01 22:00")})
    return table.end()
