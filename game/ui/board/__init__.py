"""Boards on the screen: where squares lie, how board and pieces look, what a click means, and the view of a scene."""
