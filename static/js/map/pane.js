// One map on the page: its canvases, its tiles and its window, drawn again when something
// has changed. What changed decides what is done: a step alone is a uniform and a redraw.

import { afterPaint } from "../shared/after-paint.js";
import { busy, idle } from "../shared/idle.js";
import { Canvas } from "./canvas.js";
import { listen } from "./gestures.js";
import { openGl } from "./gl.js";
import { Ink } from "./ink.js";
import { readPalette } from "./look.js";
import { Names } from "./names.js";
import { Scene } from "./scene.js";
import { Kind, Tiles } from "./tiles.js";
import { View } from "./view.js";

/** A newer version waits until the one before is on the screen. This is the longest wait, in milliseconds. */
const patience = 1000;

/** Milliseconds between two versions that are asked for. */
const pause = 300;

/** Milliseconds of a move that is shown: to a node, or nearer. */
const moving = 260;

/** The most device pixels of a side of a canvas: a wide screen has half of it. Without its style sheet a canvas would grow with its own size. */
const largestSide = 8192;

/** How much nearer a double click and a key lead. */
const nearer = 2.5;

/** @typedef {import("./ask.js").Place} Place */

/** What is under the pointer: a node, or a cell of density. @typedef {Place & {cell: {nodes: number, entered: number, cut: number, again: number, rule: number} | null, event: number, cut: boolean}} Hit */

/**
 * @typedef {object} Listener
 * @property {(by: boolean) => void} moved  the window has changed; by: a person has moved it
 * @property {(hit: Hit | null) => void} meant
 * @property {(hit: Hit | null) => void} chosen
 * @property {(text: string) => void} failed
 * @property {() => void} drawn
 */

export class Pane {
  view = new View();
  scene = new Scene();
  step = 0xffffffff;
  /** @type {import("./ink.js").Marks} */
  marks = { path: [], line: [], found: [], meant: null, chosen: null };
  #pieces = /** @type {import("./tiles.js").Piece[]} */ ([]);
  #made = 0;
  #frame = 0;
  #changed = true;
  #animation = 0;
  #first = true;
  /** Where the pointer is, on the map. @type {{x: number, y: number} | null} */
  #pointer = null;
  #pending = /** @type {{key: string, version: number, rows: number, width: number, later?: boolean} | null} */ (null);
  #adopted = -Infinity;
  #waiting = {};

