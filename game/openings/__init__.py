"""Openings by name: what the field calls the first moves of a game, as data, and how a game gets its name."""
