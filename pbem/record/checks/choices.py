"""Hosted seats choose first: where others choose at the same time, the record shows that they were bound before."""

from typing import ClassVar

from pbem.record.checks.checker import Verdict
from pbem.record.errors import Check, IntegrityError
from pbem.record.log.entry import Entry
from pbem.record.time.hosting import Hosting


class Choices:
    """No entry shows that a hosted seat could have read what others chose before it was bound itself."""

    check: ClassVar[Check] = "chain"

    def __init__(self) -> None:
        self._hosting = Hosting(frozenset())

    def read(self, entry: Entry) -> None:
        if why := self._hosting.objection(entry.content):
            raise IntegrityError(entry.seq, "chain", why)
        self._hosting = self._hosting.after(entry.content)

    def finish(self) -> Verdict:
        return "ok"
