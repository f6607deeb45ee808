"""The proof that Black wins freestyle Gomoku on 15x15 from the middle: searched, packed, played from."""
