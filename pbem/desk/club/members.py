"""Members: what becomes of somebody's name and of what he has asked for, when he is called otherwise or leaves."""

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.event_store import current_event
from pbem.desk.matches.seats.volunteering import ALL, offers_of, volunteer, withdraw_all
from pbem.desk.matches.seats.watching import unwatch, watch_since, watched_by
from pbem.desk.matches.state.positions import current
from pbem.desk.matches.times.leave_days import days_away
from pbem.desk.people.enrolled import all_names, call_otherwise, find_player
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.games.game import Seat

_SHOWN = 20


def rename(desk: Desk, name: str, new: str) -> Member:
    """Call a person otherwise from now on; refused while a game goes on that knows the old name.

    Records keep the names of their time. Whoever held a seat under the old name counts as having held it.
    """
    with desk.store.write() as change:
        player = find_player(change, name)
        _check_idle(desk, change, player, "renamed")
        watched = watched_by(change, player.name)
        offered = offers_of(change, player.name)
        _forget(change, player)
        renamed = call_otherwise(desk, change, player, new)
        for game, told in watched.items():
            watch_since(change, game, renamed.name, told)
        for game, at in offered.items():
            volunteer(change, renamed.name, game, at)
    return renamed


def remove(desk: Desk, name: str) -> Member:
    """Forget a person; refused while he plays, or letters to him wait. Records keep the name."""
    with desk.store.write() as change:
        player = find_player(change, name)
        _check_idle(desk, change, player, "removed")
        _forget(change, player)
        change.people.remove(player.name)
    return player


def _forget(change: Transaction, player: Member) -> None:
    """Let somebody watch nothing and wait for no seat any more."""
    for game in watched_by(change, player.name):
        unwatch(change, game, player.name)
    withdraw_all(change, player.name)


def _check_idle(desk: Desk, look: Transaction, player: Member, what: str) -> None:
    """Refuse to change who somebody is while games go on that know him, or letters to him wait."""
    if played := [game for game, _seat in look.games.seats_in_play(player.name)]:
        raise DeskError(f"{player.name} plays in {', '.join(played[:_SHOWN])}, and cannot be {what} meanwhile")
    entered = [
        event.id
        for event in look.events.all(only_on=True)
        if player.name in current_event(desk, look, event.id).book.keys
    ]
    if entered:
        raise DeskError(f"{player.name} has entered {', '.join(entered[:_SHOWN])}, and cannot be {what} meanwhile")
    if waiting := look.letters.unsent_to(player.name):
        raise DeskError(f"{waiting} letters to {player.name} wait: send them first, with `pbem mail send`")


def describe(desk: Desk, name: str) -> list[str]:
    """Return what the desk knows of a person, in lines for the host."""
    with desk.store.read() as look:
        player = find_player(look, name)
        lines = [
            f"name      {player.name}",
            f"letters   {player.address or 'none'}, in {player.language}, times by {player.zone or 'UTC'}",
            f"key       {player.key_id or 'none: orders at the desk only'}",
        ]
        if former := sorted(all_names(look, player.name) - {player.name}):
            lines.append(f"was       {', '.join(former)}")
        lines += [
            f"plays     {_seat_line(desk, look, game, seat)}" for game, seat in look.games.seats_in_play(player.name)
        ]
        lines += [f"watches   {game}" for game in watched_by(look, player.name)]
        lines += [f"stands in {'any game' if game == ALL else game}" for game in offers_of(look, player.name)]
    return lines


def _seat_line(desk: Desk, look: Transaction, game: str, seat: str) -> str:
    """Return a seat of a person, with the leave that he is on or goes on next."""
    match = current(desk, look, game)
    days = days_away(match.clocks, Seat(seat), desk.now()) if match.clocks else ""
    return f"{seat} in {game}, {match.phase}{f', on leave {days}' if days else ''}"
