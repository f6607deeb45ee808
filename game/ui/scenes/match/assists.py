"""Premove and nudge in the match scene: what the board's gestures ask for, as far as the settings allow it."""

from __future__ import annotations

from collections.abc import Callable

from game.match.match import MatchError
from game.match.nudge import Nudge
from game.match.premove import Foresight, Premove
from game.rules.core import Refusal, Square
from game.ui.board.nudging import Nudging
from game.ui.board.premoving import Premoving
from game.ui.scenes.match.shown import ShownMatch


class Assists:
    """Lives as long as its match scene, whose board it gives its gestures."""

    def __init__(self, shown: ShownMatch) -> None:
        self._shown = shown
        shown.board.movable.gestures = (Nudging(self), Premoving(self))

    def update(self) -> None:
        """Each frame: follow the settings."""
        settings, match = self._shown.stage.settings, self._shown.match
        match.nudges.enabled = settings.nudge
        if not settings.premove:
            match.premoves.drop()

    # ---- premove

    @property
    def foresight(self) -> Foresight | None:
        """What the person can choose ahead now."""
        shown = self._shown
        if not shown.stage.settings.premove or shown.is_looking_back or not shown.may_touch:
            return None
        return shown.match.premoves.foresight

    @property
    def premove(self) -> Premove | None:
        """What was chosen ahead, while the board shows the present."""
        return None if self._shown.is_looking_back else self._shown.match.premoves.current

    def keep(self, path: tuple[Square, ...]) -> None:
        """Choose a move ahead."""
        shown = self._shown
        try:
            shown.match.premoves.choose(path)
        except MatchError as error:
            shown.refuse(error.refusal)
        else:
            shown.stage.toasts.clear()

    def forget(self) -> None:
        """Choose nothing ahead."""
        self._shown.match.premoves.drop()

    def refuse(self, square: Square) -> None:
        """The piece in hand can't go there, whatever is answered."""
        self._shown.board.refuse(square)
        self._shown.refuse(Refusal("no-premove"))

    def dropped(self, path: tuple[Square, ...]) -> None:
        """What was chosen ahead can't be played after the answer: a mark on its square and a word."""
        shown = self._shown
        if not shown.is_looking_back:
            shown.board.refuse(path[-1])
        shown.stage.toasts.show(shown.stage.t("comfort.premove_dropped"), "info")

    # ---- nudge

    @property
    def nudge(self) -> Nudge | None:
        """The piece that can be pushed."""
        return None if self._shown.is_looking_back else self._shown.match.nudges.current

    @property
    def nudge_left(self) -> float:
        """How much of its time is left, from 1 to 0."""
        return self._shown.match.nudges.left

    def grab(self) -> None:
        """Take it in hand."""
        self._try_to(self._shown.match.nudges.grab)

    def let_go(self) -> None:
        """Leave it where it stands."""
        self._shown.match.nudges.let_go()

    def push(self, square: Square) -> None:
        """Put it on another square."""
        self._try_to(lambda: self._shown.match.nudges.push(square))

    def _try_to(self, act: Callable[[], None]) -> None:
        try:
            act()
        except MatchError as error:
            self._shown.refuse(error.refusal)
