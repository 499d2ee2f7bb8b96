"""Signs of this game alone: a worker, what he has learned, a tile of one's own, trade, and activation areas."""

from pbem.games.drawing.art import read_parts

PARTS = read_parts("pbem.games.praetor.picture", "signs.svg")
WORKER, LEVEL, LOT, TRADE = (f"#praetor-{name}" for name in ("worker", "level", "lot", "trade"))
