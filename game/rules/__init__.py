"""The rules of the games, the referee of all that happens at the table: pure, in the standard library alone."""
