"""Alpha-beta on a small tree. It prints its search: python3 alphabeta.py > run.ndjson"""

import math
import sys

import espalier

MAX, MIN = 1, 2
tree = ("a", [("b", [("d", 5), ("e", 4)]), ("c", [("f", 3), ("g", 2), ("h", 7)])])
trace = espalier.Trace(sys.argv[1] if len(sys.argv) > 1 else "-", kind="minimax", algorithm="alphabeta")


def search(node, player, alpha, beta):
    name, children = node
    if not isinstance(children, list):
        return trace.leaf(name, children)
    trace.enter(name, player=player, alpha=alpha, beta=beta)
    best = -math.inf if player == MAX else math.inf
    for i, child in enumerate(children):
        value = search(child, MIN if player == MAX else MAX, alpha, beta)
        if player == MAX:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        rest = children[i + 1:]
        if rest and beta <= alpha:
            trace.prune(name, cut=[cut for cut, _ in rest])
            break
    return trace.exit(name, best)


trace.done(search(tree, MAX, -math.inf, math.inf))
trace.close()
