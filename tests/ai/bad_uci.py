"""A UCI or UCCI program that behaves as its first argument says, and writes down in the file of its second what it is
told. It knows no more of the game than one opening by heart.

Run as a program by `test_uci_client`; standard library alone.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

OPENING = ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "c6c5", "h0h6", "b9c7")


def say(line: str) -> None:
    """Say a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def from_1(move: str) -> str:
    """The move with ranks from 1."""
    return re.sub(r"\d", lambda rank: str(int(rank[0]) + 1), move)


def introduce(how: str, word: str) -> None:
    """Answer `uci` or `ucci`, in the one that it speaks."""
    if how == "mute" or (word == "uci") == (how in ("ucci", "seconds", "stubborn-ucci", "abrupt")):
        return
    say("id name Bad\tBoy 0.9")
    say("option name Hash type spin default 16")
    if how == "plain":
        say("option name MultiPV type spin default 1 min 1 max 9")
    if how == "variant":
        say("option name UCI_Variant type combo default chess var chess var xiangqi")
    if how == "foreign":
        say("option name UCI_Variant type combo default chess var chess var shogi")
    if how == "ucci":
        say("option usemillisec type check default false")
        say("option newgame type button")
    say(f"{word}ok")


def answer(how: str, moves: int, go: str) -> None:
    """The move, or what comes instead of one."""
    if how == "chess":
        say("bestmove e2e4")
    elif how == "crash" and "depth 1" not in go:
        sys.exit("out of memory")
    elif how == "drawn":  # of any moves it holds that they repeat a position
        say("nobestmove" if moves else f"bestmove {OPENING[2]}")
    elif how == "none":
        say("bestmove (none)" if "depth 1" not in go else "bestmove h2e2")
    elif how.startswith("stubborn"):
        say("bestmove e1d1" if moves else "bestmove h2e2")
    elif how == "illegal":
        say("bestmove h2h8" if "depth 1" not in go else "bestmove h2e2")
    else:
        move, reply = OPENING[moves : moves + 2]
        if how == "variant":
            move, reply = from_1(move), from_1(reply)
        score = "34" if how in ("ucci", "seconds", "abrupt") else "mate 3" if moves == 2 else "cp 34"
        say(f"info depth 5 multipv 1 score {score} nodes 4321 nps 99 time 12 pv {move} {reply} i9i0 nonsense")
        say("info depth 5 multipv 2 score cp 1 nodes 4321 pv a0a1")
        say("info string depth 9 and more of it")
        say(f"bestmove {move} ponder {reply}")


def main() -> None:
    """Talk until quit, or for ever."""
    how = sys.argv[1]
    moves, waits = 0, ""
    for raw in sys.stdin:
        line = raw.strip()
        with open(sys.argv[2], "a", encoding="utf-8") as told:
            told.write(line + "\n")
        word = line.split()[0]
        is_first = Path(sys.argv[2]).read_text(encoding="utf-8").count("\n") == 1
        if (how == "abrupt" and word == "uci") or (how == "fickle" and is_first):
            return
        if word in ("uci", "ucci"):
            introduce(how, word)
        elif word == "isready":
            say("readyok")
        elif word == "position":
            moves = len(line.partition(" moves ")[2].split())
        elif word == "go" and how in ("slow", "deaf") and "depth 1" not in line:
            waits = line
            if how == "deaf" and "movetime 100" not in line:
                time.sleep(1000)
            elif how == "deaf":
                answer(how, moves, line)
        elif word == "go" and how != "silent":
            answer(how, moves, line)
        elif word == "go" and "depth 1" in line:
            say("bestmove h2e2")
        elif word == "stop" and waits:
            answer(how, moves, waits)
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
