"""What a reader can order: the game's own groups of orders, each line with its number and a link that answers by it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from pbem.games.game import AnyGame, Names
from pbem.games.offers import Group, Offer, Term
from pbem.report.safe_text import printed, told

MOST_NUMBERED = 150  # where there are more orders they are told by patterns, which have no numbers
LONGEST_LINK = 1_600  # some mail programs take no longer one

Link = Callable[[str], str]


class ChoiceLine(Struct, frozen=True):
    """A line to choose from: its orders, what they cost and do, the number of a single one, a link that orders one."""

    number: int  # 0: none
    text: str
    effect: str
    link: str  # "" where a mail cannot answer


class ChoiceGroup(Struct, frozen=True):
    """Lines that belong together, what words in them mean, and what holds for all of them."""

    title: str
    lines: tuple[ChoiceLine, ...]
    notes: tuple[str, ...]
    shared: str  # what each line does besides

    @property
    def is_marked(self) -> bool:
        """Whether any of its lines has a number or a link to stand before it."""
        return any(line.number or line.link for line in self.lines)


class LegendLine(Struct, frozen=True):
    """Short codes or names that mean the same, what they are, and what they do."""

    codes: str
    name: str
    about: str


def choices(game: AnyGame, view: Any, language: str, *, groups: Sequence[Group], link: Link) -> tuple[ChoiceGroup, ...]:
    """Return everything that the view's seat may order now, as the game groups it."""
    numbers = _numbers(game, view, language)
    return tuple(
        ChoiceGroup(
            told(group.title, language),
            tuple(_lines(group, numbers, link, language)),
            tuple(told(note, language) for note in group.notes),
            told(group.shared, language),
        )
        for group in groups
    )


def example(groups: Sequence[Group], fallback: str) -> str:
    """Return a line of two orders as it can be sent: one of the first there are, or else what the rules would play."""
    orders = (offer.example for group in groups for offer in group.offers)
    return printed(f"{next((order for order in orders if order != fallback), fallback)} | {fallback}")


def fallback(game: AnyGame, view: Any, language: str, names: Names) -> tuple[str, str]:
    """Return what is played where a sheet leaves it to the rules, and its effect."""
    offer = game.fallback(view, language, names)
    return printed(offer.text), told(offer.effect, language)


def explained(terms: Sequence[Term], language: str) -> tuple[LegendLine, ...]:
    """Return the legend, with what is called and does the same in one line."""
    codes: dict[tuple[str, str], list[str]] = {}
    for term in terms:
        codes.setdefault((term.name, term.about), []).append(term.code)
    return tuple(
        LegendLine(printed(", ".join(same)), told(name, language), told(about, language))
        for (name, about), same in codes.items()
    )


def answering(address: str, subject: str, statements: Sequence[str]) -> Link:
    """Return what makes a link that opens a mail to the referee with an order in it; one that does nothing by itself.

    Blanks and line ends are written as mail programs read them everywhere: never a `+`.
    """
    if not address or not statements:
        return lambda _order: ""
    above = "".join(f"{statement}\r\n" for statement in statements)
    head = f"mailto:{quote(address, safe='@')}?subject={quote(subject, safe='')}&body={quote(above, safe='')}"

    def link(order: str) -> str:
        whole = head + quote(f"{order};", safe="")
        return whole if len(whole) <= LONGEST_LINK else ""

    return link


def _numbers(game: AnyGame, view: Any, language: str) -> Mapping[str, int]:
    """Return the number of every order, or nothing where there are too many to be told one by one."""
    moves = list(islice(game.moves(view), MOST_NUMBERED + 1))
    if len(moves) > MOST_NUMBERED:
        return {}
    return {game.write(move, language): number for number, move in enumerate(moves, 1)}


def _lines(group: Group, numbers: Mapping[str, int], link: Link, language: str) -> Iterator[ChoiceLine]:
    for offer in group.offers:
        yield ChoiceLine(
            number=numbers.get(offer.example, 0) if offer.is_single else 0,
            text=printed(_text(offer, numbers)),
            effect=told(offer.effect, language),
            link=link(offer.example),
        )


def _text(offer: Offer, numbers: Mapping[str, int]) -> str:
    """Return the orders of a line; where it tells several one by one, each with its number."""
    if offer.is_single or any(pattern.count > 1 for pattern in offer.patterns):
        return offer.text
    return ", ".join(f"{numbers[order]} {order}" if order in numbers else order for order in offer.orders())
