"""`engine`: the engine of a game for other programs (`ai.protocols`): on standard input and output for their windows,
or over a network against them."""

from __future__ import annotations

from ai.protocols.conversation import SpeakOptions
from ai.protocols.network_play import NetworkPlay, read_address
from ai.protocols.registry import PROTOCOLS
from ai.protocols.speak import speak, speak_over_network
from ai.protocols.strength import read_strength
from game.storage.version import VERSION

__all__ = ["PROTOCOLS", "network_of", "options_of", "speak", "speak_over_network"]


def options_of(game: str, threads: int | None, hash_mb: int | None, level: str | None) -> SpeakOptions:
    """What is said about the engine of a game of `PROTOCOLS`; None leaves threads and the table's size to the engine,
    and has it play as well as it can. Raises ValueError, one sentence, for a level that there is not."""
    return SpeakOptions(VERSION, threads, hash_mb, None if level is None else read_strength(game, level))


def network_of(
    game: str, listen: str | None, connect: str | None, games: int | None, minutes: int | None, moves: int | None
) -> NetworkPlay | None:
    """What is said about play over a network with the engine of a game of `PROTOCOLS`; None where it is to speak on
    standard input and output. Raises ValueError, one sentence, for an address that is not one, for a game that is not
    played so, and for games that nobody can be asked for."""
    wishes = {"games": games, "minutes": minutes, "moves": moves}
    given = {name: value for name, value in wishes.items() if value is not None}
    address = listen if connect is None else connect
    if address is None:
        if given:
            raise ValueError(f"--{next(iter(given))} goes with --listen or --connect")
        return None
    if not PROTOCOLS[game].network:
        raise ValueError(f"programs do not play {game} over a network here")
    if given and not games:
        raise ValueError(f"--{next(iter(given))} goes with --games: else the other program says how it is played")
    host, port = read_address(address)
    return NetworkPlay(host, port, connect is None, **given)
