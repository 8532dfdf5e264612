// Max^n with shallow pruning on a small tree for three players (Korf 1991). It prints its search:
// node shallow.mjs > run.ndjson
import { Trace } from "./espalier.mjs";

const maxsum = 9;
const tree = ["a", 1, [
  ["b", [5, 2, 2]],
  ["c", 2, [
    ["d", 3, [["e", [2, 3, 4]], ["f", [2, 2, 5]]]],
    ["g", [6, 1, 2]],
  ]],
  ["h", 2, [["i", [1, 6, 2]], ["j", [3, 3, 3]]]],
]];
const trace = new Trace(process.argv[2], { players: 3, maxsum, algorithm: "shallow" });

/** bound is the most that the parent leaves for the player of the node. */
function search([name, player, children], bound) {
  if (!children) return trace.leaf(name, player);
  trace.enter(name, { player });
  const me = player - 1;
  let best;
  for (const [i, child] of children.entries()) {
    const value = search(child, best ? maxsum - best[me] : maxsum);
    if (!best || value[me] > best[me]) best = value;
    const rest = children.slice(i + 1);
    if (best[me] >= bound && rest.length > 0) {
      trace.prune(name, { cut: rest.map(([name]) => name) });
      break;
    }
  }
  return trace.exit(name, best);
}

trace.done(search(tree, maxsum));
trace.close();
