"""From a seat's view to its turn report: what the view, the happenings it may hear and public decisions tell."""

from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from pbem.games.drawing.palette import SEATS, colour
from pbem.games.drawing.pieces.marks import MARKS
from pbem.games.game import MAIL, NARROW, WIDE, AnyGame, Decision, Look, Names, Outcome, Saying, Seat
from pbem.report.choices import answering, choices, example, explained, fallback
from pbem.report.drawing import inline
from pbem.report.notice import (
    NOTHING,
    TOPICS,
    NoticeReceipt,
    NoticeReminder,
    Notices,
    NoticeSettled,
    find_part,
    is_refusal,
    lines_in,
    problems_in,
)
from pbem.report.page import (
    AwaitedLine,
    Badge,
    Eyes,
    MatchInfo,
    Picture,
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
from pbem.report.player_table import ledger
from pbem.report.safe_text import print_problem, printed, told
from pbem.report.story import Chapter, Reader, tell

LONGEST_NAME = 40
_NOBODY = "\N{EN DASH}"
LONGEST_WORDS = 60
TOTAL = "total"  # a category of this name is the total; without it the others are added up. What follows it breaks ties
_ABOUT_SEATS = ("ruling_vacate", "ruling_substitute")  # so begin the phrases that say that a seat changes hands
# What a letter may be about that asks nothing.
_TOLD_ALONE = ("understood", "preview", "desk_answer", "help", "press", "request")
_CID = 32  # hex digits that a picture is named by


def turn_page(
    game: AnyGame,
    info: MatchInfo,
    view: Any,
    eyes: Eyes,
    progress: Progress,
    notices: Notices = NOTHING,
) -> TurnPage:
    """Make the report of a seat, or the public one, from its view.

    Refuses notices without a seat: an answer to a sheet is private.
    """
    seat, language = eyes.seat, eyes.language
    if seat is None and notices:
        raise ValueError("a public report cannot answer anybody's sheet")
    names = {held: _name(info.names, held) for held in info.names}
    asked = tuple(decision for decision in progress.decisions if decision.ask)
    mine = next((decision for decision in asked if decision.seat == seat), None)
    others = (decision for decision in asked if decision.seat != seat)
    settled = find_part(notices, NoticeSettled)
    rows = ledger(game, view, progress.before, language=language, seats=tuple(info.names))
    page = TurnPage(
        language=language,
        subject=_subject(game, info, seat),
        first=Saying("first_news"),
        title=game.meta.titles[language],
        match=printed(info.id),
        stage=told(game.stage(view, language), language),
        date=f"{datetime.fromtimestamp(info.at, UTC):%Y-%m-%d %H:%M} UTC",
        seat=game.called(seat, language) if seat else "",
        players=_players(game, info, names, eyes),
        ledger=rows,
        problems=tuple(print_problem(problem, LONGEST_WORDS) for problem in problems_in(notices)),
        is_refused=is_refusal(notices),
        sheet=_sheet(notices),
        since=_since(info, seat),
        rulings=tuple(_ruling(game, ruling, names, language) for ruling in info.rulings),
        chapters=_chapters(game, progress, names, eyes),
        is_cut=False,
        badges={held: _badge(game, held) for held in info.names},
        question=_question(game, info, view, mine, eyes=eyes, names=names) if mine else None,
        is_kept=(settled is not None and not settled.is_decided) or info.is_sealed,
        is_sealed=info.is_sealed,
        time=info.time,
        is_reminder=find_part(notices, NoticeReminder) is not None,
        awaited=tuple(_awaited(game, info, decision, names, language) for decision in others),
        result=result_table(game, holders_of(info), progress.outcome, language) if progress.outcome else None,
        void=printed(info.void),
        board_text=_board_text(game, view, language, has_table=bool(rows)),
        board_svg=_page_drawings(game, view, names, eyes, progress),
        picture=None,
        legend=() if progress.outcome else explained(game.legend(view, language), language),
        hosted=", ".join(game.called(seat, language) for seat in info.hosted),
        house=_house(game, info, language),
        reply=tuple(map(printed, info.reply)) if seat else (),
        stop=tuple(map(printed, info.stop)),
        sign=f"sign_{info.sign}",
        is_signed_apart=info.is_signed_apart,
        size=info.size,
        head=printed(info.head),
        quoted=tuple(_quoted(game, line, language) for line in info.quoted),
        note=info.note.strip("\n"),
    )
    page = replace(page, first=_first(page))
    return replace(page, picture=_picture(game, view, names, eyes, progress)) if _is_pictured(page, eyes) else page


def _chapters(game: AnyGame, progress: Progress, names: Names, eyes: Eyes) -> tuple[Chapter, ...]:
    """Return what happened; people are called as those who held their seats then."""
    held = progress.held or (names,) * len(progress.happenings)
    chapters: list[Chapter] = []
    for then, run in groupby(zip(held, progress.happenings, strict=True), lambda one: one[0]):
        # The view shows a board that its reader may see; of what happened, too, nobody hears what is not for him.
        heard = (happening for _, happening in run if happening.is_known_to(eyes.seat))
        called = {seat: _name(then, seat) for seat in then}
        chapters += tell(game, heard, Reader(eyes.seat, eyes.language, called))
    return tuple(chapters)


def _since(info: MatchInfo, seat: Seat | None) -> Saying:
    """Return what stands above the news: from when on they are told."""
    if seat is None:
        return Saying("happened")
    return Saying(info.since, {"number": info.size - 1})


def _house(game: AnyGame, info: MatchInfo, language: str) -> Saying | None:
    """Say that there are house values, and which differ from those that the game comes with; None if there are none."""
    values = game.house(info.table, language)
    if not values:
        return None
    usual = game.house(game.table(), language)
    others = "; ".join(printed(value) for value in values if value not in usual)
    return Saying("house_others", {"values": others}) if others else Saying("house")


def _first(page: TurnPage) -> Saying:
    """Return the line that says it all."""
    if page.is_refused:
        return Saying("first_refused")
    if page.void:
        return Saying("first_void")
    if page.result:
        winners = [column.name or column.seat for column in page.result.columns if column.rank == 1]
        return Saying("first_over", {"names": ", ".join(winners)})
    if page.question and not page.is_kept:
        until = page.time.until if page.time else ""
        return Saying("first_asked_until" if until else "first_asked", {"about": page.question.about, "until": until})
    if page.awaited:
        told_all = ", ".join(line.told for line in page.awaited)
        return Saying("first_waits" if page.seat else "first_public", {"waits": told_all})
    return Saying("first_news")


def _is_pictured(page: TurnPage, eyes: Eyes) -> bool:
    """Tell whether a letter shows the board: painting takes long, and who is only told that a sheet came saw it."""
    is_answer = any(part.phrase in _TOLD_ALONE for part in page.sheet) or page.problems
    is_asked = page.question is not None and not page.is_kept
    return eyes.is_mailed and (not is_answer or is_asked or page.result is not None)


def _picture(game: AnyGame, view: Any, names: Names, eyes: Eyes, progress: Progress) -> Picture:
    look = Look(eyes.language, MAIL, names, progress.before)
    drawing = game.draw(view, look)
    # Named by what it shows: the same picture has the same name in every letter, and tells nothing else.
    name = sha256(drawing.svg.encode()).hexdigest()[:_CID]
    return Picture(drawing, f"{name}@pbem", told(game.describe(view, look), eyes.language), MAIL)


def _page_drawings(game: AnyGame, view: Any, names: Names, eyes: Eyes, progress: Progress) -> str:
    """Return the board as it is drawn for wide and for narrow windows, or nothing where none is asked for."""
    if not eyes.has_picture or eyes.is_mailed:
        return ""
    looks = (Look(eyes.language, width, names, progress.before) for width in (WIDE, NARROW))
    return inline(tuple(game.draw(view, look) for look in looks))


def _board_text(game: AnyGame, view: Any, language: str, *, has_table: bool) -> str:
    """Return the board as text; the players stand in a table of their own, if the game has one."""
    board = game.board(view, language, has_players=not has_table)
    return "\n".join(line.rstrip() for line in board.strip("\n").splitlines())


def _subject(game: AnyGame, info: MatchInfo, seat: Seat | None) -> str:
    # The same for every letter of a seat, whatever its language: mail programs thread by it.
    place = f" ({seat})" if seat else ""
    return f"{game.meta.titles['en']} {printed(info.id)}{place}"


def _name(names: Mapping[Seat, str], seat: Seat) -> str:
    return printed(names.get(seat, ""), LONGEST_NAME)


def _badge(game: AnyGame, seat: Seat) -> Badge:
    if seat not in MARKS:
        return Badge(game.called(seat, "en")[:1].upper(), colour("ink-soft", "light"), colour("on-dark", "light"))
    mark = MARKS[seat]
    return Badge(mark.letter, SEATS[seat], colour("on-dark" if mark.ink == "d-light" else "on-light", "light"))


def _players(game: AnyGame, info: MatchInfo, names: Names, eyes: Eyes) -> tuple[PlayerLine, ...]:
    banks, leaves = (info.time.banks, info.time.leaves) if info.time else ({}, {})
    return tuple(
        PlayerLine(
            game.called(seat, eyes.language),
            name,
            seat == eyes.seat,
            _badge(game, seat),
            banks.get(seat, ""),
            leaves.get(seat, ""),
        )
        for seat, name in names.items()
    )


def _ruling(game: AnyGame, ruling: RulingLine, names: Names, language: str) -> RulingLine:
    seat = Seat(ruling.seat)
    name = "" if ruling.act.startswith(_ABOUT_SEATS) else names.get(seat, "")
    who = (name or game.called(seat, language)) if seat else ""
    came, left = (printed(name, LONGEST_NAME) for name in (ruling.name, ruling.old))
    return replace(ruling, seat=who, reason=printed(ruling.reason), name=came, old=left)


def _quoted(game: AnyGame, line: QuotedLine, language: str) -> QuotedLine:
    return QuotedLine(game.called(line.seat, language), line.size, printed(line.head))


def _sheet(notices: Notices) -> tuple[SheetLines, ...]:
    lines = {topic: lines_in(notices, topic) for topic in TOPICS}
    problems = {problem.text for problem in problems_in(notices)}
    lines["frozen"] = tuple(line for line in lines["frozen"] if line not in problems)  # else it is told twice
    if receipt := find_part(notices, NoticeReceipt):
        lines["receipt"] = (receipt.digest,)
    return tuple(SheetLines(topic, tuple(map(printed, told))) for topic, told in lines.items() if told)


def _awaited(game: AnyGame, info: MatchInfo, decision: Decision, names: Names, language: str) -> AwaitedLine:
    time = info.time.awaited.get(decision.seat) if info.time else None
    return AwaitedLine(told(game.waits(decision, language, names), language), time)


def _question(game: AnyGame, info: MatchInfo, view: Any, decision: Decision, *, eyes: Eyes, names: Names) -> Question:
    language = eyes.language
    is_mailed = info.sign != "desk" and not info.is_signed_apart  # else a link that opens a mail would be a trap
    statements = info.reply if is_mailed else ()
    link = answering(info.address, f"Re: {_subject(game, info, eyes.seat)}", tuple(map(printed, statements)))
    offered = game.grouped(view, language, names)
    groups = choices(game, view, language, groups=offered, link=link)
    order, effect = fallback(game, view, language, names)
    lines = [line for group in groups for line in group.lines]
    return Question(
        about=told(game.say(decision.about, language), language),
        groups=groups,
        only=lines[0].text if len(lines) == 1 and lines[0].number == 1 else "",
        decline="" if decision.decline is None else printed(game.write(decision.decline, language)),
        fallback=order,
        effect=effect,
        example=example(offered, order),
    )


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
