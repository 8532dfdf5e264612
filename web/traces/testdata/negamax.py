# Alpha-beta as negamax, with the mistake that its second argument names.
import math
import sys

import espalier

TREE = [[5, 4], [3, 2, 7], [6, 8]]
to, mistake = sys.argv[1:]


def search(node, name, sign, alpha, beta):
    if isinstance(node, int):
        return trace.leaf(name, sign * node)
    trace.enter(name, player=1 if sign > 0 else 2, alpha=alpha, beta=beta)
    best = -math.inf
    for i, child in enumerate(node):
        value = search(child, f"{name}/{i}", -sign, -beta, -alpha)
        best = max(best, value if mistake == "sign" else -value)
        alpha = max(alpha, best)
        if alpha >= beta and i + 1 < len(node):
            trace.prune(name, cut=len(node) - i - 1)
            break
    return trace.exit(name, best)


trace = espalier.Trace(to, values="mover", algorithm="alphabeta")
search(TREE, "root", 1, -math.inf, math.inf)
trace.close()
