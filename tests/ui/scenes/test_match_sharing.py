"""What is shared of a match, from its menu and from its result: texts, pictures, the animation."""

from __future__ import annotations

import io
import time
from pathlib import Path

import numpy as np
import pygame
import pytest
from fakes import click_on, press, settle
from looking import faults
from match_table import BLACK_FIVE, WINDOW, Table, two_people
from patience import PATIENCE_S

from game.library.library import Library
from game.records.link import is_link
from game.storage.folders import find_folders
from game.ui.scenes.library.browser import FileBrowser
from game.ui.scenes.result.scene import ResultScene
from game.ui.scenes.sharing.steps import PICTURE
from game.ui.stage import picture_clipboard
from game.ui.stage.overlays import Popup


class Clipboard:
    """What was put there, by kind."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.put: dict[str, bytes] = {}
        self.text = ""
        monkeypatch.setattr(picture_clipboard, "put", self.put.__setitem__)
        monkeypatch.setattr(pygame.scrap, "put_text", lambda text: setattr(self, "text", text))

    def picture(self, table: Table) -> pygame.Surface:
        """The picture that is put there; the thread that does it may still be at it."""
        until_s = time.monotonic() + PATIENCE_S
        while "image/png" not in self.put and time.monotonic() < until_s:
            table.stage.stack.update(1 / 60)
        return pygame.image.load(io.BytesIO(self.put.pop("image/png")), "x.png")


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> Clipboard:
    return Clipboard(monkeypatch)


def ended(**settings: object) -> Table:
    table = two_people(**settings)
    table.play(BLACK_FIVE)
    settle(table.stage, 3.0)
    table.frame()
    assert isinstance(table.stage.stack.top, ResultScene)
    return table


def choose(table: Table, label: str) -> None:
    popup = table.stage.stack.top
    assert isinstance(popup, Popup)
    table.frame()
    click_on(table.stage, next(entry.label for entry in popup._entries if entry.label.startswith(label)))
    table.frame()


def test_a_game_that_goes_on_is_shared_from_the_menu(clipboard: Clipboard) -> None:
    table = two_people()
    table.play(["h8", "h9"])
    for label in ("Copy the game", "Copy as a link", "Copy the position", "Copy a picture of the board"):
        table.scene.menu.open()
        choose(table, "Share")
        entries = [entry.label for entry in table.stage.stack.top._entries]  # type: ignore[union-attr]  # a popup
        assert "Copy a picture of the result" not in entries
        choose(table, label)
        if label == "Copy as a link":
            assert is_link(clipboard.text)
    assert clipboard.picture(table).get_height() == PICTURE


def test_a_board_that_is_not_to_be_seen_gives_no_picture() -> None:
    table = two_people(blindfold="hidden")
    table.play(["h8", "h9"])
    table.scene.menu.open()
    choose(table, "Share")
    popup = table.stage.stack.top
    assert isinstance(popup, Popup)
    assert [entry.label for entry in popup._entries] == ["Copy the game", "Copy as a link", "Copy the position"]


@pytest.mark.parametrize(("window", "language"), [((960, 640), "en"), (WINDOW, "zh")])
def test_the_result_is_a_picture_with_the_board(clipboard: Clipboard, window: tuple[int, int], language: str) -> None:
    table = ended(window=window, language=language)
    scene = table.stage.stack.top
    assert scene is not None
    assert list(faults(table.stage, window, scene)) == []
    t = table.stage.t
    press(table.stage, pygame.K_s)
    choose(table, t("library.result_copy"))
    card = clipboard.picture(table)
    press(table.stage, pygame.K_s)
    choose(table, t("library.picture_copy"))
    board = clipboard.picture(table)
    assert card.get_height() == board.get_height() == PICTURE
    left = pygame.surfarray.array3d(card)[: board.get_width()]
    assert np.array_equal(left, pygame.surfarray.array3d(board)), "the board at its end"
    beside = pygame.surfarray.array3d(card)[board.get_width() + 20 :]
    assert len(np.unique(beside.reshape(-1, 3), axis=0)) > 50, "and words beside it"


def test_an_animation_is_made_while_the_result_is_shown(clipboard: Clipboard, tmp_path: Path) -> None:
    table = ended()
    table.hall.library = Library(find_folders({"QIGUAN_DATA": str(tmp_path)}))
    for is_copied in (True, False):
        click_on(table.stage, "share")
        choose(table, "Copy the game as" if is_copied else "Save the game as")
        choose(table, "Fast")
        choose(table, "Small")
        browser, target = table.stage.stack.top, tmp_path / "game.gif"
        if isinstance(browser, FileBrowser):
            browser.close()
            browser._on_save(target, "")
        steps, deadline = table.scene.actions.sharing.steps, time.monotonic() + PATIENCE_S
        assert table.scene.is_busy
        while steps.is_busy and time.monotonic() < deadline:
            table.stage.stack.update(1 / 60)
            time.sleep(0.001)
    data = clipboard.put["image/gif"]
    assert target.read_bytes() == data
    frames = pygame.image.load_animation(io.BytesIO(data), "x.gif")
    assert [ms for _, ms in frames] == [500] * len(BLACK_FIVE) + [3000]
    table.hall.library.close()
