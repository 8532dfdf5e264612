// The rules of the quiz: at which steps it asks, and how an answer is judged.
// Pure: it reads the run and the certificate of the event. No DOM here.

import { add, equal, exact, jsonOf, least as smaller, multiply, order, scoreText, subtract, textOf, total, typedNumber, valueInPrint, zero } from "../shared/exact.js";
import { limitOf } from "../shared/scores.js";
import { BACKUP, ENTER, EXIT, PRUNE, RESEARCH } from "./timeline.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {import("../shared/exact.js").Exact} Exact */
/** @typedef {import("../shared/exact.js").Score} Score */
/** @typedef {Score | Score[] | null} Value */
/** @typedef {{player: number, node: number, score: Score, from: string}} Term */
/** @typedef {{player: number, score: Score}} Held */
/** @typedef {"right" | "lucky" | "missed" | "unsound" | "wrong" | "shown"} Kind */
/** @typedef {{kind: Kind, text: string}} Verdict */
/** @typedef {"" | "cut" | "value" | "again"} Question */

/**
 * A pruning rule, as the server's table of rules has it.
 * @typedef {object} Rule
 * @property {"sum" | "heuristic" | "sides" | "average" | "table"} kind  the form of the argument; average: at a chance node
 * @property {number} levels  the most nodes of the path that supply a bound; 0: any number
 * @property {"" | "most" | "least"} side  whether the value is bounded from above or below
 * @property {boolean} unsound  the cut is never justified
 * @property {"" | "gap" | "zero"} void  as printed, a cut is not justified whose bounds are not of neighbouring nodes, or whose bound and limit are 0
 */

/**
 * What the page says of the algorithm of its run.
 * @typedef {object} Facts
 * @property {string} name
 * @property {boolean} sound
 * @property {boolean} asPrinted
 * @property {boolean} early  it may cut before the first child
 * @property {boolean} bothTies  who leaves out a cut where a bound is only met is right, too
 * @property {Record<string, Rule>} rules  those it may prune by, by their names in events
 */

/** In trees of up to so many nodes it asks wherever something might be cut; in larger ones, at a part of these steps. */
const smallTree = 24;
/** In a larger tree it asks at one in so many of the steps where nothing is cut. */
const oneIn = 3;

/**
 * A tree as its document gives it, by preorder number.
 * @typedef {object} Tree
 * @property {string} kind
 * @property {number} players
 * @property {Exact | null} maxsum
 * @property {Exact[]} minp  the least score of each player
 * @property {(Exact | null)[]} maxp  the most of each player
 * @property {number[]} parent
 * @property {number[][]} kids
 * @property {number[]} player
 * @property {boolean[]} chance  chance moves there
 * @property {(Exact | null)[]} prob  of a child of a chance node; null: all its siblings are equally likely
 * @property {Value[]} value
 * @property {(Score[] | null)[]} up
 * @property {Exact} delta  the least difference between two scores; 0: none is known
 */

/** @param {any} document @returns {Tree} */
export function treeOf(document) {
  const players = document.players ?? (document.kind === "path" ? 1 : 2);
  const minp = Array.from({ length: players }, (_, p) => exact(limitOf(document.minp, p)) ?? zero), maxsum = exact(document.maxsum);
  /** @type {Tree} */
  const tree = {
    kind: document.kind ?? "maxn", players, maxsum, minp,
    maxp: minp.map((m, p) => {
      const given = exact(limitOf(document.maxp, p)), left = maxsum && add(subtract(maxsum, total(minp)), m);
      return given && left ? smaller(given, left) : given ?? left;
    }),
    parent: [], kids: [], player: [], chance: [], prob: [], value: [], up: [], delta: exact(document.delta) ?? zero,
  };
  const stack = [{ node: document.root, parent: -1 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, parent } = next, n = tree.parent.length;
    tree.parent.push(parent);
    tree.kids.push([]);
    if (parent >= 0) tree.kids[parent].push(n);
    tree.player.push(node.player ?? (tree.kind === "path" ? 1 : 0));
    tree.chance.push(node.chance === true);
    tree.prob.push(exact(node.prob));
    tree.value.push(node.value ?? node.alternatives?.[0] ?? null);
    tree.up.push(node.up ?? null);
    for (const child of [...(node.children ?? [])].reverse()) stack.push({ node: child, parent: n });
  }
  return tree;
}

