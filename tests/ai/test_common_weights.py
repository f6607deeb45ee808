"""Files of numbers that were learnt: what is no such file is refused in one sentence that says why."""

from __future__ import annotations

import contextlib
import io
import random
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from ai.api import EngineError
from ai.common.weights import UNREADABLE, ArraySpec, digest_of, read_about, read_arrays, write_arrays

WANTED = {"rows": ArraySpec((2, 3), 9), "biases": ArraySpec((4,), 1 << 20, np.int32)}
ROWS, BIASES = np.array([[1, -9, 3], [4, 5, 6]], np.int16), np.array([0, 1, -(1 << 20), 3], np.int32)


def test_what_was_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "weights"
    write_arrays(file, 2, {"rows": ROWS, "biases": BIASES, "beside": ROWS}, {"made": "by hand"})
    held = read_arrays(file, "Go", 2, WANTED)
    assert set(held) == set(WANTED)
    assert np.array_equal(held["rows"], ROWS)
    assert np.array_equal(held["biases"], BIASES)
    assert read_about(file) == {"made": "by hand"}


def test_what_a_file_may_lack_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "weights"
    write_arrays(file, 2, {"biases": BIASES}, {})
    assert list(read_arrays(file, "Go", 2, WANTED, may_lack=True)) == ["biases"]
    with pytest.raises(EngineError, match=r"^cannot read the network of the Go engine: .*weights lacks rows$"):
        read_arrays(file, "Go", 2, WANTED, "network")


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"rows": ROWS.astype(np.int32)}, r"rows: int32\(2, 3\) instead of int16\(2, 3\)$"),
        ({"rows": ROWS[:1]}, r"rows: int16\(1, 3\) instead of int16\(2, 3\)$"),
        ({"rows": ROWS * np.int16(2)}, "rows: weights beyond 9$"),
        ({"biases": np.array([0, -(1 << 31), 0, 0], np.int32)}, "biases: weights beyond 1048576$"),
        ({"version": np.array(3)}, "format 3 instead of 2$"),
        ({"version": np.array(np.inf)}, "infinity"),
        ({"version": np.array("two")}, "two"),
    ],
)
def test_other_arrays_are_refused(tmp_path: Path, changed: dict[str, np.ndarray], why: str) -> None:
    file = tmp_path / "weights.npz"
    np.savez(file, **{"version": np.array(2), "rows": ROWS, "biases": BIASES} | changed)
    with pytest.raises(EngineError, match=why) as refusal:
        read_arrays(file, "Go", 2, WANTED)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_no_damage_raises_anything_else(save: Callable[..., None], tmp_path: Path) -> None:
    file, chance = tmp_path / "weights.npz", random.Random(1)
    save(file, version=np.array(2), about=np.array("{}"), rows=ROWS, biases=BIASES)
    kept, raised = file.read_bytes(), set[type[BaseException]]()
    for _ in range(1500):
        damaged = bytearray(kept)
        for place in chance.choices(range(len(kept)), k=2):
            damaged[place] = chance.randrange(256)
        file.write_bytes(damaged)
        try:
            read_about(file)
        except UNREADABLE as error:
            raised.add(type(error))
        with contextlib.suppress(EngineError):
            read_arrays(file, "Go", 2, WANTED)
    assert {zipfile.BadZipFile, ValueError if save is np.savez else zlib.error} <= raised


@pytest.mark.parametrize("end", [b"\0\0\0\0", b"((((", b"  ''", b"\n  \n"])
def test_a_header_that_is_no_literal_is_refused(end: bytes, tmp_path: Path) -> None:
    file, rows = tmp_path / "weights.npz", io.BytesIO()
    np.savez(file, version=np.array(2), biases=BIASES)
    np.save(rows, ROWS)
    with zipfile.ZipFile(file, "a") as opened:
        opened.writestr("rows.npy", rows.getvalue().replace(b", 3)", end))
    with pytest.raises(EngineError, match=r"^cannot read the weights of the Go engine: ") as refusal:
        read_arrays(file, "Go", 2, WANTED)
    assert "\n" not in str(refusal.value)


def test_what_holds_no_arrays_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    with pytest.raises(EngineError, match="No such file"):
        read_arrays(file, "Go", 2, WANTED)
    file.write_text("I am a poem.\n", encoding="utf-8")
    with pytest.raises(EngineError, match=r"no file of arrays, or a damaged one$"):
        read_arrays(file, "Go", 2, WANTED)
    np.savez(file, rows=ROWS, biases=BIASES)
    with pytest.raises(EngineError, match=r"lacks its version$"):
        read_arrays(file, "Go", 2, WANTED)
    np.savez(file, version=np.array(2), biases=BIASES)
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("rows.npy", "no array")
    with pytest.raises(EngineError, match=r"rows: no array$"):
        read_arrays(file, "Go", 2, WANTED)
    whole = file.read_bytes()
    for length in (0, 100, len(whole) - 30):
        file.write_bytes(whole[:length])
        with pytest.raises(EngineError, match="no file of arrays"):
            read_arrays(file, "Go", 2, WANTED)


def test_the_digest_is_of_all_files_in_their_order(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_bytes(b"a")
    other.write_bytes(b"b")
    assert digest_of([one, other]) == "fb8e20fc2e4c3f24"  # of "ab", by another program
    assert digest_of([other, one]) != digest_of([one, other])
