// How the map of the whole tree is drawn: an icicle with a frame over what the picture draws
// and a mark at the selected node. A click or Enter goes to a node, folded or not.

import { ask, givenUp } from "../map/ask.js";
import { whole as grouped } from "../map/numbers.js";
import { Pane } from "../map/pane.js";
import { busy, idle } from "../shared/idle.js";
import { openParts } from "./drawn-part.js";
import { idOf } from "./selection.js";

/** @typedef {import("../map/pane.js").Hit} Hit */
/** @typedef {import("../map/ask.js").Near & {id?: number}} Near */
/** @typedef {import("../map/ask.js").Node & {above?: number[]}} Known */

/** The height of a row in CSS pixels: a strip has little room. */
const heights = { icicle: { least: 6, most: 30, near: 30 }, tree: { least: 6, most: 30, near: 30 } };

/** Ids that are asked for at once; the server answers for 400. */
const most = 300;

/** Milliseconds that the pointer rests before the server is asked. */
const rest = 80;

/** How much a key zooms. */
const zoomBy = 1.6;

/** CSS pixels: of the line around what is drawn, of the mark at the selected node at least. */
const line = 2, smallest = 7;

export class WholeTree {
  #editor;
  #root;
  #pane;
  #over;
  #words;
  #spoken;
  /** @type {{row: number, from: number, to: number}[]} what is drawn, row by row */
  #drawn = [];
  /** @type {Near | null} the selected node */
  #selected = null;
  #marked = "";
  /** @type {Hit | null} where the keys are */
  #at = null;
  #came;
  /** The key of the map that is to come. */
  #awaited = "";
  /** @type {(() => void)[]} what waits for it */
  #waiting = [];
  #hovering = new AbortController();
  #timer = 0;

  /** @param {HTMLElement} root @param {import("./editor.js").Editor} editor @param {() => void} came  the newest map is on the screen */
  constructor(root, editor, came) {
    this.#root = root;
    this.#editor = editor;
    this.#came = came;
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part=${name}]`));
    this.#words = part("hover");
    this.#spoken = part("spoken");
    this.#over = /** @type {HTMLCanvasElement} */ (root.querySelector(".tree-map-part"));
    this.#pane = new Pane(/** @type {HTMLElement} */ (root.querySelector(".map-pane")), {
      moved: () => {},
      meant: (hit) => this.#mean(hit),
      chosen: (hit) => hit && this.#open(hit),
      failed: (text) => (this.#words.textContent = text),
      drawn: () => this.#drawnNow(),
    });
    this.#pane.view.heights = heights;
    this.#pane.front.addEventListener("keydown", (e) => this.#key(e));
    this.#pane.front.addEventListener("focus", () => this.#focused());
    this.#pane.front.addEventListener("blur", () => this.#point(null));
  }

  /** Takes the map of another revision; the one before stays until it is there. @param {{key: string, version: number, rows: number, width: number, state: string, nodes: number}} state */
  take({ nodes, ...state }) {
    this.#root.dataset.nodes = String(nodes);
    this.#awaited = state.key;
    this.#pane.grown({ ...state, later: this.#pane.tiles.key !== "" });
  }

  #drawnNow() {
    const { tiles } = this.#pane;
    if (this.#awaited !== "" && tiles.key === this.#awaited && tiles.settled) {
      this.#awaited = "";
      this.#at = null;
      this.#pane.names.clear();
      for (const go of this.#waiting.splice(0)) go();
      this.#came();
    }
    this.#drawMarks();
  }

  /** Resolves when the newest map is on the screen. */
  #newest() {
    return this.#awaited === "" ? Promise.resolve() : new Promise((/** @type {(v: void) => void} */ resolve) => this.#waiting.push(resolve));
  }

  // What is marked

  /** What is drawn or selected has changed. */
  async mark() {
    const { picture, selection } = this.#editor, { key } = this.#pane.tiles, selected = idOf(selection.main ?? 0);
    if (this.#awaited !== "" || key === "") return; // it comes with the next map
    const parts = openParts(picture.model), ids = [...new Set([selected, ...parts.flatMap(({ first, last }) => [first, last])])].filter((id) => id > 0);
    const name = `${key} ${ids}`;
    if (name === this.#marked) return;
    this.#marked = name;
    busy(this);
    try {
      /** @type {Map<number, Near>} */
      const places = new Map();
      for (let i = 0; i < ids.length; i += most) {
        /** @type {{nodes: Near[]}} */
        const { nodes } = await ask(key, "nodes", { ids: ids.slice(i, i + most).join(",") });
        for (const node of nodes) if (node.id) places.set(node.id, node);
      }
      if (this.#marked !== name) return; // something newer is asked for
      this.#selected = places.get(selected) ?? null;
      this.#drawn = [{ row: 0, from: 0, to: this.#pane.tiles.width }];
      for (const { first, last, level } of parts) {
        const a = places.get(first), b = places.get(last);
        if (a && b) this.#drawn.push({ row: level + 1, from: a.from, to: b.to });
      }
      this.#root.dataset.rows = String(new Set(this.#drawn.map(({ row }) => row)).size);
      this.#root.dataset.selected = this.#selected ? `${this.#selected.row} ${this.#selected.index}` : "";
      this.#pane.invalidate(false);
    } catch {
      this.#marked = ""; // a map that has gone: the next one is marked
    } finally {
      if (this.#marked === name || this.#marked === "") idle(this);
    }
  }

