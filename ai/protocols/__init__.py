"""Engines between programs: ours in other people's windows, and theirs in ours.

lines             lines of text between two programs: read in a thread, written whole
budget            what a protocol grants for one move, as the limit of a search
engine_session    our engine behind a protocol: prepared in the background, asked one thing at a time
conversation      commands in, answers out, stop and end obeyed at once; what a Dialect has to bring
doors             which game speaks which protocol
external_process  another program as a child process that talks in lines
external_engine   another program as an engine: what is the same whatever its protocol
seats             other programs as opponents, by game
gomocup           the protocol of Gomoku
uci               the protocols of Xiangqi, UCI and UCCI
hub               the protocol of draughts
"""
