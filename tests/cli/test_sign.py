"""`pbem sign`: what becomes of the lines that a player writes."""

from pathlib import Path

from pbem.mail.block.block import MARKER
from tests.cli.hosting import done

LINES = "to: referee.example.org;\ngame: f1;\nseat: blue;\ntoken: 0123456789abcdef;\nn: 7;\nreserve none\n"


def test_the_edges_of_a_block_are_no_orders(tmp_path: Path) -> None:
    done(tmp_path, "key", "new", tmp_path / "Anna")
    plain = done(tmp_path, "sign", "--key", tmp_path / "Anna", text=LINES)
    for end in ("-----END PBEM ORDERS-----\n", "-----end pbem orders-----;\n", ""):
        edged = done(tmp_path, "sign", "--key", tmp_path / "Anna", text=f"{MARKER}\n{LINES}{end}")
        assert edged == plain
    assert plain.count("PBEM ORDERS") == 1