/**
 * The question before step t is shown. It also asks about cuts and second
 * searches where there are none: otherwise the question would give the answer away.
 * @param {Timeline} timeline @param {number} t @param {Tree} tree @param {Facts} facts
 * @param {boolean} cutsOnly @returns {Question}
 */
export function question(timeline, t, tree, facts, cutsOnly) {
  const kind = t < 1 || t >= timeline.length ? "" : questionOf(timeline, t, tree, facts);
  return cutsOnly && kind !== "cut" ? "" : kind;
}

/** @param {Timeline} timeline @param {number} t @param {Tree} tree @param {Facts} facts @returns {Question} */
function questionOf(timeline, t, tree, facts) {
  const node = timeline.node[t], before = timeline.type[t - 1], above = timeline.node[t - 1];
  switch (timeline.type[t]) {
    case PRUNE:
      return "cut";
    case BACKUP:
      return tree.chance[node] && above !== lastOf(tree, node) ? "" : "value";
    case RESEARCH:
      return "again";
    case ENTER: {
      const at = tree.parent[node], rules = rulesAt(tree, facts, at);
      // After the last probe of Star2, no event of the chance node itself comes before.
      const probed = tree.chance[at] && before === EXIT && tree.parent[above] === at;
      if (rules.length === 0 || at !== above && !probed) return "";
      const early = before === ENTER && timeline.counts(t).leaves > 0 && facts.early && (tree.chance[at] || !averages(facts));
      return (before === BACKUP || early || probed) && kept(t, tree) ? "cut" : "";
    }
    case EXIT: {
      const waits = before === BACKUP && tree.kids[node]?.some((k) => timeline.state(k, t - 1).phase === "nil");
      return waits && kept(t, tree) ? "again" : "";
    }
  }
  return "";
}

/** Whether cuts are made at chance nodes. @param {Facts} facts */
export const averages = (facts) => Object.values(facts.rules).some((r) => r.kind === "average");

/** The rules that can cut children of a node: those about an average are for chance nodes. @param {Tree} tree @param {Facts} facts @param {number} node */
const rulesAt = (tree, facts, node) => Object.values(facts.rules).filter((r) => (r.kind === "average") === (tree.chance[node] ?? false));

/** The probability of a child of a chance node. @param {Tree} tree @param {number} child @returns {Exact} */
const probOf = (tree, child) => tree.prob[child] ?? { over: 1n, under: BigInt(tree.kids[tree.parent[child]].length) };

/** The last child of a chance node that counts; -1: none. @param {Tree} tree @param {number} node */
const lastOf = (tree, node) => tree.kids[node].findLast((k) => probOf(tree, k).over > 0n) ?? -1;

/** @param {number} t @param {Tree} tree */
function kept(t, tree) {
  return tree.parent.length <= smallTree || (Math.imul(t, 0x9e3779b1) >>> 16) % oneIn === 0;
}

/** @param {Value} value */
export function format(value) {
  if (value === null || value === undefined) return "no value";
  return valueInPrint(value);
}

/**
 * A value as it is typed; undefined where it is not a value.
 * @param {string} text @param {number} width  scores of a value; 0: it is one number
 * @returns {Value | undefined}
 */
export function read(text, width) {
  const parts = text.replace(/^\s*\(|\)\s*$/g, "").split(/[,;\s]+/).filter(Boolean).map(typedNumber);
  if (parts.includes(null) || parts.length !== Math.max(1, width)) return undefined;
  const scores = parts.map((number) => jsonOf(number ?? zero));
  return width === 0 ? scores[0] : scores;
}

