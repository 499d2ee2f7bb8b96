"""A verdict on an event in words: what was checked, what the director did between the draws, which games there are."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.show import counted
from pbem.mail.safe import clean

if TYPE_CHECKING:
    from pbem.desk.records.events import EventVerified

_CHANCE = {
    "joint": ": luck that a player signed is in every draw and die, so that the director alone could not choose them",
    "attested": ": luck is in the draws and dice, but the referee alone vouches for it, and he could have chosen it",
    "beacon": ": a public number is in every draw and die; that nobody knew it when entries closed, letters show",
    "host": ": nobody could change a draw after the start, but the director alone chose the event's secrets",
}


def say_event(found: "EventVerified") -> None:
    """Say what was found."""
    for check, verdict in found.checks.items():
        click.echo(f"{check:<10} {verdict}")
    if found.chance:
        click.echo(f"chance     {found.chance}{_CHANCE.get(found.chance, '')}")
    for number, line in enumerate(_deeds(found.director)):
        click.echo(f"{'' if number else 'director':<10} {clean(line, 400)}")
    if found.games:
        click.echo(f"games      {_counts(found.games)}")
    click.echo(_last_line(found))


def _last_line(found: "EventVerified") -> str:
    if found.first_bad:
        seq = found.first_bad["seq"]
        place = "beside the log" if seq is None else f"entry {seq}"
        return f"NOT VALID: {place}: {clean(found.first_bad['why'], 300)}"
    if found.cannot:
        return f"CANNOT CHECK: {clean(found.cannot, 300)}"
    return f"valid: {counted(found.entries, 'entry', 'entries')}, head {found.head}"


def _counts(games: Mapping[str, bool | None]) -> str:
    verdicts = list(games.values())
    told = f"{verdicts.count(True)} of {len(verdicts)} valid"
    return f"{told}, {verdicts.count(None)} cannot be checked" if None in verdicts else told


def _deeds(director: Mapping[str, Any]) -> Iterator[str]:
    """Yield what the director did, as the record tells it."""
    if not director:
        return
    yield f"rulings: {', '.join(f'{act} {count}' for act, count in director['rulings'].items()) or 'none'}"
    for deed in director["acts"]:
        about = f" ({deed['about']})" if deed["about"] else ""
        yield f"{_when(deed)}, entry {deed['seq']}: {deed['act']}{about}: {deed['reason']}"
    yield from _lucks(director)
    yield from _games(director)
    if ruled := director["in_games"]:
        yield f"rulings in games: {', '.join(f'{act} {count}' for act, count in ruled.items())}"
    if entered := director["entered"]:
        yield f"words entered at the desk for players who have a key: {_listed(list(entered))}"
    if director["rekeyed"]:
        yield f"sat down with another key than they entered with: {_listed(director['rekeyed'])}"
    if late := director["late"]:
        yield f"entered after the start: {_listed(late)}"


def _when(deed: Mapping[str, Any]) -> str:
    """Say which draw came after an act, or is to come."""
    if not deed["before"]:
        return "no draw came after"
    return f"before draw {deed['before']}{' (again)' if deed['attempt'] > 1 else ''}"


def _lucks(director: Mapping[str, Any]) -> Iterator[str]:
    left_out = [*director["unrevealed"], *director["left_after_reveal"]]
    if director["unrevealed"]:
        yield f"committed to a luck, and did not check in: {_listed(director['unrevealed'])}"
    if director["left_after_reveal"]:
        yield f"left when lucks of others were known: {_listed(director['left_after_reveal'])}"
    if left_out:
        yield f"so there were 2^{len(left_out)} possible draws, and who knew these lucks could choose among them"
    if luck := director["luck"]:
        checked = sum(vouched == "checked" for vouched in luck.values())
        yield f"luck: {checked} of {len(luck)} checked, signed when committed to and when revealed"


def _games(director: Mapping[str, Any]) -> Iterator[str]:
    told = {"voids": "void", "adjudicated": "adjudicated", "replays": "played once more"}
    for name, word in told.items():
        if director[name]:
            yield f"games {word}: {_listed(director[name])}"
    if director["redraws"]:
        yield f"rounds drawn again: {_listed(director['redraws'])}"


def _listed(names: Sequence[object]) -> str:
    return ", ".join(map(str, names))
