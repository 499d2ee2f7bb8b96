"""Keys of mail providers: as the host has pinned them, as they are remembered, as DNS gives them.

A provider changes its keys from time to time, and may publish one just in order to say that it was stolen. So what DNS
said is remembered with its time, and asked again when its own time has run out.
"""

import logging

from pbem.desk.desk import Desk
from pbem.desk.settings import FILE, PINNED
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.transports.dns import NoAnswerError
from pbem.mail.extras import Library
from pbem.mail.keys import Records
from pbem.mail.kind import Kind
from pbem.mail.kinds import PROVIDED, kind_named, provided_kinds
from pbem.mail.safe import UnusableError

log = logging.getLogger("pbem.providers")

_SHORTEST, _LONGEST = 300, 86_400  # seconds; whatever a provider says, its answer is relied on so long
_FOLDER = "_domainkey"


def provider_records(desk: Desk, look: Transaction, sender: str) -> Records:
    """Return how the key record of a provider is found for a letter of a sender.

    DNS is asked for people who are enrolled only: nobody else's mail may let this desk wait or send packets. If it does
    not answer, the refusal says that nobody can know now, so that the letter is kept.
    """

    def find(name: str) -> bytes | None:
        pinned = desk.settings.pinned_record(name)
        if pinned is not None:
            return pinned
        kind = next((kind for kind in provided_kinds() if look.people.with_key(kind.key_of_sender(sender))), None)
        if kind is None or kind.lookup is None:
            return None
        known = look.mails.provider_keys(name)
        # A clock that was set back must not make a record good for ever.
        if known and desk.now() < known[0].until <= desk.now() + _LONGEST:
            return known[0].record
        return _ask(desk, kind, kind.lookup, name)

    return find


def _ask(desk: Desk, kind: Kind, library: Library, name: str) -> bytes | None:
    """Ask DNS for a key record, and remember it."""
    try:
        found = desk.resolver.texts(library, name)
    except NoAnswerError as error:
        raise UnusableError(f"the provider's key cannot be looked up now: {error}", lacks=library.kind) from None
    records = [record for record in found.records if kind.is_record(record)] if found else []
    if not found or not records:
        return None
    if len(records) > 1:
        # Which of them counts is left open by the standard (RFC 6376, 3.6.2.2), so each reader could choose another.
        raise UnusableError("the provider publishes several keys under one name")
    until = desk.now() + min(max(found.lasts, _SHORTEST), _LONGEST)
    with desk.store.write(f"key record {name}") as change:
        change.mails.note_provider_key(name, records[0], at=desk.now(), until=until)
    log.info("DNS gave the key record %s", name)
    return records[0]


def doubt_player(desk: Desk, player: Member) -> str:
    """Say why nothing that a player's provider signs can be checked here, or nothing if it can, or if he has a key."""
    name, _, address = player.key_id.partition(":")
    library = _lookup(name)
    if library is None:
        return ""
    domain = address.rpartition("@")[2]
    if desk.settings.has_pinned(f".{_FOLDER}.{domain}"):
        return ""
    return _doubt_dns(desk, library) or _doubt_domain(desk, library, domain)


def doubt_kind(desk: Desk, name: str) -> str:
    """Say why nothing of a kind can be checked here, whoever signs; or nothing if it can."""
    library = _lookup(name)
    if library is None or desk.settings.has_pinned():
        return ""
    return _doubt_dns(desk, library)


def _lookup(name: str) -> Library | None:
    """Return what looks up the keys of a kind; None where people have keys of their own."""
    return kind_named(name).lookup if name in PROVIDED else None


def _doubt_dns(desk: Desk, library: Library) -> str:
    """Say why DNS cannot be asked, or nothing if it can."""
    if desk.resolver.asks_nobody:
        return f"{FILE} has no key record of the provider under {PINNED}, and [mail.dns] says that nobody is asked"
    try:
        desk.resolver.require(library)
    except UnusableError as error:
        return error.why
    except NoAnswerError as error:
        return f"{FILE} has no key record of the provider under {PINNED}, and {error}"
    return ""


def _doubt_domain(desk: Desk, library: Library, domain: str) -> str:
    """Say why a domain seems to have no keys. Which of them it will use only its mails tell."""
    try:
        is_there = desk.resolver.has(library, f"{_FOLDER}.{domain}")
    except NoAnswerError as error:
        return f"whether {domain} signs its mail cannot be found out now: {error}"
    if is_there:
        return ""
    return f"{domain} publishes no keys, so that it seems to sign no mail"
