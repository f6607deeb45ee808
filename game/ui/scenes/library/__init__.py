"""The library: the list of games, replaying one, importing and exporting games."""
