"""The library, driven by posted events over records on disk: list, files in and out, odd records, how it all fits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pygame
import pytest
from fakes import click, click_on, picture, press, settle, widget
from library_shelf import GOMOKU, IN_THE_TITLE_ROW, RECORDS, WINDOW, Replayed, Shelf, record
from looking import WINDOWS, faults, read

from game.records import native
from game.records.gomoku import sgf
from game.records.native import Reading
from game.records.record import SeatInfo
from game.records.xiangqi import pgn
from game.ui.paint.canvas import Canvas
from game.ui.scenes.library.browser import FileBrowser, Wish
from game.ui.scenes.library.importing import BringingDialog
from game.ui.scenes.library.replay import ReplayScene
from game.ui.scenes.library.statistics import StatisticsScene
from game.ui.stage.scene import Scene


def test_the_newest_game_stands_first_and_every_column_sorts(shelf: Shelf) -> None:
    assert shelf.listed()[:4] == ["new", "middle", "old", "illegal"]
    for column, first in (("moves", "new"), ("names", "old"), ("game", "torn"), ("result", "torn"), ("date", "new")):
        click_on(shelf.stage, f"sort-{column}")
        settle(shelf.stage, 0.05)
        order = shelf.listed()
        if column in ("moves", "date"):
            assert order[0] == first
        click_on(shelf.stage, f"sort-{column}")
        settle(shelf.stage, 0.05)
        assert sorted(shelf.listed()) == sorted(order)
        assert shelf.listed() != order


def test_another_language_is_taken_for_the_games_that_are_listed(shelf: Shelf) -> None:
    said = {row.entry.key: row.words for row in shelf.list.rows}
    shelf.hall.change(language="zh")
    settle(shelf.stage, 0.1)
    rows = shelf.list.rows
    assert {row.entry.key for row in rows} == said.keys()
    assert all(row.words.result != said[row.entry.key].result for row in rows)


def test_a_search_takes_every_word_and_a_game_its_own(shelf: Shelf) -> None:
    press(shelf.stage, pygame.K_f, mod=pygame.KMOD_CTRL)
    shelf.type("xiangqi 柳大华 1974")
    assert shelf.listed() == ["old", "illegal"]
    shelf.type(" damaged")
    assert shelf.listed() == ["illegal"]
    assert "1 of 5 games" in shelf.said()
    press(shelf.stage, pygame.K_ESCAPE)
    settle(shelf.stage, 0.05)
    assert len(shelf.listed()) == 5
    games = widget(shelf.scene, "game")
    click(shelf.stage, (games.rect.left + 0.7 * games.rect.width, games.rect.centery))
    settle(shelf.stage, 0.05)
    assert shelf.listed() == ["middle"]
    assert "1 of 5 games" in shelf.said()


def test_a_game_is_opened_by_enter_by_button_and_by_a_double_click(shelf: Shelf) -> None:
    press(shelf.stage, pygame.K_RETURN)
    shelf.until(lambda: len(shelf.replayed) == 1)
    click_on(shelf.stage, "open")
    assert len(shelf.replayed) == 2
    place = shelf.list.row_rect(1).center
    click(shelf.stage, place)
    click(shelf.stage, place)
    shelf.until(lambda: len(shelf.replayed) == 3)
    assert [key for _, _, key in shelf.replayed] == ["new.qiguan", "new.qiguan", "middle.qiguan"]


def test_damage_is_shown_with_what_is_wrong(shelf: Shelf) -> None:
    press(shelf.stage, pygame.K_END)
    settle(shelf.stage, 0.1)
    assert shelf.list.current.entry.key == "torn.qiguan"
    assert not widget(shelf.scene, "open").enabled
    assert any("not a complete game file" in text for text in shelf.said())
    press(shelf.stage, pygame.K_RETURN)
    assert shelf.replayed == []
    press(shelf.stage, pygame.K_UP)
    shelf.until(lambda: widget(shelf.scene, "open").enabled)
    assert 'Damaged in part: Move 3: "h0g9" can\'t be played.' in " ".join(shelf.said())
    shelf.stage.t.choose("zh")
    assert "部分损坏：第 3 手：不能走“h0g9”。马走日字" in "".join(shelf.said())


def test_a_game_that_is_read_in_part_has_a_warning_too(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[float] = []
    icon = Canvas.icon

    def noted(canvas: Canvas, name: str, x: float, y: float, *more: object) -> None:
        if name == "warning":
            drawn.append(y)
        icon(canvas, name, x, y, *more)  # type: ignore[arg-type]  # passed on as they are

    monkeypatch.setattr(Canvas, "icon", noted)
    picture(shelf.stage, WINDOW)
    rows = [shelf.list.row_rect(shelf.listed().index(name)) for name in ("illegal", "torn")]
    sound = [shelf.list.row_rect(shelf.listed().index(name)) for name in ("new", "old", "middle")]
    assert all(any(row.top < y < row.bottom for y in drawn) for row in rows)
    assert not any(row.top < y < row.bottom for y in drawn for row in sound)


def test_games_are_deleted_and_the_deletion_undone(shelf: Shelf) -> None:
    press(shelf.stage, pygame.K_DOWN)
    press(shelf.stage, pygame.K_DOWN, mod=pygame.KMOD_SHIFT)
    assert {row.entry.key for row in shelf.list.chosen} == {"middle.qiguan", "old.qiguan"}
    press(shelf.stage, pygame.K_DELETE)
    settle(shelf.stage, 0.05)
    assert shelf.listed() == ["new", "illegal", "torn"]
    shelf.until(lambda: not (shelf.folders.records / "old.qiguan").exists())
    assert "2 games deleted" in shelf.said()
    click_on(shelf.stage, "undo")
    settle(shelf.stage, 0.05)
    assert shelf.listed()[:3] == ["new", "middle", "old"]
    assert {row.entry.key for row in shelf.list.chosen} == {"middle.qiguan", "old.qiguan"}
    shelf.until(lambda: (shelf.folders.records / "old.qiguan").exists())


def test_a_game_is_copied_and_pasted(shelf: Shelf, board: list[str]) -> None:
    press(shelf.stage, pygame.K_c, mod=pygame.KMOD_CTRL)
    assert board[-1].startswith("(;FF[4]GM[4]")
    press(shelf.stage, pygame.K_v, mod=pygame.KMOD_CTRL)
    shelf.until(lambda: shelf.top is shelf.scene)
    assert len(shelf.library.entries) == 6, "other programs know no levels, so it is a game between people there"
    press(shelf.stage, pygame.K_v, mod=pygame.KMOD_CTRL)
    shelf.until(lambda: shelf.top is shelf.scene)
    assert len(shelf.library.entries) == 6
    board.append("no game at all")
    press(shelf.stage, pygame.K_v, mod=pygame.KMOD_CTRL)
    assert isinstance(shelf.top, BringingDialog)
    shelf.until(lambda: shelf.top.widgets.focus is not None and shelf.top.widgets.focus.name == "ok")
    assert "No game was imported" in shelf.said()
    press(shelf.stage, pygame.K_RETURN)
    assert shelf.top is shelf.scene
    board.append("")
    press(shelf.stage, pygame.K_v, mod=pygame.KMOD_CTRL)
    assert shelf.top is shelf.scene


def test_files_are_chosen_in_the_browser_and_what_was_wrong_is_listed(shelf: Shelf, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    (folder / "deeper").mkdir(parents=True)
    (folder / "a.sgf").write_bytes(sgf.write([RECORDS["new"]]))
    (folder / "b.pgn").write_bytes(pgn.write([RECORDS["old"]]) + b'\n[Red "A"]\n1. C2.5 C2.5 C2.9\n')
    (folder / "notes.doc").touch()
    click_on(shelf.stage, "bring_in")
    browser = shelf.top
    assert isinstance(browser, FileBrowser)
    click_on(shelf.stage, "path")
    shelf.type(str(folder))
    press(shelf.stage, pygame.K_RETURN)
    files = widget(browser, "files")
    shelf.until(lambda: len(files.rows) == 3)
    assert [each.path.name for each in files.rows] == ["deeper", "a.sgf", "b.pgn"]
    press(shelf.stage, pygame.K_RETURN)  # into the folder, and up again
    shelf.until(lambda: browser.folder == folder / "deeper")
    press(shelf.stage, pygame.K_BACKSPACE)
    shelf.until(lambda: len(files.rows) == 3)
    click_on(shelf.stage, "path")
    widget(browser, "path").text = ""
    press(shelf.stage, pygame.K_BACKSPACE)  # in an empty field
    settle(shelf.stage, 0.1)
    assert browser.folder == folder
    browser.widgets.focus_on("files")
    press(shelf.stage, pygame.K_a, mod=pygame.KMOD_CTRL)
    click_on(shelf.stage, "take")
    assert isinstance(shelf.top, BringingDialog)
    shelf.until(lambda: shelf.top.widgets.focus is not None and shelf.top.widgets.focus.name == "ok")
    report = widget(shelf.top, "report").lines
    assert len(report) == 1
    assert report[0].startswith("b.pgn · game 2 · move 2 · line ")
    press(shelf.stage, pygame.K_RETURN)
    settle(shelf.stage, 0.1)
    assert shelf.top is shelf.scene
    assert len(shelf.list.chosen) == 3, "two games are new, one of them in part, and one was there"
    focus = shelf.scene.widgets.focus
    assert focus is not None
    assert focus.name == "games", "Enter opens a game, and not the files' browser again"


def test_a_path_of_a_file_is_taken_at_once_and_a_wrong_one_is_said(shelf: Shelf, tmp_path: Path) -> None:
    file = tmp_path / "x y.sgf"
    file.write_bytes(sgf.write([RECORDS["new"]]))
    taken: list[list[Path]] = []
    browser = FileBrowser(shelf.stage, shelf.library, Wish("open"), taken.append, start=tmp_path)
    shelf.stage.open(browser)
    click_on(shelf.stage, "path")
    shelf.type("nowhere")
    press(shelf.stage, pygame.K_RETURN)
    assert shelf.top is browser
    assert "nowhere" in shelf.stage.toasts.text
    browser.handle(pygame.event.Event(pygame.DROPFILE, file=f"file://{str(file).replace(' ', '%20')}"))
    settle(shelf.stage, 0.02)
    assert taken == [[file]]


def test_games_are_written_into_a_file_but_never_over_another_unasked(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "mine.pgn").write_text("precious")
    shelf.list.choose({"old.qiguan"})
    press(shelf.stage, pygame.K_s, mod=pygame.KMOD_CTRL)
    browser = shelf.top
    assert isinstance(browser, FileBrowser)
    browser.go(tmp_path)
    assert widget(browser, "name").text == "胡荣华 v 柳大华"
    shelf.type("y")
    assert widget(browser, "name").text == "y", "what is typed takes the place of what was proposed"
    click_on(shelf.stage, "form")
    press(shelf.stage, pygame.K_DOWN, pygame.K_RETURN)
    assert shelf.top is browser
    click_on(shelf.stage, "name")
    shelf.type("mine")
    press(shelf.stage, pygame.K_RETURN)
    assert "Replace the file?" in shelf.said()
    press(shelf.stage, pygame.K_ESCAPE)
    assert (tmp_path / "mine.pgn").read_text() == "precious"
    press(shelf.stage, pygame.K_a, mod=pygame.KMOD_CTRL)
    shelf.type("yours/..")
    press(shelf.stage, pygame.K_RETURN)
    shelf.until(lambda: (tmp_path / "yours.pgn").exists())
    assert b"C2=5" in (tmp_path / "yours.pgn").read_bytes()
    shelf.until(lambda: "yours.pgn" in shelf.stage.toasts.text)


def test_a_game_without_a_board_is_listed_all_the_same(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    from game.ui.scenes.library import card, list, scene

    for module in (card, list, scene):
        monkeypatch.setattr(module, "GAMES", {"gomoku": None, "xiangqi": None})
    press(shelf.stage, pygame.K_DOWN)
    settle(shelf.stage, 0.1)
    assert shelf.list.current.entry.key == "middle.qiguan"
    assert not widget(shelf.scene, "open").enabled
    assert any("can't be shown on a board yet" in text for text in shelf.said())


@pytest.mark.parametrize(
    "level", ["wizard", "depth:many", "seconds:nan", "adaptive:x", "external:", "", "x" * 64, "a.b"]
)
def test_levels_that_nobody_knows_are_shown_as_they_are_written(shelf: Shelf, level: str) -> None:
    seats = (SeatInfo("engine", "", level), SeatInfo("human", ""))
    odd = record("gomoku-freestyle", GOMOKU[:3], *seats, "0001-01-01T00:00:00+14:00")
    (shelf.folders.records / "odd.qiguan").write_bytes(native.write(odd))
    shelf.scene.uncovered()
    shelf.until(lambda: "odd" in shelf.listed() and not shelf.library.is_looking)
    shelf.scene.choose({"odd.qiguan"})
    settle(shelf.stage, 0.2)
    picture(shelf.stage, WINDOW)
    replay = Replayed(shelf, "odd")
    picture(shelf.stage, WINDOW)
    press(shelf.stage, pygame.K_g)
    picture(shelf.stage, WINDOW)
    press(shelf.stage, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert replay.scene.closed
    click_on(shelf.stage, "chart")
    picture(shelf.stage, WINDOW)


def make_scenes(shelf: Shelf) -> Iterator[tuple[str, Scene]]:
    """Every scene of the library, each in a telling state."""
    yield "list", shelf.scene
    for name in ("new", "old", "illegal", "middle"):
        yield f"replay {name}", ReplayScene(shelf.stage, shelf.reading(name), f"{name}.qiguan")
    yield "results", StatisticsScene(shelf.stage)
    folder = shelf.folders.data
    yield "files", FileBrowser(shelf.stage, shelf.library, Wish("open"), start=folder)
    yield "save", FileBrowser(shelf.stage, shelf.library, Wish("save", "Lin v Anna", "xiangqi"), start=folder)


@pytest.mark.parametrize(
    ("language", "window"),
    [
        *((language, WINDOWS[0]) for language in ("en", "zh")),
        ("en", WINDOWS[1]),
        ("zh", WINDOWS[2]),
        ("en", WINDOWS[6]),
    ],
)
def test_nothing_overlaps_or_is_cut_off(tmp_path: Path, window: tuple[tuple[int, int], float], language: str) -> None:
    size, scale = window
    shelf = Shelf(tmp_path, size, language=language, scale=scale, name="Lin")
    found = []
    for name, scene in make_scenes(shelf):
        if scene is not shelf.scene:
            shelf.stage.open(scene)
        settle(shelf.stage, 0.1)
        may_be_cut = ("胡荣华", "全国", "Wilhelmina", "Damaged", "Move 3", "第 3 手", str(tmp_path), "file")
        found += [
            f"{name}: {fault}"
            for fault in faults(shelf.stage, size, scene)
            if not ("is cut off" in fault and any(part in fault for part in may_be_cut))
            and not any(f"'moves' and '{name}'" in fault for name in IN_THE_TITLE_ROW)
        ]
    assert found == []
    shelf.stage.stack.clear()
    shelf.library.close()


def test_thousands_of_games_are_drawn_as_fast_as_few(shelf: Shelf) -> None:
    """Only the rows in sight are drawn."""
    scene = shelf.scene
    rows = shelf.list.rows
    before = len(read(shelf.stage, WINDOW, scene).drawn)
    shelf.list.show([*rows] * 1000)
    assert len(read(shelf.stage, WINDOW, scene).drawn) < before + 60


def odd_value(chance: random.Random) -> object:
    """What does not belong into a record, or only by chance."""
    return chance.choice(
        [
            *(None, True, -1, 3, 10**30, 1e300, "", "h8", "red", "resignation", "{0}", "%s", "\u202e\0\n", "夏" * 60),
            *("9999-99-99", [], ["h8", 1], [["h8", 1.0]] * 3, {}, {"kind": "engine", "level": "x"}),
        ]
    )


def spoil(value: object, chance: random.Random) -> object:
    """The same with something odd at a place in it."""
    if chance.random() < 0.25:
        return odd_value(chance)
    if isinstance(value, dict) and value:
        key = chance.choice(sorted(value))
        return {**value, key: spoil(value[key], chance)}
    if isinstance(value, list) and value:
        at = chance.randrange(len(value))
        return [*value[:at], spoil(value[at], chance), *value[at + 1 :]]
    return odd_value(chance)


@pytest.mark.slow
def test_hundreds_of_odd_records_are_listed_looked_at_and_replayed(tmp_path: Path) -> None:
    chance = random.Random(11)
    shelf = Shelf(tmp_path, (960, 640))
    for number in range(400):
        document = msgspec.json.decode(native.write(RECORDS[chance.choice(sorted(RECORDS))]))
        (shelf.folders.records / f"odd{number}.qiguan").write_bytes(msgspec.json.encode(spoil(document, chance)))
    shelf.scene.uncovered()
    shelf.until(lambda: len(shelf.library.entries) == 405 and not shelf.library.is_looking)
    shelf.until(lambda: len(shelf.listed()) == 405)
    press(shelf.stage, pygame.K_HOME)
    replayed = 0
    for row in shelf.list.rows:
        found = shelf.library.read(row.entry.key).result()
        settle(shelf.stage, 0.05)
        read(shelf.stage, (960, 640), shelf.scene)
        if isinstance(found, Reading):
            replayed += 1
            scene = ReplayScene(shelf.stage, found, row.entry.key)
            shelf.stage.open(scene)
            press(shelf.stage, pygame.K_HOME, pygame.K_RIGHT, pygame.K_END)
            read(shelf.stage, (960, 640), scene)
            press(shelf.stage, pygame.K_ESCAPE)
        press(shelf.stage, pygame.K_DOWN)
    assert replayed > 50
    shelf.show_statistics()
    read(shelf.stage, (960, 640), shelf.top)
    shelf.stage.stack.clear()
    shelf.library.close()
