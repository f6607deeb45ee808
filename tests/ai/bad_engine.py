"""A Gomocup program that behaves as its first argument says. It knows no more of the game than which points are free.

Run as a program by `test_external_engine`; standard library alone.
"""

from __future__ import annotations

import os
import signal
import sys
import time

TALKATIVE = "MESSAGE depth 4-7 n 12K ev +M9 pv 7,7 8,8"


def say(line: str) -> None:
    """Say a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def flood() -> None:
    """Never stop talking."""
    while True:
        sys.stdout.write("MESSAGE and another thing\n" * 1000)


def move(how: str, taken: set[str], size: int) -> None:
    """The answer, or what comes instead of one."""
    if how == "crash":
        sys.stderr.write("Segmentation fault (core dumped)\n")
        sys.exit(3)
    if how == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "silent":
        time.sleep(1000)
    if how == "flood":
        flood()
    if how == "puzzled":
        say("ERROR Unknown command: TIMEOUT_TURN")
    if how == "deaf":  # thinks for long and knows no STOP, but obeys a short time
        time.sleep(1000 if sys.argv[2:] != ["again"] else 0)
    answer = next(f"{x},{y}" for y in range(size) for x in range(size) if f"{x},{y}" not in taken)
    taken.add(answer)
    say({"occupied": "7,7", "outside": "99,3", "error": "ERROR out of ideas"}.get(how, answer))


def main() -> None:
    """Talk until END, or for ever."""
    how = sys.argv[1] if len(sys.argv) > 1 else ""
    taken: set[str] = set()
    size, in_board, hurried = 15, False, False
    if how == "start-crash":
        sys.exit("no weights found")
    if how == "mute":
        time.sleep(1000)
    for raw in sys.stdin:
        word, _, rest = raw.strip().partition(" ")
        if in_board and word != "DONE":
            taken.add(",".join(word.split(",")[:2]))
            continue
        if word == "ABOUT":
            say('name="Bad\tBoy", version="0.9", author="nobody"' if how != "nameless" else "UNKNOWN")
        elif word == "START":
            size, taken = int(rest), set()
            say("ERROR only 20" if how == "small" else "OK - everything is fine")
            if how == "garbage":
                say("\x1b[31m\x00ÿ MESSAGE\n,\n7;7\nTURN\n" + "y" * 100_000)
        elif word == "YXSHOWINFO":
            say("UNKNOWN command")
        elif word == "BOARD":
            in_board = True
        elif word == "INFO" and rest.startswith("timeout_turn "):
            hurried = int(rest.split()[1]) < 200
        elif word in ("DONE", "TURN", "BEGIN"):
            in_board = False
            if word == "TURN":
                taken.add(rest)
            if how != "quiet":
                say(TALKATIVE)
            if how == "deaf" and hurried:
                sys.argv[2:] = ["again"]
            move(how, taken, size)
        elif word == "END" and how != "endless":
            return
    if how == "endless":
        time.sleep(1000)


if __name__ == "__main__":
    main()
