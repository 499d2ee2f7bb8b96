"""What the players of the demo read before they answer: what a host tells them, and the note below a letter."""

from pbem.demo.players import Delivered, Statements, read_statements
from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.matches.state.replies import reply_lines
from pbem.games.game import Seat
from pbem.record.notes import notes
from pbem.referee.match.match import Match


def first_statements(desk: Desk, match: Match, seat: Seat) -> Statements:
    """Return what a host tells the players before there is a letter."""
    with desk.store.read() as look:
        told = read_statements("\n".join(reply_lines(look, match, seat)))
    if told is None:
        raise DeskError("the statements of an answer cannot be read")
    return told


def check_note(desk: Desk, letter: Delivered, told: Statements, game: str) -> None:
    """Hold the head that a letter asks to be quoted against the note that the referee signed below it."""
    for note in notes.find_notes(letter.text):
        stated, head = notes.read(note, desk.public_key, told.to)
        if (stated, head.size) != (game, told.seen.size) or not head.hash.hex().startswith(told.seen.head):
            raise DeskError("a letter asks to quote another head than its note states")
