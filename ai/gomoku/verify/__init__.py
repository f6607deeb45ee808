"""Checks the proof that Black wins freestyle Gomoku on 15x15: `python -m ai.gomoku.verify [FILE]`.

Written to be read: these files need Python, numpy and each other and nothing else of this program, neither the engine,
nor its solver, nor the code that made the file. `ai/gomoku/proof/file.py` describes the file. What is checked:

* The file is whole: its length, its checksum, its counts, its order; nothing in it is left over.
* From the empty board Black plays in the middle, then what the file says. In a position that the file calls proven,
  **every** reply of White, one after the other over the whole board, must have a link that names a proven position
  which answers it, or lead to another proven position that stands earlier in the file and has fewer plies left, or be
  answered by one of the position's wins.
* A win is followed move by move. A move of Black makes five, or a four with two ends (won), or a four with one answer
  (White plays it), or it threatens: then the win says how Black goes on if White does nothing, and each reply that
  could touch that is tried. Whenever White could make five, Black stops it at once.

Which replies could touch a win: where a stone of either side goes in it, and where fours of it would be completed, and
every square of a row of five without black stones in which White has three. Any other white stone changes nothing:
the win is played as before, and White, who needs four in a row of five to disturb it, can have no more than three
there. If two or three white stones in one row may have come from outside, rows in which White has two count as well,
and all but one square of those in which it has one. A stone of Black's more is never a harm, because more than five in
a row win, too, and a stone of White's less isn't either.

A link answers a position by another one, which is checked with the claim that white stones outside the squares that
matter to it change nothing, as long as no two of them stand in one row of five without black stones. Those squares are
gathered from all that answers White's replies there: its wins (where the reply is one white stone more from outside),
its positions and its links. The linking position must have all its black stones, and on those squares no white stone
but its own.
"""
