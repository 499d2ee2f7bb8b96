"""Pages of an event: standings and who finished ahead of whom, as text, HTML, CSV, JSON, and scores as a plot."""

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.keeping import current_event, standings_of
from pbem.desk.letters.writing import environment
from pbem.desk.phrases import phrases
from pbem.desk.store.transaction import Transaction
from pbem.director.event import Event
from pbem.record.entry import Head
from pbem.record.events.entry import read
from pbem.record.events.kinds import Ruling
from pbem.report import render
from pbem.report.event import as_csv, as_json, as_text, crosstable_rows, event_page, plot, standings_rows
from pbem.tournament.values import Standings


def write_page(desk: Desk, id_: str, form: str, *, language: str = "en", is_cross: bool = False) -> str:
    """Return the standings of an event, or who finished ahead of whom, in a form."""
    with desk.store.read() as look:
        event = current_event(desk, look, id_)
        if not event.book.rounds:
            raise DeskError(f"{id_} has no standings yet: nothing is drawn")
        lines = standings_of(look, event)
        return _written(look, event, lines, form, language=language, is_cross=is_cross)


def _written(look: Transaction, event: Event, lines: Standings, form: str, *, language: str, is_cross: bool) -> str:
    told = phrases().spoken(language)
    rows = crosstable_rows(event, lines) if is_cross else standings_rows(event, lines)
    match form:
        case "html":
            page = event_page(event, lines, language=language, say=told, rulings=_rulings(look, event))
            return render.event_html(environment(), page)
        case "csv":
            return as_csv(rows)
        case "json":
            return as_json(event, lines, is_cross=is_cross)
        case "svg":
            return plot(event, lines, told("event_plot"))
    return as_text(rows)


def pages_of(desk: Desk, look: Transaction, id_: str) -> dict[str, bytes]:
    """Return the pages that an export holds, by name; none before the first draw."""
    event = current_event(desk, look, id_)
    if not event.book.rounds:
        return {}
    lines = standings_of(look, event)
    pages = {"scores.svg": _written(look, event, lines, "svg", language="en", is_cross=False)}
    for language in ("en", "it", "fr", "de"):
        pages[f"event.{language}.html"] = _written(look, event, lines, "html", language=language, is_cross=False)
    for name, is_cross in (("standings", False), ("crosstable", True)):
        for form in ("csv", "json"):
            pages[f"{name}.{form}"] = _written(look, event, lines, form, language="en", is_cross=is_cross)
    return {name: page.encode() for name, page in pages.items()}


def _rulings(look: Transaction, event: Event) -> list[str]:
    """Return the rulings of an event in words, with their entries."""
    told = []
    head = Head.empty
    for raw in look.raws(event.id):
        entry = read(head, raw)
        head = entry.head
        if isinstance(entry.content, Ruling):
            told.append(f"{entry.seq}: {entry.content.act}: {entry.content.reason}")
    return told
