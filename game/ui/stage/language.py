"""The window's two languages: every text has a key, and both files have every key.

A file per subject and language (`assets/languages/zh/menu.json`); the key of a text is `subject.name`. A text may name
values in braces. Where English needs it, a text has the forms `one` and `other`, chosen by the value `n`.
"""

from __future__ import annotations

import locale
import logging
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec
import pygame

log = logging.getLogger(__name__)

LANGUAGES = ("zh", "en")
Text = str | dict[str, str]


class LanguageError(Exception):
    """A language file can't be read; says which and why."""


def system_language() -> str:
    """The language of the system: `zh` where it is any Chinese, `en` otherwise.

    The environment comes first, in the order of POSIX and gettext: LC_ALL, LC_MESSAGES, LANG, the first of them that is
    set; unless that is the C locale, LANGUAGE goes before it. Without any of them (Windows, a Mac's desktop) the
    system's own list of preferred languages is asked.
    """
    chosen = next(filter(None, (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    if _is_plain(chosen):
        return "en"
    wanted = os.environ.get("LANGUAGE", "").partition(":")[0] if chosen else ""
    name = wanted or chosen or _preferred() or locale.getlocale()[0] or ""
    return "zh" if name.lower().startswith(("zh", "chinese")) else "en"


def _is_plain(name: str) -> bool:
    """Whether this is the locale without a language: C, POSIX, C.UTF-8 and their spellings."""
    return name.partition(".")[0] in ("C", "POSIX")


def _preferred() -> str:
    """The language that the person has put first in the system's settings; empty where the system does not say."""
    try:
        preferred = pygame.system.get_pref_locales()
    except pygame.error:
        return ""
    return preferred[0]["language"] if preferred else ""


def read_texts(folder: Path, language: str) -> dict[str, Text]:
    """All texts of a language by key. Raises LanguageError for a missing or damaged file."""
    texts: dict[str, Text] = {}
    files = sorted((folder / language).glob("*.json"))
    if not files:
        raise LanguageError(f"no texts for language {language!r} in {folder}")
    for file in files:
        try:
            subject = msgspec.json.decode(file.read_bytes(), type=dict[str, Text])
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise LanguageError(f"{file}: {error}") from error
        stem = file.stem
        texts.update({f"{stem}.{name}": text for name, text in subject.items()})
    return texts


class Language:
    """The texts in the language that is chosen now; switched without a restart."""

    def __init__(self, folder: Path, name: str) -> None:
        """Raises LanguageError when the texts can't be read."""
        self._all = {language: read_texts(folder, language) for language in LANGUAGES}
        self.name = name if name in LANGUAGES else "en"
        self.notations: Mapping[str, str] = {}
        """The notations that the person has chosen, by the game's name."""

    def choose(self, name: str) -> None:
        """Switch to `zh` or `en`. Raises ValueError for another one."""
        if name not in LANGUAGES:
            raise ValueError(f"unknown language {name!r}: choose one of {', '.join(LANGUAGES)}")
        self.name = name

    @property
    def is_chinese(self) -> bool:
        """Whether Chinese is chosen."""
        return self.name == "zh"

    def sentences(self, texts: Iterable[str]) -> str:
        """Sentences one after the other: a Chinese full stop brings its own space."""
        return ("" if self.is_chinese else " ").join(texts)

    def notation(self, game: str) -> str:
        """How moves of a game are written: as the person has chosen, else as the language's players do. A game that
        does not know the notation has one of its own."""
        return self.notations.get(game) or ("chinese" if self.is_chinese else "wxf")

    def has(self, key: str) -> bool:
        """Whether there is a text for the key."""
        return key in self._all[self.name]

    def both(self, key: str, **values: object) -> tuple[str, str]:
        """The text of a key in the language that is chosen, then in the other one."""
        first, second = sorted(LANGUAGES, key=lambda name: name != self.name)
        return self._text(first, key, values), self._text(second, key, values)

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key with its values filled in. A missing key is shown as itself and logged, never raised."""
        return self._text(self.name, key, values)

    def _text(self, language: str, key: str, values: Mapping[str, object]) -> str:
        text = self._all[language].get(key)
        if text is None:
            log.error("no text %r in language %s", key, language)
            return key
        if isinstance(text, dict):
            text = text["one" if values.get("n") == 1 and "one" in text else "other"]
        try:
            return text.format(**values) if values else text
        except (KeyError, IndexError, ValueError):
            log.exception("text %r in language %s does not fit its values %s", key, language, sorted(values))
            return text