/**
 * A moment at which something may be cut. The event is null where nothing is.
 * @typedef {object} Moment
 * @property {Tree} tree
 * @property {Facts} facts
 * @property {any} event
 * @property {string} short                     the numbers of the cut: "5 + 5 = 10 ≥ 9"
 * @property {any} before                       the event before it
 * @property {number} at                        the node
 * @property {number[]} path                    from the root to it
 * @property {(node: number) => Held | null} held  what its best so far gives
 * @property {(node: number) => string} name
 */

/** What is cut: none, or these children. @typedef {{none: boolean, cut: number[]}} Prediction */
/** Whether a cut is justified, and by the bounds of which nodes. @typedef {{justified: boolean, why: number[]}} Judgement */

/** What will be cut? @param {Moment} moment @param {Prediction} answer @returns {Verdict} */
export function checkCut(moment, answer) {
  const { event, name, facts } = moment;
  if (!event) {
    const { enough, text } = nearest(moment);
    if (answer.none) return { kind: "right", text: enough ? "Right: nothing is cut." : `Right, nothing is cut: ${text}.` };
    if (enough) return { kind: "wrong", text: `Nothing is cut here. ${text} is enough for a cut, but this algorithm does not cut here.` };
    return { kind: facts.sound ? "unsound" : "wrong", text: `Nothing is cut here: ${text}.` };
  }
  const all = names(event.cut, name), are = event.cut.length === 1 ? "is" : "are";
  if (answer.none && facts.bothTies && isMet(event)) return { kind: "right", text: `Right for a search that cuts only if a bound is exceeded. This one also cuts if a bound is only reached: ${reason(moment)}.` };
  if (answer.none) return { kind: "missed", text: `${all} ${are} cut here: ${reason(moment)}.` };
  if (answer.cut.some((n) => !event.cut.includes(n))) return { kind: "wrong", text: `Only ${all} ${are} cut: ${reason(moment)}.` };
  const left = event.cut.filter((/** @type {number} */ n) => !answer.cut.includes(n));
  if (left.length > 0) return { kind: "missed", text: `${names(left, name)} ${left.length === 1 ? "is" : "are"} cut, too: ${reason(moment)}.` };
  return { kind: "right", text: `Right: ${all} ${are} cut.` };
}

/** Whether the bounds of a cut meet exactly. @param {any} event */
function isMet(event) {
  if (event.sum !== null) return equal(event.sum, event.limit);
  return event.terms.length === 2 && equal(event.terms[0].score, event.terms[1].score);
}

/** Was the cut right? @param {Moment} moment @param {Judgement} answer @returns {Verdict} */
export function checkJudgement(moment, { justified, why }) {
  const fault = flaw(moment);
  if (fault) return justified ? { kind: "unsound", text: `This cut is not justified: ${fault}.` } : { kind: "right", text: `Right, this cut is not justified: ${fault}.` };
  return justified ? justifies(moment, why) : { kind: "wrong", text: `This cut is justified: ${reason(moment)}.` };
}

/** Why a cut is not justified; empty: it is. @param {Moment} moment */
function flaw(moment) {
  const { event, path, facts, name, at, tree } = moment, rule = facts.rules[event.rule];
  if (rule.kind === "sides" && !facts.sound) {
    const chance = crossed(moment, event.terms[0].node);
    if (chance !== undefined) return `${reason(moment)}, but chance moves at ${name(chance)}, so the exact value of ${name(at)} counts in the average`;
  }
  if (rule.unsound) return `${reason(moment)}, but a bound from further up than the parent of ${name(at)} does not count`;
  if (!facts.asPrinted) return "";
  if (rule.void === "zero" && equal(event.sum, 0) && equal(event.limit, 0)) return "0 equals 0, but there is no value yet";
  const chain = event.terms.filter((/** @type {Term} */ t) => t.player > 0 && t.from !== "minimum").map((/** @type {Term} */ t) => t.node);
  const gap = rule.void === "gap" && chain.some((/** @type {number} */ n, /** @type {number} */ i) => path[path.length - chain.length + i] !== n);
  const lost = lostBest(moment);
  if (lost) return `${reason(moment)}, but the best so far, ${format(lost)}, is better for all the others and is lost`;
  return gap ? `${reason(moment)}, but the nodes are not consecutive on the path to ${name(at)}` : "";
}

