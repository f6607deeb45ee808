"""What plays a game, and what is measured and spoken there.

Each game has one `GameEngines` in its own folder, and `ai.games` lists them. Light: no descriptor imports an engine.
"""

from __future__ import annotations

from dataclasses import dataclass

from ai.between import Scale
from ai.engine_kind import EngineKind
from ai.game_kind import GameKind
from ai.level import Level


@dataclass(frozen=True, slots=True)
class GameProtocol:
    """The protocol of a game's field: `engine` stands behind it for other programs, to which a `dialect` speaks;
    `client` seats one of them here (`ai.protocols.registry`). Where programs of the field play each other over a
    network, `network` does so for ours. All are `module:name`."""

    engine: EngineKind
    dialect: str
    client: str
    network: str = ""


@dataclass(frozen=True, slots=True)
class GameEngines:
    """One game.

    `levels` are named opponents, weakest first, rated as far as they were measured; `scale` is what the adaptive level
    plays at, if the game has one. `classic` is the source document's engine and how many plies deep it can be told to
    search. `bench` names the module of its figures (`main`, and `SEARCHES` for `ai.bench.signatures`), `puzzles`
    that which makes its challenges (`MAKERS`, for `ai.challenges`), `themes` what tells by what one is solved
    (`module:name`, for `ai.themes`). `mill` refers to the quick games for fitting its
    weights (`ai.arena.quick_games`), `proof` to a function that gives the proof who wins (`ai.proven.ProvenGame`, None
    where it is not there), `solution` to one that gives a small board of the game, solved, which keeps what it finds in
    a folder (`ai.proven.SolvedGame`), `book` to what gives its book's moves after a job's with their weights, all as
    `module:name`.
    """

    name: str
    engines: tuple[EngineKind, ...]
    levels: tuple[Level, ...]
    arena: GameKind
    scale: Scale | None = None
    classic: tuple[EngineKind, int] | None = None
    protocol: GameProtocol | None = None
    bench: str = ""
    puzzles: str = ""
    themes: str = ""
    mill: str = ""
    proof: str = ""
    solution: str = ""
    book: str = ""
