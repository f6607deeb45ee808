"""Players for tournaments that answer at once, and a house that seats them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from game.match.events import Request
from game.match.players import Chosen, Gone, Player, PlayerKind, Reply, Report, TurnAsked
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.folders import Folders, find_folders
from game.tournament.host import PlayerPresence
from game.tournament.plan import TournamentPlan
from game.tournament.run import TournamentRun
from game.tournament.tournaments import Tournaments

NOW = datetime(2026, 5, 9, 21, 40, tzinfo=UTC)


class Quick(Player):
    """Answers at the next look: `strong` fills the board from its first corner and so makes five in nine plies; `weak`
    scatters its stones; `broken` can't go on once it is asked for its second move; `slow` never answers."""

    kind = PlayerKind.ENGINE

    def __init__(self, level: str) -> None:
        self.level = level
        self.closed = False
        self._way = level.partition("-")[0].removeprefix("external:")
        self._turn: TurnAsked | None = None

    def ask(self, turn: TurnAsked) -> None:
        self._turn = turn

    def cancel(self) -> None:
        self._turn = None

    def close(self) -> None:
        super().close()
        self.closed = True

    def poll(self) -> Sequence[Report]:
        turn = self._turn
        if turn is None or self._way == "slow":
            return ()
        self._turn = None
        if self._way == "broken" and len(turn.moves) >= 2:
            return (Gone("the program has ended unexpectedly", "crashed", {"name": "Pela", "why": "signal 11"}),)
        rules = variant(turn.variant)
        game = Game(rules, rules.read_position(turn.start))
        for text in turn.moves:
            game.play_text(text)
        moves = game.position.legal_moves()
        chosen = moves[0] if self._way == "strong" else moves[-1 - 2 * len(turn.moves) % len(moves)]
        return (Chosen(rules.write_move(chosen, game.position)),)

    def consider(self, request: Request) -> Reply:
        return Reply.YES


class QuickHouse:
    """Seats such players; `away` says who is not there."""

    def __init__(self) -> None:
        self.away: dict[str, PlayerPresence] = {}
        self.seated: list[tuple[str, float | None, int]] = []
        self.players: list[Quick] = []

    def presence(self, game: str, level: str) -> PlayerPresence:
        return self.away.get(level, PlayerPresence.HERE)

    def contestant(self, game: str, level: str, seconds: float | None, seed: int) -> Player:
        self.seated.append((level, seconds, seed))
        self.players.append(Quick(level))
        return self.players[-1]


class Hall:
    """Tournaments in a folder, with such players."""

    def __init__(self, folder: Path) -> None:
        self.folders: Folders = find_folders({"QIGUAN_DATA": str(folder)})
        self.house = QuickHouse()
        self.tournaments = Tournaments(self.folders, self.house, lambda: NOW)

    def new(self, *players: str, games: int = 2, **plan: object) -> TournamentRun:
        """A tournament of these players, being played."""
        run = self.tournaments.new(plan_of(*players, games=games, **plan))
        assert self.tournaments.start(run)
        return run

    def until(self, happened: Callable[[], bool], most: int = 5000) -> None:
        """Frame after frame."""
        for _ in range(most):
            if happened():
                return
            self.tournaments.update()
        raise AssertionError("it never happened")

    def again(self) -> Tournaments:
        """The program was ended and is started again."""
        self.tournaments.close()
        self.tournaments = Tournaments(self.folders, self.house, lambda: NOW)
        return self.tournaments


def plan_of(*players: str, games: int = 2, **plan: object) -> TournamentPlan:
    """A plan for Gomoku."""
    return TournamentPlan(variant="gomoku-freestyle", players=players, games=games, **plan)  # type: ignore[arg-type]
