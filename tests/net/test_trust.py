"""Keys and sealed lines: who somebody is, what a stranger on the way can read, and what becomes of spoiled bytes."""

from __future__ import annotations

import contextlib
import random
from datetime import UTC, datetime

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from OpenSSL import SSL
from sealed import key_called

from net.session.sealed_line import SealedLine
from net.trust.credentials import certificate, tls_context
from net.trust.keys import LONGEST_PEM, BadKeyError, Purpose, WrongPassphraseError, is_signed, new_key, read_key

ANNA, BEN = key_called("Anna"), key_called("Ben")
SECRET = b"the token of this game"


class Pair:
    """Two ends of a line, and every byte that crosses it."""

    def __init__(self) -> None:
        self.ends = SealedLine(tls_context(ANNA), dials=True), SealedLine(tls_context(BEN), dials=False)
        self.crossed = bytearray()
        self.plain = bytearray(), bytearray()

    def carry(self) -> None:
        """Until nothing moves."""
        while any(end.unsent for end in self.ends):
            for number, end in enumerate(self.ends):
                data = bytes(end.unsent)
                end.unsent.clear()
                self.crossed += data
                self.plain[1 - number].extend(self.ends[1 - number].receive(data) if data else b"")

    def say(self, number: int, data: bytes) -> None:
        """All of it."""
        waiting = bytearray(data)
        while waiting:
            self.ends[number].send(waiting)
            self.carry()


@pytest.fixture
def pair() -> Pair:
    pair = Pair()
    pair.carry()
    return pair


def test_each_end_knows_the_key_of_the_other(pair: Pair) -> None:
    dialler, listener = pair.ends
    assert (dialler.key, listener.key) == (BEN.public, ANNA.public)
    assert not dialler.failed
    assert not listener.failed


def test_nothing_that_is_said_can_be_read_on_the_way(pair: Pair) -> None:
    pair.say(0, SECRET)
    pair.say(1, SECRET * 5000)
    assert pair.plain == (bytearray(SECRET * 5000), bytearray(SECRET))
    assert SECRET not in bytes(pair.crossed)
    assert SECRET[:8] not in bytes(pair.crossed)


def test_nothing_is_sent_to_whom_nobody_knows_yet() -> None:
    line = SealedLine(tls_context(ANNA), dials=True)
    line.unsent.clear()
    waiting = bytearray(SECRET)
    line.send(waiting)
    assert waiting == SECRET
    assert not line.unsent


def test_an_end_is_told_and_can_not_be_forged(pair: Pair) -> None:
    pair.ends[0].close()
    pair.carry()
    assert pair.ends[1].failed == "closed by the other side"


@pytest.mark.parametrize("seed", range(30))
def test_spoiled_bytes_end_a_line_and_never_come_out(seed: int) -> None:
    """In the handshake and after it, at any place: nothing but what was said comes out, and nothing raises."""
    draw = random.Random(seed)
    pair = Pair()
    spoils = draw.randrange(1, 8)
    for step in range(12):
        for number, end in enumerate(pair.ends):
            end.send(bytearray(SECRET))
            data = bytearray(end.unsent)
            end.unsent.clear()
            if data and step == spoils and number == seed % 2:
                data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
            heard = pair.ends[1 - number].receive(bytes(data)) if data else b""
            assert not heard.replace(SECRET, b"")
    assert {end.key for end in pair.ends} <= {"", ANNA.public, BEN.public}


def test_rubbish_without_end_is_not_listened_to() -> None:
    line = SealedLine(tls_context(BEN), dials=False)
    line.receive(b"\x16\x03\x01\x40\x00" + bytes(16_384))
    assert line.receive(bytes(100_000)) == b""
    assert line.failed


def test_whoever_shows_no_certificate_or_one_of_another_kind_is_not_let_in() -> None:
    bare = SSL.Context(SSL.TLS_METHOD)
    bare.set_verify(SSL.VERIFY_NONE, lambda *_: True)
    for context in (bare, _another_kind()):
        listener = SealedLine(tls_context(BEN), dials=False)
        dialler = SSL.Connection(context, None)
        dialler.set_connect_state()
        for _ in range(4):
            with contextlib.suppress(SSL.Error):
                dialler.do_handshake()
            with contextlib.suppress(SSL.WantReadError):
                listener.receive(dialler.bio_read(65_536))
            if listener.unsent:
                dialler.bio_write(bytes(listener.unsent))
                listener.unsent.clear()
        assert not listener.key
        assert listener.failed


