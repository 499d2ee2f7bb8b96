"""A nameserver on loopback: it answers by real packets what a test has told it, and counts what it was asked."""

import socket
import threading
from types import TracebackType

import dns.exception
import dns.flags
import dns.message
import dns.name
import dns.rcode
import dns.rdatatype
import dns.rrset

TTL = 3_600


class Nameserver:
    """Answers on a port of 127.0.0.1 until it is left."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self._socket.settimeout(0.1)
        self.port: int = self._socket.getsockname()[1]
        self._texts: dict[str, tuple[int, list[bytes]]] = {}
        self._aliases: dict[str, str] = {}
        self.asked: list[str] = []
        self.fails_by: str = ""  # "SERVFAIL", "REFUSED" or "silence"
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._serve)

    def __enter__(self) -> "Nameserver":
        self._thread.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self._is_over.set()
        self._thread.join()
        self._socket.close()

    @property
    def settings(self) -> str:
        """What a desk that asks here has in its settings."""
        return f'\n[mail.dns]\nnameserver = "127.0.0.1"\nport = {self.port}\ntimeout = 0.4\n'

    def publish(self, name: str, *records: bytes, ttl: int = TTL) -> None:
        """Let text records stand under a name; none: take them away."""
        self._texts.pop(name, None)
        if records:
            self._texts[name] = (ttl, list(records))

    def alias(self, name: str, target: str) -> None:
        """Let a name stand for another one."""
        self._aliases[name] = target

    def _serve(self) -> None:
        while not self._is_over.is_set():
            try:
                packet, client = self._socket.recvfrom(4_096)
                answer = self._answer(dns.message.from_wire(packet))
            except (TimeoutError, dns.exception.DNSException):
                continue
            if answer is not None:
                self._socket.sendto(answer.to_wire(), client)

    def _answer(self, query: dns.message.Message) -> dns.message.Message | None:
        question = query.question[0].name
        name = question.to_text(omit_final_dot=True).lower()
        self.asked.append(name)
        if self.fails_by == "silence":
            return None
        answer = dns.message.make_response(query)
        answer.flags |= dns.flags.RA
        if self.fails_by:
            answer.set_rcode(dns.rcode.from_text(self.fails_by))
            return answer
        for _ in range(20):
            if name not in self._aliases:
                break
            target = self._aliases[name]
            answer.answer.append(dns.rrset.from_text(f"{name}.", TTL, "IN", "CNAME", f"{target}."))
            name = target
        if name in self._texts:
            ttl, records = self._texts[name]
            quoted = [
                " ".join(f'"{record[at : at + 200].decode()}"' for at in range(0, len(record), 200))
                for record in records
            ]
            answer.answer.append(dns.rrset.from_text_list(f"{name}.", ttl, "IN", "TXT", quoted))
        elif not answer.answer and not any(known.endswith(f".{name}") for known in self._texts):
            answer.set_rcode(dns.rcode.NXDOMAIN)
        return answer
