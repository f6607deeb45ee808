"""Reversi in files."""