@pytest.mark.parametrize("years", [(1950, 1951), (2400, 2401)])
def test_a_certificate_of_any_year_proves_its_key(years: tuple[int, int]) -> None:
    """A clock that is wrong by centuries made it, or reads it."""
    ours = certificate(ANNA)
    begins, ends = (datetime(year, 1, 1, tzinfo=UTC) for year in years)
    builder = x509.CertificateBuilder(ours.issuer, ours.subject, ANNA.key.public_key(), 1, begins, ends)
    context = tls_context(ANNA)
    context.use_certificate(builder.sign(ANNA.key, None))
    dialler, listener = SealedLine(context, dials=True), SealedLine(tls_context(BEN), dials=False)
    _shake(dialler, listener)
    assert (dialler.key, listener.key) == (BEN.public, ANNA.public)


def test_a_handshake_that_is_cut_off_or_said_again_proves_nothing() -> None:
    dialler, listener = SealedLine(tls_context(ANNA), dials=True), SealedLine(tls_context(BEN), dials=False)
    said = _shake(dialler, listener)
    assert listener.key == ANNA.public
    for length in range(0, len(said), 97):
        cut = SealedLine(tls_context(BEN), dials=False)
        cut.receive(said[:length])
        assert not cut.key
    again = SealedLine(tls_context(BEN), dials=False)
    again.receive(said)
    assert not again.key
    assert again.failed


def _shake(dialler: SealedLine, listener: SealedLine) -> bytes:
    """Carry what they say until both are done; what the one who dials has said."""
    said = bytearray()
    while dialler.unsent or listener.unsent:
        said += dialler.unsent
        listener.receive(bytes(dialler.unsent))
        dialler.unsent.clear()
        dialler.receive(bytes(listener.unsent))
        listener.unsent.clear()
    return bytes(said)


def _another_kind() -> SSL.Context:
    key = Ed448PrivateKey.generate()
    context = SSL.Context(SSL.TLS_METHOD)
    context.use_privatekey(key)
    ours = certificate(ANNA)
    builder = x509.CertificateBuilder(
        ours.issuer, ours.subject, key.public_key(), 1, ours.not_valid_before_utc, ours.not_valid_after_utc
    )
    context.use_certificate(builder.sign(key, None))
    context.set_verify(SSL.VERIFY_NONE, lambda *_: True)
    return context


def test_an_older_tls_is_not_spoken() -> None:
    old = SSL.Context(SSL.TLS_METHOD)
    old.set_max_proto_version(SSL.TLS1_2_VERSION)
    old.set_verify(SSL.VERIFY_NONE, lambda *_: True)
    dialler = SSL.Connection(old, None)
    dialler.set_connect_state()
    with pytest.raises(SSL.WantReadError):
        dialler.do_handshake()
    listener = SealedLine(tls_context(BEN), dials=False)
    listener.receive(dialler.bio_read(65_536))
    assert "version" in listener.failed or "protocol" in listener.failed


# --- keys -------------------------------------------------------------------------------------------------------------


def test_a_signature_is_good_for_its_purpose_its_data_and_its_key() -> None:
    signature = ANNA.sign(Purpose.BEACON, b"Anna")
    assert is_signed(ANNA.public, Purpose.BEACON, signature, b"Anna")
    assert not is_signed(ANNA.public, Purpose.BEACON, signature, b"Hannah")
    assert not is_signed(BEN.public, Purpose.BEACON, signature, b"Anna")
    assert not is_signed(ANNA.public, Purpose.BEACON, ANNA.key.sign(b"Anna"), b"Anna")
    for wrong in ("", "z" * 64, "00" * 31):
        assert not is_signed(wrong, Purpose.BEACON, signature, b"Anna")
    assert not is_signed(ANNA.public, Purpose.BEACON, signature[:-1], b"Anna")


def test_a_key_goes_into_a_text_and_comes_back() -> None:
    key = new_key()
    assert read_key(key.as_pem()).public == key.public
    sealed = key.as_pem("correct horse 棋馆")
    assert read_key(sealed, "correct horse 棋馆").public == key.public
    for passphrase in ("", "wrong"):
        with pytest.raises(WrongPassphraseError):
            read_key(sealed, passphrase)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"not a key",
        ANNA.as_pem()[:60],
        ANNA.as_pem().replace(b"M", b"\xff"),
        bytes(LONGEST_PEM + 1),
        Ed448PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
    ],
    ids=["nothing", "words", "cut off", "spoiled", "too long", "another kind"],
)
def test_what_is_no_key_of_ours_is_refused(text: bytes) -> None:
    with pytest.raises(BadKeyError):
        read_key(text)
