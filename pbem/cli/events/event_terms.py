"""`pbem tournament new`: the options by which a director opens an event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pbem.cli.games.pace import pace_options
from pbem.cli.session import pairs
from pbem.cli.settled import writing
from pbem.desk.errors import UsageError
from pbem.desk.events.course.opening import NewEvent, new_event
from pbem.desk.matches.acts.offers.opening import ACCEPTS
from pbem.desk.matches.times.pacing import make_pace
from pbem.desk.wording.time_texts import read_instant, read_span, read_zone
from pbem.games.found import find, named
from pbem.mail.kinds import KINDS
from pbem.phrases import counted
from pbem.record.events.law.kinds import MOST_PLAYERS, Entries
from pbem.tournament.event import faults, rounds_of, standard_scoring
from pbem.tournament.found import find_forms, form_named
from pbem.tournament.values import Form

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.matches.times.pacing import PaceWish

_POINTS = "5,3,2,1,0"

# What forms let a director choose, and what is asked of him where he must.
_OF_FORMS = {
    "rounds": "how many rounds there are",
    "advance": "how many go on after each round",
    "laps": "",
    "starts": "",
}


@click.command()
@click.argument("id_", metavar="EVENT")
@click.argument("kind")
@click.option("--title", metavar="TEXT", default="", help="What the event is called; its id if not given.")
@click.option("--form", default="swiss", metavar="FORM", show_default=True, help="swiss, allmeet or heats.")
@click.option("--table", type=click.IntRange(2, 5), default=4, show_default=True, help="Players at a full table.")
@click.option(
    "--least", type=click.IntRange(2, 5), default=None, help="Fewest players at a table; one less if not given."
)
@click.option("--rounds", type=click.IntRange(1, 99), default=None, help="How many rounds a swiss has.")
@click.option("--advance", metavar="N,N..", default="", help="How many go on after each round of heats.")
@click.option(
    "--laps", type=click.IntRange(0, 10), default=None, help="How often everybody has each seat in an allmeet."
)
@click.option("--starts", type=click.IntRange(1, 256), default=None, help="Shuffles that a draw tries to improve.")
@click.option("--points", metavar="N,N..", default=_POINTS, show_default=True, help="What each place is worth.")
@click.option("--ties", metavar="NAME,NAME..", default="", help="Tie-breaks in order; see docs/events.md.")
@click.option("--until", metavar="TIME", required=True, help="When entries close.")
@click.option("--round-ends", "ends", metavar="TIME", multiple=True, help="When a round ends; once a round.")
@click.option("--every", metavar="SPAN", default="", help="Instead: every round is so long, the first from the start.")
@click.option("--players", metavar="LEAST..MOST", default="2..256", show_default=True, help="How many can be drawn.")
@click.option(
    "--latecomers", type=click.IntRange(0, 98), default=0, help="Until which round people may still enter; 0: none."
)
@click.option("--checkin", metavar="TIME", default="", help="Everybody commits luck, and reveals it until then.")
@click.option(
    "--beacon", metavar="TEXT", default="", help="Which public number is entered when the entries are closed."
)
@click.option(
    "--most-games", type=click.IntRange(0, 99), default=0, help="Games at once a player; 0: as many as drawn."
)
@click.option(
    "--unfinished",
    type=click.Choice(["default", "director"]),
    default="director",
    show_default=True,
    help="Games that outlast their round: ruled by you, or played out by the rules' defaults, where they end.",
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A rules option of the game.")
@click.option(
    "--accept", "accepts", multiple=True, type=click.Choice(sorted(KINDS)), help="A kind of signature to take."
)
@pace_options
@writing
def new(desk: Desk, id_: str, kind: str, pace: PaceWish, **given: Any) -> None:
    """Open an event EVENT of the game KIND: people can enter until the entries close.

    Everything that counts is fixed here and stands in its record; nothing of it can be changed later but by a ruling.
    Times are those of `zone` under [clock] in pbem.toml, such as '2026-12-20 18:00'.
    """
    if kind not in find():
        raise UsageError(f"there is no game {kind!r}; there is {', '.join(find())}")
    form = _form(given)
    if wrong := faults(form):
        raise UsageError("\n".join(wrong))
    least, most = _range(given["players"])
    until = _instant(desk, given["until"])
    checkin = _instant(desk, given["checkin"]) if given["checkin"] else 0
    rounds = _ends(desk, given, rounds_of(form), checkin or until)
    event = new_event(
        desk,
        NewEvent(
            id=id_,
            title=given["title"] or id_,
            rules=kind,
            form=form,
            entries=Entries(late=given["latecomers"], least=least, most=most, until=until),
            rounds=rounds,
            checkin=checkin,
            beacon=given["beacon"],
            options=pairs(given["options"], "--option setup=expert"),
            pace=make_pace(desk, named(kind), pace),
            most_games=given["most_games"],
            unfinished=given["unfinished"],
            accepts=tuple(dict.fromkeys(given["accepts"])) or ACCEPTS,
        ),
    )
    click.echo(f"opened the event {event.id}; invite people with `pbem tournament tell {event.id}`")


def _form(given: dict[str, Any]) -> Form:
    from msgspec.structs import replace

    kind, table = given["form"], given["table"]
    if kind not in find_forms():
        raise UsageError(f"there is no form {kind!r}: choose from {', '.join(find_forms())}")
    terms = {name: given[name] for name in ("rounds", "laps", "starts") if given[name] is not None}
    if given["advance"]:
        terms["advance"] = _numbers(given["advance"], "--advance 16,4")
    _check_terms(kind, terms)
    scoring = standard_scoring(table, tuple(_numbers(given["points"], "--points 5,3,2,1,0")))
    if given["ties"]:
        scoring = replace(scoring, ties=tuple(given["ties"].split(",")))
    least = given["least"] or max(2, table - 1)
    return Form(kind=kind, least=least, scoring=scoring, table=table, terms=terms, version=form_named(kind).version)


def _check_terms(kind: str, terms: dict[str, Any]) -> None:
    """Raise UsageError if what a form needs was not said, or something that it has not."""
    known = form_named(kind).terms.__struct_fields__
    if stray := next((name for name in terms if name not in known), None):
        options = [f"--{name}" for name in _OF_FORMS if name in known]
        raise UsageError(f"--{stray} says nothing in {kind}, which takes {' and '.join(options)}")
    for name, asked in _OF_FORMS.items():
        if asked and name in known and name not in terms:
            raise UsageError(f"say {asked}: --{name}")
    if 0 in terms.get("advance", ()):
        raise UsageError("--advance: somebody must go on after each round")


def _numbers(text: str, example: str) -> list[int]:
    parts = text.split(",")
    if not all(part.isdecimal() and len(part) < 10 for part in parts):
        raise UsageError(f"{text!r} is not of the form {example}")
    return [int(part) for part in parts]


def _range(text: str) -> tuple[int, int]:
    least, dots, most = text.partition("..")
    if not dots or not least.isdecimal() or not most.isdecimal() or len(text) > 20:
        raise UsageError(f"{text!r} is not of the form LEAST..MOST, such as 8..16")
    if not 2 <= int(least) <= int(most) <= MOST_PLAYERS:
        raise UsageError(f"{text!r}: an event takes 2 to {MOST_PLAYERS} players, and the smaller number comes first")
    return int(least), int(most)


def _instant(desk: Desk, text: str) -> int:
    return read_instant(text, read_zone(desk.settings.clock.zone))


def _ends(desk: Desk, given: dict[str, Any], rounds: int, begin: int) -> tuple[int, ...]:
    """Return when each round ends; UsageError unless just one of the two ways to say it was taken."""
    if bool(given["ends"]) == bool(given["every"]):
        raise UsageError("say when rounds end: --round-ends for each of them, or --every SPAN")
    if given["every"]:
        span = read_span(given["every"])
        return tuple(begin + number * span for number in range(1, rounds + 1))
    if len(given["ends"]) != rounds:
        has, times = counted(rounds, "round", "rounds"), counted(len(given["ends"]), "time", "times")
        raise UsageError(f"the event has {has}, and --round-ends is given {times}")
    return tuple(_instant(desk, text) for text in given["ends"])
