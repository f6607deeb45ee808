"""Reversi by the rules of the World Othello Federation."""
