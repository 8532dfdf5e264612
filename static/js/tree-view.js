// The picture of the tree. The server has drawn it; this sets classes and
// texts on it, pans and zooms it, and says which node is meant.

import { phases } from "./timeline.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */

/**
 * @typedef {object} Drawn
 * @property {Element} group
 * @property {Element | null} edge
 * @property {Element | null} stroke
 * @property {Element | null} text   what changes during play: the bound vector beside an inner node
 * @property {Element | null} visits
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
    for (const group of svg.querySelectorAll("g.node")) {
      const node = Number(group.getAttribute("data-node"));
      this.#drawn.set(node, {
        group,
        edge: svg.getElementById(`e${node}`),
        stroke: svg.getElementById(`k${node}`),
        text: group.querySelector(".bound"),
        visits: group.querySelector(".visits"),
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
    return this.#drawn.get(node)?.group.getAttribute("data-name") ?? `node ${node}`;
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
      const shown = `${classes.filter(Boolean).join(" ")}|${state.visits}|${state.text}`;
      if (shown === drawn.shown) continue;
      drawn.shown = shown;
      for (const element of [drawn.group, drawn.edge, drawn.stroke]) {
        if (!element) continue;
        element.classList.remove(...states);
        for (const name of classes) if (name) element.classList.add(name);
      }
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

/** @param {number} visits */
function visitMark(visits) {
  return visits <= 20 ? String.fromCodePoint(0x245f + visits) : `×${visits}`;
}
