# Paranoid search of three players, which prints one number a node, once with each mistake.
import math
import sys

import espalier

TREE = [(5, 2, 2), [[(7, 1, 1), (4, 3, 2), (9, 0, 0)], [(6, 2, 1), (8, 1, 0)]], [[(6, 1, 2), (7, 1, 1)], [(8, 0, 1), (6, 3, 0)]]]


def search(trace, node, name, mover, alpha, beta, mistake):
    if isinstance(node, tuple):
        return trace.leaf(name, node[0])
    trace.enter(name, player=mover, alpha=alpha, beta=beta)
    best = None
    for i, child in enumerate(node):
        value = search(trace, child, f"{name}/{'abcd'[i]}", mover % 3 + 1, alpha, beta, mistake)
        larger = mover == 1 or mistake == "ally" and mover == 3
        if best is None or (value > best if larger else value < best):
            best = value
        if mover == 1:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if (alpha + (mistake == "early") >= beta) and i + 1 < len(node):
            trace.prune(name, cut=len(node) - i - 1)
            break
    return trace.exit(name, best)


for mistake in ("none", "ally", "early"):
    trace = espalier.Trace(None, values="root", players=3, maxsum=9, algorithm="paranoid")
    search(trace, TREE, "root", 1, -math.inf, math.inf, mistake)
    report = trace.check(sys.argv[1])
    first = report["checks"][0] if report["checks"] else {"verdict": "", "text": ""}
    print(mistake, report["verdict"], first["verdict"], first["text"], sep="; ")