/** A chance node between a node of the path and the one where something is cut, which no bound passes. @param {Moment} moment @param {number} node */
function crossed({ path, tree }, node) {
  const from = path.indexOf(node);
  return from < 0 ? undefined : path.find((n, i) => i > from && i < path.length - 1 && tree.chance[n]);
}

/** A score of an event. @param {Score} score */
const number = (score) => exact(score) ?? zero;

/** The most that a player can get at a node. @param {Tree} tree @param {number} node @param {number} player */
const most = (tree, node, player) => exact(tree.up[node]?.[player - 1]) ?? tree.maxp[player - 1];

/** What all but these players have at least. @param {Tree} tree @param {number[]} players */
const leastOfOthers = (tree, players) => total(tree.minp.filter((_, p) => !players.includes(p + 1)));
/**
 * The best so far, if a cut needs δ for each of the other players and they would all prefer that best.
 * @param {Moment} moment @returns {Score[] | null}
 */
function lostBest({ event, before, tree, at }) {
  const others = event.terms.filter((/** @type {Term} */ t) => t.player > 0 && t.from !== "minimum" && t.node !== at), raised = event.terms.find((/** @type {Term} */ t) => t.player === 0);
  if (!raised || order(number(raised.score), multiply(tree.delta, number(others.length))) < 0) return null;
  const best = before?.type === "backup" && before.node === at ? before.best : null; // such a cut follows the backup of its best
  return Array.isArray(best) && others.every((/** @type {Term} */ t) => order(number(best[t.player - 1]), number(t.score)) > 0) ? best : null;
}

/** The certificate in short. @param {Moment} moment */
function reason({ event, name, short }) {
  const list = event.terms.filter((/** @type {Term} */ t) => t.player > 0 && t.from !== "minimum").map((/** @type {Term} */ t) => `${scoreText(t.score)} at ${name(t.node)}`);
  return [[...new Set(list)].join(" and "), short].filter(Boolean).join(", so ");
}

/**
 * How near the bounds come to a cut that is not made, in numbers.
 * @param {Moment} moment @returns {{enough: boolean, text: string}}
 */
function nearest(moment) {
  const { tree, facts, at, path, name, held } = moment, rules = rulesAt(tree, facts, at), own = held(at);
  if (tree.chance[at]) return openAverage(moment);
  if (rules.some((r) => r.kind === "heuristic" && (own || r.levels > 1))) {
    const from = own ? at : path[path.length - 2], has = from === undefined ? null : held(from);
    if (!has) return { enough: false, text: `${name(from ?? at)} has no bound yet` };
    const up = most(tree, at, has.player), enough = up !== null && order(number(has.score), up) >= 0;
    if (up !== null) return { enough, text: `${scoreText(has.score)} at ${name(from)} ${enough ? "≥" : "<"} ${textOf(up)}, the most that the heuristic allows player ${has.player}` };
  }
  if (rules.some((r) => r.kind === "sides" && r.side)) {
    const { alpha, beta } = moment.before;
    return { enough: false, text: `α = ${alpha === null ? "−∞" : format(alpha)} is below β = ${beta === null ? "∞" : format(beta)} at ${name(at)}` };
  }
  if (!rules.some((r) => r.kind === "sum")) {
    const [least] = moment.before.bounds;
    return { enough: false, text: least === null ? "no path is known yet" : `a path below ${name(at)} may still cost less than ${format(least)}, the best so far` };
  }
  if (!own) return { enough: false, text: `${name(at)} has no bound yet` };
  // The chain of neighbours, which no chance node is part of, down to the node, as long as the rules look.
  const longest = Math.max(...rules.filter((r) => r.kind === "sum" && !r.unsound).map((r) => r.levels || Infinity));
  let chain = [at];
  for (let i = path.length - 2; i >= 0 && chain.length < longest; i--) {
    const has = held(path[i]);
    if (!has || chain.some((n) => held(n)?.player === has.player)) break;
    chain.unshift(path[i]);
  }
  const score = (/** @type {number} */ n) => number(held(n)?.score ?? 0);
  if (rules.some((r) => r.kind === "sum" && r.unsound)) { // such a rule takes any ancestor
    const others = path.filter((n) => n !== at && held(n) && held(n)?.player !== own.player).sort((a, b) => order(score(b), score(a)));
    if (others.length > 0) chain = [others[0], at];
  }
  const least = longest === 1 ? zero : leastOfOthers(tree, chain.map((n) => held(n)?.player ?? 0));
  const limit = longest === 1 ? tree.maxp[own.player - 1] : tree.maxsum, sum = total([...chain.map(score), least]), others = least.over !== 0n;
  if (limit === null) return { enough: false, text: "there is no limit to reach" };
  const written = `${chain.map((n) => `${textOf(score(n))} at ${name(n)}`).join(" + ")}${others ? ` + ${textOf(least)}, the least of the others` : ""}${chain.length > 1 || others ? ` = ${textOf(sum)}` : ""}`;
  const enough = order(sum, limit) >= 0;
  return { enough, text: `${written} ${enough ? "≥" : "<"} ${textOf(limit)}` };
}

