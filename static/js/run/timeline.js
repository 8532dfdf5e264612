// The steps of a run as flat arrays, and the state of any node at any step. A step or a
// change of a node is a number in each of some arrays: there is no object of its own. No DOM here.

import { parseJSON } from "../shared/exact.js";
import { Bytes, Ints, lastAtOrBefore, Shorts } from "./lists.js";

/** The types of events, in the order of their numbers on the wire. */
const types = ["start", "enter", "leaf", "backup", "prune", "research", "exit", "done", "error"];
export const [START, ENTER, LEAF, BACKUP, PRUNE, RESEARCH, EXIT, DONE, ERROR] = types.keys();

/** How far a step can go. @typedef {"events" | "decisions" | "cuts"} StepSize */

/** What a node can be: class names of the picture, in the order of the wire. */
export const phases = ["", "open", "done", "nil", "cut", "later"];

/**
 * @typedef {object} NodeState
 * @property {string} phase   one of `phases`
 * @property {boolean} exact  its value is proved
 * @property {boolean} best   it is its parent's best child so far
 * @property {boolean} past   it was cut for now, and a node above it is re-searched
 * @property {number} visits  how often it was entered
 * @property {number} share  the probability with which an opponent chooses it, in tenths; 0: none is known
 * @property {string} text    what is beside it
 * @property {import("../shared/exact.js").Score | null} held  the score of its mover's best so far; null: none is known
 */

const fresh = Object.freeze({ phase: "", exact: false, best: false, past: false, visits: 0, share: 0, text: "", held: null });

/** The counters are kept for every 1,024th step. Those of other steps are computed on demand, from the nearest such step before. */
const counted = 1 << 10;

export class Timeline {
  /** How many steps have come. */
  length = 0;
  #type = new Bytes();
  #node = new Ints();
  #line = new Shorts();
  /** After each step, the step at which the innermost node that is searched was entered; -1: none is. */
  #within = new Ints();
  /** How many nodes were entered before each step that is a multiple of `counted`, and how many leaves were evaluated. */
  #entered = new Ints();
  #leaves = new Ints();

  /** Steps that prune or search again: those of the size cuts. */
  #marks = new Ints();
  /** Of each mark how many children were cut (below 0: for now), or which one is searched again. */
  #extras = new Ints();
  /** Up to each mark, how many children were cut. */
  #cut = new Ints();
  /** Steps of the size decisions, or larger. */
  #decisions = new Ints();

  /** Of each re-search, the step at which it begins, its child, and the step at which it ends; 0: it has not. */
  #again = new Ints();
  #againOf = new Ints();
  #againTo = new Ints();
  /** The re-searches that have not ended, the outermost first. */
  #unfinished = new Ints();

  // The changes of nodes: each has its step, what it changed to, the change of the same node before it, and a
  // change further back, so that one of n is found in about log n jumps. (Myers, An applicative random-access
  // stack, 1983.) The depth is the number of changes of the node before.
  #at = new Ints();
  #bits = new Ints();
  #text = new Ints();
  #before = new Ints();
  #jump = new Ints();
  #depth = new Ints();
  /** The last change of each node. @type {Map<number, number>} */
  #newest = new Map();

  /** All texts in UTF-8, where each ends, and those that were shown. */
  #bytes = new Bytes();
  #ends = new Ints();
  /** @type {Map<number, {text: string, held: NodeState["held"]}>} */
  #read = new Map();

  /** Takes in the steps of one message. @param {import("./packed-steps.js").PackedSteps} steps */
  append(steps) {
    const { from, count } = steps;
    if (from !== this.length) throw new Error(`steps from ${from} came after ${this.length}`);
    this.#type.reserve(from + count);
    this.#within.reserve(from + count);
    this.#node.add(steps.node);
    this.#line.add(steps.line);
    this.#marks.add(steps.extraAt);
    this.#extras.add(steps.extra);
    this.#follow(steps);
    this.#change(steps);
    this.#keepTexts(steps);
    this.length = from + count;
  }

  /** Of each step the type of its event, its node and its line of the procedure. */
  get type() {
    return this.#type.data;
  }

  get node() {
    return this.#node.data;
  }

  get line() {
    return this.#line.data;
  }

