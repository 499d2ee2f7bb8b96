"""From a seat's view to its turn report: what the view, the happenings it may hear and public decisions tell."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from msgspec.structs import replace

from pbem.games.game import NARROW, WIDE, AnyGame, Decision, Drawing, Look, Outcome, Seat
from pbem.report.drawing import inline
from pbem.report.page import (
    AwaitedLine,
    Eyes,
    MatchInfo,
    Notices,
    OrderLine,
    PlayerLine,
    Progress,
    Question,
    QuotedLine,
    Result,
    ResultColumn,
    ResultRow,
    RulingLine,
    SheetLines,
    TurnPage,
)
from pbem.report.printed import print_problem, printed

MOST_ORDERS = 150
LONGEST_NAME = 40
_NOBODY = "\N{EN DASH}"
LONGEST_WORDS = 60
TOTAL = "total"  # a category of this name is the total; without it the others are added up. What follows it breaks ties


def turn_page(
    game: AnyGame,
    info: MatchInfo,
    view: Any,
    eyes: Eyes,
    progress: Progress,
    notices: Notices = Notices(),  # noqa: B008 - frozen
) -> TurnPage:
    """Make the report of a seat, or the public one, from its view.

    Refuses notices without a seat: an answer to a sheet is private.
    """
    seat, language = eyes.seat, eyes.language
    if seat is None and notices != Notices():
        raise ValueError("a public report cannot answer anybody's sheet")
    asked = tuple(decision for decision in progress.decisions if decision.ask)
    mine = next((decision for decision in asked if decision.seat == seat), None)
    others = (decision for decision in asked if decision.seat != seat)
    # The view shows a board that its reader may see; of what happened, too, nobody hears what is not for him.
    heard = (happening for happening in progress.happenings if happening.is_known_to(seat))
    return TurnPage(
        language=language,
        subject=_subject(game, info, seat),
        title=game.meta.titles[language],
        match=printed(info.id),
        date=f"{datetime.fromtimestamp(info.at, UTC):%Y-%m-%d %H:%M} UTC",
        seat=game.called(seat, language) if seat else "",
        players=_players(game, info, eyes),
        problems=tuple(print_problem(problem, LONGEST_WORDS) for problem in notices.problems),
        is_refused=notices.is_refused,
        sheet=_sheet(notices),
        rulings=tuple(_ruling(game, ruling, language) for ruling in info.rulings),
        happened=tuple(printed(game.say(happening.saying, language)) for happening in heard),
        question=_question(game, view, mine, eyes, has_clock=info.time is not None) if mine else None,
        is_kept=notices.is_kept or info.is_sealed,
        is_sealed=info.is_sealed,
        time=info.time,
        is_reminder=bool(notices.reminder),
        awaited=tuple(_awaited(game, info, decision, language) for decision in others),
        result=result_table(game, holders_of(info), progress.outcome, language) if progress.outcome else None,
        void=printed(info.void),
        board_text="\n".join(line.rstrip() for line in game.board(view, language).strip("\n").splitlines()),
        board_svg=inline(_drawings(game, info, view, eyes, progress)),
        hosted=", ".join(game.called(seat, language) for seat in info.hosted),
        house=tuple(map(printed, game.house(info.table, language))),
        reply=tuple(map(printed, info.reply)) if seat else (),
        stop=tuple(map(printed, info.stop)),
        sign=f"sign_{info.sign}",
        size=info.size,
        head=printed(info.head),
        quoted=tuple(_quoted(game, line, language) for line in info.quoted),
        note=info.note.strip("\n"),
    )


def _drawings(game: AnyGame, info: MatchInfo, view: Any, eyes: Eyes, progress: Progress) -> tuple[Drawing, ...]:
    """Return the board as it is drawn for wide and for narrow windows, or nothing where none is asked for."""
    if not eyes.has_picture:
        return ()
    names = {seat: _name(info.names, seat) for seat in info.names}
    looks = (Look(eyes.language, width, names, progress.before) for width in (WIDE, NARROW))
    return tuple(game.draw(view, look) for look in looks)


def _subject(game: AnyGame, info: MatchInfo, seat: Seat | None) -> str:
    # The same for every letter of a seat, whatever its language: mail programs thread by it.
    place = f" ({seat})" if seat else ""
    return f"{game.meta.titles['en']} {printed(info.id)}{place}"


def _name(names: Mapping[Seat, str], seat: Seat) -> str:
    return printed(names.get(seat, ""), LONGEST_NAME)


def _players(game: AnyGame, info: MatchInfo, eyes: Eyes) -> tuple[PlayerLine, ...]:
    banks, leaves = (info.time.banks, info.time.leaves) if info.time else ({}, {})
    return tuple(
        PlayerLine(
            game.called(seat, eyes.language),
            _name(info.names, seat),
            seat == eyes.seat,
            banks.get(seat, ""),
            leaves.get(seat, ""),
        )
        for seat in info.names
    )


def _ruling(game: AnyGame, ruling: RulingLine, language: str) -> RulingLine:
    seat = game.called(ruling.seat, language) if ruling.seat else ""
    return replace(ruling, seat=seat, reason=printed(ruling.reason))


def _quoted(game: AnyGame, line: QuotedLine, language: str) -> QuotedLine:
    return QuotedLine(game.called(line.seat, language), line.size, printed(line.head))


def _sheet(notices: Notices) -> tuple[SheetLines, ...]:
    is_told = any(problem.text == notices.frozen for problem in notices.problems)
    frozen = (notices.frozen,) if notices.frozen and not is_told else ()
    lines = (
        SheetLines("frozen", frozen),
        SheetLines("taken_over", notices.taken_over),
        SheetLines("request", notices.request),
        SheetLines("press", notices.press),
        SheetLines("past", notices.past),
        SheetLines("understood", notices.understood),
        SheetLines("preview", notices.preview),
        SheetLines("played", notices.played),
        SheetLines("planned", notices.planned),
        SheetLines("unused", notices.unused),
        SheetLines("silence", notices.silence),
        SheetLines("held", notices.held),
        SheetLines("aside", notices.aside),
        SheetLines("arrived", notices.arrived),
        SheetLines("receipt", (notices.receipt,) if notices.receipt else ()),
        SheetLines("help", notices.help),
    )
    return tuple(SheetLines(part.phrase, tuple(map(printed, part.lines))) for part in lines if part.lines)


def _awaited(game: AnyGame, info: MatchInfo, decision: Decision, language: str) -> AwaitedLine:
    seat = game.called(decision.seat, language)
    time = info.time.awaited.get(decision.seat) if info.time else None
    return AwaitedLine(seat, _name(info.names, decision.seat), printed(game.say(decision.about, language)), time)


def _question(game: AnyGame, view: Any, decision: Decision, eyes: Eyes, *, has_clock: bool) -> Question:
    language = eyes.language
    moves = game.moves(view)
    orders = tuple(_orders(game, islice(moves, MOST_ORDERS), decision, language))
    return Question(
        about=printed(game.say(decision.about, language)),
        orders=orders,
        more=sum(1 for _ in moves),
        has_between=any(order.is_between for order in orders),
        decline="" if decision.decline is None else printed(game.write(decision.decline, language)),
        default=printed(game.write(game.default(view), language)) if has_clock else "",
    )


def _orders(game: AnyGame, moves: Iterator[Any], decision: Decision, language: str) -> Iterator[OrderLine]:
    for number, move in enumerate(moves, 1):
        yield OrderLine(number, printed(game.write(move, language)), game.kind(move) != decision.kind)


def holders_of(info: MatchInfo) -> dict[Seat, tuple[str, ...]]:
    """Return everybody who held each seat, one after the other; who holds it if nothing else is known."""
    return {seat: info.holders.get(seat, (name,)) for seat, name in info.names.items()}


def _all_names(names: tuple[str, ...]) -> str:
    """Return the names of all who held a seat; nothing if nobody ever did."""
    return ", ".join(printed(name, LONGEST_NAME) or _NOBODY for name in names) if any(names) else ""


def result_table(game: AnyGame, names: Mapping[Seat, tuple[str, ...]], outcome: Outcome, language: str) -> Result:
    """Return how everybody came out, in a language; of each seat everybody is named who held it."""
    ranked = sorted((seat for seat in names if seat in outcome.ranks), key=outcome.ranks.__getitem__)
    points = [outcome.points.get(seat, {}) for seat in ranked]
    columns = (
        ResultColumn(game.called(seat, language), _all_names(names[seat]), outcome.ranks[seat], _total(counted))
        for seat, counted in zip(ranked, points, strict=True)
    )
    ties = {name for counted in points for name in _after_total(counted)}
    rows: list[ResultRow] = []
    last_rows: list[ResultRow] = []
    for name in dict.fromkeys(name for counted in points for name in counted if name != TOTAL):
        row = ResultRow(printed(game.called(name, language)), tuple(counted.get(name, 0) for counted in points))
        (last_rows if name in ties else rows).append(row)
    return Result(tuple(columns), tuple(rows), tuple(last_rows))


def _after_total(counted: Mapping[str, int]) -> list[str]:
    names = list(counted)
    return names[names.index(TOTAL) + 1 :] if TOTAL in names else []


def _total(counted: dict[str, int]) -> int:
    return counted.get(TOTAL, sum(counted.values()))
