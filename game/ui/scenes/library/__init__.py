"""The library: the list of games, replaying one, bringing games in and giving them out."""
