"""Two real processes: one hosts, one challenges, and a whole game is played over loopback."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from patience import PATIENCE_S, SOON_S, until

from game.commands import line
from game.commands.challenge import ChallengeOptions, _Challenger, terms_of
from game.commands.host import MOST_AWAY, HostOptions, _Host
from game.lan import engine_host, ticket_file
from game.lan.views import Direction, GameTerms
from game.records import native
from game.rules.core import RulesError
from net.session.presence import CUTS_ALLOWED

ROOT = Path(__file__).parents[2]
FIELDS = {
    "game", "variant", "size", "peer", "side", "result", "winner", "termination", "plies", "seconds", "record",
}  # fmt: skip


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Commands:
    """Starts commands with a data folder each, and ends what a test leaves."""

    def __init__(self, tmp_path: Path) -> None:
        self.folder = tmp_path
        self.processes: list[subprocess.Popen[str]] = []

    def start(self, name: str, *arguments: str) -> subprocess.Popen[str]:
        environment = {**os.environ, "QIGUAN_DATA": str(self.folder / name), "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.Popen(
            [sys.executable, "main.py", *arguments], cwd=ROOT, env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        self.processes.append(process)
        return process

    def host(self, name: str, port: int, *arguments: str) -> subprocess.Popen[str]:
        """A host that listens already."""
        process = self.start(
            name, "host", "gomoku", "--level", "first-steps", "--name", name, "--port", str(port), *arguments
        )
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            assert process.poll() is None, process.communicate()
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return process
            time.sleep(0.05)
        raise AssertionError("the host does not listen")

    def challenge(self, *arguments: str) -> tuple[int, list[dict[str, Any]], str]:
        """Exit code, games told, and what was complained of."""
        process = self.start("challenger", "challenge", "gomoku", "--level", "first-steps", *arguments)
        out, err = process.communicate(timeout=2 * PATIENCE_S)
        return process.returncode, [json.loads(text) for text in out.splitlines()], err


@pytest.fixture
def commands(tmp_path: Path) -> Iterator[Commands]:
    commands = Commands(tmp_path)
    yield commands
    for process in commands.processes:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=PATIENCE_S)


def check(game: dict[str, Any]) -> list[str]:
    """A told game is whole, and its record holds it; gives the moves."""
    assert set(game) == FIELDS
    assert game["game"] == "gomoku"
    record = native.read(Path(game["record"]).read_bytes()).record
    assert len(record.moves) == game["plies"] > 8
    assert record.variant == game["variant"]
    assert record.result is not None
    assert (record.result.winner, record.result.termination) == (game["winner"], game["termination"])
    assert game["result"] == (
        "drawn" if game["winner"] is None else "won" if game["winner"] == game["side"] else "lost"
    )
    assert game["seconds"] > 0
    return [move.text for move in record.moves]


def test_a_whole_game_between_two_processes(commands: Commands, tmp_path: Path) -> None:
    port = free_port()
    name = f"House {port}"
    host = commands.host(name, port, "--games", "1", "--records", str(tmp_path / "elsewhere"))
    code, games, err = commands.challenge(
        "--peer", name, "--variant", "gomoku-standard", "--size", "15", "--colour", "second", "--name", f"Guest {port}"
    )
    assert (code, err) == (0, "")
    (mine,) = games
    out, err = host.communicate(timeout=PATIENCE_S)
    assert (host.returncode, err) == (0, "")
    (theirs,) = [json.loads(text) for text in out.splitlines()]
    assert check(mine) == check(theirs)
    assert (mine["peer"], theirs["peer"]) == (name, f"Guest {port}")
    assert (mine["side"], theirs["side"]) == ("white", "black")
    assert mine["variant"] == theirs["variant"] == "gomoku-standard"
    assert Path(theirs["record"]).parent == tmp_path / "elsewhere"
    for who in (name, "challenger"):
        left = sorted(path.name for path in (tmp_path / who / "data" / "lan").iterdir())
        assert left == ["key.pem", "people.json"]


def test_a_whole_game_by_swap2(commands: Commands) -> None:
    port = free_port()
    host = commands.host("Swapper", port, "--games", "1")
    code, games, err = commands.challenge("--peer", f"127.0.0.1:{port}", "--opening", "swap2", "--colour", "first")
    assert (code, err) == (0, "")
    (mine,) = games
    out, err = host.communicate(timeout=PATIENCE_S)
    assert (host.returncode, err) == (0, "")
    theirs = json.loads(out)
    for game in (mine, theirs):
        assert game.pop("opening") == "swap2"
        moves = check(game)
        assert len({"black", "white"} & set(moves)) == 1
        assert moves[3] in ("black", "white", "more")
    assert {mine["side"], theirs["side"]} == {"black", "white"}
    assert mine["winner"] == theirs["winner"]


@pytest.mark.slow
def test_several_games_by_address_with_alternating_colours(commands: Commands) -> None:
    port = free_port()
    host = commands.host("Several", port)
    code, games, err = commands.challenge("--peer", f"127.0.0.1:{port}", "--games", "2")
    assert (code, err, len(games)) == (0, "", 2)
    assert {game["side"] for game in games} == {"black", "white"}
    for game in games:
        check(game)
    host.send_signal(signal.SIGTERM)
    began = time.monotonic()
    out, err = host.communicate(timeout=PATIENCE_S)
    assert time.monotonic() - began < SOON_S
    assert (host.returncode, err, len(out.splitlines())) == (0, "", 2)


def test_nobody_is_there(commands: Commands) -> None:
    code, games, err = commands.challenge("--peer", f"127.0.0.1:{free_port()}")
    assert (code, games) == (1, [])
    assert "can't be reached" in err
    assert err.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_host_at_once(commands: Commands, number: signal.Signals) -> None:
    host = commands.host("Short", free_port())
    time.sleep(0.2)
    began = time.monotonic()
    host.send_signal(number)
    out, err = host.communicate(timeout=PATIENCE_S)
    assert time.monotonic() - began < SOON_S
    assert (host.returncode, out, err) == (0, "", "")


@pytest.mark.slow
def test_nobody_has_that_name(commands: Commands) -> None:
    began = time.monotonic()
    code, games, err = commands.challenge("--peer", "Nobody Of That Name")
    assert (code, games) == (1, [])
    assert "nobody called Nobody Of That Name" in err
    assert time.monotonic() - began < SOON_S


def test_the_host_declines_what_it_does_not_offer(commands: Commands) -> None:
    port = free_port()
    commands.host("Choosy", port, "--variant", "gomoku-renju")
    code, games, err = commands.challenge("--peer", f"127.0.0.1:{port}", "--variant", "gomoku-freestyle")
    assert (code, games) == (1, [])
    assert "does not play this" in err


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_a_killed_host_takes_its_game_up_again(commands: Commands) -> None:
    port = free_port()
    first = commands.host("Phoenix", port)
    guest = commands.start(
        "challenger", "challenge", "gomoku", "--level", "first-steps", "--peer", f"127.0.0.1:{port}", "--size", "20"
    )
    in_the_middle(guest, commands.folder / "Phoenix" / "data" / "lan")
    first.kill()
    first.wait(PATIENCE_S)
    commands.host("Phoenix", port, "--games", "1")
    out, err = guest.communicate(timeout=PATIENCE_S)
    assert (guest.returncode, err) == (0, "")
    (game,) = [json.loads(text) for text in out.splitlines()]
    again = commands.processes[-1]
    out, _ = again.communicate(timeout=PATIENCE_S)
    assert again.returncode == 0
    (theirs,) = [json.loads(text) for text in out.splitlines()]
    assert check(game) == check(theirs)


def in_the_middle(challenge: subprocess.Popen[str], journals: Path) -> None:
    """Wait until some moves of a challenge are in a journal. On a machine that has stood still it may have been won by
    then, and there is nothing to try."""

    def has_moves() -> bool:
        if challenge.poll() == 0:
            pytest.skip("the game was over before it could be broken off")
        with contextlib.suppress(FileNotFoundError):  # it has just been removed
            return any(path.stat().st_size > 700 for path in journals.glob("*.journal"))
        return False

    until(has_moves)


def begun(commands: Commands, port: int, *arguments: str) -> subprocess.Popen[str]:
    """A challenge in the middle of its game."""
    folder = commands.folder / "challenger" / "data" / "lan"
    process = commands.start(
        "challenger", "challenge", "gomoku", "--level", "first-steps", "--peer", f"127.0.0.1:{port}", "--size", "20",
        *arguments,
    )  # fmt: skip
    in_the_middle(process, folder)
    return process


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_challenge_that_was_ended_goes_on_with_its_game(commands: Commands, number: signal.Signals) -> None:
    port = free_port()
    host = commands.host("Patient", port, "--games", "1")
    first = begun(commands, port)
    first.send_signal(number)
    first.communicate(timeout=PATIENCE_S)
    if first.returncode == 0:
        pytest.skip("the game was over before the signal came")
    code, games, err = commands.challenge("--peer", f"127.0.0.1:{port}", "--size", "20")
    assert (code, err) == (0, "")
    (mine,) = games
    out, _ = host.communicate(timeout=PATIENCE_S)
    (theirs,) = [json.loads(text) for text in out.splitlines()]
    assert check(mine) == check(theirs)
    left = sorted(path.name for path in (commands.folder / "challenger" / "data" / "lan").iterdir())
    assert left == ["key.pem", "people.json"], "there is no other game than the one that was broken off"


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_people_who_are_gone_take_no_seat(commands: Commands) -> None:
    port = free_port()
    host = commands.host("Haunted", port)
    for _ in range(engine_host.tables_at_a_time() + 1):
        ghost = begun(commands, port)
        ghost.kill()
        ghost.communicate(timeout=PATIENCE_S)
        shutil.rmtree(commands.folder / "challenger")
    time.sleep(0.2)
    code, games, err = commands.challenge("--peer", f"127.0.0.1:{port}")
    assert (code, err, len(games)) == (0, "", 1)
    host.kill()
    host.communicate(timeout=PATIENCE_S)
    commands.host("Haunted", port)
    code, games, err = commands.challenge("--peer", f"127.0.0.1:{port}")
    assert (code, err, len(games)) == (0, "", 1), "ghosts that were seated again take no seat either"


def test_the_host_waits_for_few() -> None:
    left: list[int] = []

    def seat(number: int) -> Any:
        table = SimpleNamespace(is_here=number % 2 == 0, leave=lambda: left.append(number))
        return SimpleNamespace(table=table)

    lan: Any = None
    host = _Host(lan, HostOptions("gomoku", "first-steps", "x"))
    host.games = [seat(number) for number in range(2 * MOST_AWAY)]
    host._wait_for_few()
    assert left == []
    host.games.insert(0, seat(99))
    host._wait_for_few()
    assert left == [1], "the one who has been away for longest"


@pytest.mark.parametrize(("is_here", "said"), [(True, (False, "busy")), (False, (True,))])
def test_who_is_away_does_not_count_among_the_games_that_were_asked_for(
    is_here: bool, said: tuple[object, ...]
) -> None:
    answers: list[tuple[object, ...]] = []
    lan: Any = SimpleNamespace(answer=lambda _, *said: answers.append(said))
    host = _Host(lan, HostOptions("gomoku", "first-steps", "x", games=2))
    tables: list[Any] = [SimpleNamespace(table=SimpleNamespace(is_here=each)) for each in (True, is_here)]
    host.games = tables
    invitation: Any = SimpleNamespace(id="1", terms=GameTerms("gomoku-freestyle", 15))
    host._answer(invitation)
    assert answers == [said]


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_a_game_that_the_other_side_has_no_more_is_claimed(commands: Commands) -> None:
    port = free_port()
    host = commands.host("Forgetful", port)
    first = begun(commands, port)
    first.kill()
    first.communicate(timeout=PATIENCE_S)
    host.kill()
    host.communicate(timeout=PATIENCE_S)
    for path in (commands.folder / "Forgetful" / "data" / "lan").iterdir():
        if path.name != "key.pem":  # without its key it would be somebody else, who has no say in this
            path.unlink()
    (kept,) = (commands.folder / "challenger" / "data" / "lan").glob("*.ticket")
    ticket = ticket_file.read(kept)
    assert ticket is not None
    ticket_file.TicketFile(kept).write(replace(ticket, cuts=CUTS_ALLOWED + 1))  # it is waited for 20 s, not a minute
    commands.host("Forgetful", port)
    code, games, err = commands.challenge("--peer", f"127.0.0.1:{port}", "--size", "20")
    assert (code, err) == (0, "")
    assert (games[0]["result"], games[0]["termination"]) == ("won", "abandoned")
    assert len(games) == 2, "the one that was broken off, and the one that was asked for"


@pytest.mark.parametrize("peer", ["[fe80::1", "192.168.1.400:27183", "127.0.0.1:99999"])
def test_what_is_no_address_is_said_at_once(commands: Commands, peer: str) -> None:
    began = time.monotonic()
    code, games, err = commands.challenge("--peer", peer)
    assert (code, games) == (1, [])
    assert err.startswith(f"qiguan: {peer} is no address")
    assert err.count("\n") == 1
    assert time.monotonic() - began < SOON_S, "no time was spent on looking for it"


def test_a_port_that_is_taken_is_said(commands: Commands) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        process = commands.start("host", "host", "gomoku", "--level", "first-steps", "--name", "x", "--port", str(port))
        out, err = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, out) == (1, "")
    assert err == f"qiguan: cannot listen on port {port}\n"


def test_nothing_of_the_window_is_loaded() -> None:
    code = (
        "import sys; from game.commands import host, challenge; import game.lan.play; "
        "print([name for name in ('pygame', 'numba', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.stdout == "[]\n", done.stderr


# --- the command line -------------------------------------------------------------------------------------------------

HOST = ["host", "gomoku", "--level", "first-steps", "--name", "Lin"]
CHALLENGE = ["challenge", "gomoku", "--level", "first-steps", "--peer", "Lin"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["host"],
        ["host", "gomoku"],
        HOST[:-2],
        ["host", "chess", *HOST[2:]],
        ["host", "gomoku", "--level", "champion", "--name", "x"],
        ["host", "gomoku", "--level", "depth:0", "--name", "x"],
        [*HOST, "--variant", "draughts-russian"],
        [*HOST, "--port", "0"],
        [*HOST, "--port", "65536"],
        [*HOST, "--port", "²"],
        [*HOST, "--games", "0"],
        [*HOST, "--records", __file__],
        [*HOST[:-1], ""],
        [*HOST[:-1], "a\x1bb"],
        [*HOST[:-1], "x" * 41],
        [*HOST, "more"],
        ["challenge", "gomoku", "--level", "first-steps"],
        [*CHALLENGE, "--size", "14"],
        [*CHALLENGE, "--size", "x"],
        [*CHALLENGE, "--colour", "red"],
        [*CHALLENGE, "--games", "-1"],
        [*CHALLENGE, "--variant", "nonsense"],
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        line.run(arguments, lambda: 5)
    shown = capsys.readouterr()
    assert left.value.code == 2
    assert shown.out == ""
    assert shown.err.startswith("qiguan")
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("command", ["host", "challenge"])
def test_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        line.run([command, "--help"], lambda: 5)
    shown = capsys.readouterr().out
    assert left.value.code == 0
    assert "--level" in shown
    assert shown.isascii()


@pytest.mark.parametrize("changed", [True, False])
def test_a_challenger_plays_whom_it_has_challenged_alone(changed: bool) -> None:
    answers: list[bool] = []
    options = ChallengeOptions("gomoku", "x", "first-steps", "x")
    invitation = SimpleNamespace(id="1", direction=Direction.RECEIVED, terms=terms_of(options), changed=changed)
    lan: Any = SimpleNamespace(
        update=tuple, take_notices=tuple, invitations=(invitation,), answer=lambda _, yes, why: answers.append(yes)
    )
    stopper: Any = SimpleNamespace(is_asked=False)
    _Challenger(lan, options, stopper)._step()
    assert answers == [changed], "one who invites by chance is not the one who answers by other terms"


def test_the_usual_terms() -> None:
    terms = terms_of(ChallengeOptions("gomoku", "x", "first-steps", "x"))
    assert (terms.variant, terms.size, terms.colour) == ("gomoku-freestyle", 15, "random")
    with pytest.raises((ValueError, RulesError)):
        terms_of(ChallengeOptions("gomoku", "x", "first-steps", "x", variant="go"))


def test_the_house_plays_its_own_game_alone() -> None:
    assert engine_host.tables_at_a_time() >= 1
    with pytest.raises(ValueError):
        engine_host.EngineHost("gomoku", "nobody")
    player = engine_host.EngineHost("gomoku", "first-steps").new_player("gomoku-renju")
    assert player.level == "first-steps"
    player.close()
