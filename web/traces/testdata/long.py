import math, sys
import espalier

trace = espalier.Trace(sys.argv[1], kind="minimax", title="\"\\/\n\t\u0001 é ☃ 𝄞 \u007f", program="")
trace.enter("é\"☃𝄞\\", player=1, alpha=-math.inf, beta=math.inf)
best = -math.inf
for i in range(20000):
    best = max(best, trace.leaf(f"n{i}", i / 3 if i % 2 else -1 / (i + 7)))
trace.exit(None, best)
trace.close()
