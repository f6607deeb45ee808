"""The key as a file under a passphrase: saved, looked at, taken, and everything that is no such file."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat
from lan_helpers import begin, players, pump

from game.lan.key_file import NAME, own_key
from game.lan.key_keeper import USUAL_NAME, KeyKeeper
from game.storage.notice import Notice
from net.trust.keys import PrivateKey, new_key

WORDS = "four words of mine"


class Home:
    """A data folder with a key, and what its keeper was told to use."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.taken: list[PrivateKey] = []
        self.is_busy = False
        self.keeper = KeyKeeper(folder, lambda: self.is_busy, self.taken.append)

    @property
    def public(self) -> str:
        return own_key(self.folder)[0].public


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "here" / "lan")


def test_a_key_goes_to_another_computer(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "stick.pem"
    assert home.keeper.save(file, WORDS).code == "lan-key-saved"
    assert b"ENCRYPTED" in file.read_bytes()
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    there = Home(tmp_path / "there" / "lan")
    before = there.public
    assert there.keeper.look(file, WORDS) == home.public
    assert there.public == before, "a look takes nothing"
    told = there.keeper.take(file, WORDS)
    assert told.code == "lan-key-taken"
    assert there.public == home.public == there.taken[0].public
    aside = Path(str(told.values["aside"]))
    assert aside.parent == there.folder
    assert there.keeper.take(aside, "").code == "lan-key-taken", "the one before can be had back"
    assert there.public == before
    assert len(list(there.folder.glob("key-before-*.pem"))) == 2


def test_a_folder_is_given_a_file_and_nothing_is_written_over(home: Home, tmp_path: Path) -> None:
    assert home.keeper.save(tmp_path, WORDS).values == {"file": str(tmp_path / USUAL_NAME)}
    kept = (tmp_path / USUAL_NAME).read_bytes()
    assert home.keeper.save(tmp_path, WORDS).code == "lan-key-exists"
    assert (tmp_path / USUAL_NAME).read_bytes() == kept


def test_what_can_not_be_saved_is_told(home: Home, tmp_path: Path) -> None:
    assert home.keeper.save(tmp_path / "k.pem", "short").code == "lan-key-short"
    assert home.keeper.save(tmp_path / "nowhere" / "k.pem", WORDS).code == "lan-key-unsaved"
    assert home.keeper.save(Path("a\0b"), WORDS).code == "lan-key-unsaved"
    assert not (tmp_path / "k.pem").exists()


def test_a_key_that_can_not_be_written_out_leaves_no_file_that_looks_like_one(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "k.pem"
    assert home.keeper.save(file, "word" * 500).code == "lan-key-unsaved", "longer than OpenSSL takes"
    assert not file.exists()
    assert home.keeper.save(file, WORDS).code == "lan-key-saved"


def test_a_key_that_can_not_be_put_in_place_leaves_the_present_one_there(home: Home, tmp_path: Path) -> None:
    before = home.public
    (tmp_path / "k.pem").write_bytes(new_key().as_pem(WORDS))
    in_the_way = home.folder / f".{NAME}-{os.getpid()}"
    in_the_way.mkdir()
    assert home.keeper.take(tmp_path / "k.pem", WORDS).code == "lan-key-untaken"
    in_the_way.rmdir()
    assert home.public == before
    assert not home.taken


def foreign() -> bytes:
    key = generate_private_key(65537, 2048)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(WORDS.encode()))


@pytest.mark.parametrize(
    ("data", "passphrase", "code"),
    [
        (new_key().as_pem(WORDS), "another one", "lan-key-passphrase"),
        (new_key().as_pem(WORDS), "", "lan-key-passphrase"),
        (new_key().as_pem(WORDS)[:200], WORDS, "lan-key-foreign"),
        (foreign(), WORDS, "lan-key-foreign"),
        (b"", WORDS, "lan-key-foreign"),
        (b"\xff" * 10_000, WORDS, "lan-key-foreign"),
    ],
    ids=["wrong", "none", "cut off", "of another kind", "empty", "rubbish"],
)
def test_a_file_that_is_no_key_or_not_opened_is_told_and_changes_nothing(
    home: Home, tmp_path: Path, data: bytes, passphrase: str, code: str
) -> None:
    before = home.public
    (tmp_path / "k.pem").write_bytes(data)
    found = home.keeper.look(tmp_path / "k.pem", passphrase)
    assert isinstance(found, Notice)
    assert found.code == code
    assert home.keeper.take(tmp_path / "k.pem", passphrase).code == code
    assert home.public == before
    assert not home.taken


def test_what_can_not_be_read_is_told(home: Home, tmp_path: Path) -> None:
    for path in (tmp_path / "missing.pem", tmp_path, Path("a\0b")):
        found = home.keeper.look(path, WORDS)
        assert isinstance(found, Notice)
        assert found.code == "lan-key-unreadable"


def test_nobody_becomes_somebody_else_in_the_middle_of_a_game(tmp_path: Path) -> None:
    other = new_key()
    (tmp_path / "k.pem").write_bytes(other.as_pem(WORDS))
    with players(tmp_path, "Anna", "Bo") as (anna, bo):
        begin(anna, bo)
        before = (anna.folders.lan / NAME).read_bytes()
        assert anna.lan.keys.take(tmp_path / "k.pem", WORDS).code == "lan-key-busy"
        assert (anna.folders.lan / NAME).read_bytes() == before


def test_a_key_that_was_taken_is_seen_by_others_at_once(tmp_path: Path) -> None:
    other = new_key()
    (tmp_path / "k.pem").write_bytes(other.as_pem(WORDS))
    with players(tmp_path, "Anna", "Bo") as (anna, bo):
        assert anna.lan.keys.take(tmp_path / "k.pem", WORDS).code == "lan-key-taken"
        pump([anna, bo], lambda: [person.key for person in bo.lan.people] == [other.public])
        assert anna.lan.key == other.public
