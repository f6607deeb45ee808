"""The collections as a scene: what is listed, searched, sorted, brought in, gone on with and opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pygame
import pytest
from fakes import FakeServices, click, make_stage, press, settle, settle_until, widget
from looking import WINDOWS, faults, read
from patience import PATIENCE_S

from game.library.database.game_database import BoardQuestion, GameDatabase
from game.library.library import Library
from game.records.native import Reading
from game.rules.core import Square
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.folders import find_folders
from game.storage.settings import Settings
from game.ui.scenes.collections.filters import read_range
from game.ui.scenes.collections.naming import NameDialog
from game.ui.scenes.collections.part import PartDialog
from game.ui.scenes.collections.scene import CollectionsScene
from game.ui.scenes.collections.tagging import TagsDialog
from game.ui.scenes.library.importing import BringingDialog
from game.ui.stage.navigator import REPLAY_AT
from game.ui.stage.overlays import Dialog

WINDOW = (1280, 800)
NOW = datetime(2026, 11, 21, 22, tzinfo=UTC)
XIANGQI = variant("xiangqi")
GAME = (
    '[Game "Chinese Chess"]\n[Event "杯 {n}"]\n[Date "{year}"]\n[Red "{red}"]\n[Black "吕钦"]\n[Result "1-0"]\n\n'
    "{moves} 1-0\n\n"
)
STEPS = ("h2e2 h9g7 h0g2", "b2e2 b9c7 b0c2", "c3c4 h9g7 b0c2", "g3g4 g6g5 h2e2")


def write_files(folder: Path, count: int) -> Path:
    told = [
        GAME.format(n=n, year=1990 + n % 10, red=f"许银川 {n}" if n % 2 else f"Hu {n}", moves=STEPS[n % len(STEPS)])
        for n in range(count)
    ]
    path = folder / "masters.pgn"
    path.write_text("".join(told), "utf-8")
    return path


class Hall:
    """A store with games, and its scene open."""

    def __init__(
        self, folder: Path, count: int, window: tuple[int, int] = WINDOW, board: BoardQuestion | None = None,
        **settings: object,
    ) -> None:  # fmt: skip
        folders = find_folders({"QIGUAN_DATA": str(folder)})
        self.hall = FakeServices(Settings(**{"language": "en", **settings}))  # type: ignore[arg-type]  # the test's words
        self.stage = make_stage(window, self.hall)
        self.hall.library = Library(folders)
        self.hall.database = self.database = GameDatabase(folders)
        if count:
            game_import = self.database.bring_in([write_files(folder, count)], "大师")
            self.until(lambda: game_import.is_over)
            assert game_import.stored == count
        self.scene = CollectionsScene(self.stage, board, now=lambda: NOW)
        self.stage.open(self.scene)
        self.rest()

    def until(self, happened: Callable[[], bool]) -> None:
        settle_until(self.stage, happened)

    def rest(self) -> None:
        """Until every answer is there."""
        self.until(lambda: not self.scene.is_busy)
        settle(self.stage, 0.1)
        self.until(lambda: not self.scene.is_busy)

    def texts(self) -> list[str]:
        return [text for text, _ in read(self.stage, WINDOW, self.scene).drawn]

    def close(self) -> None:
        self.database.close()
        self.hall.library.close()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(tmp_path, 200)
    yield hall
    hall.close()


def test_an_empty_store_says_what_to_do(tmp_path: Path) -> None:
    hall = Hall(tmp_path, 0)
    assert "No collections yet" in hall.texts()
    hall.close()


def test_games_are_listed_searched_and_sorted(hall: Hall) -> None:
    assert len(hall.scene._list.rows) == 200
    hall.scene.widgets.focus_on("search")
    hall.stage.stack.handle(pygame.event.Event(pygame.TEXTINPUT, text="银川 15"))
    settle(hall.stage, 0.3)
    hall.rest()
    told = [row.words.names[0] for row in hall.scene._list.rows if row.words is not None]
    assert sorted(told) == ["许银川 15", *(f"许银川 15{n}" for n in range(1, 10, 2))]
    click(hall.stage, widget(hall.scene, "sort-names").rect.center)
    hall.rest()
    assert [row.words.names[0] for row in hall.scene._list.rows][:2] == ["许银川 15", "许银川 151"]


def test_only_pages_near_the_sight_are_read(hall: Hall) -> None:
    rows = hall.scene._list.rows
    assert rows[0].game is not None
    assert rows[199].game is None
    hall.scene.widgets.focus_on("games")
    press(hall.stage, pygame.K_END)
    hall.rest()
    assert rows[199].game is not None


def test_a_game_opens_at_the_position_that_was_asked_for(tmp_path: Path) -> None:
    game = Game(XIANGQI)
    game.play_text("h2e2")
    hall = Hall(tmp_path, 8, board=BoardQuestion(game.position, XIANGQI))
    assert len(hall.scene._list.rows) == 4, "two of four openings, one of them mirrored"
    hall.scene.open()
    hall.until(lambda: bool(hall.stage.went))
    route, reading, key, ply = hall.stage.went[-1]
    assert route is REPLAY_AT
    assert isinstance(reading, Reading)
    assert (str(key).startswith("collection-"), ply) == (True, 1)
    hall.close()


def test_files_go_into_a_collection_of_their_name(hall: Hall, tmp_path: Path) -> None:
    other = tmp_path / "others.pgn"
    other.write_text(GAME.format(n=1, year=1970, red="Yang", moves="a0a1"), "utf-8")
    hall.scene.bring_files([other])
    assert isinstance(hall.stage.stack.top, BringingDialog)
    hall.until(lambda: hall.stage.stack.top is hall.scene)
    hall.rest()
    assert [(each.name, each.games) for each in hall.scene._labels] == [("others", 1), ("大师", 200)]


def test_it_asks_whether_a_broken_import_goes_on(tmp_path: Path) -> None:
    hall = Hall(tmp_path, 8)
    hall.database._submit(lambda connection: connection.execute("UPDATE imports SET is_over = 0, done = 3")).result(60)
    hall.database._revision += 1
    hall.until(lambda: isinstance(hall.stage.stack.top, Dialog))
    assert any("first 3 games" in text for text, _ in read(hall.stage, WINDOW, hall.stage.stack.top).drawn)
    hall.close()


def test_ranges() -> None:
    told = {"1990": (1990, 1990), "1980-99": (1980, 99), "20 - 60": (20, 60), "2400+": (2400, 0), ">30": (30, 0)}
    told |= {"-2005": (0, 2005), "<7": (0, 7), "": (0, 0), "abc": (0, 0), "1990至": (1990, 0)}
    assert {text: read_range(text) for text in told} == told


@pytest.mark.parametrize(
    ("language", "window"), [("en", WINDOWS[0]), ("zh", WINDOWS[0]), ("zh", WINDOWS[1]), ("en", WINDOWS[2])]
)
def test_everything_has_its_place(tmp_path: Path, window: tuple[tuple[int, int], float], language: str) -> None:
    size, scale = window
    hall = Hall(tmp_path, 30, size, language=language, scale=scale)
    hall.scene._shelf.selected = {"1"}
    assert list(faults(hall.stage, size, hall.scene)) == []
    hall.close()


def test_the_explorer_goes_on_with_a_move_and_back(tmp_path: Path) -> None:
    hall = Hall(tmp_path, 40, board=BoardQuestion(XIANGQI.start(), XIANGQI))
    assert len(hall.scene._list.rows) == 40
    assert [(each.games, each.first) for each in hall.scene._board.moves.rows] == [(20, 20), (20, 20)]
    assert "炮二平五" in hall.scene._board.moves._texts.values()
    hall.scene.widgets.focus_on("moves_there")
    press(hall.stage, pygame.K_DOWN)
    press(hall.stage, pygame.K_RETURN)
    hall.rest()
    assert len(hall.scene._list.rows) == 20
    click(hall.stage, widget(hall.scene, "undo").rect.center)
    hall.rest()
    assert len(hall.scene._list.rows) == 40
    assert list(faults(hall.stage, WINDOW, hall.scene)) == []
    hall.close()


def test_a_move_of_the_position_before_is_not_gone_on_with(tmp_path: Path) -> None:
    """Enter twice in a hurry: at the second time the rows still tell of the position before the first."""
    hall = Hall(tmp_path, 40, board=BoardQuestion(XIANGQI.start(), XIANGQI))
    hall.scene.widgets.focus_on("moves_there")
    press(hall.stage, pygame.K_RETURN)
    after = hall.scene._board.board
    press(hall.stage, pygame.K_RETURN)
    assert hall.scene._board.board is after
    hall.rest()
    assert hall.scene._board.moves.rows
    hall.close()


def type_in(hall: Hall, text: str) -> None:
    hall.stage.stack.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))


def test_chosen_games_get_tags_and_lose_them(hall: Hall) -> None:
    hall.scene.widgets.focus_on("games")
    press(hall.stage, pygame.K_DOWN, mod=pygame.KMOD_SHIFT)
    press(hall.stage, pygame.K_DOWN, mod=pygame.KMOD_SHIFT)
    hall.scene.tag_games()
    dialog = hall.stage.stack.top
    assert isinstance(dialog, TagsDialog)
    assert list(faults(hall.stage, WINDOW, dialog)) == []
    type_in(hall, "  Brilliant ")
    press(hall.stage, pygame.K_RETURN)
    hall.until(lambda: not dialog.is_busy and bool(dialog._list.rows))
    assert [(row.tag.name, row.having) for row in dialog._list.rows] == [("Brilliant", 3)]
    press(hall.stage, pygame.K_ESCAPE)
    hall.rest()
    assert [row.game.tags for row in hall.scene._list.rows[:4] if row.game] == [("Brilliant",)] * 3 + [()]
    assert [each.name for each in hall.scene._shelf.rows] == ["All games", "大师", "Brilliant", "Duplicate games"]

    hall.scene._list._go(3, extend=False)
    hall.scene._list._go(2, extend=True)
    hall.scene.tag_games()
    dialog = hall.stage.stack.top
    assert isinstance(dialog, TagsDialog)
    hall.until(lambda: not dialog.is_busy and bool(dialog._list.rows))
    assert "1 / 2" in [text for text, _ in read(hall.stage, WINDOW, dialog).drawn]
    dialog.widgets.focus_on("tags")
    for having in (2, 0):
        press(hall.stage, pygame.K_SPACE)
        hall.until(lambda: not dialog.is_busy and not dialog._waiting)
        hall.until(lambda having=having: dialog._list.rows[0].having == having)  # type: ignore[misc]  # bound now
    assert dialog._list.rows[0].tag.games == 2


def test_a_label_is_renamed_and_deleted_by_keys(hall: Hall) -> None:
    hall.database.put_label("tag", "draft", hall.scene._list.rows.numbers[:5]).result(PATIENCE_S)  # type: ignore[attr-defined]  # rows of the store
    hall.rest()
    hall.scene.widgets.focus_on("shelf")
    press(hall.stage, pygame.K_DOWN)
    press(hall.stage, pygame.K_DOWN)
    hall.rest()
    assert len(hall.scene._list.rows) == 5
    press(hall.stage, pygame.K_F2)
    assert isinstance(hall.stage.stack.top, NameDialog)
    assert list(faults(hall.stage, WINDOW, hall.stage.stack.top)) == []
    type_in(hall, "endings")
    press(hall.stage, pygame.K_RETURN)
    hall.rest()
    hall.until(lambda: [each.name for each in hall.scene._labels] == ["大师", "endings"])
    hall.scene.widgets.focus_on("shelf")
    press(hall.stage, pygame.K_DELETE)
    dialog = hall.stage.stack.top
    assert isinstance(dialog, Dialog)
    assert any("5 games, which stay" in text for text, _ in read(hall.stage, WINDOW, dialog).drawn)
    click(hall.stage, widget(dialog, "Delete").rect.center)
    hall.until(lambda: len(hall.scene._labels) == 1)
    hall.rest()
    assert len(hall.scene._list.rows) == 200


def test_a_taken_name_is_refused() -> None:
    stage, names = make_stage(WINDOW), list[str]()
    stage.open(dialog := NameDialog(stage, "Rename", "old", ["old", "Other"], names.append))
    for text in ("other", "  ", "Old"):
        dialog._field.text = text
        press(stage, pygame.K_RETURN)
        assert names == (["Old"] if text == "Old" else [])


def test_chosen_games_are_deleted_after_a_question(hall: Hall) -> None:
    hall.scene.widgets.focus_on("games")
    press(hall.stage, pygame.K_a, mod=pygame.KMOD_CTRL)
    assert "200 games · 200 chosen" in hall.texts()
    press(hall.stage, pygame.K_HOME)
    press(hall.stage, pygame.K_DOWN, mod=pygame.KMOD_SHIFT)
    press(hall.stage, pygame.K_DELETE)
    press(hall.stage, pygame.K_ESCAPE)
    hall.rest()
    assert len(hall.scene._list.rows) == 200
    press(hall.stage, pygame.K_DELETE)
    assert "Delete 2 games?" in [text for text, _ in read(hall.stage, WINDOW, hall.stage.stack.top).drawn]
    click(hall.stage, widget(hall.stage.stack.top, "Delete").rect.center)
    hall.until(lambda: len(hall.scene._list.rows) == 198)


def test_what_is_chosen_is_exported_alone(hall: Hall) -> None:
    assert len(hall.scene._games) == 200
    hall.scene._list._go(4, extend=False)
    assert len(hall.scene._games) == 200
    hall.scene._list._go(7, extend=True)
    assert list(hall.scene._games) == list(hall.scene._list.rows.numbers[4:8])  # type: ignore[attr-defined]  # rows of the store


@pytest.mark.parametrize("window", [(960, 640), (1280, 800)])
def test_a_part_of_the_board_is_chosen_and_looked_for(tmp_path: Path, window: tuple[int, int]) -> None:
    game = Game(XIANGQI)
    game.play_text("h2e2")
    hall = Hall(tmp_path, 8, window, board=BoardQuestion(game.position, XIANGQI))
    assert list(faults(hall.stage, window, hall.scene)) == []
    press(hall.stage, pygame.K_b, mod=pygame.KMOD_CTRL)
    dialog = hall.stage.stack.top
    assert isinstance(dialog, PartDialog)
    assert list(faults(hall.stage, window, dialog)) == []
    assert not widget(dialog, "search").enabled

    board, squares = dialog._view, game.position.board

    def at(name: str) -> tuple[float, float]:
        return board.square_rect(squares.square("abcdefghi".index(name[0]), int(name[1]))).center

    def mouse(kind: int, place: tuple[float, float]) -> None:
        told = {"buttons": (1, 0, 0), "rel": (0, 0), "touch": False} if kind == pygame.MOUSEMOTION else {"button": 1}
        hall.stage.stack.handle(pygame.event.Event(kind, pos=place, **told))

    click(hall.stage, at("a3"))
    click(hall.stage, at("a3"))
    assert not dialog.squares
    mouse(pygame.MOUSEBUTTONDOWN, at("d2"))
    mouse(pygame.MOUSEMOTION, at("e3"))
    mouse(pygame.MOUSEMOTION, at("f3"))
    mouse(pygame.MOUSEBUTTONUP, at("f3"))
    assert len(dialog.squares) == 6
    press(hall.stage, pygame.K_RIGHT)  # the cursor comes near the mouse
    press(hall.stage, pygame.K_SPACE)
    assert len(dialog.squares) == 5
    settle(hall.stage, 0.1)
    click(hall.stage, widget(dialog, "search").rect.center)
    hall.rest()
    assert len(hall.scene._list.rows) == 6, "also where the cannon goes there later"
    assert widget(hall.scene, "part_shown").rect.width > 100
    assert list(faults(hall.stage, window, hall.scene)) == []
    press(hall.stage, pygame.K_b, mod=pygame.KMOD_CTRL)
    click(hall.stage, widget(hall.stage.stack.top, "whole").rect.center)
    hall.rest()
    assert hall.scene._board is not None
    assert not hall.scene._board.is_part
    hall.close()


def test_light_squares_are_no_part(tmp_path: Path) -> None:
    rules = variant("draughts-russian")
    hall = Hall(tmp_path, 0, board=BoardQuestion(rules.start(), rules))
    assert hall.scene._board is not None
    hall.scene._board.choose_part()
    dialog = hall.stage.stack.top
    assert isinstance(dialog, PartDialog)
    dialog._choice.pick_up(Square(0))
    dialog._choice.drop(Square(63))
    assert len(dialog.squares) == 32
    dialog._choice.choose(Square(1))
    assert len(dialog.squares) == 32
    hall.close()


def test_a_position_to_look_for_is_laid_out(hall: Hall) -> None:
    click(hall.stage, widget(hall.scene, "lay_out").rect.center)
    assert hall.stage.opened == ["setup"]


def test_what_is_chosen_stays_chosen_when_the_store_changes(hall: Hall) -> None:
    hall.scene._list._go(150, extend=False)
    hall.scene._list._go(152, extend=True)
    chosen, scroll = hall.scene._list.numbers, hall.scene._list._scroll
    hall.database.put_label("tag", "late", chosen).result(PATIENCE_S)
    hall.rest()
    assert (hall.scene._list.numbers, hall.scene._list._scroll) == (chosen, scroll)
    hall.scene._fields._choose_result("draw")
    settle(hall.stage, 0.3)
    hall.rest()
    assert len(hall.scene._list.rows) == 0
