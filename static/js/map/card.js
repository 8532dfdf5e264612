// The card of a node: its sentence, beside what it speaks of and never over it. It follows
// the pointer and the keys; a click makes it stay, with buttons.

import { ask, givenUp } from "./ask.js";
import { busy, idle } from "../shared/idle.js";
import { againName } from "./legend.js";
import { percent, whole } from "./numbers.js";

/** Milliseconds that the pointer rests before the server is asked. */
const rest = 80;

/** Answers that are remembered. */
const mostKnown = 300;

/** CSS pixels between the card and its node. */
const apart = 12;

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
    this.at.hidden = hit === null;
    this.at.toggleAttribute("data-stays", this.stays);
    if (!hit) return;
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
    this.place();
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
    if (this.hit === hit) this.place();
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

  /** Puts the card below its node, or above it where there is more space. */
  place() {
    if (!this.hit || this.at.hidden) return;
    const { view } = this.pane, stage = /** @type {HTMLElement} */ (this.at.offsetParent ?? this.at.parentElement), pane = this.pane.root;
    const room = { width: stage.clientWidth, height: stage.clientHeight }, size = { width: this.at.offsetWidth, height: this.at.offsetHeight };
    const x = pane.offsetLeft + view.centre(view.px(this.hit.from), view.px(this.hit.to));
    const top = pane.offsetTop + view.py(this.hit.row), bottom = top + (view.shape === "tree" ? view.box + 18 : view.row);
    const left = Math.min(room.width - size.width - 6, Math.max(6, x - size.width / 2));
    let y = bottom + apart;
    if (y + size.height > room.height - 4) y = top - apart - size.height;
    this.at.style.left = `${left}px`;
    // Where it fits neither above nor below, it is beside.
    if (y < 4) {
      y = Math.max(4, Math.min(room.height - size.height - 4, top));
      this.at.style.left = `${x > room.width / 2 ? 6 : room.width - size.width - 6}px`;
    }
    this.at.style.top = `${y}px`;
  }
}
