"""Challenges: the list of a game's forced wins to be found, and the board on which they are."""
