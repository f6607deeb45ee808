"""What names one run of the program: 32 hexadecimal digits that only the owner of a key can bear.

The first 24 come out of the key (96 bits: nobody finds a second key for them), the last 8 are drawn at each start. So
whoever claims the id of somebody else is found out by the key alone, whoever of the two was heard first.
"""

from __future__ import annotations

import hashlib
import secrets

_BOUND = 24
"""Digits that come out of the key."""


def new_instance(public: str) -> str:
    """The id of a new run of the program with this public key (64 hexadecimal digits)."""
    return _bound(public) + secrets.token_hex((32 - _BOUND) // 2)


def is_instance_of(instance: str, public: str) -> bool:
    """Whether the owner of this public key may bear this id. A text that is not a key bears none."""
    try:
        return instance[:_BOUND] == _bound(public)
    except ValueError:
        return False


def _bound(public: str) -> str:
    return hashlib.sha256(b"qiguan instance\0" + bytes.fromhex(public)).hexdigest()[:_BOUND]
