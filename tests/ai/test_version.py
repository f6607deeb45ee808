"""`--version`: which engines are in the program, and what runs them."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from ai import version
from ai.common import library
from ai.common.library import LIBRARY
from ai.common.sources import NO_KERNELS, content_hash
from ai.ladder import main as ladder
from ai.version import ShowVersion, engines_version, installed_version


def _lines() -> list[str]:
    return engines_version().splitlines()


def test_engines_are_told_by_their_sources_and_by_what_they_decide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = _lines()[0]
    assert re.fullmatch(rf"engines {content_hash()}, signature [0-9a-f]{{12}}", told)
    other = tmp_path / "signatures.json"
    other.write_bytes(version.SIGNATURES.read_bytes().replace(b"\n", b"\r\n"))
    monkeypatch.setattr(version, "SIGNATURES", other)
    assert _lines()[0] == told, "as Windows may have it"
    other.write_bytes(version.SIGNATURES.read_bytes().replace(b"depth", b"Depth"))
    assert _lines()[0] != told


def test_what_runs_the_kernels_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "LIBRARY", SimpleNamespace(processor="x86-64-v2"))
    monkeypatch.setattr(version, "this_platform", lambda: "linux-x86_64")
    assert _lines()[1:] == ["kernels from a library for linux-x86_64, processor x86-64-v2"]
    monkeypatch.setattr(library, "LIBRARY", None)
    monkeypatch.setattr(version, "can_compile", lambda: False)
    assert _lines()[1:] == [NO_KERNELS]


def test_of_the_compiler_version_and_processor_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    numba = pytest.importorskip("numba")
    monkeypatch.setattr(library, "LIBRARY", None)
    told = re.fullmatch(r"kernels compiled by numba (\S+), processor (\S+)", _lines()[1])
    assert told is not None
    assert told[1] == numba.__version__


@pytest.mark.skipif(LIBRARY is None, reason="no library of kernels was made (ai.build)")
def test_a_library_knows_its_processor() -> None:
    assert LIBRARY is not None
    assert LIBRARY.processor in ("x86-64-v2", "generic", "apple-m1")


def test_tools_tell_the_installed_program(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        ladder(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"{installed_version()}\n{engines_version()}\n"


def test_nothing_is_reckoned_before_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "engines_version", lambda: pytest.fail("nobody asked"))
    parser = argparse.ArgumentParser()
    parser.add_argument("--version", action=ShowVersion)
    assert vars(parser.parse_args([])) == {}
    assert "its engines" in parser.format_help()