/**
 * What the average at a chance node can still be, from the children so far and the limits of the others.
 * @param {Moment} moment @returns {{enough: boolean, text: string}}
 */
function openAverage({ tree, at, name, before, held }) {
  const backed = before.type === "backup" && before.node === at, kids = tree.kids[at];
  let low = backed ? number(before.best) : zero, high = low;
  const [minp] = tree.minp, [maxp] = tree.maxp;
  for (const k of backed ? kids.slice(kids.indexOf(before.child) + 1) : kids) {
    const probe = held(k), p = probOf(tree, k); // a bound from the child's own first move
    low = add(low, multiply(p, probe?.player === 1 ? number(probe.score) : minp));
    high = add(high, multiply(p, probe?.player === 2 ? number(probe.score) : maxp ?? zero));
  }
  const end = (/** @type {Score | null} */ score, /** @type {string} */ open) => (score === null ? open : format(score));
  const window = backed ? `, and the window is ${end(before.alpha, "−∞")} to ${end(before.beta, "∞")}` : "";
  return { enough: false, text: `the average at ${name(at)} can still be from ${valueInPrint(textOf(low))} to ${valueInPrint(textOf(high))}${window}` };
}

/**
 * Whether the bounds of these nodes justify the cut: those of the certificate,
 * or others that hold on the path and suffice by the same rule, and none that
 * is not needed.
 * @param {Moment} moment @param {number[]} why @returns {Verdict}
 */
function justifies(moment, why) {
  const { event, at, name, facts: { rules } } = moment;
  const right = (/** @type {string} */ text) => ({ kind: /** @type {Kind} */ ("right"), text });
  const lucky = (/** @type {string} */ text) => ({ kind: /** @type {Kind} */ ("lucky"), text: `The right cut, for a wrong reason${text && ": "}${text || "."} The cut is justified by ${reason(moment)}.` });
  const given = [...new Set(why)], holders = new Set(event.terms.filter((/** @type {Term} */ t) => t.player > 0 && t.from !== "minimum").map((/** @type {Term} */ t) => t.node));
  if (given.length === 0) return lucky("no bound was named.");
  // The heuristic is at the node itself: to name it as well is right.
  const heuristic = rules[event.rule].kind === "heuristic" || event.sum === null;
  const same = (/** @type {number[]} */ list) => list.length === holders.size && list.every((n) => holders.has(n));
  const without = given.filter((n) => n !== at);
  if (same(given) || (heuristic && same(without))) return right(`Right: ${reason(moment)}.`);
  const enough = suffices(moment, given);
  if (enough.ok) {
    const idle = given.find((n) => given.length > 1 && suffices(moment, given.filter((m) => m !== n)).ok);
    if (idle === undefined) return right(`Right, and ${enough.text}: these bounds are enough, too.`);
    return lucky(`${name(idle)} is not needed.`);
  }
  const idle = given.find((n) => !holders.has(n));
  if (idle !== undefined && [...holders].every((n) => given.includes(n))) return lucky(`${name(idle)} is not needed.`);
  return lucky(enough.text ? `${enough.text}.` : "");
}

