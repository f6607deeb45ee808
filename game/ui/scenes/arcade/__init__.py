"""The arcade in the window: the ladder in the level select, the table of results, and what is told in the match."""
