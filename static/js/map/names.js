// What is written at near nodes: labels, values, bounds. They are asked for when nodes are
// wide enough, and what is known stays until something newer has come.

import { ask } from "./ask.js";
import { busy, idle } from "../shared/idle.js";

/** A name is asked for a node at least this wide, in CSS pixels: along it a line is written. */
export const leastNamed = 19;

/** A row with more nodes in the window is not asked for. */
const mostInRow = 160;

/** Nodes that are remembered. */
const mostKnown = 4000;

/** Milliseconds at rest before names are asked for. */
const rest = 70;

/** @typedef {import("./ask.js").Near} Near */

export class Names {
  /** @type {Map<string, Near & {step: number}>} */
  #known = new Map();
  #timer = 0;
  /** @type {AbortController | null} */
  #asked = null;
  #asking = "";

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  clear() {
    this.#asked?.abort();
    this.#known.clear();
    this.#asking = "";
  }

  /** @param {string} form @param {number} row @param {number} index @returns {(Near & {step: number}) | undefined} */
  get(form, row, index) {
    return this.#known.get(`${form} ${row} ${index}`);
  }

  /**
   * Asks for what is missing in a window.
   * @param {import("./tiles.js").Tiles} tiles @param {import("./scene.js").Scene} scene @param {import("./view.js").View} view @param {number} step
   */
  want(tiles, scene, view, step) {
    if (!tiles.key || !tiles.width) return;
    let top = -1, bottom = -1, missing = false;
    for (let r = 0; r < scene.starts.length - 1; r++) {
      const n = scene.starts[r + 1] - scene.starts[r];
      if (n === 0 || n > mostInRow) continue;
      let wide = false;
      for (let k = scene.starts[r]; k < scene.starts[r + 1]; k++) {
        if ((scene.to[k] - scene.from[k]) * view.scale < leastNamed) continue;
        wide = true;
        if (this.#known.get(`${tiles.form} ${scene.row[k]} ${scene.tile(k).index[scene.item[k]]}`)?.step !== step) missing = true;
      }
      if (!wide) continue;
      if (top < 0) top = scene.firstRow + r;
      bottom = scene.firstRow + r;
    }
    if (!missing) return;
    const from = Math.max(0, view.extent.from), to = Math.min(view.span, view.extent.to), asking = `${tiles.key} ${tiles.form} ${tiles.other} ${step} ${top} ${bottom} ${from} ${to}`;
    if (asking === this.#asking) return;
    this.#asking = asking;
    if (this.#known.size > mostKnown) this.#known.clear();
    clearTimeout(this.#timer);
    busy(this);
    this.#timer = window.setTimeout(() => this.#ask(tiles.key, tiles.form, tiles.other, from, to, top, bottom, step), rest);
  }

  /** @param {string} key @param {string} form @param {string} other @param {number} from @param {number} to @param {number} top @param {number} bottom @param {number} step */
  async #ask(key, form, other, from, to, top, bottom, step) {
    this.#asked?.abort();
    const asked = (this.#asked = new AbortController());
    try {
      for (let row = top; row <= bottom; ) {
        // Of the newest version: one that the search has left behind may have gone by now.
        /** @type {{nodes: Near[], more: boolean}} */
        const { nodes, more } = await ask(key, "nodes", { form, ...(other ? { other } : {}), from, to, row, rows: bottom - row + 1, step }, asked.signal);
        for (const n of nodes) this.#known.set(`${form} ${n.row} ${n.index}`, { ...n, step });
        this.changed();
        if (!more || nodes.length === 0) break;
        row = Math.max(row + 1, nodes[nodes.length - 1].row);
      }
    } catch {
      // A version that has gone, or a lost connection: the map is there without names, and the next window asks again.
    } finally {
      if (this.#asked === asked) {
        this.#asked = null;
        idle(this);
      }
    }
  }
}
