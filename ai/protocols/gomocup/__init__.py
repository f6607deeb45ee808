"""The Gomocup protocol, which Gomoku managers and engines speak (plastovicka.github.io/protocl2en.htm).

board     the stones as the protocol gives them, and the same as a job for an engine
protocol  our engine in other people's windows
swap      the choices of the swap2 opening, made by an engine
client    other people's engines in our window
"""
