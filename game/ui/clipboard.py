"""The clipboard of the desktop, as text. Where a system has none that can be had, both say why or give nothing."""

from __future__ import annotations

import pygame


def put(text: str) -> str:
    """Put a text on the clipboard; gives why that failed, or nothing."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error as error:
        return str(error) or "?"
    return ""


def get() -> str:
    """The text on the clipboard; empty where there is none."""
    try:
        return str(pygame.scrap.get_text())
    except pygame.error:
        return ""
