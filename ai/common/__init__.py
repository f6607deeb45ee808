"""What the engines of all games share; each engine stands on it and keeps to itself what only its game needs.

kernels             KernelSet, KernelGroup: how kernels are declared, and which way they run
compiled            ... compiled here by numba; compiled_pointers: what numba must know of pointers
library             ... out of a library made ahead of time; kernel_types: numba's types where it is not
interpreted         ... as the Python functions that they are
sources             the files that hold kernels, their hash, the library that fits them
kernel_cache        where compiled kernels lie
kernel_engine       KernelEngine: loading, options and stop flags of an engine whose search needs kernels
searcher            Searcher: one search from its job to its answer; KernelRoot: the root, searched by a kernel
iterative_deepening Course: ticker, progress, depth after depth, several best lines; Root: what an engine brings
control             the array through which kernels are stopped and limited and count nodes; KernelStopFlag
table               the transposition table: probe and store for kernels, Memory from search to search
pointers            arrays handed to kernels as bare addresses; SearchArrays: those of every search
timing              MoveTimer: how long a move may take
threads             Lazy SMP: Helpers, thread_count
book                what opening books share: the file, the choice by weights
variety             first moves that are not the same in every game
blunders            an engine that overlooks what its game's BlunderModel does not see
relay               one stop flag for several searches
loading             importing numba without holding up the window
"""
