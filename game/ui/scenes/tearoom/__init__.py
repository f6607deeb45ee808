"""The tea house that governs the menu: wall, window, table, a chest with a drawer for each game, and its things."""
