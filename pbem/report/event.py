"""An event as a page: standings, who finished ahead of whom, tables, rulings; also as CSV, JSON and a plot."""

import csv
import io
import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct, to_builtins

from pbem.games.kit.svg import document, element, text, title
from pbem.phrases import Say
from pbem.report.safe_text import printed
from pbem.tournament.director.event import Event
from pbem.tournament.director.showing import finished_ahead, points_in_words, scores_by_round, with_moves
from pbem.tournament.values import UNIT, Player, Standings, StandingsLine

_WIDTH, _HEIGHT, _LEFT, _TOP, _NAMES = 760, 420, 44, 24, 190
_COLOURS = ("#0072B2", "#555555", "#E69F00", "#CC79A7", "#6B3A14", "#009E73", "#98291C", "#1F1B18")
_DASHES = ("", "8 4", "2 4", "10 3 2 3")
_LINE_HEIGHT = 14
_MOST_LINES = 24  # beyond which nobody can follow a line


class Cell(Struct, frozen=True):
    """A cell of a table: what it says, and what kind of thing that is: gold, other, ahead, even, self, or none."""

    text: str
    kind: str = ""


class EventLine(Struct, frozen=True):
    """A player's line of the standings: places by round, points, marks of the tie-breaks, places won or lost."""

    rank: int
    name: str
    rounds: tuple[tuple[Cell, ...], ...]
    points: str
    marks: tuple[str, ...]
    moved: str
    withdrew: int


class TableShown(Struct, frozen=True):
    """A table of the last round, and what it came to."""

    number: int
    game: str
    names: tuple[str, ...]
    result: str


class EventPage(Struct, frozen=True):
    """Everything the page of an event says. The templates see this and nothing else."""

    language: str
    subject: str
    event: str
    about: str
    rounds: int
    ties: tuple[str, ...]
    lines: tuple[EventLine, ...]
    ahead: tuple[tuple[str, tuple[Cell, ...]], ...]
    tables: tuple[TableShown, ...]
    rulings: tuple[str, ...]
    plot: str


def event_page(event: Event, lines: Standings, *, language: str, say: Say, rulings: Sequence[str] = ()) -> EventPage:
    """Return the page of an event by its standings; `rulings` are told already."""
    terms = event.book.terms
    about = say(
        "event_about",
        rules=terms.rules.key,
        form=event.form.kind,
        players=len(event.entrants),
        round=len(event.book.rounds),
        rounds=len(terms.rounds),
    )
    return EventPage(
        language=language,
        subject=printed(terms.title),
        event=event.id,
        about=about,
        rounds=len(event.book.rounds),
        ties=event.form.scoring.ties,
        lines=tuple(_line(event, shown.line, shown.moved) for shown in with_moves(event, lines)),
        ahead=_ahead(event, lines),
        tables=tuple(_tables(event, say)),
        rulings=tuple(printed(one) for one in rulings),
        plot=plot(event, lines, say("event_plot")) if event.book.rounds else "",
    )


def _line(event: Event, line: StandingsLine, moved: int | None) -> EventLine:
    return EventLine(
        rank=line.rank,
        name=printed(line.player),
        rounds=tuple(_places(event, line.player, number) for number in range(len(event.book.rounds))),
        points=points_in_words(line.points),
        marks=tuple(map(_rounded, line.marks)),
        moved=f"{moved:+d}" if moved else "",
        withdrew=line.withdrew,
    )


def _rounded(mark: str) -> str:
    """Return what a tie-break gave to a thousandth, for the eye; the record and the CSV have it exactly."""
    if not mark:
        return ""
    told = Fraction(mark)
    thousandths = round(told * 1_000)
    whole, rest = divmod(abs(thousandths), 1_000)
    sign = "-" if thousandths < 0 else ""
    return f"{sign}{whole}" + (f".{rest:03}".rstrip("0") if rest else "")


def _places(event: Event, player: Player, number: int) -> tuple[Cell, ...]:
    """Return the places that somebody had in a round, one for each of his tables."""
    cells = []
    for table in event.history.rounds[number].tables:
        if player not in table.seats or table.is_void:
            continue
        place = table.result.places[table.seats.index(player)] if table.result else 0
        cells.append(Cell(str(place) if place else "\N{MIDDLE DOT}", "gold" if place == 1 else "other"))
    return tuple(cells)


def _ahead(event: Event, lines: Standings) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    """Return who finished ahead of whom how often, in the order of the standings."""
    met = finished_ahead(event)
    players = [line.player for line in lines]
    return tuple((printed(one), tuple(_pair(met, one, other) for other in players)) for one in players)


def _pair(met: dict[tuple[Player, Player], tuple[int, int]], one: Player, other: Player) -> Cell:
    if one == other:
        return Cell("", "self")
    if (one, other) not in met:
        return Cell("\N{MIDDLE DOT}")
    mine, theirs = met[one, other][0], met[other, one][0]
    kind = "ahead" if mine > theirs else "even" if mine == theirs else ""
    return Cell(f"{mine}:{theirs}", kind)


def _tables(event: Event, say: Say) -> list[TableShown]:
    last = len(event.book.rounds)
    shown = []
    for place, seating in event.book.places():
        if place.round != last:
            continue
        result = seating.result
        told = say("event_playing") if result is None else say("event_void") if result.how == "void" else ""
        names = seating.seats
        if result is not None and result.places:
            placed = sorted(zip(result.places, names, strict=True))
            names = tuple(f"{number}. {name}" for number, name in placed)
        shown.append(TableShown(place.table, seating.game, tuple(map(printed, names)), told))
    return shown


