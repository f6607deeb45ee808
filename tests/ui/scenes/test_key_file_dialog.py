"""The dialog of one's key: what is typed, what is asked before a key is replaced, what is told."""

from __future__ import annotations

import pygame
import pytest
from fakes import click_on, picture, widget
from lobby_house import House

from game.storage.notice import Notice
from game.ui.scenes.lobby.key_file_dialog import KeyFileDialog
from game.ui.stage.overlays import Dialog


@pytest.fixture
def house() -> House:
    """With the dialog open by the bell, and a file and a passphrase in its fields."""
    house = House(prepare=lambda lan: setattr(lan, "key", "f" * 64))
    click_on(house.stage, "privacy")
    house.frame()
    click_on(house.stage, "key-file")
    house.frame()
    assert isinstance(house.top, KeyFileDialog)
    house.stage.stack.handle(pygame.event.Event(pygame.DROPFILE, file="/stick/k.pem"))
    widget(house.top, "passphrase").text = "four words"
    house.frame()
    return house


def test_a_key_is_saved_and_that_is_told(house: House) -> None:
    before = picture(house.stage, house.window)
    click_on(house.stage, "save")
    assert house.lan.keys.done == [("save", "/stick/k.pem", "four words")]
    assert pygame.image.tobytes(house.frame(), "RGB") != pygame.image.tobytes(before, "RGB")


def test_a_key_is_taken_after_a_question_alone(house: House) -> None:
    click_on(house.stage, "load")
    house.frame()
    assert isinstance(house.top, Dialog)
    assert [each[0] for each in house.lan.keys.done] == ["look"]
    house.stage.stack.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))
    house.frame()
    assert [each[0] for each in house.lan.keys.done] == ["look"]
    click_on(house.stage, "load")
    house.frame()
    dialog = house.top
    assert isinstance(dialog, Dialog)
    next(each for each in dialog._answers if each.kind == "primary").action()
    assert [each[0] for each in house.lan.keys.done] == ["look", "look", "take"]


def test_what_is_wrong_with_a_file_is_told_and_nothing_asked(house: House) -> None:
    house.lan.keys.answer = Notice("lan-key-passphrase", {"file": "k.pem"})
    before = picture(house.stage, house.window)
    click_on(house.stage, "load")
    after = house.frame()
    assert isinstance(house.top, KeyFileDialog)
    assert pygame.image.tobytes(after, "RGB") != pygame.image.tobytes(before, "RGB")


def test_nobody_reads_the_passphrase_over_a_shoulder(house: House) -> None:
    field = widget(house.top, "passphrase")

    def seen() -> bytes:
        return pygame.image.tobytes(house.frame(1.0).subsurface(pygame.Rect(field.rect)), "RGB")

    one = seen()
    field.text = "five words"
    assert seen() == one
    field.text = "six words are longer"
    assert seen() != one
