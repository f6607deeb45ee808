"""What is seen when a game's level select opens, made before."""

from __future__ import annotations

from functools import partial

from game.ui.paint.canvas import Canvas
from game.ui.paint.portraits import portrait
from game.ui.scenes.level_select import opponents, panel
from game.ui.scenes.level_select.draft import Draft
from game.ui.scenes.names import portrait_of
from game.ui.scenes.pictures import Pictures
from game.ui.stage.stage import Stage


def make_levels_ahead(stage: Stage, game: str) -> None:
    """Have the portraits of a game's opponents and the example of its rules made, frame by frame."""
    draft = Draft(stage, game, lambda: None)

    def portraits(kind: str, canvas: Canvas) -> None:
        for diameter in (opponents.PORTRAIT, panel.PORTRAIT):
            portrait(kind, canvas.px(diameter))

    def example(canvas: Canvas) -> None:
        box = panel.boxes(stage.size)[-1]
        row = panel.PanelFrame.fit(box, draft.choice.mode, draft.variants, draft.variant).example
        panel.example_picture(Pictures(stage), draft.variant, panel.example_place(row))

    stage.ahead.wish(example)
    for level in draft.names:
        stage.ahead.wish(partial(portraits, portrait_of(level)))
