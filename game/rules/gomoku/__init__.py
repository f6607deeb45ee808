"""Gomoku: freestyle, standard and renju."""
