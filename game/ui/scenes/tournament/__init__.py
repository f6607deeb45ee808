"""Tournaments of computers on the screen: those that are kept, choosing a new one, and one being played."""
