"""Xiangqi in the window."""
