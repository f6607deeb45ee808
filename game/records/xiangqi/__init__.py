"""Xiangqi in files."""
