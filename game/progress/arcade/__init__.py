"""The arcade: a ladder to climb in each game, level after level against the clock."""
