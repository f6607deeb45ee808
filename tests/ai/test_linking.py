"""Libraries linked for other systems: what macOS and Windows ask of them, and that they are the same wherever and
whenever they are made."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

pytest.importorskip("ziglang", reason="it links: pip install -e '.[test]'")
pytest.importorskip("llvmlite", reason="it makes the code: pip install -e '.[test]'")

from ai.build.emit import PLATFORMS, object_code
from ai.build.link import LinkError, link

_CODE = """
target triple = "x86_64-unknown-linux-gnu"
target datalayout = ""
@qiguan_sources = constant [4 x i8] c"0123"
declare double @exp(double)
define double @qg_one(double %x) {
  %y = call double @exp(double %x)
  ret double %y
}
"""
_SIGNED = (0x1D).to_bytes(4, "little") + (16).to_bytes(4, "little")
"""How the command of a Mach-O file begins that says where its signature lies (Apple's loader.h: LC_CODE_SIGNATURE)."""


def linked(platform: str, folder: Path) -> bytes:
    """What comes of a small module in a folder of its own."""
    folder.mkdir()
    (folder / "code.o").write_bytes(object_code(_CODE, ["qg_one"], PLATFORMS[platform]))
    link(folder / "code.o", folder / "library", PLATFORMS[platform].system, folder.parent)
    return (folder / "library").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_library_is_the_same_elsewhere_and_later(platform: str, tmp_path: Path) -> None:
    first = linked(platform, tmp_path / "here")
    time.sleep(1.1)  # a linker that notes the time notes seconds
    assert linked(platform, tmp_path / "elsewhere") == first
    assert str(tmp_path).encode() not in first
    assert (_SIGNED in first) == (platform == "macos-arm64")


def test_what_cannot_be_linked_is_told(tmp_path: Path) -> None:
    (tmp_path / "code.o").write_bytes(b"no object file")
    with pytest.raises(LinkError, match=r"library can't be linked: \S"):
        link(tmp_path / "code.o", tmp_path / "library", PLATFORMS["macos-arm64"].system, tmp_path)
