"""What the engines decide is what `ai/signatures.json` says: whoever changes a search changes the file, too."""

from __future__ import annotations

import msgspec
import pytest

from ai.bench.__main__ import main
from ai.bench.signatures import SEARCHES, Signature, signature
from ai.engines import ENGINES
from ai.version import SIGNATURES

_KEPT = msgspec.json.decode(SIGNATURES.read_bytes(), type=dict[str, Signature])


def test_every_engine_has_one() -> None:
    assert set(_KEPT) == set(SEARCHES) == set(ENGINES)


@pytest.mark.parametrize("engine", SEARCHES)
def test_an_engine_decides_as_the_file_says(engine: str) -> None:
    assert signature(engine) == _KEPT[engine], "where it is meant, write the file again"


def test_the_command_prints_the_file(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("ai.bench.signatures.signature", _KEPT.__getitem__)
    assert main(["signatures"]) == 0
    assert capsys.readouterr().out == SIGNATURES.read_text(encoding="utf-8")
