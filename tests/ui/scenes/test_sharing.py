"""A game shared as pictures: the file of an animation as another reader shows it, and what is asked and told."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pygame
import pytest
from patience import PATIENCE_S
from test_replay_tree import Study

from game.ui.paint.gif import GifWriter, Pixels, deflated, palette_of
from game.ui.scenes.library.browser import FileBrowser
from game.ui.scenes.library.exporting import lost_words
from game.ui.scenes.sharing.steps import PICTURE
from game.ui.stage import picture_clipboard
from game.ui.stage.overlays import Dialog, Popup
from game.ui.stage.picture_clipboard import PictureClipboardError


def shown(data: bytes) -> list[tuple[Pixels, float]]:
    """The pictures of a GIF with how long each is shown, as SDL reads them."""
    frames = pygame.image.load_animation(io.BytesIO(data), "x.gif")
    return [(pygame.surfarray.array3d(picture).swapaxes(0, 1), ms / 1000) for picture, ms in frames]


def choose(study: Study, label: str) -> None:
    """Choose the row of the open list that begins so."""
    popup = study.stage.stack.top
    assert isinstance(popup, Popup)
    next(entry for entry in popup._entries if entry.label.startswith(label)).action()


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return Study(tmp_path)


# --- the form -------------------------------------------------------------------------------------------------------


def test_another_reader_sees_the_pictures_that_were_added() -> None:
    rng = np.random.default_rng(1)
    first = rng.integers(0, 6, (61, 83, 3), dtype=np.uint8) * 40 + 4  # colours in the middle of their steps
    second = first.copy()
    second[20:30, 5:70] = (44, 84, 204)
    writer = GifWriter(first // 80 * 80 + 4)
    for picture, shown_s in ((first, 0.5), (second, 1.25), (second, 2.0), (first, 0.02)):
        writer.add(picture // 80 * 80 + 4, shown_s)
    found = shown(writer.data())
    assert [seconds for _, seconds in found] == [0.5, 1.25, 2.0, 0.02]
    for (pixels, _), told in zip(found, (first, second, second, first), strict=True):
        assert np.abs(pixels.astype(int) - (told // 80 * 80 + 4)).max() <= 4


@pytest.mark.parametrize("count", [0, 1, 2, 255, 256, 257, 3_000, 200_000])
def test_codes_of_every_width_are_read(count: int) -> None:
    """Noise fills the table of codes soonest, sameness latest; both must come back whole."""
    side = max(1, int(count**0.5))
    noise = np.random.default_rng(count).integers(0, 2, (side, side, 1), dtype=np.uint8) * 200
    for picture in (noise.repeat(3, axis=2), np.full((side, side, 3), 100, np.uint8)):
        writer = GifWriter(picture)
        writer.add(picture, 1.0)
        ((pixels, _),) = shown(writer.data())
        assert np.abs(pixels.astype(int) - picture).max() <= 4
    assert len(deflated(bytes(count))) < 200 + count // 50


def test_a_few_pixels_of_another_colour_keep_it() -> None:
    board = np.full((200, 200, 3), (220, 180, 120), np.uint8)
    board[:, :, 1] = 100 + np.arange(200, dtype=np.uint8)[None, :] // 2
    board[5:9, 5:9] = (250, 10, 10)
    palette = palette_of(board.reshape(-1, 3)).astype(int)
    assert len(palette) <= 255
    assert np.abs(palette - (250, 10, 10)).sum(1).min() < 16


# --- in the replay --------------------------------------------------------------------------------------------------


def finished(study: Study, is_there: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_there() and time.monotonic() < end:
        study.scene.update(0.02)
        time.sleep(0.001)
    assert is_there()


def test_the_line_that_is_looked_at_becomes_an_animation(study: Study, tmp_path: Path) -> None:
    study.scene.open_copy()
    choose(study, study.stage.t("library.film_save"))
    choose(study, study.stage.t("library.film_fast"))
    choose(study, study.stage.t("library.film_small", height=360)[:5])
    browser = study.stage.stack.top
    assert isinstance(browser, FileBrowser)
    target = tmp_path / "game.gif"
    browser.close()
    browser._on_save(target, "")
    finished(study, target.exists)
    found = shown(target.read_bytes())
    assert [seconds for _, seconds in found] == [0.5] * 4 + [3.0]
    assert {pixels.shape[0] for pixels, _ in found} == {360}
    film = study.scene._sharing.film(study.scene._shared(), study.scene._shared().frames, 360, None)
    for index, (pixels, _) in enumerate(found):
        told = film.pixels(index)
        assert np.abs(pixels.astype(int) - told).mean() < 6, "the palette changes little"
        if index:
            assert (np.abs(pixels.astype(int) - found[index - 1][0]).max(2) > 20).sum() > 100, "a move is seen"


def told(study: Study, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is told from now on and waits to be read."""
    texts: list[str] = []
    monkeypatch.setattr(study.stage.toasts, "tell", lambda text, icon="": texts.append(text))
    return texts


