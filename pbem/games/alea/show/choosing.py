"""The legal orders as somebody chooses from them: by building, many choices of dice together."""

from collections.abc import Hashable, Iterator, Sequence
from functools import partial

from pbem.games.alea.law.exact import CHOICES, exact_place
from pbem.games.alea.law.listing import moves
from pbem.games.alea.position.moves import KINDS, Assign, Move, Place, Reroll
from pbem.games.alea.position.state import View
from pbem.games.alea.show import outlook
from pbem.games.alea.table.vocabulary import MESSAGES, WORDS
from pbem.games.alea.words.written import words_of, write
from pbem.games.game import NOBODY, Data, Names, Refusal, Saying
from pbem.games.offers import FEW, Form, Group, Lines, Pattern, Slot, group_of, lines_of, told_together

_TEMPLE = 6  # choices of dice for the Temple that are told one by one


def grouped(view: View, language: str, names: Names = NOBODY) -> tuple[Group, ...]:
    """Return the legal orders in groups."""
    groups: dict[str, list[Move]] = {}
    for move in moves(view):
        groups.setdefault(_key(move), []).append(move)
    count = sum(len(group) for key, group in groups.items() if key != "reroll")
    page = _Page(view, language, names, is_many=count > FEW)
    return tuple(page.group(key, group) for key, group in groups.items())


def _key(move: Move) -> str:
    return move.building if isinstance(move, Place) else KINDS[type(move)]


class _Page:
    """Groups of one view in one language."""

    def __init__(self, view: View, language: str, names: Names, *, is_many: bool) -> None:
        self._view = view
        self._language = language
        self._is_many = is_many
        self._effect = partial(_effect, view, language, names)

    def group(self, key: str, legal: list[Move]) -> Group:
        section = "buildings" if WORDS.has("buildings", key) else "verbs"
        title, notes = WORDS.say(section, key, self._language), tuple(self._notes(key))
        return group_of(title, self._lines(key, legal), notes, language=self._language)

    def _lines(self, key: str, legal: list[Move]) -> Lines:
        if key == "reroll":
            return [self._together(legal, self._say("slot_any", dice=self._roll()))]
        if key == "temple" and len(legal) > _TEMPLE:
            count = len(getattr(legal[0], "dice", ()))
            return [self._together(legal, self._say("slot_some", count=count, dice=self._roll()))]
        if key == "assign":
            return self._assignments(legal)
        forms = [Form(move, words_of(move, self._language), _shape(move)) for move in legal]
        return lines_of(forms, self._effect, idle="", is_many=self._is_many)

    def _roll(self) -> str:
        return " ".join(map(str, self._view.position.rolls[self._view.index]))

    def _say(self, key: str, **args: Data) -> str:
        return MESSAGES.say(Saying(key, args), self._language)

    def _together(self, legal: Sequence[Move], shown: str) -> tuple[tuple[Pattern, ...], tuple[str, ...]]:
        """Return one line for moves that differ in their last words alone."""
        words = [words_of(move, self._language) for move in legal]
        last = tuple(one[-1] for one in words)
        slots = (*(Slot((word,)) for word in words[0][:-1]), Slot(last, shown if len(last) > 1 else ""))
        pattern = Pattern(slots)
        return (pattern,), told_together(pattern, legal, self._effect)

    def _assignments(self, legal: list[Move]) -> Lines:
        """Return the best assignment and none, and whoever may go somewhere alone in one line."""
        alone = [move for move in legal if isinstance(move, Assign) and len(move.stands) == 1]
        rest = [move for move in legal if move not in alone]
        forms = [Form(move, (write(move, self._language),), type(move)) for move in rest]
        lines = lines_of(forms, self._effect, idle="", is_many=False)
        if alone:
            lines.append(self._together(alone, self._say("slot_stand")))
        return lines

    def _notes(self, key: str) -> Iterator[str]:
        """Yield what words that leave the choice to the referee would mean now."""
        view = self._view
        for building, how in sorted(CHOICES):
            if building != key:
                continue
            short = Place(building, how=how)
            meant = exact_place(view.fixed, view.position, view.index, short)
            if not isinstance(meant, Refusal):
                told = {"short": write(short, self._language), "exact": write(meant, self._language)}
                yield self._say("note_means", **told)
        if key == "reroll":
            kept = view.position.rolls[view.index][-1:]
            yield self._say("note_except", short=write(Reroll(kept, "except"), self._language))


def _effect(view: View, language: str, names: Names, move: Move) -> tuple[str, ...]:
    return outlook.effect(view, move, language, names)


def _shape(move: Move) -> Hashable:
    """Return what moves must have in common to stand in one line where there are many."""
    if isinstance(move, Place):
        value = move.dice[0] if move.building == "castrum" else len(move.dice)
        return move.building, move.how, move.size, value
    return type(move), move
