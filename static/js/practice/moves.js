// The steps of the student, in the forms of the address and of the API. No DOM here.

import { jsonOf, scoreText, typedNumber } from "../shared/exact.js";

/** @typedef {import("../shared/exact.js").Score} Score */

/** A node of the tree; a leaf has a value. @typedef {{name: string, parent: number, player: number, value?: string}} TreeNode */
/** A step of the student, as the API names it. @typedef {{type: "cut" | "backup" | "bound", node: number, because?: {player: number, node: number}[], value?: Score | Score[], player?: number, score?: Score}} Step */
/** The form of values and bounds: scalar: a value is one number; window: the bounds are α and β. @typedef {{players: number, scalar: boolean, window: boolean}} Form */

/** The ends of a window, by their players. */
const ends = ["α", "β"];

export class Moves {
  /** @type {Map<number, number[]>} the cut children, each with the nodes whose bounds justify the cut */
  cuts = new Map();
  /** @type {Map<number, string>} the values that nodes back up, such as 2,2,5 */
  values = new Map();
  /** @type {Map<number, string[]>} the bounds at nodes, a text for each player */
  bounds = new Map();
  #nodes;
  #form;

  /** @param {TreeNode[]} nodes @param {Form} form @param {string} search  the query of the address */
  constructor(nodes, form, search) {
    this.#nodes = nodes;
    this.#form = form;
    const q = new URLSearchParams(search);
    for (const n of q.getAll("cut").map(Number)) if (nodes[n]) this.cuts.set(n, numbers(q.get(`because${n}`)));
    for (const n of nodes.keys()) {
      const value = q.get(`b${n}`), bounds = q.get(`h${n}`)?.split(",");
      if (value) this.values.set(n, value);
      if (bounds?.length === form.players) this.bounds.set(n, bounds);
    }
  }

  /** The query of the address: that of the exercise, and the steps. @param {string} search */
  query(search) {
    const q = new URLSearchParams(search);
    for (const name of [...q.keys()]) if (name === "cut" || /^(because|b|h)\d+$/.test(name)) q.delete(name);
    for (const [n, because] of [...this.cuts].sort((a, b) => a[0] - b[0])) {
      q.append("cut", String(n));
      if (because.length > 0) q.set(`because${n}`, because.join(","));
    }
    for (const [n, value] of this.values) q.set(`b${n}`, value);
    for (const [n, bounds] of this.bounds) q.set(`h${n}`, bounds.join(","));
    return q;
  }

  /** The steps by their keys. @returns {Map<string, Step>} */
  steps() {
    /** @type {Map<string, Step>} */
    const list = new Map();
    for (const n of this.#nodes.keys()) {
      const because = this.cuts.get(n), value = this.values.get(n);
      if (because) {
        const holders = because.map((node) => ({ player: this.#nodes[node].player, node }));
        list.set(`cut ${n} ${because}`, { type: "cut", node: n, ...(holders.length > 0 ? { because: holders } : {}) });
      }
      if (value) list.set(`value ${n} ${value}`, { type: "backup", node: n, value: this.#form.scalar ? json(value) : value.split(",").map(json) });
      this.bounds.get(n)?.forEach((score, i) => {
        if (score) list.set(`bound ${n} ${i} ${score}`, { type: "bound", node: n, player: i + 1, score: json(score) });
      });
    }
    return list;
  }

  /** Removes a step. @param {Step} step */
  remove({ type, node, player = 0 }) {
    if (type === "cut") this.cuts.delete(node);
    else if (type === "backup") this.values.delete(node);
    else this.bound(node, player, "");
  }

  /** Sets a bound; an empty score: none. @param {number} node @param {number} player @param {string} score */
  bound(node, player, score) {
    const list = this.bounds.get(node) ?? Array(this.#form.players).fill("");
    list[player - 1] = score;
    if (list.some(Boolean)) this.bounds.set(node, list);
    else this.bounds.delete(node);
  }

  /** A step in words. @param {Step} step */
  words({ type, node, value, player, score }) {
    const { name } = this.#nodes[node];
    if (type === "cut") return `Cut ${name}`;
    if (type === "backup") return `Value ${this.valueText([value].flat().map(scoreText).join(","))} at ${name}`;
    return this.#form.window ? `${ends[(player ?? 1) - 1]} = ${minus(scoreText(score))} at ${name}` : `Bound ${minus(scoreText(score))} of player ${player} at ${name}`;
  }

  /** A value as it is drawn. @param {string} value  such as 2,2,5 */
  valueText(value) {
    return minus(this.#form.scalar ? value : `(${value.replaceAll(",", ", ")})`);
  }

  /** The bounds of a node as they are drawn, in lines: α is above β. @param {string[]} bounds */
  boundsText(bounds) {
    if (this.#form.window) return bounds.flatMap((b, i) => (b ? [`${ends[i]} = ${minus(b)}`] : []));
    return [`(${bounds.map((b) => (b ? `≥${minus(b)}` : "–")).join(", ")})`];
  }

  /** The children of a node. @param {number} node */
  kids(node) {
    return [...this.#nodes.keys()].filter((n) => this.#nodes[n].parent === node);
  }

  /** The nodes from the parent of a node up to the root. @param {number} node */
  above(node) {
    const path = [];
    for (let n = this.#nodes[node].parent; n >= 0; n = this.#nodes[n].parent) path.push(n);
    return path;
  }

  /** Whether a node is cut: at the node itself or at an earlier sibling (at), or above (below). @param {number} node @returns {"" | "at" | "below"} */
  cut(node) {
    for (let n = node; n > 0; n = this.#nodes[n].parent) {
      const { parent } = this.#nodes[n];
      for (const c of this.cuts.keys()) if (c <= n && this.#nodes[c].parent === parent) return n === node ? "at" : "below";
    }
    return "";
  }

  /** The value of a node so far: that of the leaf, or the one that the student gave. @param {number} node */
  worth(node) {
    return this.#nodes[node].value ?? this.values.get(node);
  }
}

/** A score of the address as JSON. A text that is not a number is sent unchanged, and the server refuses it. @param {string} text */
function json(text) {
  const number = typedNumber(text);
  return number ? jsonOf(number) : text;
}

/** Numbers with a typographic minus sign. @param {string} text */
const minus = (text) => text.replaceAll("-", "−");

/** @param {string | null} text */
function numbers(text) {
  return (text ?? "").split(",").filter(Boolean).map(Number);
}
