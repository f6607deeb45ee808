"""Draughts in the window."""
