"""Reversi in the window."""
