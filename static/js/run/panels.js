// The panels beside the tree: the sentence, the table of bounds, the line of the
// pseudo-code, the counters, and the verdict at the end of the search.

import { scoreText } from "../shared/exact.js";
import { followLine } from "./code-line.js";
import { elements, node } from "./sentence.js";
import { DONE, ERROR } from "./timeline.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {import("./connection.js").Detail} Detail */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {string} className @param {...(Node | string)} content
 */
function make(tag, className, ...content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content);
  return element;
}

export class Panels {
  /** @type {(node: number) => string} */
  #name;
  /** An embedded run has the sentence, and no other panel. */
  #whole = document.getElementById("bounds") !== null;
  /** The page of a chapter has the bounds, and no code. */
  #code = document.getElementById("code");
  #followLine;
  #players = this.#whole ? Number(byId("bounds").dataset.players) : 0;

  /** @param {(node: number) => string} name */
  constructor(name) {
    this.#name = name;
    this.#followLine = this.#code && followLine(this.#code);
  }

  /** The counters and the line of code, which need no request. @param {Timeline} timeline @param {number} t */
  step(timeline, t) {
    if (!this.#code) return;
    const { entered, leaves, cuts, again } = timeline.counts(t);
    byId("count-nodes").textContent = entered.toLocaleString("en");
    byId("count-leaves").textContent = leaves.toLocaleString("en");
    byId("count-cut").textContent = cuts.toLocaleString("en");
    byId("count-again").textContent = again.toLocaleString("en");
    this.showLine(timeline.line[t]);
    const over = timeline.type[t] === DONE || timeline.type[t] === ERROR;
    const verdict = document.getElementById("verdict");
    if (verdict) verdict.hidden = !over;
  }

  /** Marks a line of the code, from 1. @param {number} now */
  showLine(now) {
    for (const [i, line] of [...(this.#code?.children ?? [])].entries()) {
      const is = i + 1 === now;
      if (line.classList.contains("now") === is) continue;
      line.classList.toggle("now", is);
      if (is) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    }
    this.#followLine?.();
    document.dispatchEvent(new CustomEvent("line-shown", { detail: now }));
  }

  /** @param {Detail} detail */
  detail(detail) {
    const sentence = byId("sentence");
    sentence.replaceChildren(...elements(detail.text));
    sentence.dataset.kind = detail.event.type;
    if (this.#whole) this.#bounds(detail);
  }

  /** @param {Detail} detail */
  #bounds({ event, bounds, certificate }) {
    const rows = /** @type {HTMLElement[]} */ ([...byId("bounds").querySelectorAll("tbody tr")]);
    for (let p = 0; p < this.#players; p++) {
      const term = event.terms?.find((/** @type {any} */ t) => t.player === p + 1), row = rows[p];
      const promised = term?.from === "heuristic" && !bounds[p];
      const bound = promised ? { ...term, child: -1 } : bounds[p];
      if (!row) continue;
      row.classList.toggle("used", term !== undefined);
      if (bound) row.dataset.node = String(bound.node);
      else delete row.dataset.node;
      row.children[1].textContent = bound ? scoreText(bound.score) : "–";
      const from = row.children[2];
      if (!bound) from.replaceChildren("none in use");
      else if (bound.child >= 0) from.replaceChildren(node(bound.child, this.#name(bound.child)), ", at ", node(bound.node, this.#name(bound.node)));
      else from.replaceChildren(promised ? "heuristic at " : "at ", node(bound.node, this.#name(bound.node)));
    }
    this.#certificate(certificate);
  }

  /** The reason in words, from the server. @param {import("./connection.js").Certificate | undefined} c */
  #certificate(c) {
    const foot = byId("sum");
    foot.hidden = !c?.who;
    if (c?.who) [c.who, c.sum, c.limit].forEach((text, i) => (foot.children[i].textContent = text));
    const tie = byId("tie");
    tie.hidden = !c?.tie;
    tie.textContent = c?.tie ?? "";
    const table = byId("outcomes");
    table.hidden = !c?.outcomes.length;
    table.querySelector("tbody")?.replaceChildren(...(c?.outcomes ?? []).map((o) => {
      const row = make("tr", "", make("td", "", o.value), make("td", `p p${o.player}`, o.name), make("td", "", `${o.why} at `, node(o.node, o.at)));
      row.dataset.node = String(o.node);
      return row;
    }));
  }
}
