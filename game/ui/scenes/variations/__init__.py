"""A tree of moves in the window: its list with variations, words, glyphs and shapes, and what edits it."""
