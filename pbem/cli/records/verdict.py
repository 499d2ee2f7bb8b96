"""A verdict in words: what was checked, what the host did, what was compared with what players signed."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.records.witness import say_of_letters
from pbem.cli.show import a, counted
from pbem.mail.safe import clean

if TYPE_CHECKING:
    from pbem.desk.records.checks.verdicts import Verified

_LATER = "this waits for the end of the game, or for a note"
_CHANCE = {
    "joint": ": luck that a player signed is in every die, so that the host alone could not choose them",
    "attested": ": luck is in the dice, but the referee alone vouches for it, and he could have chosen it",
    "event": ": the luck of an event is in every die; whose that was, the event's own record tells",
    "host": ": nobody could change a die after the opening, but the host alone chose the game's secrets",
}
_DEFAULTS = {
    "default": "where nobody is asked, or nobody sits",
    "late": "because an answer was late",
    "ruling": "by his ruling",
}
_FOLLOWED = {
    "agreed": "takebacks to which everybody agreed",
    "resigned": "seats that were resigned",
    "late": "seats that were late too often",
    "returned": "seats given back to who had been late",
    "deserted": "ends because nobody was left to play",
}


def say_verdict(found: "Verified") -> None:
    """Say what was found."""
    for check, verdict in found.checks.items():
        click.echo(f"{check:<10} {verdict}")
    if found.chance:
        click.echo(f"chance     {found.chance}{_CHANCE.get(found.chance, '')}")
    if found.host:
        _say_of_luck(found)
        _paragraph("host", _deeds(found.host))
    if found.zone:
        click.echo(f"zone       {clean(found.zone, 300)}")
    if found.orders:
        _paragraph("orders", _signatures(found.orders, found.host))
    if "later" in found.checks.values() and not found.cannot:
        click.echo(f"(later: {_LATER if found.ok else 'not looked at, because of the fault below'})")
    if found.witness:
        say_of_letters(found.witness)
    click.echo(last_line(found))


def last_line(found: "Verified") -> str:
    """Return the last line: valid, not valid, or not to be checked here."""
    if found.first_bad:
        seq = found.first_bad["seq"]
        place = "beside the log" if seq is None else f"entry {seq}"
        return f"NOT VALID: {place}: {clean(found.first_bad['why'], 300)}"
    if found.cannot:
        return f"CANNOT CHECK: {clean(found.cannot, 300)}"
    whole = f"{counted(found.entries, 'entry', 'entries')}, head {found.head}"
    if not found.host:
        return f"linked: {whole}; nothing but {' and '.join(found.checks)} was looked at"
    return f"valid: {whole}{but(found.witness or {})}"


def but(held: Mapping[str, Any], what: str = "game") -> str:
    """Say what in the letters is about a game and not of this record: it may be forged, or the record may be."""
    told = ""
    if namesakes := sum(held.get("namesakes", {}).values()):
        letters = counted(namesakes, "letter is", "letters are")
        told += f"; but {letters} about {a(what)} of this id by another referee"
    if unsigned := held.get("unsigned", 0):
        told += f"; but {counted(unsigned, f'note on this {what} is', f'notes on this {what} are')} of another key"
    if late := held.get("receipts", {}).get("late", 0):
        sheets = counted(late, "sheet that the referee signed for", "sheets that the referee signed for")
        told += f"; but a seat was called late over {sheets}"
    return told


def _paragraph(name: str, lines: Iterator[str]) -> None:
    for number, line in enumerate(lines):
        click.echo(f"{'' if number else name:<10} {clean(line, 400)}")


def _say_of_luck(found: "Verified") -> None:
    """Say whose luck is in the dice, and what a reader should know of the end before he believes in it."""
    host = found.host
    if hosted := host["hosted"]:
        click.echo(f"hosted     {', '.join(hosted)} can read the desk, and must choose first where all choose at once")
    if luck := host["luck"]:
        click.echo(f"luck       {_vouched(luck)}")
    if known := host["void_after_reveal"]:
        click.echo(f"void       after the luck of {', '.join(known)} was revealed: the host could know the dice")
    if host["is_unsigned"]:
        click.echo("note       the game is over, and nobody signed for its record")


def _vouched(luck: Mapping[str, str]) -> str:
    """Say whose luck is in the dice, and who vouches for it."""
    checked = [seat for seat, vouched in luck.items() if vouched == "checked"]
    attested = [seat for seat in luck if seat not in checked]
    told = []
    if checked:
        told.append(f"of {', '.join(checked)}: checked, signed when committed to and when revealed")
    if attested:
        told.append(f"of {', '.join(attested)}: attested by the referee alone")
    return "; ".join(told)


def _deeds(host: Mapping[str, Any]) -> Iterator[str]:
    """Yield what the host did, as the record tells it."""
    yield f"rulings: {_listed(host['rulings'])}"
    if followed := host["followed"]:
        told = _listed({_FOLLOWED[cause]: times for cause, times in followed.items()})
        yield f"rulings that players' words or the clock brought about: {told}"
    if appeals := host["appeals"]:
        against = counted(appeals, "appeal", "appeals")
        yield f"{against} against rulings, {host['appeals_unanswered']} never answered"
    for cause, times in host["defaults"].items():
        yield f"the rules' default was played {counted(times, 'time', 'times')} {_DEFAULTS[cause]}"
    entered = sum(host["entered"].values())
    if entered:
        orders = counted(entered, "order was", "orders were")
        yield f"{orders} entered at the desk on seats that have a key, or had one: {_listed(host['entered'])}"
    if host["keys"]:
        yield f"keys of the same player changed or taken away: {_listed(host['keys'])}"
    if host["holders"]:
        yield f"seats that changed hands: {_listed(host['holders'])}"
    yield from _times(host)


def _times(host: Mapping[str, Any]) -> Iterator[str]:
    """Yield what became of deadlines: who was late, and for how long the referee says that nobody could be reached."""
    if host["late"]:
        yield f"late: {_listed(host['late'])}"
    if host["handed_over"]:
        yield f"seats that were late too often and changed hands: {', '.join(host['handed_over'])}"
    if host["outages"]:
        outages = counted(host["outages"], "outage", "outages")
        hours, seconds = divmod(host["outage_seconds"], 3_600)
        yield f"{outages}, {hours}h{seconds // 60:02}m long in all, by his word alone: the clocks concerned stood still"
    given = sum(host["rulings"].get(act, 0) for act in ("extend", "pause"))
    if given:
        yield f"clocks were stopped, or deadlines put off, {counted(given, 'time', 'times')} by his ruling"
    if renewed := host["renewed"]:
        deadlines = counted(renewed, "deadline was", "deadlines were")
        yield f"{deadlines} begun anew by his rulings: by going back, or by giving a seat to somebody else"


def _signatures(orders: Mapping[str, int], host: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was compared with what players signed, and what was not."""
    checked, attested, compared = orders["checked"], orders["attested"], orders["compared"]
    yield f"{checked} checked by their signatures, {attested} attested by the referee alone"
    if checked:
        yield "compared: the seat's key at that entry, referee, game, seat, quoted head, sheet, and what words did"
    if compared:
        sheets = counted(compared, "sheet that is", "sheets that are")
        yield f"compared: every move laid to {sheets} known, with what the rules make of that sheet there"
    elif checked:
        yield "not compared: the moves laid to these orders with what their sheets say"
    if undecided := orders["undecided"]:
        sheets = counted(undecided, "sheet", "sheets")
        yield f"not compared: moves laid to {sheets} that may have been used in more ways than can be tried"
    if attested:
        yield "not compared: who wrote the orders that are attested, and what those of them say that are not known"
    yield "not compared: when an order came, what was sent and never used, what its player saw beyond the quoted head"
    quoting = counted(host["quoting"], "order quotes", "orders quote")
    yield f"{quoting} a head that the player had seen; the longest stretch without one: {host['gap']} entries"
    if more := host["quoting_attested"]:
        quoting = counted(more, "attested order quotes", "attested orders quote")
        yield f"{quoting} one too, which the referee may have written himself"


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"
