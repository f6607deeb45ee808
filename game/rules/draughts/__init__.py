"""Draughts on 10x10 and 8x8."""
