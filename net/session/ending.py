"""How a game ended, when both sides have said it: the same rule on both sides, so they come to the same result.

Each side says its end once (`Resign`, or `End` with a `FinalMessage`). Mostly one says it and the other confirms. When
two ends cross on the way and differ, this order decides:

1. an agreement that both had a part in (an offer here and a yes there),
2. a resignation, which its sender can't have invented; of two the host's counts,
3. otherwise each side stands by its own end, which it alone has signed.

In particular nobody makes a game end without a result for the other side as well: else whoever is about to lose, or has
just lost, could do so. That takes both, by their signatures.
"""

from __future__ import annotations

from net.session.messages import FinalMessage, Side

RESIGNATION = "resignation"
AGREEMENT = "agreement"
ABSENCE = "absence"
"""The other side did not come back, and the one that stayed claimed the game."""
DISAGREEMENT = "disagreement"
"""The two sides see different games."""
UNKNOWN = "unknown-game"
"""The other side's program knows no such game: it never began there, or not a move had been played."""


def other(side: Side) -> Side:
    """The other side of the table."""
    return "guest" if side == "host" else "host"


def is_resignation(final: FinalMessage, by: Side) -> bool:
    """Whether a side has given itself up with this end."""
    return final.reason == RESIGNATION and final.winner == other(by)


def is_same(one: FinalMessage, other: FinalMessage) -> bool:
    """Whether two ends have the same result; the ply may differ by what one side did not see any more."""
    return (one.winner, one.reason) == (other.winner, other.reason)


def agreed(host: FinalMessage, guest: FinalMessage) -> FinalMessage | None:
    """The end that counts when the host has said one and the guest another; None: for each side its own."""
    if is_same(host, guest):
        # the shorter game: what one side did not see any more is not part of it
        return min(host, guest, key=lambda final: (-final.epoch, final.ply))
    if host.winner == guest.winner == "none":
        return host
    for final in (host, guest):
        if (final.winner, final.reason) == ("draw", AGREEMENT):
            return final
    if is_resignation(host, "host"):
        return host
    if is_resignation(guest, "guest"):
        return guest
    return None


def without_result(epoch: int, ply: int) -> FinalMessage:
    """An end that nobody won and that is not a draw."""
    return FinalMessage("none", DISAGREEMENT, epoch, ply)
