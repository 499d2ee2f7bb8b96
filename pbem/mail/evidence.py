"""Signatures as a letter has them, the evidence that is kept of them, and their orders."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from pbem.mail.block.block import Block
from pbem.mail.safe import UnusableError


class Claim(Struct, frozen=True, kw_only=True):
    """A signature in a letter. It is not verified yet, and may be anybody's.

    * `texts` are the texts that it may cover, the likeliest first. There is more than one only
      where mail may have changed the text.
    * `record` is the key record of the provider by which the signature is to be checked. Other
      kinds leave it empty.
    * `is_quoted`: the signature is in the letter below the writer's own words.
    """

    kind: str
    signature: bytes
    texts: Iterable[bytes]
    record: bytes = b""
    is_quoted: bool = False

    @property
    def text(self) -> bytes:
        """The text that it most probably covers."""
        return next(iter(self.texts))


class Evidence(Struct, frozen=True, kw_only=True):
    """The signed bytes, the key, and the signature: enough to verify it again without the letter.

    `signature` and `record` are like those of a claim. `signature` has the form that its kind
    keeps.
    """

    kind: str
    key_id: str
    signed_bytes: bytes
    signature: bytes
    record: bytes = b""

    def claim(self) -> Claim:
        """Give what is to be settled if the evidence is checked again."""
        return Claim(kind=self.kind, signature=self.signature, texts=(self.signed_bytes,), record=self.record)


class Signed(Evidence, frozen=True, kw_only=True):
    """Evidence with the orders that were read from its signed bytes."""

    block: Block

    def evidence(self) -> Evidence:
        """Give the evidence alone."""
        return Evidence(
            kind=self.kind,
            key_id=self.key_id,
            signed_bytes=self.signed_bytes,
            signature=self.signature,
            record=self.record,
        )


def signed_as_typed(
    claim: Claim, key_id: str, signed_bytes: bytes, text_of: Callable[[bytes], str] | None = None
) -> Signed:
    """Read orders, as a player types them, from bytes that the key was found to have signed.

    `text_of` gives their text; without it they are an entity of a mail.
    """
    from pbem.mail.block.typed import read_typed
    from pbem.mail.letter.entity import read_text

    # Only verified bytes get here, and nothing but them is read: an envelope could say something else about them.
    try:
        block = read_typed((text_of or read_text)(signed_bytes))
    except UnusableError as error:
        # From here on whatever is wrong is told to the signer, for nobody else can have sent it.
        raise error.signed_by(key_id, signed_bytes) from None
    return Signed(
        kind=claim.kind,
        key_id=key_id,
        signed_bytes=signed_bytes,
        signature=claim.signature,
        record=claim.record,
        block=block,
    )
