"""UCI and UCCI, which Xiangqi programs speak (backscattering.de/chess/uci; xqbase.com/protocol/cchess_ucci.htm).

board     a position and its legal moves without compiled kernels
moves     texts of moves, whose ranks count from 0 or from 1
go        what a search was asked for, in the words of either protocol
info      the progress of a search, written and read
perft     the lines of this many plies, counted move by move
protocol  our engine in other people's windows
client    other people's engines in our window
"""
