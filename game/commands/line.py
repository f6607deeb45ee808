"""The command line: what is asked for, and off to it. Imports what the parser needs; the rest follows the choice."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar

from ai.version import ShowVersion
from game.rules.core import RulesError
from game.storage.folders import DATA_VARIABLE
from game.storage.version import VERSION

PROGRAM: Final = "qiguan"

if TYPE_CHECKING:
    from game.commands.challenge import ChallengeOptions
    from game.commands.host import HostOptions

_Options = TypeVar("_Options", "HostOptions", "ChallengeOptions")


def run(arguments: Sequence[str], open_window: Callable[[Sequence[Path | str]], int]) -> int:
    """Do what the arguments (without the program's name) ask for and give the exit code: 0 well, 1 failed.

    `open_window` opens the window until it is closed, with the games of these files; it is handed in because this
    package knows no screen. Raises SystemExit: 2, after a line on standard error, for arguments that can't be
    understood, and 0 after `--help` and `--version`.
    """
    options = _parser().parse_args(_with_command(arguments))
    if "data" in options:
        # Before any module that looks for the folder is imported.
        os.environ[DATA_VARIABLE] = options.data
    match options.command:
        case "referee":
            from game.commands import referee

            return referee.main()
        case "host":
            _check_opponent(options)
            return _host(options)
        case "challenge":
            _check_opponent(options)
            return _challenge(options)
        case "engine":
            return _engine(options)
        case "records":
            return _records(options)
        case "open":
            return open_window(options.files)
        case "install-desktop":
            from game.commands import desktop

            return desktop.main(options.prefix, options.remove)
        case _:
            return open_window(())


_COMMANDS: Final = ("referee", "records", "engine", "host", "challenge", "open", "install-desktop")


def _with_command(arguments: Sequence[str]) -> list[str]:
    """The arguments with `open` before files that stand there without a command."""
    at = 0
    while at < len(arguments) and arguments[at].startswith("-") and arguments[at] != "--":
        at += 2 if arguments[at] == "--data" else 1
    if at >= len(arguments) or arguments[at] in _COMMANDS:
        return list(arguments)
    rest = arguments[at + 1 :] if arguments[at] == "--" else arguments[at:]
    return [*arguments[:at], "open", *rest] if rest else list(arguments[:at])


def _as_asked(kind: type[_Options], options: argparse.Namespace) -> _Options:
    """What was asked for as a command's own options: every field is an argument of the same name."""
    return kind(**{field.name: getattr(options, field.name) for field in fields(kind)})


def _host(options: argparse.Namespace) -> int:
    from game.commands import host

    return host.main(_as_asked(host.HostOptions, options))


def _challenge(options: argparse.Namespace) -> int:
    from game.commands import challenge

    options.name = options.name or options.level
    asked = _as_asked(challenge.ChallengeOptions, options)
    try:
        challenge.terms_of(asked)
    except ValueError as error:
        options.parser.error(str(error))
    return challenge.main(asked)


def _engine(options: argparse.Namespace) -> int:
    from game.commands import engine

    if options.game not in engine.PROTOCOLS:
        options.parser.error(f"no engine for {options.game[:40]!r}: choose {', '.join(engine.PROTOCOLS)}")
    try:
        asked = engine.options_of(options.game, options.threads, options.hash_mb, options.level)
        where = engine.network_of(
            options.game, options.listen, options.connect, options.games, options.minutes, options.moves
        )
    except ValueError as error:
        options.parser.error(str(error))
    return engine.speak(options.game, asked) if where is None else engine.speak_over_network(options.game, asked, where)


def _records(options: argparse.Namespace) -> int:
    from game.commands import records

    if options.export is not None and options.export not in records.FORMATS:
        options.parser.error(f"no form {options.export[:40]!r}: choose {', '.join(records.FORMATS)}")
    files = tuple(map(os.path.expanduser, options.files))
    return records.main(records.RecordsOptions(files, options.export, options.tree))


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())} (see {PROGRAM} --help)\n")


