"""The tree of a recorded game in the replay: variations in the list, words, glyphs and shapes, and every way to edit
them by mouse and by keyboard; what is told to be kept lies in the file."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from fakes import press, settle
from library_shelf import IN_THE_TITLE_ROW, WINDOW, Shelf
from looking import WINDOWS, faults, read
from patience import PATIENCE_S
from reviewing import Oracle, review_of

from game.match.evaluation import Cp
from game.records import native
from game.records.native import Reading
from game.records.tree import BoardShape, GameNode, GameTree
from game.records.xiangqi import pgn
from game.rules.core import Square
from game.ui.board import view
from game.ui.scenes.library.replay import ReplayScene
from game.ui.scenes.review.scene import ReviewScene
from game.ui.scenes.variations.list import VariationList
from game.ui.stage.navigator import ANALYSIS
from game.ui.stage.overlays import Popup

TOLD = """[Game "Chinese Chess"]
[Red "甲"]
[Black "乙"]
{The final.} 1. 炮二平五 马8进7 (1... 炮8平5 $5 {Same cannon.} 2. 马二进三 马8进7 (2... 马2进3 $1)) (1... 马2进3)
2. 马二进三 $2 车9平8 {Quick.} (2... 卒7进1) 1-0
"""


class Study:
    """A file in the library, replayed."""

    def __init__(self, folder: Path, text: str = TOLD, window: tuple[int, int] = WINDOW, **settings: object) -> None:
        self.shelf = Shelf(folder, window, **settings)
        self.stage, self.window = self.shelf.stage, window
        (reading,) = pgn.read(text.encode()).games
        assert reading.problem is None
        self.path = self.shelf.folders.records / "x.qiguan"
        self.path.write_bytes(native.write(reading.record))
        self.scene = ReplayScene(self.stage, self.on_disk(), "x.qiguan")
        self.stage.open(self.scene)
        settle(self.stage, 0.3)

    def on_disk(self) -> Reading:
        found = native.read(self.path.read_bytes())
        assert found.problem is None
        return found

    @property
    def tree(self) -> GameTree:
        return self.scene.editing.cursor.tree

    @property
    def list(self) -> VariationList:
        return next(each for each in self.scene.widgets.widgets if isinstance(each, VariationList))

    def said(self) -> list[str]:
        return [text for text, _ in read(self.stage, self.window, self.scene).drawn]

    def place_of(self, text: str) -> tuple[float, float]:
        """Where a text of the list stands."""
        drawn = read(self.stage, self.window, self.scene).drawn
        return next(rect.center for told, rect in drawn if told == text and self.list.rect.contains(rect))

    def mouse(self, kind: int, pos: tuple[float, float], button: int = 1) -> None:
        if kind == pygame.MOUSEMOTION:
            event = pygame.event.Event(kind, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
        else:
            event = pygame.event.Event(kind, pos=pos, button=button)
        self.stage.stack.handle(event)

    def click(self, pos: tuple[float, float], button: int = 1) -> None:
        self.drag(pos, pos, button)

    def drag(self, start: tuple[float, float], end: tuple[float, float], button: int = 1) -> None:
        self.mouse(pygame.MOUSEMOTION, start)
        self.mouse(pygame.MOUSEBUTTONDOWN, start, button)
        self.mouse(pygame.MOUSEMOTION, end)
        self.mouse(pygame.MOUSEBUTTONUP, end, button)
        settle(self.stage, 0.5)

    def square(self, name: str) -> tuple[float, float]:
        position, rules = self.scene.board.position, self.scene.match.variant
        squares = map(Square, range(position.board.squares))
        found = next(each for each in squares if rules.square_name(each, position.board) == name)
        return self.scene.board.square_rect(found).center

    def type(self, text: str) -> None:
        for character in text:
            self.stage.stack.handle(pygame.event.Event(pygame.TEXTINPUT, text=character))
        settle(self.stage, 0.05)

    def until_kept(self) -> None:
        deadline = time.monotonic() + PATIENCE_S
        settle(self.stage, 0.05)
        while self.list.state != "Saved":
            assert time.monotonic() < deadline, self.list.state
            settle(self.stage, 0.02)
            time.sleep(0.002)

    def main(self) -> list[str]:
        return [node.text for node in self.tree.main_line]


@pytest.fixture
def studies(tmp_path: Path) -> Iterator[Callable[..., Study]]:
    made: list[Study] = []

    def make(text: str = TOLD, window: tuple[int, int] = WINDOW, **settings: object) -> Study:
        made.append(Study(tmp_path / str(len(made)), text, window, **settings))
        return made[-1]

    yield make
    for study in made:
        study.stage.stack.clear()
        study.shelf.library.close()


def test_all_variations_of_a_file_are_listed_with_words_and_glyphs(studies: Callable[..., Study]) -> None:
    study = studies(window=(1280, 1000))
    said = study.said()
    assert [said.count(each) for each in ("C8=5", "P7+1", "Same cannon.", "!?", "!", "?")] == [1, 1, 1, 1, 1, 1]
    assert said.count("H2+3") == 4
    press(study.stage, pygame.K_HOME)
    assert any("The final." in each for each in study.said())


def test_a_click_shows_a_move_of_a_variation_and_steps_stay_in_it(studies: Callable[..., Study]) -> None:
    study = studies(window=(1280, 1000))
    study.click(study.place_of("C8=5"))
    assert (study.scene.ply, study.scene.main_ply) == (2, 1)
    assert study.tree.nodes[study.scene.editing.cursor.index].text == "h7e7"
    press(study.stage, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RIGHT)
    assert study.scene.ply == 4
    press(study.stage, pygame.K_DOWN, mod=pygame.KMOD_SHIFT)
    assert study.tree.nodes[study.scene.editing.cursor.index].glyphs == (1,)
    position = study.scene.editing.position
    assert study.scene.board.position == position
    press(study.stage, pygame.K_HOME, pygame.K_RIGHT, pygame.K_RIGHT)
    assert study.scene.editing.cursor.node.text == "h7e7", "the line is the one that was looked at"


def test_another_move_on_the_board_makes_a_variation_grow(studies: Callable[..., Study]) -> None:
    study = studies()
    press(study.stage, pygame.K_HOME)
    study.click(study.square("b2"))
    study.click(study.square("e2"))
    assert study.scene.editing.cursor.node.text == "b2e2"
    assert study.tree.variations == 5
    assert study.main()[0] == "h2e2"
    study.until_kept()
    assert study.on_disk().record.tree == study.tree
    press(study.stage, pygame.K_HOME)
    study.drag(study.square("h2"), study.square("e2"))
    assert study.tree.variations == 5, "a move that is there is gone along"
    assert study.scene.editing.cursor.index == 1


def test_the_keyboard_alone_makes_a_move(studies: Callable[..., Study]) -> None:
    study = studies()
    press(study.stage, pygame.K_HOME)
    study.scene.widgets.focus_on("board")
    press(study.stage, pygame.K_RIGHT)
    assert study.scene.ply == 1, "arrows step"
    press(study.stage, pygame.K_HOME, pygame.K_RETURN)
    board = study.scene.board
    press(study.stage, *[pygame.K_DOWN] * 9, *[pygame.K_LEFT] * 3)
    assert study.scene.ply == 0, "arrows lead the cursor"
    assert board.hovered_square is not None
    assert study.scene.match.variant.square_name(board.hovered_square, board.position.board) == "b0"
    press(study.stage, pygame.K_RETURN, pygame.K_UP, pygame.K_UP, pygame.K_LEFT, pygame.K_RETURN)
    assert study.scene.editing.cursor.node.text == "b0a2"
    press(study.stage, pygame.K_ESCAPE, pygame.K_LEFT)
    assert study.scene.ply == 0
    assert study.shelf.top is study.scene


def test_variations_are_promoted_made_main_deleted_and_all_of_it_undone(studies: Callable[..., Study]) -> None:
    study = studies()
    before = study.tree
    study.scene.show_node(study.tree.children(1)[1])
    press(study.stage, pygame.K_p)
    assert study.main()[1] == "h7e7"
    assert study.scene.match.ply == 4
    study.until_kept()
    assert study.on_disk().record.tree == study.tree
    press(study.stage, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert study.tree == before
    press(study.stage, pygame.K_DELETE)
    assert study.tree.variations == before.variations - 2
    assert study.scene.ply == 1
    press(study.stage, pygame.K_u)
    assert study.tree == before
    press(study.stage, pygame.K_r)
    assert study.tree.variations == before.variations - 2
    study.until_kept()
    assert study.on_disk().record.tree == study.tree
    assert study.on_disk().record.result is not None


def test_glyphs_by_key_and_from_the_list(studies: Callable[..., Study]) -> None:
    study = studies()
    press(study.stage, pygame.K_3)
    assert study.scene.editing.cursor.node.glyphs == (3,)
    press(study.stage, pygame.K_4)
    assert study.scene.editing.cursor.node.glyphs == (4,)
    assert study.scene.board.annotations.badge is not None
    press(study.stage, pygame.K_4)
    assert study.scene.editing.cursor.node.glyphs == ()
    press(study.stage, pygame.K_7)
    assert isinstance(study.shelf.top, Popup)
    press(study.stage, pygame.K_END, pygame.K_UP, pygame.K_RETURN)
    assert study.scene.editing.cursor.node.glyphs == (19,)
    press(study.stage, pygame.K_EXCLAIM, pygame.K_END, pygame.K_RETURN, pygame.K_END, pygame.K_RETURN)
    assert study.scene.editing.cursor.node.glyphs == (19, 146)
    study.until_kept()
    assert study.on_disk().record.tree == study.tree


def test_a_comment_is_typed_also_with_an_input_method(studies: Callable[..., Study]) -> None:
    study = studies()
    press(study.stage, pygame.K_c)
    field = study.scene.text_field()
    assert field is not None
    assert field.text == "Quick."
    study.type(" Red p1")
    study.stage.stack.handle(pygame.event.Event(pygame.TEXTEDITING, text="hao", start=0, length=0))
    press(study.stage, pygame.K_LEFT)
    assert any("hao" in each for each in study.said())
    study.type("好")
    press(study.stage, pygame.K_RETURN, mod=pygame.KMOD_SHIFT)
    study.type("second")
    assert study.scene.editing.cursor.node.comments == ("Quick. Red p1好\nsecond",)
    assert study.scene.ply == 4, "letters are no keys meanwhile"
    press(study.stage, pygame.K_UP, pygame.K_HOME)
    study.type("X")
    press(study.stage, pygame.K_RETURN)
    assert study.scene.text_field() is None
    assert study.scene.editing.cursor.node.comments == ("XQuick. Red p1好\nsecond",)
    study.until_kept()
    assert study.on_disk().record.moves[-1].comment == "XQuick. Red p1好\nsecond"
    press(study.stage, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert study.scene.editing.cursor.node.comments == ("Quick.",), "the writing is undone as a whole"
    press(study.stage, pygame.K_c, pygame.K_ESCAPE)
    assert study.shelf.top is study.scene
    assert study.scene.text_field() is None


def test_a_click_on_the_words_lets_them_be_changed_and_one_elsewhere_ends_it(studies: Callable[..., Study]) -> None:
    study = studies()
    study.click(next(each.rect.center for each in study.scene.widgets.widgets if each.name == "remark"))
    assert study.scene.text_field() is not None
    study.type("!")
    study.click(study.place_of("H2+3"))
    assert study.scene.text_field() is None
    assert study.tree.main_line[-1].comment == "Quick.!"


def test_shapes_are_drawn_with_the_right_button_and_by_keys(studies: Callable[..., Study]) -> None:
    study = studies()
    study.drag(study.square("h0"), study.square("g2"), button=3)
    study.click(study.square("e3"), button=3)
    arrow, ring = BoardShape("arrow", ("h0", "g2")), BoardShape("ring", ("e3",))
    assert study.scene.editing.cursor.node.shapes == (arrow, ring)
    assert [each.kind for each in study.scene.board.shapes.shown] == ["arrow", "ring"]
    study.click(study.square("e3"), button=3)
    assert study.scene.editing.cursor.node.shapes == (arrow,)
    press(study.stage, pygame.K_d, pygame.K_d)
    press(study.stage, pygame.K_d, pygame.K_d, mod=pygame.KMOD_SHIFT)
    assert study.scene.editing.cursor.node.shapes == (arrow, BoardShape("ring", ("e3",), colour="red"))
    study.until_kept()
    assert study.on_disk().record.tree == study.tree
    press(study.stage, pygame.K_LEFT)
    assert study.scene.board.shapes.shown == ()
    press(study.stage, pygame.K_RIGHT)
    assert len(study.scene.board.shapes.shown) == 2
    press(study.stage, pygame.K_w)
    assert study.scene.editing.cursor.node.shapes == study.scene.board.shapes.shown == ()


def test_a_shape_that_was_begun_by_its_key_ends_where_one_clicks(studies: Callable[..., Study]) -> None:
    study = studies()
    before = study.tree
    study.mouse(pygame.MOUSEMOTION, study.square("h0"))
    press(study.stage, pygame.K_d)
    study.click(study.square("g2"))
    assert study.scene.editing.cursor.node.shapes == (BoardShape("arrow", ("h0", "g2")),)
    assert study.tree.plies == before.plies, "no move was made"
    press(study.stage, pygame.K_d, pygame.K_ESCAPE)
    assert study.stage.stack.top is study.scene
    assert not study.scene.board.shapes.is_begun
    press(study.stage, pygame.K_ESCAPE)
    assert study.stage.stack.top is not study.scene


@pytest.mark.parametrize(
    ("mods", "colour"),
    [
        (pygame.KMOD_NONE, ""),
        (pygame.KMOD_LSHIFT, "red"),
        (pygame.KMOD_RCTRL, "red"),
        (pygame.KMOD_LALT, "blue"),
        (pygame.KMOD_LSHIFT | pygame.KMOD_LALT, "yellow"),
    ],
)
def test_held_keys_choose_the_colour_of_a_shape(
    studies: Callable[..., Study], monkeypatch: pytest.MonkeyPatch, mods: int, colour: str
) -> None:
    study = studies()
    monkeypatch.setattr(view, "held_modifiers", lambda: mods)
    study.click(study.square("e3"), button=3)
    assert study.scene.editing.cursor.node.shapes == (BoardShape("ring", ("e3",), colour=colour),)


def test_variations_are_folded_and_shown_where_one_stands(studies: Callable[..., Study]) -> None:
    study = studies(window=(1280, 1000))
    study.scene.show_node(study.tree.children(1)[1])
    press(study.stage, pygame.K_MINUS)
    assert "… +3" in study.said()
    assert study.said().count("Same cannon.") == 1, "what is said of the shown move stands below the list"
    press(study.stage, pygame.K_RIGHT)
    assert "… +3" not in study.said(), "one stands in it"
    press(study.stage, pygame.K_ASTERISK)
    assert study.scene.main_ply == study.scene.ply
    assert [each for each in study.said() if each.startswith("… +")] == ["… +3"]
    press(study.stage, pygame.K_ASTERISK)
    assert "Same cannon." in study.said()


def test_the_right_button_tells_what_can_be_done_with_a_move(studies: Callable[..., Study]) -> None:
    study = studies(window=(1280, 1000))
    study.click(study.place_of("C8=5"), button=3)
    assert isinstance(study.shelf.top, Popup)
    names = [each.name for each in study.shelf.top.widgets.widgets]
    assert "Make it the main line" in names
    assert "Delete from here on" in names
    press(study.stage, pygame.K_END, pygame.K_RETURN)
    assert study.tree.variations == 2


def test_a_line_of_the_tree_is_played_on(studies: Callable[..., Study]) -> None:
    study = studies()
    study.scene.show_node(study.tree.children(1)[1])
    press(study.stage, pygame.K_g, pygame.K_END, pygame.K_UP, pygame.K_RETURN)
    ((_, match, ply, _, _, _),) = study.shelf.hall.sat_down
    assert (match.game.texts(), ply) == (("h2e2", "h7e7"), 2)


def test_the_review_keeps_its_line_as_a_variation(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    says = {3: (Cp(20), "j7 k6"), 4: (Cp(400), "g9 g8")}
    shelf.hall.reviewer = lambda match: review_of(match.game, Oracle(says))
    scene = ReplayScene(shelf.stage, shelf.reading("new"), "new.qiguan")
    shelf.stage.open(scene)
    scene.show_node(4)
    scene.editing.draw(Square(0), Square(0), "")
    before = scene.editing.cursor.tree
    scene.show_node(8)
    press(shelf.stage, pygame.K_v)
    shelf.until(lambda: scene.review is not None and scene.review.is_over)
    review = shelf.top
    assert isinstance(review, ReviewScene)
    review.look_at(4)
    assert review.is_judged
    review.show_ply(4)
    assert [each.kind for each in review.board.shapes.shown] == ["ring"]
    review.look_at(4)
    press(shelf.stage, pygame.K_k)
    tree = scene.editing.cursor.tree
    assert [tree.nodes[index].text for index in tree.children(3)] == ["g7", "j7"]
    assert tree.nodes[4].glyphs == (4,)
    assert [node.text for node in tree.main_line] == [node.text for node in before.main_line]
    assert shelf.top is review, "another variation changes nothing that is reviewed"
    press(shelf.stage, pygame.K_ESCAPE, pygame.K_u)
    assert scene.editing.cursor.tree == before
    shelf.stage.stack.clear()
    shelf.library.close()


def test_a_damaged_file_is_kept_aside_before_it_is_written_over(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    path = shelf.folders.records / "illegal.qiguan"
    damaged = path.read_bytes()
    scene = ReplayScene(shelf.stage, native.read(damaged), "illegal.qiguan")
    shelf.stage.open(scene)
    press(shelf.stage, pygame.K_1)
    shelf.library.close()
    assert native.read(path.read_bytes()).record.moves[-1].glyphs == (1,)
    (aside,) = path.parent.glob("illegal.qiguan.damaged-*")
    assert aside.read_bytes() == damaged


def test_the_analysis_board_gets_the_tree_and_gives_it_back(studies: Callable[..., Study]) -> None:
    study = studies()
    study.click(study.place_of("C8=5"))
    press(study.stage, pygame.K_a)
    route, analysed = study.stage.went[-1]
    assert route is ANALYSIS
    assert (analysed.record.tree, analysed.index) == (study.tree, study.scene.editing.cursor.index)
    tree, _ = analysed.record.tree.add(analysed.index, GameNode("b0c2"))
    assert analysed.keep is not None
    analysed.keep(tree)
    assert study.tree == tree
    assert study.scene.editing.cursor.node.text == "h7e7", "one stands where one stood"
    study.until_kept()
    assert study.on_disk().record.tree == tree
    press(study.stage, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert len(study.tree) == len(tree) - 1, "one edit, which can be undone"
    study.until_kept()


def test_a_file_that_another_program_changed_is_left_alone(studies: Callable[..., Study]) -> None:
    study = studies()
    deadline = time.monotonic() + PATIENCE_S
    while study.scene._keeping._keeper._known is None:  # as it is when it is opened, read in a thread
        assert time.monotonic() < deadline
        time.sleep(0.002)
    other = study.path.read_bytes().replace(b"h7e7", b"h7d7")
    study.path.write_bytes(other)
    press(study.stage, pygame.K_2)
    study.until_kept()
    assert study.path.read_bytes() == other
    mine = study.path.with_name("x-2.qiguan")
    assert native.read(mine.read_bytes()).record.moves[-1].glyphs == (2,)
    assert "x-2.qiguan" in study.stage.toasts.text


def test_what_can_not_be_written_is_told_and_kept_later(studies: Callable[..., Study]) -> None:
    study = studies()
    press(study.stage, pygame.K_1)
    study.until_kept()
    folder, elsewhere = study.path.parent, study.path.parent.with_name("elsewhere")
    folder.rename(elsewhere)
    folder.write_bytes(b"in the way")
    press(study.stage, pygame.K_2)
    study.shelf.until(lambda: study.list.is_lost)
    assert study.list.state.startswith("Not saved")
    folder.unlink()
    elsewhere.rename(folder)
    press(study.stage, pygame.K_5)
    study.until_kept()
    assert study.on_disk().record.moves[-1].glyphs == (5,)


@pytest.mark.parametrize(
    ("language", "window", "theme"),
    [
        ("en", WINDOWS[0], "light"),
        ("zh", WINDOWS[1], "dark"),
        ("zh", WINDOWS[2], "contrast"),
        ("en", WINDOWS[5], "dark"),
    ],
)
def test_everything_fits_in_every_window(
    studies: Callable[..., Study], language: str, window: tuple[tuple[int, int], float], theme: str
) -> None:
    size, scale = window
    study = studies(TOLD, size, language=language, scale=scale, theme=theme)
    for index in range(len(study.tree)):
        study.scene.show_node(index)
        settle(study.stage, 0.1)
        found = [
            fault
            for fault in faults(study.stage, size, study.scene)
            if not any(f"'moves' and '{name}'" in fault for name in IN_THE_TITLE_ROW)
        ]
        assert found == []
