// The card of one node: its state at the step, its visits, and what each
// player could still get there. It follows the cursor of time.

import { least as smaller, order, rounded, subtract, textOf, typedNumber } from "../shared/exact.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {import("../shared/exact.js").Exact} Exact */
/** What a player can get; null: there is no limit. @typedef {{low: Exact | null, up: Exact | null}} Interval */

/** @type {Record<string, string>} */
const phaseWords = {
  "": "not searched yet", open: "being searched", done: "searched", nil: "returned no value",
  cut: "cut", later: "cut for now",
};

/**
 * What each player could still get, from the text beside a node:
 * "(≥5, ≤4, ≤4)" while it is searched, "(5, 2, 2)" once it is valued; pure.
 * @param {string} text @param {number} players
 * @param {Interval[] | null} all  what each player can get at all; null: not known
 * @returns {Interval[] | null}
 */
function intervals(text, players, all) {
  const open = all ?? Array.from({ length: players }, () => ({ low: null, up: null }));
  const inside = /^\((.*)\)$/.exec(text);
  if (!inside) return text === "" || text === "–" ? open : null;
  const parts = inside[1].split(",").map((p) => p.trim());
  if (parts.length !== players) return null;
  return parts.map((part, p) => {
    const n = typedNumber(part.replace(/^[≥≤]/, ""));
    if (!n) return open[p];
    if (part.startsWith("≥")) return { low: n, up: open[p].up };
    if (part.startsWith("≤")) return { low: open[p].low, up: n };
    return { low: n, up: n };
  });
}

export class NodeCard {
  /** The node that is shown; -1 for none. */
  node = -1;
  #card = /** @type {HTMLElement} */ (document.getElementById("card"));
  #players = Number(this.#card.dataset.players);
  /** What each player can get at all; null: not known. */
  #all = this.#possible();
  /** @type {(step: number) => void} */
  #go;
  #visits = "";

  /** @param {(step: number) => void} go */
  constructor(go) {
    this.#go = go;
    this.#part("close").addEventListener("click", (e) => {
      e.preventDefault();
      this.close();
    });
  }

  /** @param {string} name */
  #part(name) {
    return /** @type {HTMLElement} */ (this.#card.querySelector(`[data-part="${name}"]`));
  }

  /** The button of a tree that is drawn in part. @param {(node: number) => void} turn */
  folds(turn) {
    const button = /** @type {HTMLElement | null} */ (this.#card.querySelector("[data-part=fold]"));
    button?.addEventListener("click", () => turn(this.node));
  }

  close() {
    this.node = -1;
    this.#card.hidden = true;
  }

  /**
   * @param {number} node @param {string} name @param {string | null} value  a leaf's value, drawn
   * @param {Timeline} timeline @param {number} t
   */
  open(node, name, value, timeline, t) {
    this.node = node;
    this.#visits = "";
    this.#card.hidden = false;
    this.#part("name").textContent = name;
    this.#card.dataset.value = value ?? "";
    this.#card.querySelector("[data-part=fold]")?.toggleAttribute("hidden", value !== null);
    this.show(timeline, t);
    // A sheet leaves the top of a narrow window to the tree.
    if (getComputedStyle(this.#card).position === "fixed") document.getElementById("stage")?.scrollIntoView({ block: "start" });
  }

  /** @param {Timeline} timeline @param {number} t */
  show(timeline, t) {
    if (this.node < 0) return;
    const state = timeline.state(this.node, t);
    const text = state.phase === "" ? "" : state.text || (state.phase === "done" ? this.#card.dataset.value ?? "" : "");
    this.#part("state").textContent = (phaseWords[state.phase] ?? "") + (state.exact ? ", value exact" : "");
    this.#bars(intervals(text, this.#players, this.#all));
    this.#timeline(timeline, t);
  }

  /** @param {Interval[] | null} list */
  #bars(list) {
    const box = this.#part("bars");
    const all = this.#all;
    box.hidden = !list || !all;
    if (!list || !all) return;
    const rows = [...box.querySelectorAll("tr")];
    list.forEach(({ low, up }, i) => {
      const bar = rows[i]?.querySelector(".still"), words = rows[i]?.querySelector("td:last-child");
      const { low: least, up: most } = all[i];
      if (!low || !up || !least || !most) return;
      const whole = rounded(subtract(most, least)) || 1, to = smaller(up, most);
      bar?.setAttribute("x", String((100 * rounded(subtract(low, least))) / whole));
      bar?.setAttribute("width", String(Math.max(1.2, (100 * rounded(subtract(to, low))) / whole)));
      if (words) words.textContent = (order(low, up) === 0 ? textOf(low) : `${textOf(low)} to ${textOf(to)}`).replaceAll("-", "−");
    });
  }

  /** @returns {Interval[] | null} */
  #possible() {
    const { least, most } = this.#card.dataset;
    if (!least || !most) return null;
    const ups = most.split(",").map(typedNumber);
    return least.split(",").map((low, i) => ({ low: typedNumber(low), up: ups[i] }));
  }

  /** The visits as a small timeline: a button for each. @param {Timeline} timeline @param {number} t */
  #timeline(timeline, t) {
    const steps = timeline.visits(this.node);
    const key = `${steps.length}|${steps.findLastIndex((s) => s <= t)}`;
    if (key === this.#visits) return;
    this.#visits = key;
    const list = this.#part("visits");
    list.hidden = steps.length === 0 || steps[0] > t; // what has not been searched has no visits
    list.replaceChildren(
      ...steps.map((step, i) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = `${i + 1}`;
        button.title = `Visit ${i + 1} starts at step ${step}`;
        button.setAttribute("aria-label", button.title);
        button.classList.toggle("past", step <= t);
        if (i === steps.findLastIndex((s) => s <= t)) button.setAttribute("aria-current", "step");
        button.addEventListener("click", () => this.#go(step));
        return button;
      }),
    );
  }
}