def _parser() -> argparse.ArgumentParser:
    # Absent options leave no trace (SUPPRESS), or the command's parser would reset what stood before the command.
    common = _Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument(
        "--data", metavar="DIR", type=_folder, help="keep settings, journals, records and caches in this folder"
    )
    common.add_argument("--version", action=ShowVersion, const=f"{PROGRAM} {VERSION}")
    parser = _Parser(
        prog=PROGRAM,
        description="Qiguan, the board-game hall. Without a command the window opens; with a FILE (SGF, PGN, PDN, "
        "DhtmlXQ, our own) it shows the games in it.",
        usage="%(prog)s [-h] [--data DIR] [--version] [COMMAND ... | FILE ...]",
        epilog=f"{DATA_VARIABLE} in the environment does what --data does. QIGUAN_DEBUG=1 shows the log, with "
        "tracebacks, on standard error.",
        parents=[common],
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser, prog=PROGRAM)
    add = partial(commands.add_parser, parents=[common], allow_abbrev=False)
    add(
        "referee",
        help="the rules as a filter: JSON lines in, JSON lines out",
        description="Reads a position and moves as one JSON line, answers with legal moves and outcome as another.",
    )
    _add_records(add)
    opening = add(
        "open",
        help="open the window with the games in files: SGF, PGN, PDN, DhtmlXQ, our own; `open` itself may be left out",
        description="Imports the games in the files into the library and shows the first.",
    )
    opening.add_argument("files", metavar="FILE", nargs="+", type=_file, help="a file with games in it")
    _add_engine(add)
    _add_host(add)
    _add_challenge(add)
    _add_desktop(add)
    return parser


def _add_records(add: Callable[..., _Parser]) -> None:
    parser = add(
        "records",
        help="the games in files, for scripts: a JSON line for each, or all of them in another format",
        description="Reports each game as a line of JSON: file, game, variant, plies, result, and how many comments "
        "and variations were kept. What can't be read is a line on standard error. Exit code 0 all the same.",
    )
    parser.set_defaults(parser=parser)
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file with games in it; - reads standard input")
    parser.add_argument(
        "--export", metavar="FORMAT", help="write the games in this format instead: pgn-wxf, pdn, sgf, ..."
    )
    parser.add_argument("--tree", action="store_true", help="add the moves and variations with their comments")


def _add_engine(add: Callable[..., _Parser]) -> None:
    parser = add(
        "engine",
        help="the engine of a game, for other programs: Gomocup for gomoku, UCI and UCCI for xiangqi, Hub for "
        "draughts, NBoard for reversi",
        description="Speaks the protocol of its game on standard input and output: Gomocup for gomoku, UCI and UCCI "
        "for xiangqi, Hub for draughts, NBoard for reversi. With --listen or --connect it plays another program of "
        "draughts over a network, by DamExchange, and reports each game as a line of JSON.",
    )
    parser.set_defaults(parser=parser)
    parser.add_argument("game", metavar="GAME", help="the game: gomoku, xiangqi, draughts or reversi")
    parser.add_argument(
        "--threads", metavar="N", type=_number(1, 256), help="number of search threads (the engine's default)"
    )
    parser.add_argument(
        "--hash-mb",
        metavar="N",
        type=_number(1, 65_536),
        help="megabytes for the transposition table (the engine's default)",
    )
    parser.add_argument(
        "--level", metavar="L", help="beginner, advanced, ..., depth:N, seconds:N, classic:N (full strength)"
    )
    line = parser.add_mutually_exclusive_group()
    line.add_argument(
        "--listen",
        metavar="ADDRESS",
        nargs="?",
        const="127.0.0.1",
        help="wait for programs on [HOST][:PORT] (this machine)",
    )
    line.add_argument("--connect", metavar="ADDRESS", help="call the program on HOST[:PORT]")
    parser.add_argument("--games", metavar="N", type=_number(1, 10_000), help="ask it for this many games (it asks)")
    parser.add_argument("--minutes", metavar="N", type=_number(0, 999), help="each side's time for a game (5)")
    parser.add_argument("--moves", metavar="N", type=_number(0, 999), help="moves after which a game ends (75)")


