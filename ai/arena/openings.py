"""Openings for matches: balanced ones from the game's folder, or random ones."""

from __future__ import annotations

import random
from pathlib import Path

from ai.arena.games import game_kind
from ai.arena.referee import Referee
from ai.game_kind import GameKind
from ai.positions import start_text
from game.rules.core import PASS, RulesError

Opening = tuple[str, ...]
"""The moves from the start position of the variant."""

_AI = Path(__file__).resolve().parent.parent
_TRIES = 1000
_RANDOM = 200
"""How many random openings a match has to choose from, however many games it has: so a longer one begins the same."""


class OpeningsError(Exception):
    """No openings can be had. One sentence for a person."""


def balanced_file(game: str, variant: str) -> Path:
    """Where the balanced openings of a variant lie (package data), whether or not there are any."""
    return _AI / game / "openings" / f"{variant}.txt"


def openings(game: str, variant: str, source: str | None, seed: int) -> tuple[Opening, ...]:
    """The openings of a match: those of a file, `random` ones (200 by the seed, all different), or by default
    (None) the balanced ones of the variant if there are any, else random ones. Raises OpeningsError."""
    file = balanced_file(game, variant)
    if source == "random" or (source is None and not file.is_file()):
        return _random(game, variant, seed)
    return read_openings(game, variant, file if source is None else Path(source))


def read_openings(game: str, variant: str, file: Path) -> tuple[Opening, ...]:
    """The openings of a text file: one a line, moves with blanks between them; what follows a # is a remark.

    Raises OpeningsError for a file that can't be read, that holds none, or a line that leaves no game to be played.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise OpeningsError(f"cannot read the openings: {error}") from error
    found = []
    for number, line in enumerate(lines, 1):
        moves = tuple(line.partition("#")[0].split())
        if moves:
            try:
                over = play_opening(variant, moves).ending
            except RulesError as error:
                raise OpeningsError(f"{file}, line {number}: {error}") from error
            if over:
                raise OpeningsError(f"{file}, line {number}: the game is over ({over.reason})")
            found.append(moves)
    if not found:
        raise OpeningsError(f"{file} holds no openings")
    return tuple(found)


def play_opening(variant: str, moves: Opening) -> Referee:
    """The referee after the moves from the start position. Raises RulesError."""
    referee = Referee(variant, start_text(variant))
    for move in moves:
        referee.play(move)
    return referee


def _random(game: str, variant: str, seed: int) -> tuple[Opening, ...]:
    chance = random.Random(f"openings {seed} {variant}")
    kind = game_kind(game)
    found: dict[str, Opening] = {}
    for _ in range(_TRIES):
        if len(found) == _RANDOM:
            break
        moves, referee = random_opening(game, variant, kind.opening_plies, chance)
        found.setdefault(kind.key(referee.position), tuple(moves))
    return tuple(found.values())


def random_opening(game: str, variant: str, plies: tuple[int, int], chance: random.Random) -> tuple[list[str], Referee]:
    """Random moves from the start position, after which the game goes on, and the referee at their end; `plies` are the
    fewest and the most. Raises OpeningsError where chance finds none."""
    for _ in range(_TRIES):
        referee = Referee(variant, start_text(variant))
        moves = play_at_random(referee, game_kind(game), chance.randint(*plies), chance)
        if not referee.ending:
            return moves, referee
    raise OpeningsError(f"no random opening of {plies[0]} to {plies[1]} plies leaves a game of {variant} to be played")


def play_at_random(referee: Referee, kind: GameKind, plies: int, chance: random.Random) -> list[str]:
    """Play this many random moves, fewer where the game ends; gives them."""
    moves: list[str] = []
    while len(moves) < plies and not referee.ending:
        moves.append(referee.play(random_move(referee, kind, chance)))
    return moves


def random_move(referee: Referee, kind: GameKind, chance: random.Random) -> str:
    """A move for a random opening: one that suits if there is any, else a legal one; a pass where there is none."""
    position = referee.position
    moves = list(position.legal_moves())
    chance.shuffle(moves)
    return referee.text(next((move for move in moves if kind.suits(position, move)), moves[0] if moves else PASS))
