// The card of a node: its sentence, in a panel beside the map, so that it covers no child. It follows the pointer and the
// keys; a click makes it stay, with buttons.

import { ask, givenUp } from "./ask.js";
import { busy, idle } from "../shared/idle.js";
import { againName } from "./legend.js";
import { percent, whole } from "./numbers.js";

/** Milliseconds that the pointer rests before the server is asked. */
const rest = 80;

/** Answers that are remembered. */
const mostKnown = 300;

/** @typedef {import("./pane.js").Hit} Hit */

export class Card {
  /** @type {Map<string, import("./ask.js").Node>} */
  #known = new Map();
  #timer = 0;
  /** @type {AbortController | null} */
  #asked = null;
  /** @type {Hit | null} */
  hit = null;
  stays = false;

  /**
   * @param {HTMLElement} at @param {import("./pane.js").Pane} pane
   * @param {(rule: number) => string} ruleName
   * @param {(text: string) => void} spoken
   */
  constructor(at, pane, ruleName, spoken) {
    this.at = at;
    this.pane = pane;
    this.ruleName = ruleName;
    this.spoken = spoken;
  }

  #part(/** @type {string} */ name) {
    return /** @type {HTMLElement} */ (this.at.querySelector(`[data-part=${name}]`));
  }

  forget() {
    this.#known.clear();
  }

  /** @param {Hit | null} hit @param {boolean} stays */
  show(hit, stays) {
    if (!stays && this.stays) return;
    if (hit && this.hit && hit.row === this.hit.row && hit.index === this.hit.index && (hit.cell === null) === (this.hit.cell === null) && stays === this.stays) return;
    this.hit = hit;
    this.stays = stays && hit !== null;
    const link = this.at.querySelector("#map-position");
    if (link instanceof HTMLElement) link.hidden = true;
    clearTimeout(this.#timer);
    this.#asked?.abort();
    idle(this);
    this.at.toggleAttribute("data-empty", hit === null);
    this.at.toggleAttribute("data-stays", this.stays);
    if (!hit) {
      this.#part("name").textContent = this.#part("sentence").textContent = "";
      this.#facts([]);
      return;
    }
    const node = this.#known.get(`${this.pane.tiles.key} ${this.pane.tiles.version} ${hit.row} ${hit.index}`);
    if (hit.cell) this.#cell(hit);
    else if (node) this.#node(node);
    else {
      this.#part("name").textContent = hit.label || `ply ${hit.row}`;
      this.#part("sentence").textContent = "";
      this.#facts([["event", whole(hit.event)]]);
      busy(this);
      this.#timer = window.setTimeout(() => this.#ask(hit), rest);
    }
  }

  async #ask(/** @type {Hit} */ hit) {
    const asked = (this.#asked = new AbortController()), { key, version, form } = this.pane.tiles;
    try {
      /** @type {import("./ask.js").Node} */
      const node = await ask(key, "node", { row: hit.row, index: hit.index, form }, asked.signal);
      if (this.#known.size >= mostKnown) this.#known.clear();
      this.#known.set(`${key} ${version} ${hit.row} ${hit.index}`, node);
      if (this.hit === hit) this.#node(node);
    } catch (error) {
      if (!givenUp(error) && this.hit === hit) this.#part("sentence").textContent = error instanceof Error ? error.message : String(error);
    }
    if (this.#asked === asked) idle(this);
  }

  #node(/** @type {import("./ask.js").Node} */ n) {
    this.#part("name").textContent = n.name || (n.row === 0 ? "the root" : n.label);
    this.#part("sentence").textContent = n.sentence;
    /** @type {[string, string][]} */
    const facts = [["ply", whole(n.row)], ["event", n.end > n.event ? `${whole(n.event)} to ${whole(n.end)}` : whole(n.event)]];
    if (n.visits > 1) facts.push(["visits", whole(n.visits)]);
    if (n.nodes > 1) facts.push(["nodes", whole(n.nodes)]);
    if (n.size) facts.push([n.size.known ? "size" : "size, estimated", `${whole(n.size.nodes)} nodes${n.size.how ? ` (${n.size.how})` : ""}`]);
    this.#facts(facts);
    this.spoken(`${this.#part("name").textContent}. ${n.sentence}`);
    if (this.stays) this.at.dispatchEvent(new CustomEvent("map-node", { bubbles: true, detail: n })); // its page may go there
    this.#position(n);
  }

  /** The link to the page of the node's position in its game. @param {import("./ask.js").Node} n */
  #position(n) {
    const link = /** @type {HTMLAnchorElement | null} */ (this.at.querySelector("#map-position"));
    const page = /** @type {HTMLElement | null} */ (this.at.closest("[data-map]"))?.dataset.position;
    if (!link || !page) return;
    const address = new URL(page, location.href);
    const moves = [address.searchParams.get("moves") ?? "", ...n.line.map(String)].filter((m) => m !== "");
    if (moves.length > 0) address.searchParams.set("moves", moves.join("."));
    link.href = address.href;
    link.hidden = false;
  }

  #cell(/** @type {Hit} */ hit) {
    const c = hit.cell;
    if (!c) return;
    this.#part("name").textContent = `${whole(c.nodes)} ${c.nodes === 1 ? "node" : "nodes"} of ply ${hit.row}`;
    this.#part("sentence").textContent = "";
    /** @type {[string, string][]} */
    const facts = [];
    if (this.pane.tiles.other) facts.push(["both runs", percent(c.entered)], ["this run only", percent(c.cut)], ["the other run only", percent(c.again)]);
    else {
      facts.push(["entered", percent(c.entered)], [c.rule ? `cut, most by ${this.ruleName(c.rule)}` : "cut", percent(c.cut)]);
      if (c.again > 0) facts.push([againName(document), percent(c.again)]);
    }
    this.#facts(facts);
  }

  #facts(/** @type {[string, string][]} */ list) {
    this.#part("facts").replaceChildren(...list.map(([name, value]) => {
      const div = document.createElement("div"), dt = document.createElement("dt"), dd = document.createElement("dd");
      dt.textContent = name;
      dd.textContent = value;
      div.append(dt, dd);
      return div;
    }));
  }
}
