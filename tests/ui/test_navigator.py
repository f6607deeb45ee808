"""The routes between scenes: each leads to a scene that takes just the values with which it is opened."""

from __future__ import annotations

import inspect
import subprocess
import sys
import typing
from typing import Any

import pytest

from game.lan.views import Invitation, Lan, TableView
from game.library.database.game_database import BoardQuestion
from game.match.match import Match
from game.records.analysed import AnalysedGame
from game.records.native import Reading
from game.rules.core import Outcome, Position, Variant
from game.tournament.run import TournamentRun
from game.ui.stage import navigator
from game.ui.stage.navigator import Route
from game.ui.stage.scene import Scene

VALUES = (
    AnalysedGame,
    BoardQuestion,
    Invitation,
    Lan,
    TableView,
    Match,
    Reading,
    Outcome,
    Position,
    Variant,
    TournamentRun,
)
HINTS = typing.get_type_hints(navigator, localns={each.__name__: each for each in VALUES})
ROUTES = {name: route for name, route in vars(navigator).items() if isinstance(route, Route)}


def taken(scene: type[Scene]) -> list[tuple[Any, bool]]:
    """The types of what a scene is made of after the stage, and whether each may be left out."""
    module = sys.modules[scene.__init__.__module__]
    hints = typing.get_type_hints(scene.__init__, vars(module))
    parameters = list(inspect.signature(scene.__init__).parameters.values())[2:]
    return [(hints[each.name], each.default is not each.empty) for each in parameters]


@pytest.mark.parametrize("name", ROUTES)
def test_a_scene_takes_what_its_route_gives(name: str) -> None:
    (given,) = typing.get_args(HINTS[name])
    asked = taken(ROUTES[name].made_by())
    assert issubclass(ROUTES[name].made_by(), Scene)
    assert len(given) <= len(asked)
    for value, (wanted, _) in zip(given, asked, strict=False):
        assert value is Any or value == wanted or value in typing.get_args(wanted), (value, wanted)
    assert all(is_optional for _, is_optional in asked[len(given) :])


def test_the_first_frame_needs_no_scene_but_the_menu() -> None:
    script = "import sys, game.run; print(*(name for name in sys.modules if name.endswith('.scene')))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["game.ui.stage.scene"]