/** @param {Moment} moment @param {number[]} nodes @returns {{ok: boolean, text: string}} */
function suffices(moment, nodes) {
  const { event, tree, at, path, name, facts: { rules } } = moment;
  const bound = (/** @type {number} */ n) => event.terms.find((/** @type {Term} */ t) => t.node === n && t.player > 0) ?? moment.held(n);
  const empty = nodes.find((n) => !bound(n));
  const above = nodes.map((n) => (event.terms.some((/** @type {Term} */ t) => t.node === n) ? undefined : crossed(moment, n))).find((n) => n !== undefined);
  if (above !== undefined) return { ok: false, text: `chance moves at ${name(above)}, and a bound from above a chance node does not hold below it` };
  if (empty !== undefined && !(empty === at && rules[event.rule].kind === "heuristic")) return { ok: false, text: `${name(empty)} has no bound` };
  if (rules[event.rule].kind === "heuristic") {
    const [one, ...more] = nodes.length > 1 ? nodes.filter((n) => n !== at) : nodes;
    const has = one === undefined ? null : bound(one);
    const up = has && most(tree, at, has.player);
    if (!has || !up || more.length > 0 || path.indexOf(one) < path.length - 2) return { ok: false, text: "the cut compares one bound with the heuristic" };
    const ok = order(number(has.score), up) >= 0;
    return { ok, text: `${scoreText(has.score)} ${ok ? "≥" : "<"} ${textOf(up)}, the most that the heuristic allows player ${has.player}` };
  }
  if (rules[event.rule].kind === "table") {
    const open = event.outcomes.find((/** @type {any} */ o) => {
      const known = event.terms.some((/** @type {Term} */ t) => t.player === o.excluded_by && order(number(o.value[t.player - 1]), number(t.score)) <= 0);
      return known && !nodes.some((n) => order(number(o.value[bound(n).player - 1]), number(bound(n).score)) <= 0);
    });
    return open ? { ok: false, text: `these bounds still allow the outcome ${format(open.value)}` } : { ok: true, text: "these bounds allow no outcome" };
  }
  if (event.sum === null) {
    const [side, own] = event.terms, others = nodes.filter((n) => n !== at);
    const has = others.length === 1 ? bound(others[0]) : null;
    if (!has || !rules[event.rule].side || has.player !== side.player) return { ok: false, text: "the cut compares a bound from above with the value here" };
    const above = order(number(own.score), number(has.score)), ok = rules[event.rule].side === "most" ? above <= 0 : above >= 0;
    return { ok, text: `${scoreText(own.score)} and ${scoreText(has.score)} ${ok ? "are enough" : "are not enough"}` };
  }
  const chain = rules[event.rule].levels || path.length;
  const own = event.terms.length === 1 && rules[event.rule].levels === 1; // against the most of one player
  const delta = number(event.terms.find((/** @type {Term} */ t) => t.player === 0)?.score ?? 0);
  return adds(moment, nodes, exact(event.limit), chain, delta, own);
}

/**
 * Whether bounds of neighbouring nodes of the path, down to the node, add up
 * to the limit.
 * @param {Moment} moment @param {number[]} nodes @param {Exact | null} limit
 * @param {number} most  how many nodes the rule looks at
 * @param {Exact} delta @param {boolean} alone  the limit is the most of one player
 */
