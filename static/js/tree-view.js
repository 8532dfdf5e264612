// The picture of the tree. The server has drawn it; this sets classes and
// texts on it, pans and zooms it, and says which node is meant.

import { phases } from "./timeline.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */

/**
 * @typedef {object} Drawn
 * @property {Element} group
 * @property {number} parent         number of the parent, -1 for the root
 * @property {Element | null} edge
 * @property {Element | null} stroke
 * @property {Element | null} text   what changes during play: the bound vector beside an inner node
 * @property {Element | null} visits
 * @property {string} words          what is said of it to those who do not see it, besides its state
 * @property {string} shown          the state it shows, to leave alone what has not changed
 */

const states = [...phases.filter((p) => p), "exact", "best", "now", "path"];

export class TreeView {
  /** @type {Map<number, Drawn>} */
  #drawn = new Map();
  /** @type {SVGSVGElement} */
  #svg;

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.#svg = svg;
    /** @type {number[]} the last node of every level: nodes stand in preorder */
    const last = [];
    const prefix = svg.dataset.prefix ?? ""; // where several pictures stand in a page
    for (const group of svg.querySelectorAll("g.node")) {
      const node = Number(group.getAttribute("data-node"));
      const level = Number(group.getAttribute("aria-level"));
      last[level] = node;
      this.#drawn.set(node, {
        group,
        parent: last[level - 1] ?? -1,
        edge: svg.getElementById(`${prefix}e${node}`),
        stroke: svg.getElementById(`${prefix}k${node}`),
        text: group.querySelector(".bound"),
        visits: group.querySelector(".visits"),
        words: (group.getAttribute("aria-description") ?? "").replace(/; [^;]*$/, ""),
        shown: "",
      });
    }
  }

  /** The numbers of the nodes in the picture. */
  get nodes() {
    return [...this.#drawn.keys()];
  }

  /** @param {number} node */
  group(node) {
    return this.#drawn.get(node)?.group;
  }

  /**
   * What a sentence calls the node.
   * @param {number} node
   */
  name(node) {
    const group = this.#drawn.get(node)?.group;
    return group?.getAttribute("data-name") ?? group?.querySelector(".name")?.textContent ?? `node ${node}`;
  }

  /**
   * Shows every node as it is after step t.
   * @param {Timeline} timeline @param {number} t
   */
  show(timeline, t) {
    const path = new Set(timeline.path(t));
    const now = timeline.length > t ? timeline.node[t] : -1;
    for (const [node, drawn] of this.#drawn) {
      const state = timeline.state(node, t);
      const classes = [state.phase, state.exact && "exact", state.best && "best", node === now && "now", path.has(node) && "path"];
      // The mark of a cut stands where the cut was made, not on every edge below.
      const below = isCut(state.phase) && drawn.parent >= 0 && isCut(timeline.state(drawn.parent, t).phase);
      const shown = `${classes.filter(Boolean).join(" ")}|${state.visits}|${state.text}|${below}`;
      if (shown === drawn.shown) continue;
      drawn.shown = shown;
      for (const element of [drawn.group, drawn.edge, drawn.stroke]) {
        if (!element) continue;
        element.classList.remove(...states);
        if (below && element === drawn.stroke) continue;
        for (const name of classes) if (name) element.classList.add(name);
      }
      drawn.group.setAttribute("aria-description", `${drawn.words}; ${words(state)}`);
      if (drawn.text) drawn.text.textContent = state.text;
      if (drawn.visits) drawn.visits.textContent = state.visits > 1 ? visitMark(state.visits) : "";
    }
  }

  /**
   * Lights nodes up while a term or a span of the sentence is pointed at.
   * @param {number[]} nodes
   */
  light(nodes) {
    for (const lit of this.#svg.querySelectorAll(".lit")) lit.classList.remove("lit");
    for (const node of nodes) this.#drawn.get(node)?.group.classList.add("lit");
  }
}

/** @param {string} phase */
function isCut(phase) {
  return phase === "cut" || phase === "later";
}

/** @type {Record<string, string>} */
const phaseWords = {
  "": "not searched yet",
  open: "being searched", done: "searched", nil: "searched, without a value", cut: "cut", later: "cut for now",
};

/**
 * A state for those who do not see it, as the server words it.
 * @param {{phase: string, visits: number}} state
 */
function words(state) {
  return phaseWords[state.phase] + (state.visits > 1 ? `, visit ${state.visits}` : "");
}

/** @param {number} visits */
function visitMark(visits) {
  return visits <= 20 ? String.fromCodePoint(0x245f + visits) : `×${visits}`;
}
