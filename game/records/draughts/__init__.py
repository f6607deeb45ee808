"""Draughts in files."""
