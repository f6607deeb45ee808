"""The command of the proof search: told to end, it keeps what it has."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from ai.arena.pool import Pool
from ai.gomoku.proof import __main__ as command
from ai.gomoku.proof.examiner import Examined, ProofQuestion
from ai.gomoku.proof.journal import ProofJournal
from ai.gomoku.verify.walk import verify

SAMPLE = Path(__file__).parent.parent / "data" / "gomoku" / "sample.proof"
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class IdlePool:
    """A pool that is asked for nothing but its end."""

    def __init__(self) -> None:
        self.closed: list[bool] = []

    def close(self, at_once: bool) -> None:
        self.closed.append(at_once)


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> IdlePool:
    """No processes, and no change of priority."""
    pool = IdlePool()
    monkeypatch.setattr(command, "open_pool", lambda jobs, dask: pool)
    monkeypatch.setattr(command, "lower_priority", lambda nice: None)
    return pool


@pytest.fixture
def in_background() -> Iterator[None]:
    """As a shell without job control starts what it does not wait for."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


def _arguments(folder: Path) -> list[str]:
    files = ["--continue", str(folder / "answers.jsonl"), "--write", str(folder / "new.proof"), "--from", str(SAMPLE)]
    return [*files, "--batch", "1"]


@pytest.mark.usefixtures("in_background")
@pytest.mark.parametrize("number", SIGNALS)
def test_it_is_broken_off_and_writes_what_it_has(
    pool: IdlePool,
    number: signal.Signals,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked: list[ProofQuestion] = []

    def answered(pool: Pool, job: object, questions: Iterable[ProofQuestion]) -> Iterator[tuple[object, Examined]]:
        for question in questions:
            if asked:
                signal.raise_signal(number)
            asked.append(question)
            yield question, Examined(0, ((0, 0), (1, 0)), 7)

    monkeypatch.setattr(command, "results", answered)
    handlers = [signal.getsignal(each) for each in SIGNALS]
    assert command.main(_arguments(tmp_path)) == 0
    assert "broken off; the same command goes on" in capsys.readouterr().err
    assert [signal.getsignal(each) for each in SIGNALS] == handlers
    assert pool.closed == [True]
    journal = ProofJournal(tmp_path / "answers.jsonl")
    journal.close()
    assert (len(journal), journal.nodes) == (1, 7)
    assert verify((tmp_path / "new.proof").read_bytes()).faults == []


@pytest.mark.usefixtures("pool")
def test_told_again_it_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "results", lambda *each: signal.raise_signal(signal.SIGTERM))
    monkeypatch.setattr(command, "sound_proof", lambda *each: signal.raise_signal(signal.SIGTERM))
    (tmp_path / "new.proof").write_bytes(b"before")
    assert command.main(_arguments(tmp_path)) == 1
    assert "before a proof was written" in capsys.readouterr().err
    assert (tmp_path / "new.proof").read_bytes() == b"before"
