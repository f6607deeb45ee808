"""What a recorded game says beside its moves, in the replay: comments, headers, and notes of ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from fakes import press, settle, widget
from library_shelf import IN_THE_TITLE_ROW, WINDOW, Shelf
from looking import WINDOWS, faults, read

from game.records.native import Reading
from game.records.xiangqi import pgn
from game.ui.scenes.library.replay import ReplayScene

TOLD = """[Game "Chinese Chess"]
[Event "A cup"]
[Site "承德"]
[Red "甲"]
[Black "乙"]
{The final of the cup.} 1. 炮二平五 {To the centre.} 马8进7 2. 马二进三 {%s} 1-0
""" % " ".join(f"word{n}" for n in range(200))  # noqa: UP031  # braces all over
PERPETUAL = """[Game "Chinese Chess"]
[FEN "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1"]
1. e1d1 d9e9 2. d1e1 e9d9 3. e1d1 d9e9 4. d1e1 e9d9 5. e1d1 d9e9 6. d1e1 e9d9 7. e1i1 d9d8 1-0
"""


def reading_of(text: str) -> Reading:
    (reading,) = pgn.read(text.encode()).games
    assert reading.problem is None
    return reading


class Shown:
    def __init__(self, shelf: Shelf, text: str) -> None:
        self.shelf, self.stage = shelf, shelf.stage
        self.scene = ReplayScene(shelf.stage, reading_of(text), "x.qiguan")
        shelf.stage.open(self.scene)
        settle(self.stage, 0.05)

    def said(self, window: tuple[int, int] = WINDOW) -> str:
        return "\n".join(text for text, _ in read(self.stage, window, self.scene).drawn)


def nothing(*_: object) -> None:
    pass


@pytest.fixture
def shelves(tmp_path: Path) -> Iterator[Callable[..., Shelf]]:
    made: list[Shelf] = []

    def make(window: tuple[int, int] = WINDOW, **settings: object) -> Shelf:
        made.append(Shelf(tmp_path / str(len(made)), window, **settings))
        return made[-1]

    yield make
    for shelf in made:
        shelf.stage.stack.clear()
        shelf.library.close()


def test_the_comment_of_the_shown_position_is_told(shelves: Callable[..., Shelf]) -> None:
    shown = Shown(shelves(), TOLD)
    assert "word0 word1" in shown.said()
    assert "word199" not in shown.said()
    press(shown.stage, pygame.K_HOME)
    assert "The final of the cup." in shown.said()
    assert "Site: 承德" in shown.said()
    press(shown.stage, pygame.K_RIGHT)
    assert "To the centre." in shown.said()
    assert "The final" not in shown.said()
    press(shown.stage, pygame.K_RIGHT)
    assert "No comment on this move." in shown.said()


def test_a_long_comment_scrolls_by_wheel_and_keys(shelves: Callable[..., Shelf]) -> None:
    shown = Shown(shelves(), TOLD)
    box = widget(shown.scene, "remark")
    shown.stage.stack.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=box.rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    for _ in range(60):
        shown.stage.stack.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=-1, x=0, flipped=False))
    assert "word199" in shown.said()
    assert shown.scene.ply == 3
    shown.scene.widgets.focus_on("remark", show=True)
    press(shown.stage, *[pygame.K_UP] * 100)
    assert "word0 " in shown.said()


def test_an_end_by_our_rules_is_a_note_at_its_move_and_no_result(shelves: Callable[..., Shelf]) -> None:
    shown = Shown(shelves(), PERPETUAL)
    end = shown.scene.match.game.first_end
    assert end is not None
    assert shown.scene.ply == 14
    assert "Red won" in shown.said()
    assert f"Move {end}: By the rules of this program" in shown.said()
    press(shown.stage, pygame.K_HOME, *[pygame.K_RIGHT] * end)
    assert shown.scene.ply == end
    assert f"Move {end}" not in shown.said()
    assert "the game ends here (perpetual check)" in shown.said().replace("\n", " ")
    assert shown.scene.can_play_on


def test_a_game_without_a_word_has_no_box(shelves: Callable[..., Shelf]) -> None:
    shown = Shown(shelves(), '[Game "Chinese Chess"]\n1. 炮二平五 1-0')
    assert all(each.name != "remark" for each in shown.scene.widgets.widgets)


@pytest.mark.parametrize(("language", "window"), [("en", WINDOWS[0]), ("zh", WINDOWS[1]), ("en", WINDOWS[5])])
def test_the_box_fits_everywhere(
    shelves: Callable[..., Shelf], language: str, window: tuple[tuple[int, int], float]
) -> None:
    size, scale = window
    for text in (TOLD, PERPETUAL):
        shown = Shown(shelves(size, language=language, scale=scale), text)
        for _ in range(shown.scene.match.ply + 1):
            found = faults(shown.stage, size, shown.scene)
            clipped = (
                *(f"'moves' and '{name}'" for name in IN_THE_TITLE_ROW),
                "'着法' and '1'",  # a row scrolled under the title
                "text 'word0",  # the list shows the beginning of a comment
            )
            assert [each for each in found if not any(part in each for part in clipped)] == []
            press(shown.stage, pygame.K_LEFT)
