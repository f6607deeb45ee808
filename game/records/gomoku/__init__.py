"""Gomoku in files."""