  #drawMarks() {
    const { front, palette, ratio, view } = this.#pane, over = this.#over, c = over.getContext("2d");
    if (!c) return;
    if (over.width !== front.width || over.height !== front.height) [over.width, over.height] = [front.width, front.height];
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, over.width, over.height);
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    const rows = new Path2D();
    for (const { row, from, to } of this.#drawn) {
      const a = Math.max(-9, view.px(from)), b = Math.min(view.width + 9, view.px(to)), x = Math.floor(a), y = Math.round(view.py(row));
      if (b > a) rows.rect(x, y, Math.max(2, Math.round(b) - x), Math.round(view.py(row + 1)) - y);
    }
    c.strokeStyle = c.fillStyle = palette.css.focus;
    c.lineWidth = 2 * line;
    c.lineJoin = "round";
    c.stroke(rows);
    c.globalCompositeOperation = "destination-out"; // the outline alone stays, around all of them
    c.fill(rows);
    c.globalCompositeOperation = "source-over";
    c.globalAlpha = 0.16;
    c.fill(rows);
    c.globalAlpha = 1;
    const s = this.#selected;
    if (!s) return;
    const wide = Math.max(smallest, (s.to - s.from) * view.scale), x = Math.max(2, Math.min(view.width - 2 - smallest, (view.px(s.from) + view.px(s.to) - wide) / 2)), y = view.py(s.row);
    const right = Math.min(view.width - 2, x + wide), high = Math.max(5, view.row - 1);
    c.fillStyle = palette.css.now;
    c.fillRect(x, y, right - x, high);
    c.strokeStyle = palette.css.ink;
    c.lineWidth = 1.8;
    c.strokeRect(x, y, right - x, high);
    // A mark above the map is seen from far away.
    const middle = (x + right) / 2, top = Math.max(0, view.py(0) - 10);
    c.fillStyle = palette.css.ink;
    c.beginPath();
    c.moveTo(middle - 5, top);
    c.lineTo(middle + 5, top);
    c.lineTo(middle, top + 7);
    c.fill();
  }

  // The pointer

  /** @param {Hit | null} hit */
  #mean(hit) {
    const now = this.#pane.marks.meant;
    if (now?.row === hit?.row && now?.index === hit?.index && now?.from === hit?.from) return;
    this.#point(hit);
  }

  /** Marks a node or a cell, and says what it is. @param {Hit | null} hit @param {boolean} [aloud] */
  #point(hit, aloud = false) {
    this.#pane.marks.meant = hit;
    this.#pane.invalidate(false);
    clearTimeout(this.#timer);
    this.#hovering.abort();
    idle(this.#words);
    const say = (/** @type {string} */ text) => {
      this.#words.textContent = text;
      if (aloud) this.#spoken.textContent = text;
    };
    if (!hit) return say("");
    if (hit.cell) return say(`${grouped(hit.cell.nodes)} nodes of level ${hit.row + 1}`);
    const { signal } = (this.#hovering = new AbortController());
    busy(this.#words);
    this.#timer = window.setTimeout(async () => {
      try {
        const { name, nodes } = await this.#know(hit, signal);
        say(`${name}, level ${hit.row + 1}, ${nodes === 1 ? "a leaf" : `${grouped(nodes)} nodes with those below it`}`);
      } catch (error) {
        if (!givenUp(error)) say(error instanceof Error ? error.message : String(error));
      }
      if (!signal.aborted) idle(this.#words);
    }, aloud ? 0 : rest);
  }

  /** @param {{row: number, index: number}} place @param {AbortSignal} [signal] @returns {Promise<Known>} */
  #know({ row, index }, signal) {
    return ask(this.#pane.tiles.key, "node", { row, index }, signal);
  }

  /** Goes to a node in the picture; of a cell to one in its middle. @param {Hit} hit */
  async #open(hit) {
    busy(this.#spoken);
    try {
      if (this.#awaited !== "") {
        await this.#newest();
        hit = this.#pane.item(hit.row, (hit.from + hit.to) / 2) ?? hit;
      }
      const index = hit.cell ? hit.index + Math.floor(hit.cell.nodes / 2) : hit.index;
      const { above = [], name } = await this.#know({ row: hit.row, index });
      if (above.length === 0) return;
      await this.#editor.show(above);
      this.#editor.focus();
      this.#editor.announce(`${name} is selected, on level ${hit.row + 1}.`);
    } catch (error) {
      this.#words.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      idle(this.#spoken);
    }
  }

  // The keys

  #focused() {
    if (this.#pane.front.matches(":focus-visible")) this.#step(this.#here);
  }

  /** Where the keys are: at first at the selected node. @returns {Hit | null} */
  get #here() {
    const s = this.#selected;
    return this.#at ?? (s ? { ...s, cell: null, event: 0, cut: false } : this.#pane.item(0, 0));
  }

  /** @param {Hit} hit */
  #go(hit) {
    this.#at = hit;
    if (!this.#pane.sees(hit)) this.#pane.go(hit, false);
    this.#point(hit, true);
  }

  /** @param {KeyboardEvent} e */
  #key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const pane = this.#pane, { view } = pane;
    const zoom = (/** @type {number} */ by) => {
      const x = this.#at ? view.centre(view.px(this.#at.from), view.px(this.#at.to)) : view.width / 2;
      pane.animate(() => view.zoom(by, x, view.height / 2));
    };
    switch (e.key) {
      case "ArrowLeft":
      case "ArrowRight":
      case "ArrowUp":
      case "ArrowDown":
        this.#walk(e.key);
        break;
      case "Home":
        this.#step(pane.item(0, 0));
        break;
      case "Enter":
      case " ":
        if (this.#here) this.#open(this.#here);
        break;
      case "+":
      case "=":
        zoom(zoomBy);
        break;
      case "-":
      case "−":
        zoom(1 / zoomBy);
        break;
      case "f":
      case "F":
        pane.fit();
        break;
      case "Escape":
        this.#editor.focus();
        break;
      default:
        return;
    }
    e.preventDefault();
  }

  /** From node to node: up to the parent, down to the first child that is seen, left and right along the level. @param {string} key */
  #walk(key) {
    const at = this.#here, pane = this.#pane, { view } = pane;
    if (!at) return;
    const middle = (at.from + at.to) / 2, small = Math.min(0.5 / view.scale, 0.25);
    switch (key) {
      case "ArrowUp":
        return this.#step(at.row > 0 ? pane.item(at.row - 1, middle) : null);
      case "ArrowDown":
        return this.#step(pane.item(at.row + 1, Math.max(at.from, Math.min(view.x, at.to - small)) + small));
      case "ArrowLeft":
        return this.#step(pane.item(at.row, at.from - small));
      case "ArrowRight":
        return this.#step(pane.item(at.row, at.to + small));
    }
  }

  /** @param {Hit | null} hit */
  #step(hit) {
    if (hit) this.#go(hit);
  }
}
