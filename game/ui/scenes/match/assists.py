"""Premove and nudge in the match scene: what the board's asides ask for, as far as the settings allow it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.match.match import MatchError
from game.match.nudge import Nudge
from game.match.premove import Foresight, Premove
from game.rules.core import Refusal, Square
from game.ui.board.nudging import Nudging
from game.ui.board.premoving import Premoving

if TYPE_CHECKING:
    from game.ui.scenes.match.scene import MatchScene


class Comforts:
    """Lives as long as its match scene, whose board it gives its asides."""

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene
        scene.board.movable.gestures = (Nudging(self), Premoving(self))

    def update(self) -> None:
        """Each frame: follow the settings."""
        settings, match = self._scene.stage.settings, self._scene.match
        match.nudges.enabled = settings.nudge
        if not settings.premove:
            match.premoves.drop()

    # ---- premove

    @property
    def foresight(self) -> Foresight | None:
        """What the person can choose ahead now."""
        scene = self._scene
        match, company = scene.match, scene.company
        if not scene.stage.settings.premove or scene.is_looking_back:
            return None
        if company is not None and not company.may_touch:
            return None
        return match.premoves.foresight

    @property
    def premove(self) -> Premove | None:
        """What was chosen ahead, while the board shows the present."""
        return None if self._scene.is_looking_back else self._scene.match.premoves.current

    def keep(self, path: tuple[Square, ...]) -> None:
        """Choose a move ahead."""
        scene = self._scene
        try:
            scene.match.premoves.choose(path)
        except MatchError as error:
            scene.refuse(error.refusal)
        else:
            scene.stage.toasts.clear()

    def forget(self) -> None:
        """Choose nothing ahead."""
        self._scene.match.premoves.drop()

    def refuse(self, square: Square) -> None:
        """The piece in hand can't go there, whatever is answered."""
        self._scene.board.refuse(square)
        self._scene.refuse(Refusal("no-premove"))

    def dropped(self, path: tuple[Square, ...]) -> None:
        """What was chosen ahead can't be played after the answer: a mark on its square and a word."""
        scene = self._scene
        if not scene.is_looking_back:
            scene.board.refuse(path[-1])
        scene.stage.toasts.show(scene.stage.t("comfort.premove_dropped"), "info")

    # ---- nudge

    @property
    def nudge(self) -> Nudge | None:
        """The piece that can be pushed."""
        return None if self._scene.is_looking_back else self._scene.match.nudges.current

    @property
    def nudge_left(self) -> float:
        """How much of its time is left, from 1 to 0."""
        return self._scene.match.nudges.left

    def grab(self) -> None:
        """Take it in hand."""
        self._try_to(self._scene.match.nudges.grab)

    def let_go(self) -> None:
        """Leave it where it stands."""
        self._scene.match.nudges.let_go()

    def push(self, square: Square) -> None:
        """Put it on another square."""
        self._try_to(lambda: self._scene.match.nudges.push(square))

    def _try_to(self, act: Callable[[], None]) -> None:
        try:
            act()
        except MatchError as error:
            self._scene.refuse(error.refusal)
