"""Gomoku in the window."""
