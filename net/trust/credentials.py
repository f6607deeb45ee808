"""What a line needs for TLS: the key in a certificate that it has signed itself, and whom it lets in: everybody.

Who somebody is says the key in the certificate alone, as in Syncthing; names, dates and issuers in it mean nothing. So
TLS proves that the other end holds its key, and who that is decides the layer above. pyOpenSSL does this where the
standard library can't: it has no way to ask for a certificate and accept one that nobody has vouched for.
"""

from __future__ import annotations

import datetime

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.x509.oid import NameOID
from OpenSSL import SSL

from net.trust.keys import PrivateKey

_NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "qiguan")])
# Clocks that are wrong by years must not keep people apart (RFC 5280, 4.1.2.5: 9999 for "no end").
_FROM, _TO = (datetime.datetime(year, 1, 1, tzinfo=datetime.UTC) for year in (2000, 9999))


def certificate(key: PrivateKey) -> x509.Certificate:
    """A certificate of a key, signed by itself."""
    builder = x509.CertificateBuilder(_NAME, _NAME, key.key.public_key(), 1, _FROM, _TO)
    return builder.sign(key.key, None)


def tls_context(key: PrivateKey) -> SSL.Context:
    """For lines in both directions: TLS 1.3 alone, both sides show a certificate, no session is resumed."""
    context = SSL.Context(SSL.TLS_METHOD)
    context.set_min_proto_version(SSL.TLS1_3_VERSION)
    context.set_session_cache_mode(SSL.SESS_CACHE_OFF)
    context.use_privatekey(key.key)
    context.use_certificate(certificate(key))
    context.set_verify(SSL.VERIFY_PEER | SSL.VERIFY_FAIL_IF_NO_PEER_CERT, lambda *_: True)
    return context


def key_of(line: SSL.Connection) -> str:
    """Whose key the other end of a line has proved to hold: 64 hexadecimal digits, empty for a key of another kind."""
    shown = line.get_peer_certificate(as_cryptography=True)
    public = shown.public_key() if shown is not None else None
    return public.public_bytes_raw().hex() if isinstance(public, Ed25519PublicKey) else ""
