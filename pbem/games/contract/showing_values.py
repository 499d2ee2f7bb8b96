"""The values of pictures, and of what a game is called and how it can be opened.

`pbem.games.game` offers all of them. Its docstring has the first lines of every example here.
"""

from typing import Any, Generic, TypeVar

from msgspec import Struct

from pbem.games.contract.game_values import NOBODY, Names

V = TypeVar("V")

# the widths that boards are drawn for: a page, a phone, the picture of a letter
WIDE, NARROW, MAIL = 760, 360, 480
EMBLEM = (328, 132)  # width and height of the small drawing by which a list shows a position


class Look(Struct, Generic[V], frozen=True):
    """How to draw a board: language, width, what people are called, what the reader saw before.

    * `names` has the people at the seats. A seat without a name is called by its own name.
    * `before` is the view that the same reader had at their last turn, or one entry earlier in a
      replay. The drawing marks what has changed since then. None marks nothing. (The reader is the
      seat of the view that is drawn.)
    * `memory` keeps drawn parts that look the same in many drawings of one game. It belongs to one
      game, language, width and set of names. The drawing is the same without it, only slower.

    >>> pebbles.describe(blue, Look(language="it", names={"blue": "Anna"}))
    'Mucchio: 15; Anna: 0; Grigio: 0'
    """

    language: str = "en"
    width: int = WIDE
    names: Names = NOBODY
    before: V | None = None
    memory: dict[Any, Any] | None = None


class Drawing(Struct, frozen=True):
    """A drawing of a view: one SVG element, and the parts (icons, tokens) it refers to by name.

    * It is well-formed XML. A `<title>` names it, and a `<desc>` describes it.
    * It has no script, no style attribute, no image and no outside reference. Each `href` is the id
      of one of the `parts`, and each part defines the id under which it is filed.
    * Words in it are escaped (see `svg.py`).
    * Colours are classes of the drawing kit. See `docs/drawing.md`.

    >>> pebbles.draw(blue, Look()).svg.startswith("<svg ")
    True
    """

    svg: str
    parts: dict[str, str] = {}


class Option(Struct, frozen=True):
    """A choice that a host makes when opening the game. The first value is the default.

    >>> pebbles.meta.options[0].values
    ('wins', 'loses')
    """

    name: str
    values: tuple[str, ...]
    about: str


class Meta(Struct, frozen=True):
    """What a game is called and how it can be set up.

    * `key` is the name of the game's folder.
    * `titles` has a title in each language.
    * `seats` has the name of every seat, in seat order: English words in lower case.
    * `players` has the numbers of players allowed.
    * `turns` is in how many turns (see `Decision`) a seat is usually asked during a game, by number
      of players. It assumes players who want to win, such as greedy bots. It is not a rule: from it
      a host learns how long a game may last at some pace.
    * `options` have names of lower-case letters, digits and `_`, at least one value, and a text
      `about` what they are for.
    * `lates`: after so many late turns in a row a seat gets another player.

    >>> pebbles.meta.titles["fr"], pebbles.meta.players, pebbles.meta.turns[2]
    ('Cailloux', (2, 3), 3)
    """

    key: str
    version: int
    titles: dict[str, str]
    seats: tuple[str, ...]
    players: tuple[int, ...]
    turns: dict[int, int]
    options: tuple[Option, ...] = ()
    lates: int = 2
