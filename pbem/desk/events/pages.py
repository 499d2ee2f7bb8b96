"""Pages of an event: standings and who finished ahead of whom, as text, HTML, CSV, JSON, and scores as a plot."""

from pathlib import Path

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.event_store import current_event, standings_of
from pbem.desk.letters.writing import environment
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.phrases import phrases
from pbem.phrases import LANGUAGES
from pbem.record.events.law.entry import read
from pbem.record.events.law.kinds import Ruling
from pbem.record.log.entry import Head
from pbem.report import render
from pbem.report.event import as_csv, as_json, as_text, crosstable_rows, event_page, plot, standings_rows
from pbem.tournament.director.event import Event
from pbem.tournament.values import Standings


class Look(Struct, frozen=True):
    """An event as it is shown: where templates are kept compiled, who is ahead, and what was ruled."""

    folder: Path
    event: Event
    lines: Standings
    rulings: tuple[str, ...]

    def written(self, form: str, language: str = "en", *, is_cross: bool = False) -> str:
        """Return the standings, or who finished ahead of whom, in a form."""
        told = phrases().spoken(language)
        rows = crosstable_rows(self.event, self.lines) if is_cross else standings_rows(self.event, self.lines)
        match form:
            case "html":
                page = event_page(self.event, self.lines, language=language, say=told, rulings=self.rulings)
                return render.event_html(environment(self.folder), page)
            case "csv":
                return as_csv(rows)
            case "json":
                return as_json(self.event, self.lines, is_cross=is_cross)
            case "svg":
                return plot(self.event, self.lines, told("event_plot"))
        return as_text(rows)


def look_at(desk: Desk, look: Transaction, id_: str) -> Look:
    """Return an event as it is shown; DeskError before its first draw."""
    event = current_event(desk, look, id_)
    if not event.book.rounds:
        raise DeskError(f"{id_} has no standings yet: nothing is drawn")
    return Look(desk.folder, event, standings_of(look, event), tuple(_rulings(look, event)))


def write_page(desk: Desk, id_: str, form: str, *, language: str = "en", is_cross: bool = False) -> str:
    """Return the standings of an event, or who finished ahead of whom, in a form."""
    with desk.store.read() as look:
        return look_at(desk, look, id_).written(form, language, is_cross=is_cross)


def pages_of(desk: Desk, look: Transaction, id_: str) -> dict[str, bytes]:
    """Return the pages that an export holds, by name; none before the first draw."""
    if not current_event(desk, look, id_).book.rounds:
        return {}
    shown = look_at(desk, look, id_)
    pages = {f"event.{language}.html": shown.written("html", language) for language in LANGUAGES}
    pages["scores.svg"] = shown.written("svg")
    for form in ("csv", "json"):
        pages[f"standings.{form}"] = shown.written(form)
        pages[f"crosstable.{form}"] = shown.written(form, is_cross=True)
    return {name: page.encode() for name, page in pages.items()}


def _rulings(look: Transaction, event: Event) -> list[str]:
    """Return the rulings of an event in words, with their entries."""
    told = []
    head = Head.empty
    for raw in look.records.raws(event.id):
        entry = read(head, raw)
        head = entry.head
        if isinstance(entry.content, Ruling):
            told.append(f"{entry.seq}: {entry.content.act}: {entry.content.reason}")
    return told
