"""Mails that came in: which were acted on, and what proves what was signed."""

from collections.abc import Iterable

from pbem.desk.store.shelves.shelf import Ground, Shelf, fields
from pbem.desk.store.values import ProviderKey


class Mails(Shelf):
    """What is remembered of mails, by the digests of their content."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        # What was read. Only who has the mail's game, or the whole desk, changes it: it stays true
        # until this ends.
        self._known: dict[str, int | None] = {}

    def foresee(self, mails: Iterable[str]) -> None:
        """Read at once whether some mails are known."""
        digests = list(mails)
        found = self._each("known_mail", [{"digest": digest} for digest in digests])
        self._known |= {digest: rows[0][0] if rows else None for digest, rows in zip(digests, found, strict=True)}

    def is_known(self, digest: str) -> bool:
        """Tell whether a mail was acted on already."""
        if digest not in self._known:
            self._known[digest] = self._first("known_mail", digest=digest)
        return self._known[digest] is not None

    def note(self, digest: str, at: int, *, player: str = "", is_answered: bool = False) -> None:
        """Remember that a mail was acted on, and whose it was.

        `is_answered` says that it got an answer without playing anything.
        """
        self._known[digest] = at
        self._run("put_mail", {"digest": digest, "at": at, "player": player, "is_answered": is_answered})
        self._ground.leave("known_mail", {"digest": digest}, at)

    def forget(self, digest: str) -> None:
        """Let a mail be acted on again: what it brought was dropped, and nothing of it was used."""
        self._known[digest] = None
        self._run("no_mail", {"digest": digest})
        self._ground.forget(digest=digest)

    def count_answers(self, player: str, since: int) -> int:
        """Count the mails of a person that were answered since a time without playing.

        An empty name counts those of strangers.
        """
        count: int = self._first("count_answers", player=player, since=since)
        return count

    def put_evidence(self, digest: str, content: bytes) -> None:
        """Keep the evidence for a signed sheet; the same sheet has the same."""
        self._run("no_evidence", {"digest": digest})
        locked = self._vault.lock("", f"evidence/{digest}", content)
        self._run("put_evidence", {"digest": digest, "locked": locked})

    def evidence_names(self, digest: str) -> list[str]:
        """Return the names of all evidence of signed bytes, by whatever key."""
        between = {"first": digest, "end": f"{digest}!"}  # after the digest comes a blank, or nothing
        return [row[0] for row in self._run("evidence_between", between)]

    def evidence(self, digest: str) -> bytes | None:
        """Return the evidence for a signed sheet."""
        locked = self._first("evidence_for", digest=digest)
        return None if locked is None else self._vault.unlock("", f"evidence/{digest}", locked)

    def provider_keys(self, name: str) -> tuple[ProviderKey, ...]:
        """Return the key records that stood under a name, the one seen last first."""
        return tuple(ProviderKey(*row) for row in self._run("provider_keys", {"host": name}))

    def note_provider_key(self, name: str, record: bytes, *, at: int, until: int) -> None:
        """Remember that DNS gives a record under a name; older ones are kept."""
        again = self._run("provider_key_again", {"host": name, "found": record, "last": at, "until": until})
        if not again.rowcount:
            self._run("put_provider_key", fields(ProviderKey(name, record, at, at, until)))
