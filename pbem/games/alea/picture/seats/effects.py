"""What Senate cards bring at the end, as runs of numbers and icons. What the table sets comes from the table."""

from pbem.games.alea.scoring.scoring import is_border, is_free
from pbem.games.alea.table.table import Table, borders
from pbem.games.drawing.text.runs import ARROW, BAR, Run

_RUNS: dict[str, Run] = {
    "I": ("+1", BAR, "2", "#alea-province", ARROW, "+1"),
    "II": ("2", "#person", ARROW, "+1"),
    "III": ("+1", BAR, "#card", ARROW, "+1"),
    "IV": ("+1", BAR, "3", "#fortune", ARROW, "+2"),
    "V": ("+1", BAR, "#alea-couple", ARROW, "+1"),
    "VI": ("#alea-wheel", "#person", ARROW, "+1"),
    "VII": ("#alea-wheel", "#alea-province", ARROW, "+1"),
    "VIII": ("#alea-held", ARROW, "+1"),
    "IX": ("#alea-woman", ARROW, "+1"),
    "X": ("#alea-man", ARROW, "+1"),
    "XI": ("#alea-couple", ARROW, "+", "#person"),
}


def card_run(card: str, table: Table) -> Run:
    """Return what a Senate card counts, and the points it gives for that."""
    if is_border(card):
        one, other = borders(table)[card]
        return (f"#alea-chip-{one}", "+", f"#alea-chip-{other}", ARROW, f"+{table.senate.border_points}")
    if is_free(card):
        return ("#alea-wheel", ARROW, f"+{table.senate.free_points}")
    return _RUNS[card]


def kind_of(card: str) -> str:
    """Return what kind of card one is: borders and free provinces have several copies."""
    return card.partition("-")[0]
