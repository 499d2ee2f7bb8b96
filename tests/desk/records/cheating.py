"""A cheating host: he has the desk, its keys and all secrets, and plays what he likes on what players have signed."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.host.rulings import rule_void
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.people.enrolled import enrolled, find_player
from pbem.desk.records.folders.entries import entries_of
from pbem.desk.records.folders.exporting import export
from pbem.desk.signed.evidence import keep_evidence
from pbem.games.game import Seat
from pbem.mail.block.block import Block
from pbem.mail.evidence import Signed
from pbem.mail.keys import Keyring
from pbem.mail.letter.letter import Letter, read_letter
from pbem.mail.signed import find_signed, sign_orders
from pbem.record.dice.seals import salt
from pbem.record.log import canonical
from pbem.record.log.kinds import Word
from pbem.referee.acts.scribe import Scribe
from pbem.referee.language.plan import Source
from tests.desk.house import GAME, HOLDERS, KEYS, block_of, mail, match_of


class Crook:
    """The host of a game who does not play by the sheets."""

    def __init__(self, desk: Desk, seat: Seat) -> None:
        self.desk = desk
        self.seat = seat

    def sign(self, *orders: str) -> Signed:
        """Return what the honest player of the seat signs now."""
        return self.signed(block_of(self.desk, self.seat, *orders))

    def signed(self, block: Block) -> Signed:
        """Return a block that the player of the seat has signed."""
        with self.desk.store.read() as look:
            ring = Keyring((enrolled(find_player(look, HOLDERS[self.seat])),))
        letter = read_letter(mail(sign_orders(block, KEYS[HOLDERS[self.seat]])))
        assert isinstance(letter, Letter)
        found = find_signed(letter, ring, now=self.desk.now(), accepts=("ssh",))
        assert isinstance(found, Signed)
        return found

    def play(self, signed: Signed, *moves: str, word: Word = "", sheet: str | None = None, sign: str = "ssh") -> int:
        """Record that a sheet was used, and lay any legal moves to it; returns the entry of the order."""
        text = "\n".join(signed.block.orders) if sheet is None else sheet
        digest = sha256(signed.signed_bytes).hexdigest()
        source = Source(sign, digest, text, signed.block.seen)
        with self.desk.store.write() as change:
            keep_evidence(self.desk, change, signed, find_player(change, HOLDERS[self.seat]))
            before = match_of(self.desk)
            scribe = Scribe(before, {}, read_secrets(self.desk, change, GAME), self.desk.now())
            seq = scribe.order(self.seat, source, word)
            for text in moves:
                self._move(scribe, text, seq)
            keep(self.desk, change, replace(scribe.decided(), plans={}), before=before, plans={})
        self.desk.remember(scribe.match)
        return seq

    def lay(self, text: str, cause: int) -> None:
        """Play any legal move, and lay it to an order that was recorded before."""
        with self.desk.store.write() as change:
            before = match_of(self.desk)
            scribe = Scribe(before, {}, read_secrets(self.desk, change, GAME), self.desk.now())
            self._move(scribe, text, cause)
            keep(self.desk, change, replace(scribe.decided(), plans={}), before=before, plans={})
        self.desk.remember(scribe.match)

    def _move(self, scribe: Scribe, text: str, cause: int) -> None:
        match = scribe.match
        decision = match.decision_of(self.seat)
        assert decision is not None
        move = match.game.parse(match.game.view(match.state, self.seat), text)
        scribe.play(decision, move, cause)

    def publish(self, target: Path, shown: Sequence[tuple[int, Signed]]) -> Path:
        """Give the game up, export it, and show just the signed sheets he likes, each where he likes."""
        rule_void(self.desk, GAME, "the host is ill")
        export(self.desk, GAME, target)
        with self.desk.store.read() as look:
            entries = entries_of(look, GAME)
            secret = look.secrets.find(GAME, "seal") or b""
            texts = {seq: (look.secrets.find(GAME, f"order/{seq}") or b"").decode() for seq, _signed in shown}
        assert entries[-1].body["act"] == "void"
        lines = [
            canonical.encode(
                {
                    "salt": salt(secret, GAME, seq).hex(),
                    "seq": seq,
                    "signed": signed.signed_bytes.decode() + signed.signature.decode(),
                    "text": texts[seq],
                }
            )
            for seq, signed in shown
        ]
        (target / "evidence.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
        return target
