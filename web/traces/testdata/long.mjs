import { Trace } from "./espalier.mjs";

const trace = new Trace(process.argv[2], { kind: "minimax", title: "\"\\/\n\t\u0001 é ☃ 𝄞 \u007f", program: "" });
trace.enter("é\"☃𝄞\\", { player: 1, alpha: -Infinity, beta: Infinity });
let best = -Infinity;
for (let i = 0; i < 20000; i++) best = Math.max(best, trace.leaf(`n${i}`, i % 2 ? i / 3 : -1 / (i + 7)));
trace.exit(null, best);
// The end of the program closes the trace.