  /** Goes through the types of the steps. @param {import("./packed-steps.js").PackedSteps} steps */
  #follow({ from, count, kind, extra }) {
    const types = this.type, within = this.#within.data, decisions = this.#decisions;
    let [entered, leaves] = this.#countBefore(from), cut = this.#cut.length > 0 ? this.#cut.data[this.#cut.length - 1] : 0;
    let at = from > 0 ? within[from - 1] : -1, mark = 0;
    for (let i = 0, t = from; i < count; i++, t++) {
      const type = (types[t] = kind[i] & 15);
      if (t % counted === 0) {
        this.#entered.push(entered);
        this.#leaves.push(leaves);
      }
      if (kind[i] > 15) decisions.push(t);
      if (type === ENTER) {
        entered++;
        at = t;
      } else if (type === EXIT) {
        if (this.#unfinished.length > 0) this.#endAgain(t);
        at = at > 0 ? within[at - 1] : -1;
      } else if (type === LEAF) leaves++;
      else if (type === PRUNE) this.#cut.push((cut += Math.abs(extra[mark++])));
      else if (type === RESEARCH) {
        this.#cut.push(cut);
        this.#beginAgain(t, extra[mark++]);
      }
      within[t] = at;
    }
  }

  /** @param {number} t @param {number} child */
  #beginAgain(t, child) {
    this.#unfinished.push(this.#again.length);
    this.#again.push(t);
    this.#againOf.push(child);
    this.#againTo.push(0);
  }

  /** A node is left: that may end a re-search. @param {number} t */
  #endAgain(t) {
    const last = this.#unfinished.data[this.#unfinished.length - 1];
    if (this.#againOf.data[last] !== this.node[t]) return;
    this.#againTo.data[last] = t;
    this.#unfinished.length--;
  }

  /** @param {import("./packed-steps.js").PackedSteps} steps */
  #change({ changeAt, changeNode, changeBits, changeText }) {
    let i = this.#at.length;
    this.#at.add(changeAt);
    this.#bits.add(changeBits);
    this.#text.add(changeText);
    for (const list of [this.#before, this.#jump, this.#depth]) list.reserve(this.#at.length);
    const before = this.#before.data, jump = this.#jump.data, depth = this.#depth.data;
    for (let k = 0; k < changeNode.length; k++, i++) {
      const b = (before[i] = this.#newest.get(changeNode[k]) ?? -1);
      this.#newest.set(changeNode[k], i);
      if (b < 0) {
        depth[i] = 0;
        jump[i] = -1;
        continue;
      }
      depth[i] = depth[b] + 1;
      const j = jump[b];
      jump[i] = j >= 0 && jump[j] >= 0 && depth[b] - depth[j] === depth[j] - depth[jump[j]] ? jump[j] : b;
    }
  }

  /** @param {import("./packed-steps.js").PackedSteps} steps */
  #keepTexts({ texts, textEnd }) {
    if (textEnd.length === 0) return;
    const used = this.#bytes.length;
    this.#bytes.add(texts);
    for (const end of textEnd) this.#ends.push(used + end);
  }

  /** A text, and the score that it shows of the mover's best so far. @param {number} i */
  #textAt(i) {
    let known = this.#read.get(i);
    if (!known) {
      const from = i > 0 ? this.#ends.data[i - 1] : 0, whole = new TextDecoder().decode(this.#bytes.data.subarray(from, this.#ends.data[i]));
      const [text, score] = whole.split("\0");
      this.#read.set(i, (known = { text, held: score ? parseJSON(score) : null }));
    }
    return known;
  }

  /** How many nodes were entered and how many leaves evaluated before a step that is at most the next one to come. @param {number} t */
  #countBefore(t) {
    const i = Math.min(Math.floor(t / counted), this.#entered.length - 1);
    if (i < 0) return [0, 0];
    let entered = this.#entered.data[i], leaves = this.#leaves.data[i];
    for (let s = i * counted; s < t; s++) {
      if (this.type[s] === ENTER) entered++;
      else if (this.type[s] === LEAF) leaves++;
    }
    return [entered, leaves];
  }

  /** The counters up to and including a step. @param {number} t */
  counts(t) {
    const [entered, leaves] = this.#countBefore(t + 1), mark = lastAtOrBefore(this.marks, t);
    return { entered, leaves, cuts: mark < 0 ? 0 : this.#cut.data[mark], again: lastAtOrBefore(this.#again.view, t) + 1 };
  }

  /** The steps that prune or search again: those of the size cuts. */
  get marks() {
    return this.#marks.view;
  }

  /** Of each of these how many children were cut (below 0: for now), or which one is searched again. */
  get extras() {
    return this.#extras.view;
  }

  /** The steps of the size decisions, or larger. */
  get decisions() {
    return this.#decisions.view;
  }

  /** Whether a step replaces the best value of its node. @param {number} t */
  improves(t) {
    return this.type[t] === BACKUP && this.#decisions.data[lastAtOrBefore(this.decisions, t)] === t;
  }

  /** The node that was being searched when a node was entered, or left, at step t; undefined: none. @param {number} t */
  parentAt(t) {
    const held = this.#within.data, within = this.type[t] === EXIT ? held[t] : t > 0 ? held[t - 1] : -1;
    return within < 0 ? undefined : this.node[within];
  }

  /** Whether no node is being searched after the last step that has come. */
  get closed() {
    return this.length === 0 || this.#within.data[this.last] < 0;
  }

  /** The steps at which a node was entered. @param {number} node */
  visits(node) {
    const list = [];
    for (let t = 0; t < this.length; t++) if (this.node[t] === node && this.type[t] === ENTER) list.push(t);
    return list;
  }

  /** The last step that has come. */
  get last() {
    return Math.max(0, this.length - 1);
  }

  /**
   * The state of a node after step t.
   * @param {number} node @param {number} t @returns {NodeState}
   */
  state(node, t) {
    const at = this.#at.data, jump = this.#jump.data, before = this.#before.data;
    let i = this.#newest.get(node) ?? -1;
    while (i >= 0 && at[i] > t) i = jump[i] >= 0 && at[jump[i]] > t ? jump[i] : before[i];
    if (i < 0) return fresh;
    const bits = this.#bits.data[i], shown = this.#text.data[i], { text, held } = shown < 0 ? fresh : this.#textAt(shown);
    return {
      phase: phases[bits & 7],
      exact: (bits & 8) !== 0,
      best: (bits & 16) !== 0,
      past: (bits & 32) !== 0,
      visits: (bits >> 6) & 0x3fffff,
      share: bits >>> 28,
      text,
      held,
    };
  }

  /**
   * The nodes from the root of the search to the node at work, which is last.
   * @param {number} t
   */
  path(t) {
    if (this.length <= t) return [];
    const path = [], within = this.#within.data;
    for (let s = within[t]; s >= 0; s = s > 0 ? within[s - 1] : -1) path.push(this.node[s]);
    path.reverse();
    if (path.at(-1) !== this.node[t]) path.push(this.node[t]); // it was left at this step, or is none that was entered
    return path;
  }

  /**
   * The steps at which the re-searches began that are under way at step t, the latest first.
   * @param {number} t
   */
  underWay(t) {
    const list = [];
    for (let i = lastAtOrBefore(this.#again.view, t - 1); i >= 0; i--) {
      const to = this.#againTo.data[i];
      if (to === 0 || t < to) list.push(this.#again.data[i]);
    }
    return list;
  }

  /**
   * The next step of a size after step t (direction 1), or the one before it (-1).
   * The first and the last step are of every size. Undefined: it has not come yet.
   * @param {number} t @param {1 | -1} direction @param {StepSize} size
   * @param {boolean} over  no more steps will come
   * @returns {number | undefined}
   */
  stop(t, direction, size, over) {
    if (size === "events") return t + direction > this.last && !over ? undefined : Math.max(0, Math.min(this.last, t + direction));
    const stops = size === "cuts" ? this.marks : this.decisions;
    const i = direction > 0 ? lastAtOrBefore(stops, t) + 1 : lastAtOrBefore(stops, t - 1);
    if (i < 0) return 0;
    return i < stops.length ? stops[i] : over ? this.last : undefined;
  }

  /** The step of a size that is nearest to step t. @param {number} t @param {StepSize} size */
  nearest(t, size) {
    const before = this.stop(t + 1, -1, size, true) ?? 0, after = this.stop(t - 1, 1, size, true) ?? 0;
    return t - before < after - t ? before : after;
  }
}
