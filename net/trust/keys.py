"""Who somebody is: an Ed25519 key (RFC 8032), made once for each installation. Name and address are only what is said.

A signature is good for one purpose: what is signed begins with the purpose's name, so that a beacon can't be shown
around as a move.
"""

from __future__ import annotations

import enum

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

LONGEST_PEM = 4096
"""Bytes of a key as text. One of ours has 119, an encrypted one some 300."""


class BadKeyError(ValueError):
    """A text holds no key of ours. One sentence why."""


class WrongPassphraseError(BadKeyError):
    """The key is encrypted, and by another passphrase."""


class Purpose(enum.Enum):
    """What a signature is for."""

    BEACON = b"qiguan beacon\0"
    MOVE = b"qiguan move\0"
    END = b"qiguan end\0"


class PrivateKey:
    """The secret of one installation. `public` tells others who it is: 64 hexadecimal digits."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self.key = key
        self.public = key.public_key().public_bytes_raw().hex()

    def sign(self, purpose: Purpose, data: bytes) -> bytes:
        """The signature, 64 bytes."""
        return self.key.sign(purpose.value + data)

    def as_pem(self, passphrase: str = "") -> bytes:
        """The key as text (PKCS #8 in PEM), encrypted if there is a passphrase."""
        encryption = BestAvailableEncryption(passphrase.encode()) if passphrase else NoEncryption()
        return self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption)


def new_key() -> PrivateKey:
    """A key that nobody has yet."""
    return PrivateKey(Ed25519PrivateKey.generate())


def read_key(pem: bytes, passphrase: str = "") -> PrivateKey:
    """The key in a text. Raises BadKeyError for a text that holds none, WrongPassphraseError."""
    if len(pem) > LONGEST_PEM:
        raise BadKeyError(f"{len(pem)} bytes are no key")
    if b"ENCRYPTED" in pem and not passphrase:
        raise WrongPassphraseError("the key is protected by a passphrase")
    try:
        key = load_pem_private_key(pem, passphrase.encode() if b"ENCRYPTED" in pem else None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        if b"ENCRYPTED" in pem and "assword" in str(error):
            raise WrongPassphraseError("the passphrase is another one") from error
        raise BadKeyError("no key in PEM (PKCS #8)") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKeyError("a key of another kind; an Ed25519 key is needed")
    return PrivateKey(key)


def is_signed(public: str, purpose: Purpose, signature: bytes, data: bytes) -> bool:
    """Whether the owner of this public key (64 hexadecimal digits) has signed the data for this purpose."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(signature, purpose.value + data)
    except (InvalidSignature, ValueError):
        return False
    return True
