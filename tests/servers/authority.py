"""A certificate authority of our own, and what it says of a server on this machine."""

import datetime
import ipaddress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tests.servers.machine import HOST

_DAY = datetime.timedelta(days=1)


class Authority:
    """A folder with `ca.pem`, which clients trust, and `server.pem` and `server.key`, which a server shows."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.ca, self.certificate, self.key = (folder / name for name in ("ca.pem", "server.pem", "server.key"))
        ca_key, server_key = generate_private_key(SECP256R1()), generate_private_key(SECP256R1())
        ca = _named("a test authority", ca_key).add_extension(x509.BasicConstraints(ca=True, path_length=0), True)
        ca = ca.issuer_name(_name("a test authority")).add_extension(_usage(is_ca=True), True)
        server = _named(HOST, server_key).issuer_name(_name("a test authority"))
        server = server.add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(HOST))]), False)
        server = server.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
        identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(ca_key.public_key())
        ca, server = (one.add_extension(identifier, False) for one in (ca, server))  # asked for from Python 3.13 on
        self.ca.write_bytes(ca.sign(ca_key, SHA256()).public_bytes(Encoding.PEM))
        self.certificate.write_bytes(server.sign(ca_key, SHA256()).public_bytes(Encoding.PEM))
        self.key.touch(mode=0o600)
        self.key.write_bytes(server_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _named(text: str, key: EllipticCurvePrivateKey) -> x509.CertificateBuilder:
    now = datetime.datetime.now(datetime.UTC)
    builder = x509.CertificateBuilder(subject_name=_name(text), public_key=key.public_key())
    builder = builder.not_valid_before(now - _DAY).not_valid_after(now + _DAY)
    builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
    return builder.serial_number(x509.random_serial_number())


def _usage(*, is_ca: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not is_ca,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=is_ca,
        crl_sign=is_ca,
        encipher_only=False,
        decipher_only=False,
    )
