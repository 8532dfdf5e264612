// The whole map as a strip, with the window in it. It is drawn from the coarsest tiles.

import { Canvas } from "./canvas.js";
import { View } from "./view.js";

/** A window that shows all, without margins. */
class Whole extends View {
  get row() {
    return this.height / this.rows;
  }

  fit() {
    this.scale = this.width / this.span;
    this.x = this.y = 0;
  }

  clamp() {}
}

export class Minimap {
  #view = new Whole();

  /** @param {HTMLElement} root @param {import("./pane.js").Pane} pane */
  constructor(root, pane) {
    this.root = root;
    this.pane = pane;
    this.canvas = /** @type {HTMLCanvasElement} */ (root.querySelector("canvas"));
    this.window = /** @type {HTMLElement} */ (root.querySelector(".map-window"));
    this.drawing = new Canvas(this.canvas);
    new ResizeObserver(() => this.draw()).observe(root);
    let held = false;
    const go = (/** @type {PointerEvent} */ e) => {
      const r = root.getBoundingClientRect(), v = pane.view;
      const x = ((e.clientX - r.left) / r.width) * v.span, y = ((e.clientY - r.top) / r.height) * v.rows;
      v.x = x - v.width / 2 / v.scale;
      v.y = y * v.row - v.height / 2;
      v.fitted = false;
      v.clamp();
      pane.pan(0, 0);
    };
    root.addEventListener("pointerdown", (e) => {
      held = true;
      root.setPointerCapture(e.pointerId);
      go(e);
    });
    root.addEventListener("pointermove", (e) => held && go(e));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) root.addEventListener(end, () => (held = false));
  }

  draw() {
    const { width, height } = this.root.getBoundingClientRect(), ratio = this.pane.ratio, pieces = this.pane.tiles.whole(), v = this.#view, seen = this.pane.view;
    if (width < 1 || height < 1) return;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    if (pieces.length === 0) return;
    v.width = width;
    v.height = height;
    v.rows = this.pane.tiles.rows;
    v.span = this.pane.tiles.width || 1;
    v.fit();
    this.drawing.draw(pieces, this.pane.scene, v, this.pane.step, this.pane.palette, ratio);
    const e = seen.extent, left = Math.max(0, e.from / v.span), right = Math.min(1, e.to / v.span), top = Math.max(0, e.top / v.rows), bottom = Math.min(1, e.bottom / v.rows);
    this.window.hidden = right - left > 0.995 && bottom - top > 0.995;
    this.window.style.left = `${left * 100}%`;
    this.window.style.width = `max(5px, ${(right - left) * 100}%)`;
    this.window.style.top = `${top * 100}%`;
    this.window.style.height = `${(bottom - top) * 100}%`;
  }
}
