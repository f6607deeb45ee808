"""How the window is opened."""

from __future__ import annotations

import os

import pygame
import pytest

from game.ui.window.icon import program_icon
from game.ui.window.loop import Window

_FRAMEBUFFER = "SDL_FRAMEBUFFER_ACCELERATION"


@pytest.fixture
def no_wish(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Nobody has said how SDL is to show a picture, and what is said is forgotten afterwards."""
    monkeypatch.setenv(_FRAMEBUFFER, "")
    del os.environ[_FRAMEBUFFER]
    return monkeypatch


@pytest.mark.parametrize(("driver", "said"), [("x11", "0"), ("wayland", None), ("dummy", None)])
def test_x11_alone_is_asked_to_show_pictures_without_opengl(
    no_wish: pytest.MonkeyPatch, driver: str, said: str | None
) -> None:
    no_wish.setattr(pygame.display, "get_driver", lambda: driver)
    Window((1280, 800), False, program_icon)
    assert os.environ.get(_FRAMEBUFFER) == said


def test_who_wants_opengl_has_it(no_wish: pytest.MonkeyPatch) -> None:
    no_wish.setenv(_FRAMEBUFFER, "1")
    no_wish.setattr(pygame.display, "get_driver", lambda: "x11")
    Window((1280, 800), False, program_icon)
    assert os.environ[_FRAMEBUFFER] == "1"
