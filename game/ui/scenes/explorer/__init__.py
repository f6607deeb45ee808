"""The explorer of openings: what was played from a position, as a part of any scene with a board."""
