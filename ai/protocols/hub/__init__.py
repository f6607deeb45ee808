"""The Hub protocol, version 2, of the draughts engines (Scan, Kingsrow, Moby Dam): our engine in other windows, and
theirs in ours.

words      a line as a command with named values, and back
position   positions and moves as Hub writes them (captures list the squares taken)
level      what `level` grants for a move
protocol   our engine as a Hub engine
client     another Hub engine as ours
"""
