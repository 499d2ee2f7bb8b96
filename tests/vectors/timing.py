"""Records with a pace that must be rejected: each rule about time broken once, and the rest as it should be."""

from collections.abc import Iterator
from typing import Any

from tests.record.paced import HOUR, PACE, Paced, asked, paced, paced_ask, paced_back, paced_hosted, time
from tests.vectors.forgery import Body, Case, Files, bare, changed, drop, insert, put

DAY = 24 * HOUR
# Entries of the game in which everything happens.
ANSWER, ANSWERED, OUTAGE, EXTENDED, LEAVE, RESUMED, LATE, DEFAULT, SECOND, HANDED = 6, 7, 8, 9, 11, 15, 16, 17, 22, 24


def bad_times() -> Iterator[Case]:
    """Yield every case."""
    yield from bad_paces()
    yield from bad_lates()
    yield from bad_answers()
    yield from bad_leaves()
    yield from bad_outages()
    yield from bad_rulings()


def bad_paces() -> Iterator[Case]:
    bad: dict[str, tuple[str, Body]] = {
        "rest-unsorted": ("days of rest out of order", {"rest": [6, 5]}),
        "rest-always": ("rest on all days", {"rest": [0, 1, 2, 3, 4, 5, 6]}),
        "rest-eighth": ("an eighth day of the week", {"rest": [7]}),
        "offsets-none": ("no offset", {"offsets": []}),
        "offsets-late": ("offsets that do not begin with time", {"offsets": [[1, 0]]}),
        "offsets-twice": ("two offsets from one instant on", {"offsets": [[0, 0], [9, 1], [9, 2]]}),
        "offset-day": ("an offset of a whole day", {"offsets": [[0, DAY]]}),
        "bank-full": ("a bank that cannot hold what it begins with", {"cap": 48 * HOUR - 1}),
        "bank-short": ("a bank of less than a minute", {"bank": 59}),
        "bank-long": ("a bank of more than a leap year", {"bank": 366 * DAY + 1, "cap": 366 * DAY}),
        "hold-long": ("answers that are held for more than a day", {"hold": DAY + 1}),
        "late-never": ("a way to treat the late that does not exist", {"late": "forgive"}),
        "lates-none": ("a seat that changes hands before anybody is late", {"lates": 0}),
        "outage-blink": ("outages of less than a minute", {"outage": 59}),
        "mood": ("a field that does not exist", {"mood": 1}),
    }
    for name, (why, change) in bad.items():
        yield f"pace-{name}", "0 bytes", why, put(0, paced(), pace=PACE | change)
    less = {name: value for name, value in PACE.items() if name != "zone"}
    yield "pace-zoneless", "0 bytes", "a pace without the name of its zone", put(0, paced(), pace=less)


def bad_lates() -> Iterator[Case]:
    game, hosted = paced(), paced_hosted()
    yield (
        "late-early",
        "16 clock",
        "late a second before the grace is over",
        put(LATE, game, at=time("04-09 06:10") - 1),
    )
    yield "late-other-due", "16 clock", "late by another deadline", put(LATE, game, due=time("04-09 00:10") + 1)
    yield "late-unawaited", "16 clock", "late, and not awaited", put(LATE, game, seat="blue")
    yield "late-twice", "17 clock", "late twice in one turn", cut(17, game, last=LATE)
    yield "late-paused", "15 clock", "late in a pause", cut(15, game, last=LATE)
    yield "late-nobody", "16 chain", "nobody is late", put(LATE, game, seat="")
    asking: Body = {"kind": "clock", "act": "late", "seat": "red", "due": time("04-22 10:10")}
    yield "late-asked", "6 clock", "late where the host is asked", cut(6, paced_ask(), **asking, at=time("04-24 10:10"))
    yield "late-unplayed", "17 clock", "late, and another move is made", put(DEFAULT, game, cause="forced")
    yield "late-move-early", "7 clock", "a default before anybody was late", put(ANSWERED, game, cause="late")
    yield "late-move-on", "22 clock", "a default in the turn after a late one", cut(22, game, last=SECOND + 1)
    yield "late-kept", "29 clock", "late too often, and plays on", changed(_keep, game)
    yield "late-too-often", "24 clock", "late too often, and late again", changed(_late_again, game)
    bound = put(10, hosted, due=time("04-01 00:09"))
    yield "late-hosted-due", "10 clock", "a hosted seat bound by another deadline", bound
    yield (
        "late-hosted-other",
        "13 chain",
        "a hosted seat that was late moves otherwise",
        put(13, hosted, cause="ruling"),
    )
    freed = {"kind": "clock", "act": "late", "seat": "red", "due": time("03-30 00:00")}
    yield "late-hosted-anew", "7 chain", "a hosted seat that has chosen is late", insert(7, hosted, **freed)
    unbound = changed(lambda es: es.insert(10, es.pop(11) | {"at": time("04-01 00:10")}), hosted)
    yield "late-before-hosted", "10 clock", "late before the hosted seat was bound", unbound


