"""The ways between scenes: which scenes one can be led to from another, with which values. A scene names no other
scene's module: `stage.go(SETTINGS)` opens it, and its module is imported when that first happens."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, ParamSpec

from game.ui.stage.scene import Scene

if TYPE_CHECKING:  # the values of a route come in with those who have them
    from game.lan.views import Invitation, Lan, TableView
    from game.library.database.game_database import BoardQuestion
    from game.match.match import Match
    from game.records.analysed import AnalysedGame
    from game.records.native import Reading
    from game.rules.core import Outcome, Position, Variant
    from game.tournament.run import TournamentRun

P = ParamSpec("P")


class Route(Generic[P]):
    """Leads to one kind of scene. `P` are the values that it needs besides the stage; a test compares them with what
    the scene asks for."""

    def __init__(self, end: str) -> None:
        """`end` is the scene's module below `game.ui.scenes` and its class, with a colon between them."""
        self.end = end

    def __repr__(self) -> str:
        return f"Route({self.end!r})"

    def made_by(self) -> type[Scene]:
        """The class of the scene, imported now at the latest."""
        module, _, name = self.end.partition(":")
        found: type[Scene] = getattr(import_module(f"game.ui.scenes.{module}"), name)
        return found

    def scene(self, stage: object, *values: P.args, **named: P.kwargs) -> Scene:
        """Make the scene."""
        make: Any = self.made_by()
        made: Scene = make(stage, *values, **named)
        return made


LEVELS: Route[[str]] = Route("level_select.scene:LevelSelect")
"""Choose an opponent for a game."""
STORY: Route[[str]] = Route("story.scene:StoryScene")
"""A game told in ten seconds."""
STORY_BEFORE: Route[[str, Match]] = Route("story.scene:StoryScene")
"""The same before the first move of a match, which stands still meanwhile."""
MATCH: Route[[Match]] = Route("match.scene:MatchScene")
"""Sit down at a match."""
LAN_MATCH: Route[[Match, TableView]] = Route("match.scene:MatchScene")
"""Sit down, or watch, where a game over the LAN is."""
RESULT: Route[[Any, Outcome]] = Route("result.scene:ResultScene")
"""How the match of this scene has ended."""
RUNG_RESULT: Route[[Any, Outcome]] = Route("arcade.result:ArcadeResult")
"""How a match for the ladder has ended, with what it has earned."""
LADDER: Route[[str]] = Route("arcade.table:ResultsTable")
"""What was reached on a game's ladder."""
REVIEW: Route[[Any, int | None]] = Route("review.scene:ReviewScene")
"""The review of the game of this scene, at a ply (None: at its first turning point)."""
ANALYSIS: Route[[AnalysedGame | None]] = Route("analysis.scene:AnalysisScene")
"""Analyse a game or a position; None goes on with the analysis that was edited last."""
LEARN: Route[[str]] = Route("learn.scene:LearnScene")
"""The rules of a game."""
CHALLENGES: Route[[str]] = Route("challenges.list:ChallengesScene")
"""The forced wins of a game, or of one of its sets."""
DAILY_CHALLENGE: Route[[str, bool]] = Route("challenges.list:ChallengesScene")
"""Those of a set, and with True straight to the day's unless that is solved."""
PROOF: Route[[str]] = Route("proof.scene:ProofScene")
"""The proof who wins a game."""
SOLVED: Route[[str]] = Route("solved.scene:SolvedScene")
"""A small board of a game, solved to its end."""
EXERCISES: Route[[bool]] = Route("exercises.scene:ExercisesScene")
"""The person's mistakes as exercises, and with True straight on to what is due."""
SETUP: Route[[Variant, Position]] = Route("setup.scene:PositionSetupScene")
"""Lay out a position, beginning with this one."""
LIBRARY: Route[[frozenset[str]]] = Route("library.scene:LibraryScene")
"""The library, with the games of these keys chosen."""
COLLECTIONS: Route[[BoardQuestion | None]] = Route("collections.scene:CollectionsScene")
"""The collections that were brought in; with a question, their games in which that stands on the board."""
REPLAY: Route[[Reading, str]] = Route("library.replay:ReplayScene")
"""A game of the library and its key there."""
REPLAY_AT: Route[[Reading, str, int]] = Route("library.replay:ReplayScene")
"""A game with the key that it would have in the library, begun at a ply."""
ALBUM: Route[[]] = Route("album.scene:AlbumScene")
"""The seals that the person has won."""
STATISTICS: Route[[]] = Route("library.statistics:StatisticsScene")
"""The person's own results."""
TOURNAMENTS: Route[[str]] = Route("tournament.list:TournamentsScene")
"""The list, over it the tournament that is being played, or a new one of this game where there is none yet."""
TOURNAMENT: Route[[TournamentRun]] = Route("tournament.scene:TournamentScene")
NEW_TOURNAMENT: Route[[str]] = Route("tournament.setup:NewTournamentScene")
"""A new tournament, proposed for a game."""
LOBBY: Route[[]] = Route("lobby.scene:Lobby")
"""Who is on the network."""
DIAGNOSIS: Route[[Lan]] = Route("lobby.diagnosis:DiagnosisPage")
"""Why nobody is seen there."""
INVITATION: Route[[Lan, Invitation]] = Route("lobby.invitations:InvitationOverlay")
"""An invitation, to be answered."""
SETTINGS: Route[[]] = Route("settings.scene:SettingsScene")
SETTINGS_PAGE: Route[[str, str]] = Route("settings.scene:SettingsScene")
"""A page of the settings, and the widget that has the keyboard there."""
KEYS: Route[[]] = Route("keys:KeysOverlay")
"""The keys of what is open."""
