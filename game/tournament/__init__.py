"""Computers against each other: who meets whom, the games in the background, how they stand; no screen, no pygame."""
