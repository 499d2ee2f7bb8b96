"""How much work something is: counted in steps of the interpreter, so that no clock and no neighbour matters."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def work(done: Callable[[], object]) -> int:
    """Return how many steps the interpreter takes."""
    count = 0

    def trace(frame: FrameType, event: str, _arg: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        done()
    finally:
        sys.settrace(before)
    return count