def _keep(entries: list[Body]) -> None:
    """Let red stay where it is, and name it once more."""
    again = {"act": "substitute", "asks": asked("blue 4"), "reason": "", "seat": "red"}
    entries[HANDED] = {"at": entries[HANDED]["at"], "game": entries[0]["game"], "kind": "ruling", **again}
    entries[HANDED + 1]["name"] = "Rufus"


def _late_again(entries: list[Body]) -> None:
    """Let red be asked once more, and be late for the third time, and stay."""
    entries[SECOND + 1]["asks"] = asked("red 4")
    again = {**entries[SECOND], "at": time("05-01 00:00"), "due": time("04-15 20:00")}
    entries[HANDED:] = [again]


def bad_answers() -> Iterator[Case]:
    late = changed(lambda es: _move_at(es, ANSWER, time("04-01 15:10") + 1), paced())
    yield "answer-late", "7 clock", "a sheet that came after deadline and grace", late
    bound = changed(lambda es: es[6].update(at=time("03-29 13:00"), came=time("03-29 12:10") + 1), paced_hosted())
    yield "answer-hosted-late", "6 clock", "a hosted seat bound by a sheet that came after its deadline", bound
    spent = changed(lambda es: _move_at(es, 16, time("04-03 21:10") + 1), paced_back())
    yield "answer-after-late", "17 clock", "more time than the opening bank after a late turn", spent


def _move_at(entries: list[Body], seq: int, came: int) -> None:
    """Let an order come at an instant, and its move follow."""
    for entry in entries[seq:]:
        entry["at"] = max(entry["at"], came)
    entries[seq]["came"] = came


def cut(seq: int, files: Files, last: int | None = None, **body: Any) -> Files:
    """Return a game that ends with another entry: a later one of its own, or one that is given."""

    def end(entries: list[Body]) -> None:
        own = {"at": entries[seq - 1]["at"], "game": entries[0]["game"]} if last is None else entries[last]
        entries[seq:] = [own | body]

    return changed(end, bare(files))


def bad_leaves() -> Iterator[Case]:
    """Yield leaves of blue, who is awaited from Wednesday the 27th of March, 10:00 UTC, on."""
    days = ("03-29 23:00", "04-01 22:00")  # Saturday to Monday, in Rome
    yield "leave-soon", "5 clock", "a leave less than a day ahead", leave("03-27 23:00", "03-28 23:00")
    yield "leave-behind", "5 clock", "a leave written down when it had begun", leave(*days, at="03-30 12:00")
    yield "leave-noon", "5 clock", "a leave that begins at noon", leave("03-29 11:00", "03-31 22:00")
    yield "leave-utc", "5 clock", "a leave that ends at a midnight of another zone", leave("03-29 23:00", "04-01 00:00")
    yield "leave-summer", "5 clock", "a leave that ends an hour late in summer", leave("03-29 23:00", "03-31 23:00")
    yield "leave-none", "5 clock", "a leave of no days", leave("03-29 23:00", "03-29 23:00")
    yield "leave-backwards", "5 clock", "a leave that ends before it begins", leave("03-29 23:00", "03-28 23:00")
    yield "leave-long", "5 clock", "four days of leave, where there are three", leave("03-29 23:00", "04-02 22:00")
    yield "leave-of-other", "5 clock", "a leave by the word of another seat", leave(*days, seat="red")
    yield "leave-by-nothing", "5 seats", "a leave by no word", leave(*days, by=[])
    yield "leave-by-older", "5 seats", "a leave by an older entry", leave(*days, by=[3])
    yield "leave-unannounced", "4 clock", "a leave that nobody announced", drop(4, leave(*days, by=[3]))
    yield "leave-withheld", "5 seats", "a leave announced and not given", changed(_withhold, leave(*days))
    yield "leave-far", "5 clock", "a leave when nobody knows the offsets of its zone", changed(_put_off, leave(*days))
    second: dict[str, tuple[str, str, str]] = {
        "overlap": ("a leave that runs into another", "03-31 22:00", "04-02 22:00"),
        "over": ("a leave that begins in another", "03-28 23:00", "03-30 23:00"),
        "again": ("the same leave once more", *days),
        "longer": ("a leave made longer", "03-29 23:00", "04-02 22:00"),
        "more": ("a day more than there are", "04-01 22:00", "04-02 22:00"),
    }
    for name, (why, begin, end) in second.items():
        yield f"leave-{name}", "7 clock", why, leaves(days, (begin, end))
    gone = leaves(days, ("03-29 23:00", "03-30 23:00"), at="03-31 10:00")
    yield "leave-undone", "7 clock", "a leave made shorter by a day that is over", gone
    begun = leaves(days, ("03-29 23:00", "03-29 23:00"), at="03-30 00:00")
    yield "leave-unbegun", "7 clock", "a leave given up when it had begun", begun


