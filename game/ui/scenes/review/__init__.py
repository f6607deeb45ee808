"""The review of a finished game: its graph, its turning points, and the scene that shows them on a board."""
