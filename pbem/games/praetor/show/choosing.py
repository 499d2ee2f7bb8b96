"""The legal orders as somebody chooses from them: a line for each tile, with workers, places and trades."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TypeVar

from msgspec.structs import replace

from pbem.games.game import NOBODY, Data, Names, Saying
from pbem.games.offers import Clauses, Group, Pattern, Slot, group_of, patterns_of, plain, told_together
from pbem.games.praetor.law.law import hire, is_empty
from pbem.games.praetor.law.listing import list_activations, list_passes, moves, payable_tiles, served, usable_camps
from pbem.games.praetor.position.city import ROTATIONS, best_place, sites
from pbem.games.praetor.position.moves import OLD, Activate, Labour, Move
from pbem.games.praetor.position.scene import at
from pbem.games.praetor.position.state import Player, State, View, cells
from pbem.games.praetor.show import outlook
from pbem.games.praetor.show.outlook import Pen
from pbem.games.praetor.table.goods import NOTHING, WARES
from pbem.games.praetor.table.vocabulary import WORDS, say
from pbem.games.praetor.words.written import mark, verb, words_of, write

T = TypeVar("T")
Line = tuple[tuple[Pattern, ...], Clauses]


def grouped(view: View, language: str, names: Names = NOBODY) -> tuple[Group, ...]:
    """Return the legal orders in groups."""
    seat, state = view.seat, view.state
    if seat is None or seat not in state.now.asked:
        return ()
    page = _Page(view, state.now.players[seat], language, names)
    if state.now.phase != "action":
        return (page.answers(),)
    return tuple(page.actions())


def _sorted_by(items: Iterable[T], key: Callable[[T], Hashable]) -> Iterable[list[T]]:
    groups: dict[Hashable, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups.values()


def _tile_of(move: Activate) -> str:
    return move.tile


class _Page:
    """Groups of one view in one language."""

    def __init__(self, view: View, player: Player, language: str, names: Names) -> None:
        self._view = view
        self._state: State = view.state
        self._player = player
        self._language = language
        self._pen = Pen(view, language, names)
        self._effect = partial(_effect, view, language, names)
        self._levels = tuple(sorted(set(player.reserve)))

    def _say(self, key: str, **args: Data) -> str:
        return say(Saying(key, args), self._language)

    def _group(self, title: str, lines: Sequence[Line], notes: Clauses = ()) -> Group:
        return group_of(title, lines, notes, language=self._language)

    def answers(self) -> Group:
        """Return the answers to a question of the update, one by one."""
        lines = [((plain(write(move, self._language)),), self._effect(move)) for move in moves(self._view)]
        return self._group(WORDS.say("asks", self._state.now.phase, self._language), lines)

    def actions(self) -> Iterator[Group]:
        """Yield what can be used, built and left; what gives nothing stands in one line."""
        uses = list(list_activations(self._state, self._player, self._levels))
        idle = [move for move in uses if self._is_idle(move, self._player)]
        lively = [move for move in uses if move not in set(idle)]
        if lively:
            lines = [self._use(group) for group in _sorted_by(lively, _tile_of)]
            yield self._group(verb("activate", self._language), lines)
        if self._levels and (tiles := payable_tiles(self._state, self._player)):
            lines = [self._build(tile) for tile in tiles]
            yield self._group(verb("build", self._language), lines, (self._places(),))
        if called := list(self._labours()):
            yield self._group(verb("labour", self._language), called)
        yield self._group(verb("pass", self._language), list(self._passes()))
        if nothing := list(self._idle(idle)):
            yield self._group(self._say("group_idle"), nothing)

    def _idle(self, uses: Sequence[Activate]) -> Iterator[Line]:
        """Yield the line of workers who would gain nothing, and that of retired ones."""
        if uses:
            patterns = [pattern for group in _sorted_by(uses, _shape) for pattern in self._patterns(group)]
            yield tuple(patterns), (self._say("idle_used"),)
        old = [
            pattern
            for camp, (_, idle) in self._calls.items()
            for group in _sorted_by(idle, _shape)
            for pattern in self._patterns(Labour(camp, use) for use in group)
        ]
        if old:
            yield tuple(old), (self._say("idle_called"),)

    def _is_idle(self, move: Activate, player: Player) -> bool:
        paid = served(self._state, player, self._state.now.city[move.tile])
        return paid is not None and is_empty(self._state, paid, move)

    def _patterns(self, legal: Iterable[Activate | Labour]) -> tuple[Pattern, ...]:
        return patterns_of(words_of(move, self._language) for move in legal)

    def _use(self, legal: list[Activate]) -> Line:
        """Return the line of a tile: which workers may use it, and for what."""
        patterns = self._patterns(legal)
        kind = self._state.tile(legal[0].tile).type
        if kind == "market":
            return self._trading(patterns), (*self._rates(), self._pen.fee(self._state.now.city[legal[0].tile]))
        if kind == "smith":
            return patterns, (self._say("does_smith"), *self._common(legal))
        return patterns, told_together(patterns[0], legal, self._effect)

    def _trading(self, patterns: Sequence[Pattern]) -> tuple[Pattern, ...]:
        """Return patterns whose last place is for trades."""
        shown = self._say("slot_trades")
        return tuple(Pattern((*one.slots[:-1], replace(one.slots[-1], shown=shown))) for one in patterns)

    def _rates(self) -> Clauses:
        side = self._state.side(self._player)
        told = [
            f"{WORDS.say('goods', ware, self._language)} {side.buy.amount(ware)}-{side.sell.amount(ware)}"
            for ware in WARES
        ]
        return self._say("does_market", prices=told), self._say("does_any_trades")

    def _common(self, legal: Sequence[Move]) -> Clauses:
        """Return what all moves of a line do."""
        effects = [self._effect(move) for move in legal]
        return tuple(clause for clause in effects[0] if all(clause in each for each in effects))

    def _build(self, name: str) -> Line:
        """Return the line of a tile on offer: what it costs and gives, and where that is most."""
        slots = (verb("build", self._language), name, mark("with", self._language))
        levels = Slot(tuple(map(str, self._levels)))
        pattern = Pattern((*(Slot((word,)) for word in slots), levels, *self._site()))
        left = self._player.goods - self._state.tile(name).cost
        return (pattern,), (self._spent(name), *self._plazas(name), *self._levelled(name), self._pen.then(left))

    def _spent(self, name: str) -> str:
        return self._pen.goods(self._state.tile(name).cost, NOTHING)

    def _site(self) -> tuple[Slot, ...]:
        """Return the places of an order where it says where a tile is put and how it is turned."""
        places = Slot(tuple(at(*cell) for cell in sites(cells(self._state.now))), self._say("slot_place"))
        turns = Slot(tuple(map(str, ROTATIONS)))
        return Slot((mark("at", self._language),)), places, Slot((mark("rot", self._language),)), turns

    def _plazas(self, name: str) -> Clauses:
        """Tell the favour of a tile, what plazas may add to it, and where they add most."""
        cell, rot, most = best_place(self._state, name)
        favour = self._pen.favour(self._state.tile(name).favour)
        best = self._say("does_best", cell=at(*cell), rot=rot, most=most)
        return self._say("does_plazas", favour=favour, most=most), best

    def _levelled(self, name: str) -> Clauses:
        """Tell what becomes of the workers; one at the highest level retires."""
        told = [self._pen.level(name, level, built=True) for level in self._levels]
        return tuple(dict.fromkeys(told))

    def _places(self) -> str:
        return self._say("note_places", cells=[f"({at(*cell)})" for cell in sites(cells(self._state.now))])

    @cached_property
    def _calls(self) -> dict[str, tuple[list[Activate], list[Activate]]]:
        """Each camp with how a retired worker may use tiles through it: the ways with effect, and the idle ones."""
        found = {}
        for camp in usable_camps(self._state, self._player):
            hired = hire(self._state, self._player, camp)
            lively, idle = list[Activate](), list[Activate]()
            for use in list_activations(self._state, hired, (OLD,)):
                (idle if self._is_idle(use, hired) else lively).append(use)
            found[camp] = lively, idle
        return found

    def _labours(self) -> Iterator[Line]:
        """Yield what retired workers may do through each camp: tiles that ask for no more than a fee by that fee."""
        for camp, (lively, _) in self._calls.items():
            for group in _sorted_by(lively, self._shape_and_fee):
                yield self._called([Labour(camp, use) for use in group])
            if tiles := payable_tiles(self._state, hire(self._state, self._player, camp)):
                yield self._called_to_build(camp, tiles)

    def _shape_and_fee(self, use: Activate) -> Hashable:
        return _shape(use), self._pen.fee(self._state.now.city[use.tile])

    def _called(self, group: Sequence[Labour]) -> Line:
        """Return what a retired worker does on each tile, and before that what it costs on any of them."""
        patterns, kind = self._patterns(group), self._state.tile(group[0].inner.tile).type
        if isinstance(group[0].inner, Activate) and group[0].inner.trades:
            return self._trading(patterns), (*self._rates(), *self._common((group[0], group[-1])))
        shared = self._common(group)
        if kind == "smith":
            return patterns, (self._say("does_smith"), *shared)
        if len(group) == 1:
            return patterns, self._effect(group[0])
        gains = {move.inner.tile: self._own(move, shared) for move in group}
        told = " | ".join(f"{tile}: {own}" for tile, own in gains.items()) if any(gains.values()) else ""
        return patterns, (*shared, told)

    def _own(self, move: Labour, shared: Clauses) -> str:
        return ", ".join(clause for clause in self._effect(move) if clause not in shared)

    def _called_to_build(self, camp: str, tiles: Sequence[str]) -> Line:
        words = (verb("labour", self._language), camp, verb("build", self._language))
        pattern = Pattern((*(Slot((word,)) for word in words), Slot(tuple(tiles)), *self._site()))
        told = " | ".join(f"{tile}: {self._spent(tile)}, {self._plazas(tile)[0]}" for tile in tiles)
        return (pattern,), (self._pen.fee(self._state.now.city[camp]), self._say("does_called"), told)

    def _passes(self) -> Iterator[Line]:
        """Yield leaving the turn, and with it what to do about academy and rescue where these may come up."""
        legal = list(list_passes(self._state, self._player))
        yield (plain(verb("pass", self._language)),), self._effect(legal[0])
        spoken = [move for move in legal if move.academy or move.rescue]
        for group in _sorted_by(spoken, lambda move: (bool(move.academy), bool(move.rescue))):
            patterns = patterns_of(tuple(write(move, self._language).split()) for move in group)
            yield patterns, self._common(group)


def _shape(move: Activate) -> Hashable:
    """Return what visits must have in common to stand in one line: tiles that ask for more stand alone."""
    if move.make is None and not move.take and not move.trades:
        return ()
    return move.tile


def _effect(view: View, language: str, names: Names, move: Move) -> Clauses:
    return outlook.effect(view, move, language, names)
