"""DamExchange, version 1, by which two draughts programs play each other over a network (M. Sanders' description,
mesander.nl/damexchange): one of them asks for games, either may have been called.

message    what the two say to each other, as values and as text
squares    positions and moves as DamExchange writes them
game       one game: whose turn it is, the clock, how it ended
protocol   our engine at one end
network    the line between them: calling, being called
"""
