// Alpha-beta as negamax, with the mistake that its second argument names.
import { Trace } from "./espalier.mjs";

const tree = [[5, 4], [3, 2, 7], [6, 8]];
const [to, mistake] = process.argv.slice(2);
const trace = new Trace(to, { values: "mover", algorithm: "alphabeta" });

function search(node, name, sign, alpha, beta) {
  if (!Array.isArray(node)) return trace.leaf(name, sign * node);
  trace.enter(name, { player: sign > 0 ? 1 : 2, alpha, beta });
  let best = -Infinity;
  for (const [i, child] of node.entries()) {
    const value = search(child, `${name}/${i}`, -sign, -beta, -alpha);
    best = Math.max(best, mistake === "sign" ? value : -value);
    alpha = Math.max(alpha, best);
    const rest = node.length - i - 1;
    if (alpha >= beta && rest > 0) {
      trace.prune(name, { cut: rest });
      break;
    }
  }
  return trace.exit(name, best);
}

search(tree, "root", 1, -Infinity, Infinity);
trace.close();
