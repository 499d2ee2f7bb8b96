"""Letters as mails: rendered from the record when they are sent, so that the same request gives the same letter."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader
from msgspec import convert, json

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.letters.compiled import Compiled
from pbem.desk.letters.pages import Stretch, make_page
from pbem.desk.matches.letters.requests import Posted
from pbem.desk.matches.seats.watching import WATCHER, Watching
from pbem.desk.matches.state.positions import position
from pbem.desk.matches.state.replies import reply_lines
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Due, Member
from pbem.desk.wording.phrases import phrases, templates
from pbem.games.game import Seat
from pbem.report import render
from pbem.report.choices import answering
from pbem.report.notice import read_notices, slip_page
from pbem.report.page import Eyes, Picture, TurnPage

if TYPE_CHECKING:
    from pbem.mail.compose import Image

HELP = "help"  # the word that the desk answers with what can be asked of it


def environment(folder: Path | None = None) -> Environment:
    """Return the Jinja2 environment of all pages; the folder of the first desk that asks keeps what is compiled."""
    made = _environment()
    if folder is not None:
        made.bytecode_cache = made.bytecode_cache or Compiled(folder)
    return made


@cache
def _environment() -> Environment:
    return render.environment(FileSystemLoader(templates()), phrases())


def recipient(look: Transaction, due: Due) -> str:
    """Return the address a letter goes to: the enrolled one, or the one a slip holds."""
    if not due.seat:
        return convert(json.decode(due.body), Posted).address
    player = look.people.find(due.player)
    return player.address if player else ""


def write_letter(desk: Desk, look: Transaction, due: Due) -> bytes:
    """Render a letter; the same request always gives the same letter."""
    from pbem.mail.compose import Mailbox, Outgoing, compose

    if not due.seat:
        return _write_slip(desk, due)
    player = look.people.find(due.player)
    if player is None:
        raise UsageError(f"there is no player {due.player!r} any more")
    page = _page(desk, look, due, player)
    referee = desk.settings.referee
    thread = f"<{due.game}.{'public' if due.seat == WATCHER else due.seat}@{_domain(desk)}>"
    return compose(
        Outgoing(
            sender=Mailbox(referee.address, f"pbem {referee.name}"),
            to=Mailbox(player.address, player.name),
            subject=render.subject(page),
            message_id=_message_id(desk, due),
            date=due.at,
            text=render.text(environment(desk.folder), page),
            html=render.html(environment(desk.folder), page),
            in_reply_to=thread,
            references=(thread,),
            images=(_painted(desk, page.picture),) if page.picture else (),
            list_id=f"{due.game}.{referee.name}",
            leave=_leave(desk, page) or _help(desk, look, due, page),
        )
    )


def _painted(desk: Desk, picture: Picture) -> "Image":
    """Return the picture of a board; whoever sees the same gets the same, which is painted once."""
    from pbem.desk.fonts import painter
    from pbem.mail.compose import Image

    png = desk.pictures.get(picture.cid) or desk.pictures.put(picture.cid, painter().png(picture.drawing))
    return Image(picture.cid, png)


def _leave(desk: Desk, page: TurnPage) -> str:
    """Return a link for who wants no more letters: it stops watching; a player is told how a game is left.

    It never leaves a game by itself: mail programs send such a mail at a touch.
    """
    statements, word = (page.stop[:-1], page.stop[-1].rstrip(";")) if page.stop else (page.reply, HELP)
    if not statements:
        return ""
    return answering(desk.settings.referee.address, page.subject, statements)(word)


def _help(desk: Desk, look: Transaction, due: Due, page: TurnPage) -> str:
    """Return the link for a player whose letter has no lines to answer by: on the past, or of a game that is over."""
    if due.seat == WATCHER:
        return ""
    match = position(desk, look, due.game, due.upto - 1)
    return answering(desk.settings.referee.address, page.subject, reply_lines(look, match, Seat(due.seat)))(HELP)


def _page(desk: Desk, look: Transaction, due: Due, player: Member) -> TurnPage:
    """Return what a letter tells: to a seat what it may know, to a watcher what everybody may."""
    part = Stretch(due.game, due.since, due.upto)
    content = json.decode(due.body)
    if due.seat == WATCHER:
        eyes = Eyes(None, player.language, is_mailed=True, zone=player.zone)
        return make_page(desk, look, part, eyes, stop=convert(content, Watching).stop)
    eyes = Eyes(Seat(due.seat), player.language, is_mailed=True)
    return make_page(desk, look, part, eyes, read_notices(content))


def _write_slip(desk: Desk, due: Due) -> bytes:
    from pbem.mail.compose import Mailbox, Outgoing, compose

    posted = convert(json.decode(due.body), Posted)
    referee = desk.settings.referee
    page = slip_page(posted.slip, subject=f"pbem {referee.name}", language=posted.language)
    return compose(
        Outgoing(
            sender=Mailbox(referee.address, f"pbem {referee.name}"),
            to=Mailbox(posted.address, posted.name),
            subject=page.subject,
            message_id=_message_id(desk, due),
            date=due.at,
            text=render.slip_text(environment(desk.folder), page),
            html=render.slip_html(environment(desk.folder), page),
        )
    )


def _message_id(desk: Desk, due: Due) -> str:
    """Name a letter, the same whenever it is sent. Letters are numbered, and a number would tell what others got."""
    return f"<{desk.store.vault.name('letter', due.id, due.at, due.game, due.seat)}@{_domain(desk)}>"


def _domain(desk: Desk) -> str:
    return desk.settings.referee.address.rpartition("@")[2]
