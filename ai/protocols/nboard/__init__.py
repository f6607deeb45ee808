"""The NBoard protocol of the Reversi engines (NTest, Edax, Saio): our engine in other windows, and theirs in ours.

text       games as GGF, moves and lines as NBoard writes them
protocol   our engine as an NBoard engine
client     another NBoard engine as ours

The protocol's page is `instructions/Protocol.htm` of NTest (Chris Welty).
"""