def test_a_folder_that_is_gone_is_told(study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, texts = study.scene, told(study, monkeypatch)
    scene._sharing.make(scene._shared(), 360, 1.0, tmp_path / "none" / "x.gif")
    finished(study, lambda: scene._sharing._making is None)
    assert [text[:10] for text in texts] == [study.stage.t("library.nothing_given", why="")[:10]]
    assert not (tmp_path / "none").exists()


def copied(study: Study) -> None:
    """Have the board's picture put on the clipboard, and wait until that is done."""
    sharing, shared = study.scene._sharing, study.scene._shared()
    sharing.copy_picture(sharing.picture(shared))
    finished(study, lambda: not sharing.is_busy)


def test_a_picture_goes_to_the_clipboard_or_it_is_told_why_not(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    put: list[tuple[str, bytes]] = []
    monkeypatch.setattr(picture_clipboard, "put", lambda kind, data: put.append((kind, data)))
    copied(study)
    ((kind, data),) = put
    assert kind == "image/png"
    assert pygame.image.load(io.BytesIO(data), "x.png").get_height() == PICTURE
    assert study.stage.toasts.text == study.stage.t("library.picture_copied")
    texts = told(study, monkeypatch)
    for error in (PictureClipboardError("no such thing here"), PictureClipboardError("nothing", ["wl-copy", "xclip"])):

        def refuse(kind: str, data: bytes, error: Exception = error) -> None:
            raise error

        monkeypatch.setattr(picture_clipboard, "put", refuse)
        copied(study)
    assert "no such thing here" in texts[0]
    assert "wl-copy / xclip" in texts[1]
    assert len(texts) == 2


# --- what a form can't tell -----------------------------------------------------------------------------------------


def test_what_a_form_can_not_tell_is_asked_before_it_is_written(study: Study, tmp_path: Path) -> None:
    study.scene.give()
    browser = study.stage.stack.top
    assert isinstance(browser, FileBrowser)
    browser.go(tmp_path)
    browser._name.text = "game"
    target = tmp_path / "game.cbf"
    browser._choose_form("cbf")
    browser._take()
    question = study.stage.stack.top
    assert isinstance(question, Dialog)
    assert "4 variations" in question._text
    assert "CBF" in question._text
    answers = {answer.label: answer for answer in question._answers}
    assert list(answers)[-1] == study.stage.t("library.less_no"), "the safe one is the last"
    question.close()
    answers[study.stage.t("library.less_no")].action()
    assert not target.exists()
    answers[study.stage.t("library.less_yes")].action()
    finished(study, target.exists)


def test_a_form_that_tells_all_asks_nothing(study: Study, tmp_path: Path) -> None:
    study.scene.give()
    browser = study.stage.stack.top
    assert isinstance(browser, FileBrowser)
    browser.go(tmp_path)
    browser._name.text = "game"
    browser._choose_form("pgn-wxf")
    browser._take()
    assert not isinstance(study.stage.stack.top, Dialog)
    finished(study, (tmp_path / "game.pgn").exists)


def test_what_several_games_have_lost_is_told_after(study: Study, tmp_path: Path) -> None:
    given = study.stage.services.library.give(["x.qiguan"], tmp_path / "many", {"xiangqi": "cbf"})
    finished(study, lambda: given.is_over)
    assert given.lost["unsaid-variations"] == 4
    assert "4 variations" in lost_words(study.stage.t, given.lost)
