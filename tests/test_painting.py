"""Letters of tests have small pictures; where it is asked for, they have those that people get."""

from pbem.desk.fonts import painter
from pbem.games.found import named
from pbem.games.game import MAIL, Look
from pbem.report.picture import Painter
from tests.games.contract import Case
from tests.painting import painted_as_it_is, painted_small


def test_a_small_picture_is_a_picture_and_a_real_one_stays_as_it_is() -> None:
    game = named("fortuna")
    drawing = game.draw(game.view(Case(game, 2, 1).plies[0].state, None), Look("en", MAIL, {}))
    real = painter().png(drawing)
    with painted_small():
        small = painter().png(drawing)
        assert painter().png(drawing) is small  # painted once
        with painted_as_it_is():
            assert painter().png(drawing) == real
    assert small.startswith(b"\x89PNG")
    assert len(small) < len(real) / 3
    assert Painter.png(painter(), drawing) == real
