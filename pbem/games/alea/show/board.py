"""The board as text of at most 76 columns: buildings, dice by owner, offers, what everybody has."""

from collections.abc import Iterable, Iterator

from pbem.games.alea.position.buildings import temple_leader
from pbem.games.alea.position.fortune import left_in_pile
from pbem.games.alea.position.state import NOBODY, Position, Score, Stand, View, kept_faces
from pbem.games.alea.scoring.scoring import own_holdings, points, tally, terms_of
from pbem.games.alea.scoring.split import assign_best
from pbem.games.alea.table.table import DICE, borders, cards
from pbem.games.alea.table.vocabulary import MESSAGES, WORDS
from pbem.games.drawing.pieces.marks import MARKS
from pbem.games.game import Data, Saying
from pbem.games.kit.rows import abreast, colon, wrapped

LABEL = 10


def draw_text(view: View, language: str) -> str:
    """Write everything the view's seat may see."""
    return "\n".join(Page(view, language).lines())


class Page:
    """One text board in one language."""

    def __init__(self, view: View, language: str) -> None:
        self.view = view
        self.position: Position = view.position
        self.language = language
        self.colon = colon(language)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the board."""
        yield from self._head()
        if self.position.phase != "over":
            yield from self._buildings()
        for index in range(len(self.view.fixed.seats)):
            yield from self._player(index)
        yield from self._own()
        yield from self._removed()

    def word(self, key: str, **args: Data) -> str:
        """Return a word of the board."""
        return MESSAGES.say(Saying(f"board_{key}", args), self.language)

    def letter(self, index: int) -> str:
        """Return the letter of a seat, the same in all languages and on drawings."""
        return MARKS[self.view.fixed.seats[index]].letter

    def name(self, index: int) -> str:
        """Return a seat with its letter."""
        return f"{self.letter(index)} {WORDS.say('seats', self.view.fixed.seats[index], self.language)}"

    def _row(self, label: str, *parts: str) -> Iterator[str]:
        return abreast(label, *parts, margin=LABEL)

    def _building(self, building: str, *parts: str) -> Iterator[str]:
        return self._row(WORDS.say("buildings", building, self.language).upper(), *parts)

    def _owned(self, items: Iterable[tuple[int, str]]) -> str:
        shown = " | ".join(f"{self.letter(owner)} {text}" for owner, text in items if text)
        return shown or self.word("empty")

    def _codes(self, section: str, codes: Iterable[str]) -> str:
        return " ".join(WORDS.say(section, code, self.language) for code in codes) or "-"

    def _head(self) -> Iterator[str]:
        position = self.position
        if position.phase == "over":
            yield self.word("over")
            return
        head = self.word("head", round=position.round, rounds=self.view.fixed.rounds, lap=position.lap)
        last = ""
        if position.last_lap:
            last = f"({self.word('last_lap')})"
        yield from wrapped(f"{head}  {last}  {self.word('start')}{self.colon} {self.name(position.start)}")
        if position.active != NOBODY:
            yield from wrapped(f"{self.word('moves')}{self.colon} {self.name(position.active)}")
        elif position.queue:
            yield from wrapped(f"{self.word('picks')}{self.colon} {' '.join(map(self.letter, position.queue))}")
        for seat, dice in enumerate(position.rolls):
            if dice:
                yield f"{self.word('roll')} {self.letter(seat)}{self.colon} {' '.join(map(str, dice))}"

    def _buildings(self) -> Iterator[str]:
        position, fixed = self.position, self.view.fixed
        if fixed.has_temple:
            yield from self._building("temple", *self._temple())
        runs = enumerate(map(_run, position.senate))
        deck = len(cards(fixed.table, len(fixed.seats))) - position.shown - sum(p.cards for p in position.players)
        yield from self._building("senate", self._owned(runs), self.word("pile", count=deck))
        sets = sorted(position.castrum, key=lambda camp: (-camp.size, -camp.value))
        camps = self._owned((camp.owner, f"{camp.size}x{camp.value}") for camp in sets)
        yield from self._building("castrum", camps, self._offer("tiles", position.provinces))
        dice = [f"[{die.value}{self.letter(die.owner)}]" for die in position.forum]
        row = "".join(dice + ["[  ]"] * (fixed.columns - len(dice)))
        yield from self._building("forum", row, self._offer("patricians", position.patricians))
        if position.forum:
            first = position.forum[0]
            seat = f"seats/{fixed.seats[first.owner]}"
            yield from self._row("", f"{dice[0]}{self.colon} {self.word('die', die=first.value, seat=seat)}")
        supply = ""
        if position.supply is not None:
            supply = f"{self.word('supply')}{self.colon} {position.supply}"
        latrine = self._owned(enumerate(map(_count, position.latrine)))
        yield from self._building("latrine", latrine, supply)

    def _temple(self) -> tuple[str, str, str, str]:
        position = self.position
        _, most, total = temple_leader(position)
        sets = self._owned((seat, " ".join(map(str, dice))) for seat, dice in enumerate(position.temple))
        following = self.word("next", need=most + 1, total=total) if most else self.word("first")
        is_open = position.active != NOBODY and most < DICE
        away = f"{self.word('away')}{self.colon} {' '.join(map(str, position.discard)) or '-'}"
        return sets, following if is_open else "", self.word("pile", count=left_in_pile(position)), away

    def _offer(self, section: str, codes: tuple[str, ...]) -> str:
        return f"{self.word('offer')}{self.colon} {self._codes(section, codes)}"

    def _player(self, index: int) -> Iterator[str]:
        player = self.position.players[index]
        drawn = ""
        if player.drawn:
            drawn = f"{self.word('drawn')} {player.drawn}"
        kept = kept_faces(self.view, index)
        fortune = ""
        if kept:
            fortune = f"{self.word('fortune')} {kept}"
        counts = (
            f"{self.word('hand')} {player.hand}",
            f"{self.word('tokens')} {player.tokens}",
            f"{self.word('cards')} {player.cards}",
        )
        yield from self._row(self.name(index), *counts, fortune, drawn)
        yield from self._row("", f"{self.word('provinces')}{self.colon} {self._codes('tiles', player.provinces)}")
        yield from self._row(
            "", f"{self.word('patricians')}{self.colon} {self._codes('patricians', player.patricians)}"
        )
        if self.position.scores:
            yield from self._score(self.position.scores[index])

    def _score(self, score: Score) -> Iterator[str]:
        yield from self._row("", *(f"{self._category(name)} {count}" for name, count in points(score).items()))
        cards_ = [f"{self._codes('cards', [card])}={points}" for card, points in score.cards.items()]
        yield from self._row("", f"{self.word('cards')}{self.colon} {' '.join(cards_) or '-'}")
        yield from self._row("", f"{self.word('sent')}{self.colon} {self._split(score.split)}")

    def _category(self, name: str) -> str:
        return MESSAGES.say(Saying(f"points_{name}"), self.language)

    def _split(self, split: tuple[Stand, ...]) -> str:
        stands = [f"{self._codes('patricians', [stand.patrician])}>{self._place(stand)}" for stand in split]
        return " ".join(stands) or "-"

    def _place(self, stand: Stand) -> str:
        section = "cards" if "-" in stand.place else "tiles"
        return self._codes(section, [stand.place]) + ("+" if stand.extra else "")

    def _own(self) -> Iterator[str]:
        own = self.view.own
        if own is None or self.position.phase == "over":
            return
        yield from wrapped(
            f"{self.letter(self.view.index)} {self.word('cards')}{self.colon} {self._own_cards(own.cards)}"
        )
        if own.drawn:
            yield f"{self.letter(self.view.index)} {self.word('drawn')}{self.colon} {' '.join(map(str, own.drawn))}"
        if 0 in self.position.players[self.view.index].kept:
            yield f"{self.letter(self.view.index)} {self.word('fortune')}{self.colon} {' '.join(map(str, own.kept))}"
        if self.view.offer:
            yield from wrapped(f"{self.word('shown')}{self.colon} {self._own_cards(self.view.offer)}")
        if self.position.phase == "assign":
            yield from self._best()

    def _own_cards(self, held: tuple[str, ...]) -> str:
        """Border cards are shown with their colours, which are house values."""
        pairs = borders(self.view.fixed.table)
        shown = []
        for card in held:
            shades = ""
            if card in pairs:
                shades = f"({'/'.join(pairs[card])})"
            shown.append(card + shades)
        return " ".join(shown) or "-"

    def _best(self) -> Iterator[str]:
        holdings, terms = own_holdings(self.view), terms_of(self.view.fixed)
        split = assign_best(holdings, terms)
        total = tally(holdings, split, terms).total
        yield from wrapped(f"{self.word('best', total=total)}{self.colon} {self._split(split)}")

    def _removed(self) -> Iterator[str]:
        gone = [("tiles", code) for code in self.position.provinces_removed]
        gone += [("patricians", code) for code in self.position.patricians_removed]
        if gone:
            codes = " ".join(self._codes(section, [code]) for section, code in gone)
            yield from wrapped(f"{self.word('removed')}{self.colon} {codes}")


def _run(run: tuple[int, int]) -> str:
    low, high = run
    if not low:
        return ""
    return "-".join(map(str, range(low, high + 1)))


def _count(dice: int) -> str:
    if not dice:
        return ""
    return str(dice)
