"""A check that is not made must be seen: tests that wait for a calm machine, and what a run says of those left out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import patience
import pytest
from patience import when_calm

ROOT = Path(__file__).parent.parent


class Gaps:
    """In place of the pulse: how long the machine stood still at each attempt."""

    def __init__(self, *gaps_s: float) -> None:
        self._gaps_s = list(gaps_s)
        self.longest_gap_s = 0.0

    def __call__(self) -> Gaps:
        return self

    def __enter__(self) -> Gaps:
        self.longest_gap_s = self._gaps_s.pop(0)
        return self

    def __exit__(self, *_: object) -> None:
        pass


@when_calm
def _wrong(tmp_path: Path) -> None:
    assert not list(tmp_path.iterdir()), "each attempt has a folder of its own"
    (tmp_path / "left").touch()
    raise AssertionError("it took 9 s")


@pytest.mark.parametrize("calm", range(4))
def test_a_failure_on_a_calm_machine_is_a_failure(calm: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever attempt it was, and though the machine stood still at all the others."""
    monkeypatch.setattr(patience, "_Pulse", Gaps(*(0.01 if attempt == calm else 3.0 for attempt in range(4))))
    with pytest.raises(AssertionError, match="it took 9 s"):
        _wrong(tmp_path=tmp_path)


def test_what_never_had_a_calm_machine_is_not_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "_Pulse", Gaps(3.0, 3.0, 3.0, 2.0))
    with pytest.raises(pytest.skip.Exception, match=r"NOT JUDGED: it failed \(it took 9 s\).* 2\.0 s"):
        _wrong(tmp_path=tmp_path)


def test_one_good_attempt_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "_Pulse", Gaps(0.01, 3.0))
    tries: list[Path] = []

    @when_calm
    def better(tmp_path: Path) -> None:
        tries.append(tmp_path)
        assert len(tries) == 2

    better(tmp_path=tmp_path)
    assert [path.name for path in tries] == ["1", "2"]


def test_the_last_lines_of_a_run_name_what_was_skipped_and_what_failed(tmp_path: Path) -> None:
    """With the project's own settings, whatever a machine lacks."""
    file = tmp_path / "test_it.py"
    file.write_text(
        "import pytest\n\n"
        "@pytest.mark.skipif(True, reason='no cable here')\ndef test_cable(): pass\n\n"
        "def test_bad(): assert not 'it'\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "-p", "no:cacheprovider", str(file)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, cwd=tmp_path)
    last = "\n".join(ran.stdout.splitlines()[-4:])
    assert ran.returncode == 1
    assert "no cable here" in last
    assert "test_bad" in last
    assert "1 failed, 1 skipped" in last