function adds({ event, tree, at, path, held, name }, nodes, limit, most, delta, alone) {
  if (nodes.length === 0) return { ok: false, text: "" };
  const terms = [...nodes].sort((a, b) => path.indexOf(a) - path.indexOf(b)).map((n) => ({
    node: n, has: /** @type {Held | null} */ (event?.terms.find((/** @type {Term} */ t) => t.node === n && t.player > 0) ?? held(n)),
  }));
  const empty = terms.find((t) => !t.has);
  if (empty) return { ok: false, text: `${name(empty.node)} has no bound` };
  const scores = terms.map((t) => number(/** @type {Held} */ (t.has).score)), players = terms.map((t) => /** @type {Held} */ (t.has).player);
  const least = alone ? zero : leastOfOthers(tree, players), more = least.over !== 0n, raised = delta.over !== 0n;
  const sum = total([...scores, least, delta]);
  const written = `${[...scores.map(textOf), ...(more ? [`${textOf(least)}, the least of the others`] : []), ...(raised ? [`δ = ${textOf(delta)}`] : [])].join(" + ")}${scores.length > 1 || raised || more ? ` = ${textOf(sum)}` : ""}`;
  if (limit === null || order(sum, limit) < 0) return { ok: false, text: limit === null ? "there is no limit to reach" : `${written} does not reach ${textOf(limit)}` };
  if (new Set(players).size < players.length) return { ok: false, text: "each player’s bound counts once" };
  const from = path.length - terms.length;
  if (terms.length > most || terms.some((t, i) => path[from + i] !== t.node)) return { ok: false, text: `${written}, but a bound from further up than the parent of ${name(at)} does not justify a cut by this rule` };
  return { ok: true, text: `${written} ≥ ${textOf(limit)}` };
}

/**
 * @param {any} event  a backup @param {Value} value @param {(node: number) => string} name
 * @param {string} sentence  of the event, which has its numbers @param {Score | null} before  what the mover had
 * @param {boolean} [chance]  chance moves there
 * @returns {Verdict}
 */
export function checkValue(event, value, name, sentence, before, chance = false) {
  const now = chance ? `the average at ${name(event.node)} is ${format(event.best)}` : event.best === null ? `${name(event.node)} has no value yet` : `the best value at ${name(event.node)} is ${format(event.best)}`;
  if (equal(value, event.best)) return { kind: "right", text: `Right: ${now}.` };
  const than = event.improved && before !== null ? ` Before, it was ${format(before)}.` : "";
  return { kind: "wrong", text: `${value === null ? "There is a value" : `Not ${format(value)}`}: ${now}. ${sentence}${than}` };
}

/**
 * @param {any} event  the re-search; null where there is none
 * @param {{child: number | null, because: number | null}} answer  child null: none is re-searched
 * @param {(node: number) => string} name
 * @param {string} sentence  of the step @param {string} numbers  that make the second search necessary: "3 > 2"
 * @returns {Verdict}
 */
export function checkAgain(event, answer, name, sentence, numbers) {
  if (!event) return answer.child === null
    ? { kind: "right", text: "Right: nothing is re-searched here." }
    : { kind: "wrong", text: `Nothing is re-searched here: the children without a value do not matter. ${sentence}` };
  const gave = event.because.child >= 0 && event.because.value !== null ? `${name(event.because.child)} gave ${format(event.because.value)}` : "no other child decides it";
  const why = numbers ? `${gave}, and ${numbers}` : gave;
  if (answer.child === null) return { kind: "missed", text: `${name(event.child)} is re-searched: ${why}.` };
  if (answer.child !== event.child) return { kind: "wrong", text: `${name(event.child)} is re-searched: ${why}.` };
  const because = event.because.value === null ? null : event.because.child;
  if (because !== null && because >= 0 && answer.because !== because) return { kind: "lucky", text: `${name(event.child)} is right, but for another reason: ${why}.` };
  return { kind: "right", text: `Right: ${why}.` };
}

/** @param {number[]} nodes @param {(node: number) => string} name */
function names(nodes, name) {
  return nodes.map(name).join(", ").replace(/, ([^,]*)$/, " and $1");
}

/**
 * The score in words.
 * @param {Iterable<Kind>} answers
 */
export function tally(answers) {
  /** @type {Record<Kind, number>} */
  const counts = { right: 0, lucky: 0, missed: 0, unsound: 0, wrong: 0, shown: 0 };
  for (const kind of answers) counts[kind]++;
  return counts;
}
