"""What the engines of all games share; each engine stands on it and keeps to itself what only its game needs.

kernels   KernelSet: how kernels are declared and compiled; numba's types
control   the array through which kernels are stopped and limited and count nodes; KernelStopFlag
table     the transposition table: probe and store for kernels, Memory from search to search
course    Course: ticker, progress, depth after depth, several best lines; Root: what an engine brings; aspirate
timing    MoveTimer: how long a move may take (used by Course)
threads   Lazy SMP: Helpers, thread_count
oversight an engine that overlooks what its game's Sight does not see
relay     one stop flag for several searches
loading   importing numba without holding up the window
"""
