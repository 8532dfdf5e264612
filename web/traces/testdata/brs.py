# BRS+ of three players with alpha-beta in a window of the root, which prints one number a node, once with each
# mistake. Between two moves of player 1, one opponent chooses among all moves; the others play the first one.
import math
import sys

import espalier

TREE = [
    [[(5, 2, 2), (3, 3, 3)], [(4, 4, 1), (7, 1, 1)], [(6, 1, 2), (1, 4, 4)]],
    [[(6, 2, 1), (4, 1, 4)], [(5, 3, 1), (2, 6, 1)]],
    [[(2, 4, 3), (8, 0, 1)], [(9, 0, 0), (6, 3, 0)]],
]


def search(trace, node, name, mover, replied, alpha, beta, mistake):
    if isinstance(node, tuple):
        return trace.leaf(name, node[0])
    trace.enter(name, player=mover, alpha=alpha, beta=beta)
    best, allowed = None, 1 if mover != 1 and replied and mistake != "both" else len(node)
    for i, child in enumerate(node[:allowed]):
        then = mover != 1 and (replied or i > 0)
        value = search(trace, child, f"{name}/{'abcd'[i]}", mover % 3 + 1, then, alpha, beta, mistake)
        larger = mover == 1 or mistake == "ally" and mover == 3
        if best is None or (value > best if larger else value < best):
            best = value
        if mover == 1:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha + (mistake == "early") >= beta and i + 1 < allowed:
            break
    if i + 1 < len(node):
        trace.prune(name, cut=len(node) - i - 1)
    return trace.exit(name, best)


# The value is 4: inside each window but the last two.
for alpha, beta in ((-math.inf, math.inf), (0, 9), (2, 6), (5, 9), (0, 3)):
    for mistake in ("none", "both", "ally", "early"):
        trace = espalier.Trace(None, values="root", players=3, maxsum=9, algorithm="brs-plus")
        value = search(trace, TREE, "root", 1, False, alpha, beta, mistake)
        report = trace.check(sys.argv[1])
        first = report["checks"][0] if report["checks"] else {"verdict": ""}
        print(alpha, beta, mistake, value, report["verdict"], first["verdict"])
