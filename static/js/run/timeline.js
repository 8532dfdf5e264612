// The steps of a run as flat arrays, and the state of any node at any step by
// bisection. No DOM here.

/** The types of events, in the order of their numbers on the wire. */
const types = ["start", "enter", "leaf", "backup", "prune", "research", "exit", "done", "error"];
export const [START, ENTER, LEAF, BACKUP, PRUNE, RESEARCH, EXIT, DONE, ERROR] = types.keys();

/** How far a step can go. @typedef {"events" | "decisions" | "cuts"} StepSize */

/** What a node can be: class names of the picture, in the order of the wire. */
export const phases = ["", "open", "done", "nil", "cut", "later"];

/**
 * What changed at one node, step after step.
 * @typedef {{at: number[], bits: number[], text: number[]}} History
 */

/**
 * A re-search: of which child, from which step, and the step at which it ends.
 * @typedef {{child: number, from: number, to: number}} Research
 */

/**
 * @typedef {object} NodeState
 * @property {string} phase   one of `phases`
 * @property {boolean} exact  its value is proved
 * @property {boolean} best   it is its parent's best child so far
 * @property {boolean} past   it was cut for now, and a node above it is re-searched
 * @property {number} visits  how often it was entered
 * @property {string} text    what stands beside it
 * @property {import("../shared/exact.js").Score | null} held  the score of its mover's best so far; null: none is known
 */

const fresh = Object.freeze({ phase: "", exact: false, best: false, past: false, visits: 0, text: "", held: null });

export class Timeline {
  /** @type {Research[]} the re-searches that have not ended, the outermost first */
  #unfinished = [];

  constructor() {
    /** How many steps have come. */
    this.length = 0;
    this.type = new Uint8Array(256);
    this.node = new Int32Array(256);
    this.line = new Uint16Array(256);
    this.extra = new Int32Array(256);
    // Counters up to and including each step.
    this.entered = new Int32Array(256);
    this.leaves = new Int32Array(256);
    this.cuts = new Int32Array(256);
    this.again = new Int32Array(256);
    /** @type {string[]} */
    this.texts = [];
    /** @type {(import("../shared/exact.js").Score | null)[]} for each text the score that it shows of the mover's best so far */
    this.held = [];
    /** @type {Map<number, History>} */
    this.histories = new Map();
    /** @type {Map<number, number>} */
    this.parents = new Map();
    /** @type {Map<number, number[]>} the steps at which each node was entered */
    this.visits = new Map();
    /** @type {number[]} nodes being searched, root first */
    this.open = [];
    /** @type {number[]} steps that prune or search again: those of the size cuts */
    this.marks = [];
    /** @type {number[]} steps of the size decisions, or larger */
    this.decisions = [];
    /** @type {Research[]} */
    this.researches = [];
  }

  /**
   * Takes in the steps of one message.
   * @param {{from: number, count: number, data: number[], texts?: string[], held?: (import("../shared/exact.js").Score | null)[]}} message
   */
  append({ from, count, data, texts, held }) {
    if (from !== this.length) throw new Error(`steps from ${from} came after ${this.length}`);
    if (texts) for (const text of texts) this.texts.push(text);
    if (held) for (const score of held) this.held.push(score);
    this.#reserve(from + count);
    for (let i = 0, t = from; t < from + count; t++) {
      const type = data[i] & 15, size = data[i] >> 4, node = data[i + 1];
      this.type[t] = type;
      this.node[t] = node;
      this.line[t] = data[i + 2];
      this.extra[t] = data[i + 3];
      this.#count(t, type, node);
      if (size > 0) this.decisions.push(t);
      if (size > 1) this.marks.push(t);
      let changes = data[i + 4];
      i += 5;
      for (; changes > 0; changes--, i += 3) this.#change(t, data[i], data[i + 1], data[i + 2]);
    }
    this.length = from + count;
  }

  /** @param {number} size */
  #reserve(size) {
    let capacity = this.type.length;
    if (size <= capacity) return;
    while (capacity < size) capacity *= 2;
    /** @template {Uint8Array | Uint16Array | Int32Array} T @param {T} old @param {T} wide */
    const grow = (old, wide) => {
      wide.set(old);
      return wide;
    };
    this.type = grow(this.type, new Uint8Array(capacity));
    this.line = grow(this.line, new Uint16Array(capacity));
    this.node = grow(this.node, new Int32Array(capacity));
    this.extra = grow(this.extra, new Int32Array(capacity));
    this.entered = grow(this.entered, new Int32Array(capacity));
    this.leaves = grow(this.leaves, new Int32Array(capacity));
    this.cuts = grow(this.cuts, new Int32Array(capacity));
    this.again = grow(this.again, new Int32Array(capacity));
  }

  /** @param {number} t @param {number} type @param {number} node */
  #count(t, type, node) {
    const before = t > 0 ? t - 1 : 0;
    this.entered[t] = this.entered[before] + (type === ENTER ? 1 : 0);
    this.leaves[t] = this.leaves[before] + (type === LEAF ? 1 : 0);
    this.cuts[t] = this.cuts[before] + (type === PRUNE ? Math.abs(this.extra[t]) : 0);
    this.again[t] = this.again[before] + (type === RESEARCH ? 1 : 0);
    if (type === ENTER) {
      if (this.open.length > 0) this.parents.set(node, this.open[this.open.length - 1]);
      this.open.push(node);
      const visits = this.visits.get(node);
      if (visits) visits.push(t);
      else this.visits.set(node, [t]);
    } else if (type === EXIT) {
      this.open.pop();
      const last = this.#unfinished.at(-1);
      if (last?.child === node) {
        last.to = t;
        this.#unfinished.pop();
      }
    } else if (type === RESEARCH) {
      const begun = { child: this.extra[t], from: t, to: Infinity };
      this.researches.push(begun);
      this.#unfinished.push(begun);
    }
  }

  /** @param {number} t @param {number} node @param {number} bits @param {number} text */
  #change(t, node, bits, text) {
    let history = this.histories.get(node);
    if (!history) this.histories.set(node, (history = { at: [], bits: [], text: [] }));
    history.at.push(t);
    history.bits.push(bits);
    history.text.push(text);
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
    const history = this.histories.get(node);
    const i = history ? lastAtOrBefore(history.at, t) : -1;
    if (!history || i < 0) return fresh;
    const bits = history.bits[i], text = history.text[i];
    return {
      phase: phases[bits & 7],
      exact: (bits & 8) !== 0,
      best: (bits & 16) !== 0,
      past: (bits & 32) !== 0,
      visits: bits >> 6,
      text: text < 0 ? "" : this.texts[text],
      held: this.held[text] ?? null,
    };
  }

  /**
   * The nodes from the root of the search to the node at work, which is last.
   * @param {number} t
   */
  path(t) {
    const path = [];
    for (let n = this.length > t ? this.node[t] : undefined; n !== undefined; n = this.parents.get(n)) path.push(n);
    return path.reverse();
  }

  /**
   * The steps at which the re-searches began that are under way at step t, the latest first.
   * @param {number} t
   */
  underWay(t) {
    return this.researches.filter(({ from, to }) => from < t && t < to).map(({ from }) => from).reverse();
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

/**
 * The index of the last entry that is at most t, -1 if there is none.
 * @param {number[]} sorted @param {number} t
 */
export function lastAtOrBefore(sorted, t) {
  let low = 0, high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
