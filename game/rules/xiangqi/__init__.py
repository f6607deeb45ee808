"""Xiangqi by the World Xiangqi Rules 2018 and by simple rules of repetition."""
