"""What the scenes may ask of the program around them; `game.app` stands behind it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from game.match.match import Match
from game.match.review import Review
from game.progress.arcade.results import ArcadeResults
from game.rules.core import Position, Side, Variant
from game.storage.notice import Notice
from game.storage.settings import LevelChoice, OtherEngine, Settings
from game.tables.opponents import EngineTrial, Opponent, Preparation
from game.tables.saved_game import SavedGame


class Hall(Protocol):
    """The program as the scenes know it."""

    @property
    def settings(self) -> Settings:
        """What the person has chosen, now."""
        ...

    @property
    def data_folder(self) -> Path:
        """Where the person's games and records are kept; shown in the settings."""
        ...

    @property
    def log_folder(self) -> Path:
        """Where the log for reports lies; shown in the settings."""
        ...

    def change(self, **changes: Any) -> None:
        """Change settings, keep them on disk and let them take effect at once."""
        ...

    def opponents(self, game: str) -> tuple[Opponent, ...]:
        """The computer's levels of a game, weakest first, then other programs (`external:NAME`)."""
        ...

    def expect(self, game: str, level: str) -> None:
        """The person is about to play against a level: it is prepared before all others."""
        ...

    def opponent(self, game: str, level: str) -> Opponent:
        """One level by its name, also `depth:N`, `seconds:N` and `classic:N`. Raises ValueError for any other text."""
        ...

    @property
    def program_games(self) -> tuple[str, ...]:
        """The games in which other programs can be played against."""
        ...

    def try_engine(self, engine: OtherEngine) -> None:
        """Start another program in the background and ask it who it is."""
        ...

    @property
    def engine_trial(self) -> EngineTrial | None:
        """The newest trial of another program, running or done."""
        ...

    def preparation(self) -> Preparation:
        """How far the engines are prepared."""
        ...

    @property
    def arcade(self) -> ArcadeResults:
        """What the person has reached on the ladders."""
        ...

    def new_match(self, game: str, choice: LevelChoice) -> Match:
        """Sit down to a new game; the one that was going on, if any, is given up for it."""
        ...

    def rematch(self, match: Match, swapped: bool) -> Match:
        """Another game on the same terms, with sides swapped on request."""
        ...

    def play_from(self, match: Match, ply: int) -> Match:
        """Another game, without a clock, that begins with the first moves of one that has ended."""
        ...

    def play_on(self, match: Match, ply: int, person: Side | None) -> Match:
        """Another game, without a clock, that begins with the first moves of a recorded one: a person has this side and
        the computer the other; None = two people."""
        ...

    def play_position(self, variant: Variant, position: Position, person: Side | None) -> Match:
        """Another game, without a clock, that begins with a position: a person has this side and the computer the
        other; None = two people."""
        ...

    def review(self, match: Match) -> Review | None:
        """A review of a match that has ended, not begun; None where nobody can give one (yet)."""
        ...

    def change_level(self, match: Match, side: Side, level: str) -> None:
        """Another opponent takes the computer's seat in the middle of a game."""
        ...

    def saved_game(self) -> SavedGame | None:
        """The unfinished game of an earlier time, if there is one."""
        ...

    def resume(self) -> Match | None:
        """Take up the saved game; None (and a notice) if it can't be read any more."""
        ...

    def discard_saved(self) -> None:
        """Give up the saved game."""
        ...

    def leave(self, match: Match) -> None:
        """The person leaves the table: an unfinished game is kept for Continue."""
        ...

    def take_notices(self) -> tuple[Notice, ...]:
        """What has to be told to the person since the last call."""
        ...

    def toggle_full_screen(self) -> None:
        """Between window and full screen."""
        ...

    def quit(self) -> None:
        """End the program after this frame."""
        ...
