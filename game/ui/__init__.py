"""Everything that touches pygame: the loop, scenes, widgets, boards, text and sound."""