  /** @param {HTMLElement} root @param {Listener} to */
  constructor(root, to) {
    this.root = root;
    this.to = to;
    this.canvas = /** @type {HTMLCanvasElement} */ (root.querySelector(".map-tiles"));
    this.front = /** @type {HTMLCanvasElement} */ (root.querySelector(".map-ink"));
    this.ink = new Ink(this.front);
    const renderer = root.closest("[data-map]")?.getAttribute("data-renderer") ?? "";
    this.gl = renderer === "canvas" ? null : openGl(this.canvas, renderer === "webgl");
    /** @type {NonNullable<ReturnType<typeof openGl>> | Canvas} */
    this.renderer = this.gl ?? new Canvas(this.canvas);
    this.canvas.addEventListener("webglcontextlost", () => this.#plain());
    this.canvas.addEventListener("webglcontextrestored", () => this.#back());
    this.tiles = new Tiles({ changed: () => this.invalidate(true), dropped: (tile) => this.renderer.forget(tile), failed: (text) => to.failed(text) });
    this.names = new Names(() => this.invalidate(false));
    this.palette = readPalette(root);
    this.canvas.addEventListener("redraw", () => this.invalidate(true));
    new ResizeObserver(() => this.#resize()).observe(root);
    const recolour = () => {
      this.palette = readPalette(root);
      this.invalidate(true);
    };
    new MutationObserver(recolour).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) matchMedia(query).addEventListener("change", recolour);
    document.fonts.ready.then(() => this.invalidate(false));
    listen(this.front, {
      pan: (dx, dy) => this.pan(dx, dy),
      zoom: (factor, x, y) => this.zoom(factor, x, y),
      nearer: (x, y) => this.animate(() => this.view.zoom(nearer, x, y)),
      choose: (x, y) => to.chosen(this.hit(x, y)),
      point: (x, y) => {
        this.#pointer = { x, y };
        to.meant(this.hit(x, y));
      },
      leave: () => {
        this.#pointer = null;
        to.meant(null);
      },
    });
  }

  /** What is drawn on while the graphics card is away. @type {HTMLCanvasElement | null} */
  #instead = null;

  /** The card is lost, to another program or by a fault: a canvas of its own shows the map until it is back. */
  #plain() {
    if (!this.gl || this.#instead) return;
    const instead = (this.#instead = /** @type {HTMLCanvasElement} */ (this.canvas.cloneNode()));
    this.canvas.hidden = true;
    this.canvas.after(instead);
    this.renderer = new Canvas(instead);
    this.#made++; // it has drawn nothing yet
    this.invalidate(true);
  }

  #back() {
    if (!this.gl || !this.#instead) return;
    this.#instead.remove();
    this.#instead = null;
    this.canvas.hidden = false;
    this.renderer = this.gl;
    this.invalidate(true);
  }

  get ratio() {
    return Math.min(3, devicePixelRatio || 1);
  }

  #resize() {
    const { width, height } = this.root.getBoundingClientRect(), ratio = this.ratio;
    if (width < 1 || height < 1) return;
    for (const c of [this.canvas, this.front, ...(this.#instead ? [this.#instead] : [])]) {
      c.width = Math.min(largestSide, Math.round(width * ratio));
      c.height = Math.min(largestSide, Math.round(height * ratio));
    }
    this.view.resize(width, height);
    this.to.moved(false); // a map beside it has rows of the same height
    this.#changed = true; // a larger one needs more tiles
    this.#draw(); // a canvas that has a new size is empty until it is drawn
  }

  /** @param {boolean} all  the window or the tiles have changed, not the step alone */
  invalidate(all) {
    this.#changed ||= all;
    if (this.#frame) return;
    busy(this);
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
      if (!this.#frame) idle(this);
    });
  }

  #draw() {
    this.#adopt();
    if (this.root.hidden || !this.canvas.width) return;
    if (this.#changed) {
      this.#changed = false;
      this.#pieces = this.tiles.pieces(this.view.extent);
      if (this.tiles.width && (this.view.span !== this.tiles.width || this.view.rows !== this.tiles.rows)) {
        this.#grow();
        this.#pieces = this.tiles.pieces(this.view.extent);
        this.to.moved(false);
      }
      this.scene.build(this.#pieces, this.view);
      this.#made++;
      if (this.#pending) this.invalidate(true);
      if (this.#pointer) this.to.meant(this.hit(this.#pointer.x, this.#pointer.y)); // something else is under it now
    }
    const { ratio, view } = this, step = Math.min(this.step, this.events);
    this.renderer.draw(this.#pieces, this.scene, view, step, this.palette, ratio, this.#made);
    this.names.want(this.tiles, this.scene, view, step);
    this.ink.draw(this.scene, view, this.names, this.tiles.form, step, this.palette, ratio, this.marks, this.tiles.other !== "");
    this.to.drawn();
    const map = /** @type {HTMLElement | null} */ (this.root.closest("[data-map]"));
    if (map) map.dataset.drawn = this.over && this.tiles.settled && !this.#pending ? "all" : "";
    if (this.#first && this.#pieces.some((p) => p.tile.n > 0)) {
      this.#first = false;
      afterPaint(() => performance.mark("map-first-picture"));
    }
  }

  #shownAs = "plain";

  /** Takes over the width of what is drawn. Another form has other widths: the same part of the whole is seen of it. */
  #grow() {
    const { view, tiles } = this, as = tiles.form + tiles.other, part = tiles.width / view.span;
    if (as !== this.#shownAs && !view.fitted) {
      view.x *= part;
      view.scale /= part;
    }
    this.#shownAs = as;
    view.grow(tiles.width, tiles.rows);
  }

  /** Events of the run, as the tiles know them. */
  get events() {
    return this.#pieces[0]?.tile.events ?? 0;
  }

  /** @param {number} step */
  at(step) {
    if (step === this.step) return;
    this.step = step;
    this.invalidate(false);
  }

  /** No newer version comes. */
  over = false;

  /** @param {{key: string, version: number, rows: number, width: number, state: string, later?: boolean}} state  later: its key is another one, but it follows on the map before */
  grown(state) {
    this.over = state.state !== "running";
    if (!state.later) this.tiles.open(state.key);
    this.#pending = state;
    busy(this.#waiting);
    this.invalidate(true);
  }

  /** Takes the newest version, when it is time for it. */
  #adopt() {
    const p = this.#pending, now = performance.now();
    if (!p) return;
    const first = this.tiles.version === 0;
    if (!first && !this.over && !this.tiles.gone && (now - this.#adopted < pause || (!this.tiles.settled && now - this.#adopted < patience))) {
      if (!this.#later) this.#later = window.setTimeout(() => ((this.#later = 0), this.invalidate(true)), 60);
      return;
    }
    this.#pending = null;
    idle(this.#waiting);
    this.#adopted = now;
    if (p.later) this.tiles.open(p.key, true);
    if (first) this.view.grow(p.width, p.rows);
    if (this.tiles.grown(p.version, p.rows, p.width)) this.#changed = true;
  }
  #later = 0;

  /** @param {"plain" | "sized"} form @param {string} other */
  show(form, other) {
    this.tiles.show(form, other);
    this.names.clear();
    this.invalidate(true);
  }

  /** @param {import("./view.js").Shape} shape */
  shape(shape) {
    const middle = (this.view.y + this.view.height / 2) / this.view.row;
    this.view.shape = shape;
    this.view.y = middle * this.view.row - this.view.height / 2;
    this.view.clamp();
    this.#moved();
  }

  #moved(by = true) {
    this.invalidate(true);
    this.to.moved(by);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    cancelAnimationFrame(this.#animation);
    this.view.pan(dx, dy);
    this.#moved();
  }

  /** @param {number} factor @param {number} [x] @param {number} [y] */
  zoom(factor, x = this.view.width / 2, y = this.view.height / 2) {
    cancelAnimationFrame(this.#animation);
    this.view.zoom(factor, x, y);
    this.#moved();
  }

  fit() {
    this.animate(() => this.view.fit());
  }

  /** Shows a place, near enough to see it. @param {Place} p @param {boolean} [near]  as near as a node alone */
  go(p, near = true) {
    const wide = Math.max(1e-9, p.to - p.from), least = near ? Math.min(this.view.mostScale, Math.max(this.view.scale, Math.min(220, this.view.width * 0.3) / wide)) : this.view.scale;
    this.animate(() => this.view.show(p.from, p.to, p.row, least));
  }

  /** Whether a place is in the window, not at its edge. @param {Place} p */
  sees(p) {
    const a = this.view.px(p.from), b = this.view.px(p.to), y = this.view.py(p.row);
    return b > 8 && a < this.view.width - 8 && y > -this.view.row / 2 && y + this.view.row / 2 < this.view.height;
  }

  /** Moves the window by a change of it, smoothly if motion is welcome. @param {() => void} change */
  animate(change) {
    cancelAnimationFrame(this.#animation);
    if (this.#pointer) {
      this.#pointer = null; // it did not go along
      this.to.meant(null);
    }
    const from = this.view.place;
    change();
    const to = this.view.place;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.#moved();
      return;
    }
    const began = performance.now(), width = this.view.width;
    busy(this.view);
    // The middle moves on a straight line of the screen, while the zoom changes evenly.
    const move = (/** @type {number} */ now) => {
      const t = Math.min(1, Math.max(0, (now - began) / moving)), s = t * t * (3 - 2 * t);
      if (t >= 1) {
        this.view.place = to;
        this.view.clamp();
        idle(this.view);
      } else {
        const scale = from.scale * (to.scale / from.scale) ** s;
        const k = Math.abs(to.scale / from.scale - 1) < 1e-6 ? s : (1 / scale - 1 / from.scale) / (1 / to.scale - 1 / from.scale);
        const a = from.x + width / 2 / from.scale, b = to.x + width / 2 / to.scale;
        this.view.place = { scale, x: a + (b - a) * k - width / 2 / scale, y: from.y + (to.y - from.y) * s, fitted: to.fitted };
        this.#animation = requestAnimationFrame(move);
      }
      this.#moved();
    };
    this.#animation = requestAnimationFrame(move);
  }

  /** What is at a point of the canvas. @param {number} x @param {number} y @returns {Hit | null} */
  hit(x, y) {
    const row = Math.floor((this.view.y + y) / this.view.row);
    return row < 0 || row >= this.view.rows ? null : this.item(row, this.view.x + x / this.view.scale);
  }

  /** The node or cell at a leaf of a row. @param {number} row @param {number} leaf @returns {Hit | null} */
  item(row, leaf) {
    const k = this.scene.at(row, leaf);
    if (k >= 0) {
      const t = this.scene.tile(k), i = this.scene.item[k], label = this.names.get(this.tiles.form, row, t.index[i])?.label ?? "";
      return { row, index: t.index[i], from: this.scene.from[k], to: this.scene.to[k], label, cell: null, event: t.first[i], cut: t.cut[i] > 127 };
    }
    for (const { tile, from, to } of this.#pieces) {
      const r = row - tile.row;
      if (leaf < from || leaf >= to || r < 0 || r > 15) continue;
      const at = ((leaf - tile.from) / (tile.to - tile.from)) * 65535;
      for (let i = tile.starts[r]; i < tile.starts[r + 1]; i++) {
        if (tile.kind[i] & Kind.single || at < tile.left[i] || at >= tile.right[i]) continue;
        const each = (tile.to - tile.from) / 65535;
        return {
          row, index: tile.index[i], from: tile.from + each * tile.left[i], to: tile.from + each * tile.right[i], label: "", event: tile.first[i], cut: tile.cut[i] > 127,
          cell: { nodes: tile.count[i], entered: tile.entered[i] / 255, cut: tile.cut[i] / 255, again: tile.again[i] / 255, rule: tile.rule[i] },
        };
      }
    }
    return null;
  }
}
