// Paranoid search of three players, which prints one number a node, with the mistake that its second argument names.
import { Trace } from "./espalier.mjs";

const tree = [5, [[7, 4, 9], [6, 8]], [[6, 7], [8, 6]]]; // the scores of player 1
const [to, mistake] = process.argv.slice(2);
const trace = new Trace(to, { values: "root", players: 3, maxsum: 9, algorithm: "paranoid" });

function search(node, name, mover, alpha, beta) {
  if (!Array.isArray(node)) return trace.leaf(name, node);
  trace.enter(name, { player: mover, alpha, beta });
  const larger = mover === 1 || (mistake === "ally" && mover === 3);
  let best;
  for (const [i, child] of node.entries()) {
    const value = search(child, `${name}/${i}`, (mover % 3) + 1, alpha, beta);
    if (best === undefined || (larger ? value > best : value < best)) best = value;
    if (mover === 1) alpha = Math.max(alpha, best);
    else beta = Math.min(beta, best);
    const rest = node.length - i - 1;
    if (alpha + (mistake === "early" ? 1 : 0) >= beta && rest > 0) {
      trace.prune(name, { cut: rest });
      break;
    }
  }
  return trace.exit(name, best);
}

search(tree, "root", 1, -Infinity, Infinity);
trace.close();
