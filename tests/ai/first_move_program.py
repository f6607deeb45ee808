"""A program for the tests that plays the first legal move: `first_move_program.py GAME` speaks the game's protocol. It
needs the rules of the table alone."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from ai.api import Job
from ai.positions import position_of, rules_of
from ai.protocols.hub.position import legal_moves, read_position, understand
from ai.protocols.hub.words import read_words
from ai.protocols.nboard.text import read_game, write_move


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def first_move(job: Job) -> str:
    position = position_of(job)
    return rules_of(job.variant).write_move(position.legal_moves()[0], position)


def uci() -> None:
    moves: list[str] = []
    for line in sys.stdin:
        word, *words = line.split()
        if word == "uci":
            say("id name First")
            say("uciok")
        elif word == "isready":
            say("readyok")
        elif word == "position":
            moves = words[2:]
        elif word == "go":
            say(f"bestmove {first_move(Job('xiangqi', '', tuple(moves)))}")
        elif word == "quit":
            return


def nboard() -> None:
    job = Job("reversi", "")
    for line in sys.stdin:
        if line.startswith("ping"):
            say(line.strip().replace("ping", "pong"))
        elif line.startswith("set game"):
            job = read_game(line)
        elif line.startswith("go"):
            say(f"=== {write_move(first_move(job)) if position_of(job).legal_moves() else 'PA'}")
        elif line.startswith("quit"):
            return


def hub() -> None:
    job = Job("draughts-international", "")
    for line in sys.stdin:
        words = read_words(line)
        if words.command == "hub":
            say("id name=First")
            say("wait")
        elif words.command == "init":
            say("ready")
        elif words.command == "pos":
            start = Job(job.variant, read_position(words.values["pos"], job.variant))
            job = Job(start.variant, start.start, tuple(understand(start, words.values.get("moves", "").split())))
        elif words.command == "go":
            say(f"done move={legal_moves(job)[0]}")
        elif words.command == "quit":
            return


def gomocup() -> None:
    taken: list[str] = []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "START":
            say("OK")
        elif word in ("TURN", "BEGIN"):
            taken += [rest] if rest else []
            free = (f"{column},{row}" for row in range(15) for column in range(15))
            taken.append(next(point for point in free if point not in taken))
            say(taken[-1])
        elif word == "BOARD":
            taken = []
        elif "," in word:
            taken.append(word.rpartition(",")[0])
        elif word == "DONE":
            free = (f"{column},{row}" for row in range(15) for column in range(15))
            taken.append(next(point for point in free if point not in taken))
            say(taken[-1])
        elif word == "END":
            return


{"xiangqi": uci, "draughts": hub, "gomoku": gomocup, "reversi": nboard}[sys.argv[1]]()
