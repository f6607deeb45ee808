"""How a side that comes back proves that it is the one that left: it knows the token that the host gave at the start.

HMAC-SHA256 (RFC 2104) with the token as its key, over: who speaks, the nonces of both hellos of this connection (so it
is good on this connection alone and can't be thrown back at its maker), and everything that the `ResumeMessage` says.
"""

from __future__ import annotations

import hmac

from net.session.messages import ResumeMessage, Side


def make_proof(token: str, by: Side, own_nonce: str, their_nonce: str, said: ResumeMessage) -> str:
    """The proof for a `ResumeMessage`, whose own `proof` does not count."""
    facts = (said.game, said.epoch, said.ply, said.hash, said.base, said.turn, said.chat)
    text = "|".join(("qiguan resume", by, own_nonce, their_nonce, *map(str, facts)))
    return hmac.new(bytes.fromhex(token), text.encode(), "sha256").hexdigest()


def is_proved(token: str, by: Side, their_nonce: str, own_nonce: str, said: ResumeMessage) -> bool:
    """Whether a `ResumeMessage` that came from the side `by` holds its proof."""
    return hmac.compare_digest(make_proof(token, by, their_nonce, own_nonce, said), said.proof)