def standings_rows(event: Event, lines: Standings) -> list[list[str]]:
    """Return the standings as rows of words, the first one being the head."""
    head = ["rank", "player", "points", "points_in_120ths", "played", "withdrew", *event.form.scoring.ties]
    rows = [
        [*map(str, (line.rank, line.player, points_in_words(line.points), line.points, line.played, line.withdrew))]
        for line in lines
    ]
    return [head, *([*row, *line.marks] for row, line in zip(rows, lines, strict=True))]


def crosstable_rows(event: Event, lines: Standings) -> list[list[str]]:
    """Return who finished ahead of whom as rows of words: `2/3` is twice in three meetings; empty where none was."""
    met = finished_ahead(event)
    players = [line.player for line in lines]
    rows = [[one, *(_fraction(met.get((one, other))) for other in players)] for one in players]
    return [["player", *players], *rows]


def _fraction(pair: tuple[int, int] | None) -> str:
    return "" if pair is None else f"{pair[0]}/{pair[1]}"


def as_csv(rows: Sequence[Sequence[str]]) -> str:
    """Write rows as CSV. A cell that a spreadsheet would take for a formula is written as text."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([[_safe(cell) for cell in row] for row in rows])
    return out.getvalue()


def _safe(cell: str) -> str:
    is_formula = cell[:1] in ("=", "+", "@", "\t") or (cell[:1] == "-" and not cell[1:2].isdecimal())
    return f"'{cell}" if is_formula else cell


def as_json(event: Event, lines: Standings, *, is_cross: bool) -> str:
    """Write the standings, or who finished ahead of whom, as JSON."""
    told: dict[str, Any] = {"event": event.id, "title": event.book.terms.title, "head": event.book.head.hash.hex()}
    if is_cross:
        pairs = sorted(finished_ahead(event).items())
        told["ahead"] = [{"player": a, "of": b, "ahead": n, "met": m} for (a, b), (n, m) in pairs]
    else:
        told |= {"ties": event.form.scoring.ties, "standings": to_builtins(lines), "unit": UNIT}
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def as_text(rows: Sequence[Sequence[str]]) -> str:
    """Write rows as lines with columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def plot(event: Event, lines: Standings, words: str) -> str:
    """Draw the scores by round, one line for each player, the best ones if there are many; names at its end."""
    scores = scores_by_round(event)
    players = [line.player for line in lines][:_MOST_LINES]
    rounds = max(len(event.book.rounds), 1)
    most = max((max(scores[player], default=0) for player in players), default=0) or UNIT
    step = (_WIDTH - _LEFT - _NAMES) // rounds
    content = [title(words), *_grid(rounds, step, most)]
    ends = {player: _y(scores[player][-1] if scores[player] else 0, most) for player in players}
    for number, player in enumerate(players):
        content += _curve(number, scores[player], step, most)
    content += _labels(ends, _LEFT + rounds * step)
    return document(
        "".join(content),
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
        font_family="system-ui,sans-serif",
        font_size=12,
        fill="currentColor",
    )


def _y(parts: int, most: int) -> int:
    return _HEIGHT - 30 - parts * (_HEIGHT - 30 - _TOP) // most


def _grid(rounds: int, step: int, most: int) -> list[str]:
    bottom = _y(0, most)
    lines = []
    for number in range(rounds + 1):
        x = _LEFT + number * step
        lines.append(element("path", d=f"M{x} {_TOP}V{bottom}", stroke="#8A7A64", stroke_opacity="0.4"))
        lines.append(text(x, bottom + 18, str(number), text_anchor="middle"))
    lines.append(text(_LEFT - 8, _TOP + 4, points_in_words(most), text_anchor="end"))
    lines.append(text(_LEFT - 8, bottom + 4, "0", text_anchor="end"))
    return lines


def _labels(ends: dict[Player, int], x: int) -> list[str]:
    """Return the names at the ends of the lines, moved down where they would be written over each other."""
    labels, below = [], 0
    for player, y in sorted(ends.items(), key=lambda end: end[1]):
        below = max(y + 4, below + _LINE_HEIGHT)
        labels.append(text(x + 10, below, printed(player, 24)))
    return labels


def _curve(number: int, scores: tuple[int, ...], step: int, most: int) -> list[str]:
    """Return a player's line: told from others by its colour and its dashes, and by the name at its end."""
    points = [(_LEFT, _y(0, most))]
    points += [(_LEFT + (index + 1) * step, _y(parts, most)) for index, parts in enumerate(scores)]
    way = "M" + "L".join(f"{x} {y}" for x, y in points)
    colour = _COLOURS[number % len(_COLOURS)]
    dashes = _DASHES[number // len(_COLOURS) % len(_DASHES)]
    style = {"stroke_dasharray": dashes} if dashes else {}
    x, y = points[-1]
    return [
        # Whatever ground it stands on: the ink around a line is what it is seen by, where its colour is not.
        element("path", d=way, fill="none", stroke="currentColor", stroke_width="3.6", **style),
        element("path", d=way, fill="none", stroke=colour, stroke_width=2, **style),
        element("circle", cx=x, cy=y, r=4, fill=colour, stroke="currentColor", stroke_width="0.8"),
    ]
