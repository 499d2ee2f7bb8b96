"""From a seat's view to its turn report: what the view, the happenings it may hear and public decisions tell."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from pbem.games.game import AnyGame, Decision, Happening, Outcome, Seat
from pbem.report.clean import clean
from pbem.report.drawing import inline
from pbem.report.page import (
    AwaitedLine,
    MatchInfo,
    Notices,
    OrderLine,
    PlayerLine,
    ProblemLine,
    Question,
    Result,
    ResultColumn,
    ResultRow,
    RulingLine,
    SheetLines,
    TurnPage,
)

MOST_ORDERS = 150
LONGEST_NAME = 40
LONGEST_WORDS = 60
TOTAL = "total"  # a category of this name is the total; without it the others are added up. What follows it breaks ties


def turn_page(  # noqa: PLR0913 - a report joins what the game, the record and the desk each know
    game: AnyGame,
    info: MatchInfo,
    view: Any,
    *,
    seat: Seat | None,
    happenings: Sequence[Happening],
    decisions: Sequence[Decision],
    language: str,
    notices: Notices = Notices(),  # noqa: B008 - frozen
    outcome: Outcome | None = None,
    has_picture: bool = True,
) -> TurnPage:
    """Make the report of a seat, or the public one (None), from its view.

    `decisions` is whom the game waits for. Refuses notices without a seat: an answer to a sheet is private.
    """
    if seat is None and notices != Notices():
        raise ValueError("a public report cannot answer anybody's sheet")
    asked = tuple(decision for decision in decisions if decision.ask)
    mine = next((decision for decision in asked if decision.seat == seat), None)
    board = game.draw(view, language, has_picture=has_picture)
    return TurnPage(
        language=language,
        subject=_subject(game, info, seat),
        title=game.meta.titles[language],
        match=clean(info.id),
        date=f"{datetime.fromtimestamp(info.at, UTC):%Y-%m-%d %H:%M} UTC",
        seat=game.called(seat, language) if seat else "",
        players=_players(game, info, seat, language),
        problems=tuple(_problem(problem) for problem in notices.problems),
        is_refused=notices.is_refused,
        sheet=_sheet(notices),
        rulings=tuple(_ruling(game, ruling, language) for ruling in info.rulings),
        happened=tuple(clean(game.say(h.saying, language)) for h in happenings if h.is_known_to(seat)),
        question=_question(game, view, mine, language) if mine else None,
        is_kept=notices.is_kept,
        awaited=tuple(_awaited(game, info, decision, language) for decision in asked if decision.seat != seat),
        result=result_table(game, info.names, outcome, language) if outcome else None,
        void=clean(info.void),
        board_text="\n".join(line.rstrip() for line in board.text.strip("\n").splitlines()),
        board_svg=inline(board.svg),
        house=tuple(map(clean, game.house(info.table, language))),
        reply=tuple(map(clean, info.reply)) if seat else (),
        sign=f"sign_{info.sign}",
        size=info.size,
        head=clean(info.head),
        note=info.note.strip("\n"),
    )


def _subject(game: AnyGame, info: MatchInfo, seat: Seat | None) -> str:
    # The same for every letter of a seat, whatever its language: mail programs thread by it.
    place = f" ({seat})" if seat else ""
    return f"{game.meta.titles['en']} {clean(info.id)}{place}"


def _name(names: Mapping[Seat, str], seat: Seat) -> str:
    return clean(names.get(seat, ""), LONGEST_NAME)


def _players(game: AnyGame, info: MatchInfo, you: Seat | None, language: str) -> tuple[PlayerLine, ...]:
    return tuple(PlayerLine(game.called(seat, language), _name(info.names, seat), seat == you) for seat in info.names)


def _ruling(game: AnyGame, ruling: RulingLine, language: str) -> RulingLine:
    seat = game.called(ruling.seat, language) if ruling.seat else ""
    return RulingLine(f"ruling_{ruling.act}", seat, clean(ruling.reason))


def _problem(problem: ProblemLine) -> ProblemLine:
    return ProblemLine(
        problem.line, clean(problem.text), tuple(map(clean, problem.nearest)), clean(problem.words, LONGEST_WORDS)
    )


def _sheet(notices: Notices) -> tuple[SheetLines, ...]:
    is_told = any(problem.text == notices.frozen for problem in notices.problems)
    lines = (
        SheetLines("frozen", (notices.frozen,) if notices.frozen and not is_told else ()),
        SheetLines("press", notices.press),
        SheetLines("past", notices.past),
        SheetLines("understood", notices.understood),
        SheetLines("preview", notices.preview),
        SheetLines("played", notices.played),
        SheetLines("planned", notices.planned),
        SheetLines("unused", notices.unused),
        SheetLines("silence", notices.silence),
        SheetLines("receipt", (notices.receipt,) if notices.receipt else ()),
        SheetLines("help", notices.help),
    )
    return tuple(SheetLines(part.phrase, tuple(map(clean, part.lines))) for part in lines if part.lines)


def _awaited(game: AnyGame, info: MatchInfo, decision: Decision, language: str) -> AwaitedLine:
    seat = game.called(decision.seat, language)
    return AwaitedLine(seat, _name(info.names, decision.seat), clean(game.say(decision.about, language)))


def _question(game: AnyGame, view: Any, decision: Decision, language: str) -> Question:
    moves = game.moves(view)
    orders = tuple(_orders(game, islice(moves, MOST_ORDERS), decision, language))
    return Question(
        about=clean(game.say(decision.about, language)),
        orders=orders,
        more=sum(1 for _ in moves),
        has_between=any(order.is_between for order in orders),
        decline="" if decision.decline is None else clean(game.write(decision.decline, language)),
    )


def _orders(game: AnyGame, moves: Iterator[Any], decision: Decision, language: str) -> Iterator[OrderLine]:
    for number, move in enumerate(moves, 1):
        yield OrderLine(number, clean(game.write(move, language)), game.kind(move) != decision.kind)


def result_table(game: AnyGame, names: Mapping[Seat, str], outcome: Outcome, language: str) -> Result:
    """Return how everybody came out, in a language."""
    ranked = sorted((seat for seat in names if seat in outcome.ranks), key=outcome.ranks.__getitem__)
    points = [outcome.points.get(seat, {}) for seat in ranked]
    columns = (
        ResultColumn(game.called(seat, language), _name(names, seat), outcome.ranks[seat], _total(counted))
        for seat, counted in zip(ranked, points, strict=True)
    )
    rows = {
        name: ResultRow(clean(game.called(name, language)), tuple(counted.get(name, 0) for counted in points))
        for name in dict.fromkeys(name for counted in points for name in counted if name != TOTAL)
    }
    ties = {name for counted in points for name in _after_total(counted)}
    return Result(
        tuple(columns),
        tuple(row for name, row in rows.items() if name not in ties),
        tuple(row for name, row in rows.items() if name in ties),
    )


def _after_total(counted: Mapping[str, int]) -> list[str]:
    names = list(counted)
    return names[names.index(TOTAL) + 1 :] if TOTAL in names else []


def _total(counted: dict[str, int]) -> int:
    return counted.get(TOTAL, sum(counted.values()))