def leave(begin: str, end: str, **more: Any) -> Files:
    """Return a game in which blue announces a leave."""
    table = Paced()
    table.begin_paced()
    _leave(table, (begin, end), **more)
    return table.end()


def leaves(first: tuple[str, str], second: tuple[str, str], at: str = "03-27 12:00") -> Files:
    """Return a game in which blue announces a leave, and then something else."""
    table = Paced()
    table.begin_paced()
    _leave(table, first)
    table.wait(at)
    _leave(table, second)
    return table.end()


def _leave(table: Paced, days: tuple[str, str], at: str = "", seat: str = "blue", by: list[int] | None = None) -> None:
    word = table.order("blue", "leave 2024-03-30..2024-04-01", word="leave", came=table.now, is_shown=False)
    table.wait(at) if at else None
    table.clock("leave", seat=seat, by=[word.seq] if by is None else by, **{"from": time(days[0]), "to": time(days[1])})


def _put_off(entries: list[Body]) -> None:
    """Let a leave begin a day before what the pace covers is over, and end a day after that."""
    over = time("03-30 23:00") + 1826 * DAY
    entries[5] |= {"from": over - DAY, "to": over + DAY}


def _withhold(entries: list[Body]) -> None:
    del entries[5]


def bad_outages() -> Iterator[Case]:
    game = paced()
    begin = {"from": time("04-01 22:01")}
    yield "outage-short", "8 clock", "an outage of less than the pace counts", put(OUTAGE, game, **begin)
    yield (
        "outage-behind",
        "8 clock",
        "an outage from before the entry before it",
        put(OUTAGE, game, **{"from": AT_ASKED}),
    )
    yield "outage-ahead", "8 clock", "an outage that is not over", put(OUTAGE, game, to=time("04-02 02:00") + 1)
    yield (
        "outage-backwards",
        "8 clock",
        "an outage that ends before it begins",
        put(OUTAGE, game, to=time("04-01 19:00")),
    )
    yield "outage-of-nobody", "8 chain", "an outage of a seat that there is not", put(OUTAGE, game, seat="green")
    gone = changed(lambda es: es[21].update(seat="blue"), game)
    yield "outage-of-other", "22 clock", "late as if the outage of another seat counted", gone
    yield "bounced-long", "4 clock", "letters that bounce for more than three days", bounced((72, 1))
    yield "bounced-on", "5 clock", "letters that bounce for three days in a row and on", bounced((72, 0), (4, 0))
    often = bounced((70, 0), (60, 0), (38, 1), gap=HOUR)
    yield "bounced-often", "6 clock", "letters that bounce for more than seven days", often


AT_ASKED = time("04-01 14:10") - 1


def bounced(*spans: tuple[int, int], gap: int = 0) -> Files:
    """Return a game in which letters to blue bounce for spans of hours and seconds, one after the other."""
    table = Paced()
    table.begin_paced()
    begin = table.now
    for hours, seconds in spans:
        end = begin + hours * HOUR + seconds
        table.now = end
        table.clock("outage", seat="blue", **{"from": begin, "to": end})
        begin = end + gap
    return table.end()


def bad_rulings() -> Iterator[Case]:
    game = paced()
    yield "extend-idle", "9 clock", "more time for a seat that is not awaited", put(EXTENDED, game, seat="red")
    yield "extend-less", "9 clock", "less time than it has", put(EXTENDED, game, due=time("04-03 08:10"))
    yield "extend-late", "17 clock", "more time for who was late", cut(17, game, **_extended("red", "04-20 00:00"))
    over: Body = {**_extended("blue", "04-20 00:00"), "at": time("04-03 14:10") + 1}
    yield "extend-over", "8 clock", "more time when deadline and grace are over", cut(8, game, **over)
    yield "pause-past", "14 clock", "a pause that ends when it begins", put(14, game, until=time("04-08 00:00"))
    far = time("03-27 09:00") + 1830 * DAY  # from the opening on
    yield "pause-far", "14 clock", "a pause of more than five years", put(14, game, until=far + 1)
    yield "extend-far", "9 clock", "more time than five years", put(EXTENDED, game, due=far + 1)
    yield "resume-playing", "14 clock", "resumed, and was not paused", cut(14, game, last=RESUMED)
    ended: Body = {"kind": "ruling", "act": "resume", "reason": "", "at": time("04-16 12:00")}
    yield "resume-ended", "31 clock", "resumed when the pause had ended by itself", cut(31, game, **ended)
    yield "pause-forgotten", "14 clock", "late as if the game had been paused", cut(14, game, last=LATE)


def _extended(seat: str, due: str) -> Body:
    return {"kind": "ruling", "act": "extend", "reason": "", "seat": seat, "due": time(due)}
