"""Pictures for letters, each painted once for a test process: most of the time of a letter goes into its picture."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import pytest
from msgspec import json

from pbem.desk.fonts import painter
from pbem.games.game import Drawing
from pbem.report.picture import Painter

_MOST = 1_000  # pictures that are kept, of up to 120 KB each
_png = Painter.png


@lru_cache(_MOST)
def _painted(drawing: bytes) -> bytes:
    """Return the picture of a drawing that is written as JSON."""
    return _png(painter(), json.decode(drawing, type=Drawing))


def _remembered(self: Painter, drawing: Drawing) -> bytes:
    return _painted(json.encode(drawing)) if self is painter() else _png(self, drawing)


@contextmanager
def painted_once() -> Iterator[None]:
    """Let a letter have a picture that was painted before; tests/report holds that it is the same each time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Painter, "png", _remembered)
        yield
