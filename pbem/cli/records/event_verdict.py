"""A verdict on an event in words: what was checked, what the director did between the draws, which games there are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.records.verdict import but
from pbem.cli.records.witness import say_of_letters
from pbem.cli.show import counted
from pbem.mail.safe import clean

if TYPE_CHECKING:
    from pbem.desk.events.records.event_verdict import EventVerified

_AT_THE_END = "the dice of tables are checked when the event's secret is laid open, at its end"
_SAID = {"checked": "signed", "attested": "said to be signed", "entered": "entered at the desk"}


def say_event(found: "EventVerified") -> None:
    """Say what was found."""
    for check, verdict in found.checks.items():
        click.echo(f"{check:<10} {verdict}")
    if found.chance:
        click.echo(f"chance     {clean(found.chance + _whose(found), 600)}")
    for number, line in enumerate(_deeds(found.director)):
        click.echo(f"{'' if number else 'director':<10} {clean(line, 400)}")
    if found.games:
        click.echo(f"games      {_counts(found.games)}")
    if found.witness:
        say_of_letters(found.witness, "event")
    click.echo(_last_line(found))


def _whose(found: "EventVerified") -> str:
    """Say what can be said of the chance of an event by what was checked, and no more."""
    if found.chance not in _WHOSE:
        return ""
    are_dice_checked = found.checks.get("games") == "ok"
    where = "in every draw and die" if are_dice_checked else "in every draw so far"
    told = _WHOSE[found.chance](found.director, where)
    if any(deed["before"] > 1 for deed in (*found.director["acts"], *found.director["leavings"])):
        told += "; later draws depend on who left, and on what was ruled, before them"
    return f": {told}" if are_dice_checked else f": {told}; {_AT_THE_END}"


def _joint(director: Mapping[str, Any], where: str) -> str:
    told = f"luck that a player signed is {where}"
    if left_out := _left_out(director):
        draws = f"2^{len(left_out)} draws, by who left or did not check in"
        return f"{told}, but whoever knew the lucks could choose among {draws}"
    if director["given_up"]:
        return f"{told}, but the director gave the event up when he knew it"
    return f"{told}, so that the director alone could not choose them"


def _attested(_director: Mapping[str, Any], where: str) -> str:
    return f"luck is {where}, but the referee alone vouches for it, and he could have chosen it"


def _beacon(director: Mapping[str, Any], where: str) -> str:
    number, source = director["beacon"]["number"], director["beacon"]["source"]
    told = f"{number!r}, entered as the public number {source!r}, is {where}"
    rests = "that it is that number, and that entries were complete before it was known"
    return f"{told}; {rests}, only letters kept from before can show"


def _host(_director: Mapping[str, Any], _where: str) -> str:
    return "the director alone chose the event's secrets, and could try out draws before he kept one"


_WHOSE: dict[str, Callable[[Mapping[str, Any], str], str]] = {
    "joint": _joint,
    "attested": _attested,
    "beacon": _beacon,
    "host": _host,
}


def _left_out(director: Mapping[str, Any]) -> list[str]:
    return [*director["unrevealed"], *director["left_after_reveal"]]


def _last_line(found: "EventVerified") -> str:
    if found.first_bad:
        seq = found.first_bad["seq"]
        place = "beside the log" if seq is None else f"entry {seq}"
        return f"NOT VALID: {place}: {clean(found.first_bad['why'], 300)}"
    if found.cannot:
        return f"CANNOT CHECK: {clean(found.cannot, 300)}"
    whole = f"{counted(found.entries, 'entry', 'entries')}, head {found.head}"
    return f"valid: {whole}{but(found.witness or {}, 'event')}"


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
    for left in director["leavings"]:
        yield f"{_when(left)}, entry {left['seq']}: {left['player']} withdrew, {_SAID[left['said']]}"
    yield from _lucks(director)
    yield from _games(director)
    yield from _words(director)
    if ruled := director["in_games"]:
        yield f"rulings in games: {', '.join(f'{act} {count}' for act, count in ruled.items())}"
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
    left_out = _left_out(director)
    if director["unrevealed"]:
        yield f"committed to a luck, and did not check in: {_listed(director['unrevealed'])}"
    if director["left_after_reveal"]:
        yield f"left when lucks of others may have been known: {_listed(director['left_after_reveal'])}"
    if left_out:
        yield f"so there were 2^{len(left_out)} possible draws, and who knew these lucks could choose among them"
    if luck := director["luck"]:
        checked = sum(vouched == "checked" for vouched in luck.values())
        yield f"luck: {checked} of {len(luck)} checked, signed when committed to and when revealed"
    if given_up := director["given_up"]:
        yield f"given up when the luck of these was known, and draws and dice could be foreseen: {_listed(given_up)}"


def _words(director: Mapping[str, Any]) -> Iterator[str]:
    """Say who vouches for what players are said to have said."""
    words = director["words"]
    if words:
        told = ", ".join(f"{words.get(said, 0)} {_SAID[said]}" for said in ("checked", "attested", "entered"))
        yield f"words of players: {told}"
    if director["attested"]:
        yield f"said to be signed, and the director alone says so: {_listed(list(director['attested']))}"
    if director["entered"]:
        yield f"words entered at the desk for players who have a key: {_listed(list(director['entered']))}"
    if director["keyless"]:
        yield f"entered at the desk, without a key: {_listed(director['keyless'])}"
    if director["appeals_unanswered"]:
        yield f"appeals not answered: {director['appeals_unanswered']} of {director['appeals']}"


def _games(director: Mapping[str, Any]) -> Iterator[str]:
    told = {"voids": "void", "adjudicated": "adjudicated", "replays": "played once more"}
    for name, word in told.items():
        if director[name]:
            yield f"games {word}: {_listed(director[name])}"
    if director["redraws"]:
        yield f"rounds drawn again: {_listed(director['redraws'])}"
    if director["over"]:
        bound = f"{director['bound']} of {counted(director['over'], 'game that is over', 'games that are over')}"
        yield f"bound by a signed sheet that quotes a head: {bound}; what no quoted head binds could be made anew"


def _listed(names: Sequence[object]) -> str:
    return ", ".join(map(str, names))
