"""A table over the wire: messages, connections, games, coming back."""
