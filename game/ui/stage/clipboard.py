"""The clipboard of the desktop, as text. Where a system has none that can be had, both say why or give nothing."""

from __future__ import annotations

import io

import pygame

from game.library.exporting import text_of
from game.records.link import link_of
from game.records.record import Record, RecordError
from game.rules.core import Position, Variant
from game.ui.stage.faults import fault_words
from game.ui.stage.stage import Stage


def put(text: str) -> str:
    """Put a text on the clipboard; gives why that failed, or nothing."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error as error:
        return str(error) or "?"
    return ""


def get() -> str:
    """The text on the clipboard; empty if there is none."""
    try:
        return str(pygame.scrap.get_text())
    except pygame.error:
        return ""


def png_of(picture: pygame.Surface) -> bytes:
    """A picture as the bytes of a PNG file."""
    file = io.BytesIO()
    pygame.image.save(picture, file, "x.png")
    return file.getvalue()


def copy_game(stage: Stage, record: Record) -> None:
    """Put a game on the clipboard in the form that other programs read, and say so."""
    try:
        text = text_of(record)
    except RecordError as error:
        _tell(stage, fault_words(stage.t, error.fault), "")
        return
    _tell(stage, put(text), "library.copied_game")


def copy_link(stage: Stage, record: Record) -> None:
    """Put a game on the clipboard as one word that this program opens again, and say so."""
    try:
        text = link_of(record)
    except RecordError as error:
        _tell(stage, fault_words(stage.t, error.fault), "")
        return
    _tell(stage, put(text), "library.copied_link")


def copy_position(stage: Stage, variant: Variant, position: Position) -> None:
    """Put a position on the clipboard, and say so."""
    _tell(stage, put(variant.write_position(position)), "library.copied_position")


def _tell(stage: Stage, why: str, key: str) -> None:
    if why:
        stage.toasts.show(stage.t("library.copy_failed", why=why))
    else:
        stage.toasts.show(stage.t(key), "check")
