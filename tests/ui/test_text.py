"""Texts: which glyphs there are, wrapping, shortening, the fallback for rare characters."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.storage.paths import assets_folder
from game.ui.paint.text import Face, Fonts, read_character_map, shorten, wrap

FONTS = assets_folder() / "fonts"


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    pygame.font.init()
    return Fonts(FONTS)


def count(text: str) -> float:
    return float(len(text))


@pytest.mark.parametrize("face", list(Face))
def test_the_character_map_of_each_font_is_read(face: Face) -> None:
    covered = read_character_map(FONTS / face.value)
    assert {ord(c) for c in "Aa09棋馆帥仕俥傌將"} <= covered
    assert ord("ก") not in covered


def test_the_text_faces_cover_gb2312() -> None:
    characters = {bytes((high, low)).decode("gb2312") for high in range(0xB0, 0xD7) for low in range(0xA1, 0xFF)}
    for face in (Face.REGULAR, Face.MEDIUM):
        assert {ord(c) for c in characters} <= read_character_map(FONTS / face.value)


@pytest.mark.parametrize("content", [b"", b"no font at all", b"\x00\x01\x00\x00" + bytes(8)])
def test_a_damaged_font_file_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "broken.otf"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"broken\.otf"):
        read_character_map(file)


def test_missing_fonts_are_replaced_and_reported(tmp_path: Path) -> None:
    pygame.font.init()
    fonts = Fonts(tmp_path)
    assert sorted(fonts.missing) == sorted(face.value for face in Face)
    assert fonts.render("Hello", 20, (0, 0, 0)).get_width() > 0


def test_titles_use_the_brush_face_for_chinese_only(fonts: Fonts) -> None:
    assert fonts.face_for(Face.TITLE, "五子棋") is Face.TITLE
    assert fonts.face_for(Face.TITLE, "挑战 · A") is Face.TITLE
    assert fonts.face_for(Face.TITLE, "Gomoku") is Face.MEDIUM
    assert fonts.face_for(Face.TITLE, "林小舟 invites you") is Face.MEDIUM
    assert fonts.face_for(Face.TITLE, "龘") is Face.MEDIUM
    assert fonts.face_for(Face.REGULAR, "五子棋") is Face.REGULAR


def test_a_rendered_text_is_as_wide_as_measured_also_with_foreign_characters(fonts: Fonts) -> None:
    for text in ("Gomoku", "五子棋", "a龘b"):
        assert fonts.render(text, 20, (0, 0, 0)).get_width() == fonts.width(text, 20)


def test_only_what_a_face_lacks_is_drawn_by_another_font(fonts: Fonts) -> None:
    own, other = fonts.font(Face.REGULAR, 20), fonts._fallback("ก", 20)
    assert fonts._runs("aกกb", 20, Face.REGULAR) == [("a", own), ("กก", other), ("b", own)]
    assert fonts._runs("棋ab", 20, Face.REGULAR) == [("棋ab", own)]
    assert fonts._runs("ก", 20, Face.REGULAR) == [("ก", other)]


def test_traditional_characters_need_no_font_of_the_system(fonts: Fonts, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records have them in names and comments; in every face they are drawn in one of ours."""

    def refuse(size: int) -> pygame.font.Font:
        raise AssertionError("a font of the system was asked for")

    monkeypatch.setattr(fonts, "_system_font", refuse)
    told = "紅先勝：帥五平四，俥二進三，傌八退七，將軍！黑棄馬陷車，許銀川對趙國榮，廣東隊、臺灣隊、瀋陽、鹽城"
    assert fonts.covers(Face.REGULAR, told)
    regular = fonts.font(Face.REGULAR, 20)
    for face in (Face.MEDIUM, Face.TITLE):
        assert not fonts.covers(face, told)
        own = fonts.font(face, 20)
        assert {font for _, font in fonts._runs(told, 20, face)} == {own, regular}
        assert fonts.render(told, 20, (0, 0, 0), face).get_width() == fonts.width(told, 20, face)


def test_rendering_twice_gives_the_same_surface(fonts: Fonts) -> None:
    assert fonts.render("again", 15, (1, 2, 3)) is fonts.render("again", 15, (1, 2, 3))


def test_latin_breaks_at_spaces_and_chinese_anywhere() -> None:
    assert wrap("one two three", 7, count) == ["one two", "three"]
    assert wrap("先连五子者胜", 4, count) == ["先连五子", "者胜"]
    assert wrap("two\nlines", 20, count) == ["two", "lines"]


def test_no_line_begins_with_closing_punctuation() -> None:
    for line in wrap("先连五子，者胜。再来一局！", 4, count):
        assert line[0] not in "，。！"


def test_a_word_that_is_too_long_stands_alone() -> None:
    assert wrap("a incomprehensibilities b", 5, count) == ["a", "incomprehensibilities", "b"]


def test_shortening_keeps_what_fits() -> None:
    assert shorten("short", 10, count) == "short"
    assert shorten("a long sentence", 9, count) == "a long..."
    assert shorten("abcdef", 3, count) == "..."


def _gaps(picture: pygame.Surface) -> list[int]:
    """The widths of the empty columns between what is drawn."""
    drawn = pygame.surfarray.array_alpha(picture).max(axis=1) > 40
    inner = "".join("x" if column else " " for column in drawn).strip()
    return sorted(len(gap) for gap in inner.split("x") if gap)


@pytest.mark.parametrize("size", range(9, 12))
@pytest.mark.parametrize("text", ["Next item", "Tab Next item", "Five in a row"])
def test_words_stand_apart_at_small_sizes(fonts: Fonts, size: int, text: str) -> None:
    spaces = text.count(" ")
    within = max(_gaps(fonts.render(text.replace(" ", ""), size, (0, 0, 0))), default=0)
    between = _gaps(fonts.render(text, size, (0, 0, 0)))[-spaces]
    assert between >= within + 2
    assert fonts.width(text, size) == fonts.render(text, size, (0, 0, 0)).get_width()


def test_words_stand_closer_where_a_line_would_be_cut_otherwise(fonts: Fonts) -> None:
    wide, tight = fonts.width("Five in a row", 10), fonts.width("Five\u00a0in\u00a0a\u00a0row", 10)
    assert tight < wide
    assert fonts.fitted("Five in a row", 10, Face.REGULAR, wide) == ("Five in a row", wide)
    assert fonts.fitted("Five in a row", 10, Face.REGULAR, wide - 1) == ("Five\u00a0in\u00a0a\u00a0row", tight)
    assert fonts.fitted("Five in a row", 10, Face.REGULAR, tight - 1)[0].endswith("...")
