// The numbers of nodes in a room whose search does not build its tree. There a node gets its
// number when its parent is first expanded. The page draws the tree and numbers its nodes in
// preorder. This module converts messages of the room to the numbers of the page, and back.

import { renumbered } from "../shared/question-kinds.js";
import { ENTER, LEAF } from "../run/timeline.js";

/** @typedef {import("./room.js").Value} Value */
/** @typedef {import("./room.js").Question} Question */
/** @typedef {import("../run/timeline.js").Timeline} Timeline */

/** The number of a node that has no number yet. */
const none = -1;

export class Numbering {
  /** @type {number[][]} the children of each node of the page */
  #kids;
  #timeline;
  /** The number of steps that were read. */
  #read = 0;
  /** @type {number[]} the page's number of each node of the room */
  #here = [0];
  /** @type {Map<number, number>} the room's number of each node of the page */
  #there = new Map([[0, 0]]);

  /** @param {string} counts  the number of children of each node @param {() => Timeline} timeline */
  constructor(counts, timeline) {
    this.#kids = childrenOf(counts.split(" ").map(Number));
    this.#timeline = timeline;
  }

  /** Reads the steps that have arrived; returns whether there are new ones. */
  read() {
    const { length, type, node } = this.#timeline();
    if (length <= this.#read) return false;
    this.#read = length;
    this.#here = [0];
    /** @type {Set<number>} */
    const expanded = new Set();
    for (let t = 0; t < length; t++) {
      const n = node[t];
      // A node at which the search stops has no numbered children, even if it has children.
      if (type[t] !== ENTER || expanded.has(n) || (t + 1 < length && type[t + 1] === LEAF)) continue;
      expanded.add(n);
      this.#here.push(...(this.#kids[n] ?? []));
    }
    this.#there = new Map(this.#here.map((n, number) => [n, number]));
    return true;
  }

  /** Reports whether a node of the page has a number in the room. @param {number} node */
  has(node) {
    return this.#there.has(node);
  }

  /** Converts a message of the room to the numbers of the page. @template {any} T @param {T} message @param {string} [asked]  the kind of the current question @returns {T} */
  fromRoom(message, asked) {
    const m = /** @type {any} */ (message), one = (/** @type {number} */ n) => this.#here[n] ?? none;
    if (m.type === "class") return { ...m, ...counted(m, asked, one) };
    if (m.type !== "room") return message;
    const q = /** @type {Question | null} */ (m.question), mine = m.mine && { ...m.mine, answer: renumbered(q?.kind, m.mine.answer, one) };
    return { ...m, ...(mine && { mine }), show: { ...m.show, point: m.show.point.map(one) }, question: q && questionWith(q, one) };
  }

  /** Converts a message of the page to the numbers of the room. @param {any} message @param {string} [asked] @returns {any} */
  toRoom(message, asked) {
    const one = (/** @type {number} */ n) => this.#there.get(n) ?? none, known = (/** @type {number[]} */ list) => list.map(one).filter((n) => n !== none).sort((a, b) => a - b);
    switch (message.type) {
      case "answer":
        return { ...message, answer: renumbered(asked, message.answer, one) };
      case "show":
        return { ...message, show: { ...message.show, ...(message.show.point && { point: known(message.show.point) }) } };
      case "ask":
        return message.question?.node === undefined ? message : { ...message, question: { ...message.question, node: one(message.question.node) } };
    }
    return message;
  }
}

/** The children of each node, from the number of children of each. @param {number[]} counts */
function childrenOf(counts) {
  /** @type {number[][]} */
  const kids = counts.map(() => []), open = [];
  for (let n = 0; n < counts.length; n++) {
    while (open.length > 0 && kids[open[open.length - 1]].length === counts[open[open.length - 1]]) open.pop();
    if (open.length > 0) kids[open[open.length - 1]].push(n);
    open.push(n);
  }
  return kids;
}

/** @param {Question} q @param {(n: number) => number} one @returns {Question} */
function questionWith(q, one) {
  return {
    ...q,
    node: q.node === null ? null : one(q.node),
    tally: q.tally && { ...q.tally, ...counted(q.tally, q.kind, one) },
    answer: renumbered(q.kind, q.answer, one),
    ...("correct" in q && { correct: renumbered(q.kind, q.correct, one) }),
  };
}

/** @param {{counts: {answer: any, count: number}[], nodes: Record<string, number>}} tally @param {string | undefined} kind @param {(n: number) => number} one */
function counted({ counts, nodes }, kind, one) {
  return {
    counts: counts.map(({ answer, count }) => ({ answer: renumbered(kind, answer, one), count })),
    nodes: Object.fromEntries(Object.entries(nodes).map(([n, count]) => [one(Number(n)), count])),
  };
}
