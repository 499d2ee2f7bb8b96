"""What a caller asks of an event: is this form sound, draw the next round, check a draw, who is ahead."""

from collections.abc import Iterable, Sequence

from pbem.phrases import counted
from pbem.tournament.chance import Chance, draw_slot, lots_slot
from pbem.tournament.errors import BadEventError
from pbem.tournament.faults import TABLES, entrant_faults, form_faults, history_faults
from pbem.tournament.found import form_named
from pbem.tournament.scores.points import average_points
from pbem.tournament.scores.ties import STANDARD
from pbem.tournament.values import Draw, Entrant, Form, History, Player, Scoring, Standings, Tell, untold

POINTS = (5, 3, 2, 1, 0)


def standard_scoring(table: int, points: tuple[int, ...] = POINTS) -> Scoring:
    """Return the scoring that an event has unless its director says otherwise: a bye is worth an average place."""
    bye = average_points(points, table) if len(points) >= table else 0
    return Scoring(bye=bye, points=points, substituted="entrant", ties=STANDARD)


def faults(form: Form, allowed: Sequence[int] = TABLES) -> tuple[str, ...]:
    """Return what is wrong with a form, one line each; `allowed` are the numbers of players that the game takes."""
    return tuple(form_faults(form, allowed))


def start_faults(form: Form, entrants: Sequence[Entrant]) -> tuple[str, ...]:
    """Return why an event of a sound form cannot start with these entrants, one line each."""
    wrong = tuple(entrant_faults(entrants))
    players = sum(entrant.is_in(1) for entrant in entrants)
    return wrong or tuple(form_named(form.kind).field_faults(form, players))


def rounds_of(form: Form) -> int:
    """Return how many rounds an event of a sound form has."""
    return form_named(form.kind).rounds(form)


def draw(
    form: Form,
    entrants: Sequence[Entrant],
    history: History,
    chance: Chance,
    *,
    attempt: int = 1,
    tell: Tell = untold,
) -> Draw:
    """Draw the next round; BadEventError if there is none to draw, or something is wrong with what has been.

    `tell` is told how many of its shuffles are improved, which takes seconds where many play.
    """
    players = who_is_drawn(form, entrants, history)
    kind = form_named(form.kind)
    stream = chance.roll(draw_slot(len(history.rounds) + 1, attempt))
    lots = stream.shuffle(players)
    return kind.draw(form, history, players=players, lots=lots, stream=stream, tell=tell)


def check(
    form: Form,
    entrants: Sequence[Entrant],
    history: History,
    drawn: Draw,
    chance: Chance,
    *,
    attempt: int = 1,
) -> tuple[str, ...]:
    """Return what is wrong with a draw of the next round, as far as a stranger can tell without searching.

    That is everything but whether a better start was found: byes by lot, who goes on, sizes, costs, and that no
    exchange of two players and no other way to sit is cheaper. To check the search as well, draw again and compare.
    """
    players = who_is_drawn(form, entrants, history)
    number = len(history.rounds) + 1
    if drawn.round != number:
        return (f"this is a draw of round {drawn.round}, not {number}",)
    lots = chance.roll(draw_slot(number, attempt)).shuffle(players)
    return tuple(form_named(form.kind).draw_faults(form, history, drawn, players=players, lots=lots))


def draw_lots(entrants: Sequence[Entrant], chance: Chance, *, attempt: int = 1) -> tuple[Player, ...]:
    """Draw the lots that tell equals apart when an event ends: all entrants, in the order of entry, shuffled."""
    return chance.roll(lots_slot(attempt)).shuffle([entrant.player for entrant in entrants])


def score(form: Form, entrants: Sequence[Entrant], history: History, lots: tuple[Player, ...] = ()) -> Standings:
    """Return who is ahead by all that has a result; BadEventError if something is wrong with what has been.

    Without lots (before the end of an event) those whom nothing else tells apart share a rank.
    """
    wrong = [*_faults_so_far(form, entrants, history)]
    if lots and sorted(lots) != sorted(entrant.player for entrant in entrants):
        wrong.append("the lots are not those of all entrants")
    _refuse(wrong)
    return form_named(form.kind).standings(form, entrants, history, lots)


def who_is_drawn(form: Form, entrants: Sequence[Entrant], history: History) -> tuple[Player, ...]:
    """Return who is a candidate for the next round, in the order of entry; BadEventError if there is none to draw."""
    _refuse(_faults_so_far(form, entrants, history))
    _refuse(_unfinished(form, history))
    number = len(history.rounds) + 1
    kind = form_named(form.kind)
    there = tuple(entrant.player for entrant in entrants if entrant.is_in(number))
    players = kind.candidates(form, there, history)
    if number == 1:
        _refuse(kind.field_faults(form, len(players)))
    elif len(players) < form.least:
        left = counted(len(players), "player is", "players are")
        _refuse([f"{left} left for round {number}: a table takes {form.least} at least"])
    return players


def _faults_so_far(form: Form, entrants: Sequence[Entrant], history: History) -> tuple[str, ...]:
    wrong = (*form_faults(form), *entrant_faults(entrants))
    return wrong or tuple(history_faults(form, entrants, history))


def _unfinished(form: Form, history: History) -> tuple[str, ...]:
    """Return why no further round can be drawn."""
    rounds = form_named(form.kind).rounds(form)
    if len(history.rounds) >= rounds:
        return (f"all rounds are drawn: {rounds}",)
    open_tables = [
        f"round {number} is not over: table {place} has no result"
        for number, drawn in enumerate(history.rounds, 1)
        for place, table in enumerate(drawn.tables, 1)
        if table.result is None
    ]
    return tuple(open_tables[:1])


def _refuse(wrong: Iterable[str]) -> None:
    if lines := tuple(wrong):
        raise BadEventError(lines)