def _add_host(add: Callable[..., _Parser]) -> None:
    parser = add(
        "host",
        help="a computer opponent on the LAN, without a window",
        description="Shows up in lobbies, plays whoever invites it, and reports each game as a line of JSON.",
    )
    _add_opponent(parser)
    parser.add_argument("--name", required=True, type=_name, help="the name that others see")
    parser.add_argument("--port", metavar="P", type=_number(1, 65_535), help="the TCP port (27183, or a free one)")
    parser.add_argument("--games", metavar="N", type=_number(1, 10**9), help="exit after this many games")
    parser.add_argument("--watchers", action="store_true", help="let others watch if the opponent allows it")


def _add_challenge(add: Callable[..., _Parser]) -> None:
    parser = add(
        "challenge",
        help="play against somebody on the LAN, without a window",
        description="The computer here plays whoever has this name or address, and reports each game as a line "
        "of JSON. Exit code 0 when all games were finished, 1 when not.",
    )
    _add_opponent(parser)
    parser.add_argument("--peer", required=True, metavar="NAME|IP:PORT", type=_name, help="whom to play")
    parser.add_argument("--name", type=_name, help="the name that the other side sees (the level)")
    parser.add_argument("--size", metavar="N", type=_number(1, 1000), help="lines of the board (the usual ones)")
    parser.add_argument(
        "--opening", metavar="RULE", default="free", help="opening rule: free, pro, long-pro, swap or swap2 (free)"
    )
    parser.add_argument("--games", metavar="N", type=_number(1, 10**6), default=1, help="how many games (1)")
    parser.add_argument(
        "--colour", choices=("first", "second", "random"), default="random", help="who moves first (random)"
    )


def _add_desktop(add: Callable[..., _Parser]) -> None:
    parser = add(
        "install-desktop",
        help="add an entry with an icon to the menu of a Linux desktop; --remove takes it away again",
        description="Writes the .desktop file, the icons and the AppStream metadata to the user's own folder.",
    )
    parser.add_argument(
        "--prefix", metavar="DIR", type=_folder_path, default=None, help="to DIR/share instead, for system packages"
    )
    parser.add_argument("--remove", action="store_true", help="take the files away again")


def _add_opponent(parser: argparse.ArgumentParser) -> None:
    """What `host` and `challenge` have in common."""
    parser.set_defaults(parser=parser)
    parser.add_argument("game", metavar="GAME", help="the game, such as gomoku")
    parser.add_argument(
        "--level", required=True, metavar="L", help="beginner, advanced, ..., depth:N, seconds:N, classic:N"
    )
    parser.add_argument("--variant", metavar="V", help="one variant of the game, such as gomoku-renju")
    parser.add_argument("--records", metavar="FOLDER", type=_folder_path, help="where to keep the records of the games")


def _check_opponent(options: argparse.Namespace) -> None:
    """Leave by the parser's error where game, level and variant do not go together."""
    from game.lan.engine_host import EngineHost
    from game.rules import registry

    try:
        EngineHost(options.game, options.level)
        if options.variant is not None and registry.variant(options.variant).game != options.game:
            raise ValueError(f"{options.variant} is not a variant of {options.game}")
    except (ValueError, RulesError) as error:
        options.parser.error(str(error))


def _name(text: str) -> str:
    name = " ".join(text.split())
    if not name or not name.isprintable() or len(name) > 40:
        raise argparse.ArgumentTypeError("a name has 1 to 40 characters, all of them visible")
    return name


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 10 and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number from {least} to {most}")
        return int(text)

    return read


def _file(text: str) -> Path | str:
    if text.lower().startswith("qiguan:"):  # a game as a link, see game.records.link
        return text
    path = Path(os.path.expanduser(text))
    try:
        if text and path.is_file():
            return path.absolute()
    except (OSError, ValueError):  # a name that is too long, or has a null character in it
        pass
    raise argparse.ArgumentTypeError(f"there is no file and no command {text[:80]!r}")


def _folder_path(text: str) -> Path:
    return Path(_folder(text))


def _folder(text: str) -> str:
    path = Path(os.path.expanduser(text))
    if not text or (path.exists() and not path.is_dir()):
        raise argparse.ArgumentTypeError(f"{text!r} is no folder")
    return str(path.absolute())
