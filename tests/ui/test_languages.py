"""The two languages: the same keys, the same values, texts that the fonts can write, and no text that is missing."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.storage.paths import assets_folder
from game.ui.paint.text import Face, read_character_map
from game.ui.stage.language import LANGUAGES, Language, Text, read_texts, system_language

FOLDER = assets_folder() / "languages"
TEXTS = {language: read_texts(FOLDER, language) for language in LANGUAGES}
SOURCES = sorted((Path(__file__).parents[2] / "game").rglob("*.py"))

FULL_WIDTH = re.compile("[\u2018\u2019\u201c\u201d\u2026\u3000-\u303f\uff01-\uff5e]")
"""Characters that are as wide as an ideograph in our text face: never in English."""

_CALL = re.compile(r"""(?<![\w.])(?:self\.)?(?:_?stage\.)?t\(\s*"([a-z]\w*\.[\w.-]+)\"""")
_CHOICE = re.compile(r"""(?<![\w.])(?:self\.)?(?:_?stage\.)?t\(\s*"([\w.-]+)" if [^"]+? else "([\w.-]+)\"""")


def forms(text: Text) -> Iterator[str]:
    """The text, or all its forms."""
    if isinstance(text, str):
        yield text
    else:
        yield from text.values()


def values_of(text: Text) -> set[str]:
    """The names of the values in a text."""
    return {name for form in forms(text) for _, name, _, _ in string.Formatter().parse(form) if name is not None}


def test_both_languages_have_the_same_keys() -> None:
    assert sorted(TEXTS["en"]) == sorted(TEXTS["zh"])
    assert [file.name for file in sorted((FOLDER / "en").iterdir())] == [
        file.name for file in sorted((FOLDER / "zh").iterdir())
    ]


def test_both_languages_name_the_same_values() -> None:
    different = {
        key: (values_of(text), values_of(TEXTS["zh"][key]))
        for key, text in TEXTS["en"].items()
        if values_of(text) != values_of(TEXTS["zh"][key])
    }
    assert different == {}


def test_forms_are_one_and_other() -> None:
    for texts in TEXTS.values():
        for key, text in texts.items():
            if isinstance(text, dict):
                assert "other" in text, key
                assert set(text) <= {"one", "other"}, key


def test_one_of_something_is_told_in_the_singular(tmp_path: Path) -> None:
    for language in LANGUAGES:
        (tmp_path / language).mkdir()
        text = '{"left": {"one": "{n} game", "other": "{n} games"}, "all": {"other": "{n}"}}'
        (tmp_path / language / "count.json").write_text(text, encoding="utf-8")
    t = Language(tmp_path, "en")
    assert [t("count.left", n=n) for n in (0, 1, 2, 11)] == ["0 games", "1 game", "2 games", "11 games"]
    assert [t("count.all", n=n) for n in (1, 2)] == ["1", "2"]


def test_no_text_is_empty_or_begins_with_a_space() -> None:
    for texts in TEXTS.values():
        for key, text in texts.items():
            for form in forms(text):
                assert form.strip(), key
                assert form == form.strip() or key in ("common.list_separator", "common.enumeration"), key


@pytest.mark.parametrize("face", [Face.REGULAR, Face.MEDIUM])
def test_the_fonts_can_write_every_text(face: Face) -> None:
    covered = read_character_map(assets_folder() / "fonts" / face.value)
    for language, texts in TEXTS.items():
        for key, text in texts.items():
            missing = {c for form in forms(text) for c in form if ord(c) not in covered and c != "\n"}
            assert not missing, f"{language} {key}: {missing} not in {face.value}"


def test_english_uses_no_full_width_punctuation() -> None:
    found = {key: form for key, text in TEXTS["en"].items() for form in forms(text) if FULL_WIDTH.search(form)}
    assert found == {}


def test_the_titles_in_the_title_face_are_covered_by_it() -> None:
    covered = read_character_map(assets_folder() / "fonts" / Face.TITLE.value)
    titles = ["common.program", "common.gomoku", "common.xiangqi", "common.draughts", "common.settings", "keys.title"]
    titles += [key for key in TEXTS["zh"] if key.startswith("settings.page_")]
    for key in titles:
        for form in forms(TEXTS["zh"][key]):
            assert all(ord(c) in covered for c in form), key


def test_every_key_that_the_program_names_exists() -> None:
    missing = []
    found = 0
    for source in SOURCES:
        code = source.read_text(encoding="utf-8")
        keys = set(_CALL.findall(code)) | {key for pair in _CHOICE.findall(code) for key in pair}
        found += len(keys)
        missing += [f"{source.name}: {key}" for key in sorted(keys) if key not in TEXTS["en"]]
    assert missing == []
    assert found > 60  # the pattern still finds what it is meant to find


@pytest.mark.parametrize(
    ("environment", "preferred", "language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "", "zh"),
        ({"LANG": "zh_HK.Big5-HKSCS"}, "", "zh"),
        ({"LANG": "en_US.UTF-8"}, "zh", "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "", "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "zh_TW:en"}, "", "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": "zh"}, "", "en"),
        ({"LC_ALL": "POSIX", "LANG": "zh_CN.UTF-8"}, "zh", "en"),
        ({}, "zh", "zh"),
        ({}, "de", "en"),
        ({}, "zh en", "zh"),
        ({}, "en zh", "en"),
    ],
)
def test_the_first_start_is_in_the_system_s_language(
    environment: dict[str, str], preferred: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    told = [{"language": each} for each in preferred.split()]
    monkeypatch.setattr("pygame.system.get_pref_locales", lambda: told)
    assert system_language() == language
