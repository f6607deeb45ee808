"""Make the fonts of this folder out of their originals: subsets with the characters that the window needs.

    python assets/fonts/make_fonts.py TEXT_REGULAR TEXT_MEDIUM TITLE [LANGUAGES_FOLDER]

TEXT_* are Noto Sans CJK (Regular and Medium, the collection or one face), TITLE is LXGW WenKai Bold. Needs fonttools
(extra `dev`). The families are renamed, since a subset is a modified version and the original's name is reserved
(SIL Open Font License 1.1, article 3). Which files went in is told by ../SOURCES.md.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont

HERE = Path(__file__).parent
XIANGQI = "帥仕相傌俥炮兵將士象馬車砲卒帅马车将楚河漢界汉前後后中进進退平一二三四五六七八九"
SEALS = "弈勝負和胜负"
SYMBOLS = "·…‘’“”–—×÷±→←↑↓°•●○◆▲△■□★☆✓✕½¼¾€£¥©®™≈≠≤≥−�１２３４５６７８９０"


def gb2312() -> set[int]:
    """The code points of GB 2312: its punctuation, both levels of characters, and no line drawing."""
    found = set()
    for high in [*range(0xA1, 0xA4), *range(0xB0, 0xF8)]:
        for low in range(0xA1, 0xFF):
            try:
                found.add(ord(bytes((high, low)).decode("gb2312")))
            except UnicodeDecodeError:
                continue
    return found


def level_one() -> set[int]:
    """The 3755 common characters of GB 2312, level 1."""
    found = set()
    for high in range(0xB0, 0xD8):
        for low in range(0xA1, 0xFF):
            try:
                found.add(ord(bytes((high, low)).decode("gb2312")))
            except UnicodeDecodeError:
                continue
    return found


def traditional() -> set[int]:
    """The 5401 common characters of Big5, level 1, and in which records come as well."""
    found = set()
    for high in range(0xA4, 0xC7):
        for low in [*range(0x40, 0x7F), *range(0xA1, 0xFF)]:
            try:
                found.add(ord(bytes((high, low)).decode("big5")))
            except UnicodeDecodeError:
                continue
    return found


def load(path: str) -> TTFont:
    """One face: of a collection the simplified Chinese one, otherwise the file's only face."""
    if path.endswith(".ttc"):
        for font in TTCollection(path).fonts:
            if font["name"].getDebugName(1).startswith("Noto Sans CJK SC"):
                return font
        raise SystemExit(f"{path}: no simplified Chinese face in this collection")
    return TTFont(path)


def make(source: str, target: str, family: str, characters: set[int]) -> None:
    """Write the subset of one font under a family name of our own."""
    font = load(source)
    options = subset.Options()
    options.layout_features = ["kern", "palt", "locl", "mark", "mkmk", "ccmp"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.hinting = False
    options.notdef_outline = True
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "DSIG"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    for record in list(font["name"].names):
        if record.nameID in (1, 16):
            record.string = family
        elif record.nameID in (3, 4):
            record.string = f"{family} {font['name'].getDebugName(2)}"
        elif record.nameID == 6:
            record.string = family.replace(" ", "")
    if "CFF " in font:
        font["CFF "].cff.fontNames = [family.replace(" ", "")]
        top = font["CFF "].cff.topDictIndex[0]
        for field in ("FamilyName", "FullName"):
            if hasattr(top, field):
                setattr(top, field, family)
    font.save(HERE / target)
    covered = sorted(font.getBestCmap())
    print(f"{target}: {len(covered)} characters, {(HERE / target).stat().st_size // 1024} KB")


def main(arguments: list[str]) -> None:
    """Make the three fonts."""
    if len(arguments) != 3:
        raise SystemExit(__doc__)
    latin = set(range(0x20, 0x7F)) | set(range(0xA0, 0x180))
    more = {ord(c) for c in XIANGQI + SEALS + SYMBOLS}
    make(arguments[0], "qiguan-text-regular.otf", "Qiguan Text", latin | gb2312() | traditional() | more)
    make(arguments[1], "qiguan-text-medium.otf", "Qiguan Text Medium", latin | gb2312() | more)
    make(arguments[2], "qiguan-title-bold.ttf", "Qiguan Title", set(range(0x20, 0x7F)) | level_one() | more)


if __name__ == "__main__":
    main(sys.argv[1:])
