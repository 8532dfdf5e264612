// The whole map as a strip, with the window in it. It is drawn from the coarsest tiles.

import { Canvas } from "./canvas.js";
import { Scene } from "./scene.js";
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
  #scene = new Scene();
  /** What was drawn last. @type {{tile: import("./tiles.js").Tile, n: number, step: number, palette: import("./look.js").Palette} | null} */
  #drawn = null;

  /** @param {HTMLElement} root @param {import("./pane.js").Pane} pane */
  constructor(root, pane) {
    this.root = root;
    this.pane = pane;
    this.canvas = /** @type {HTMLCanvasElement} */ (root.querySelector("canvas"));
    this.window = /** @type {HTMLElement} */ (root.querySelector(".map-window"));
    this.drawing = new Canvas(this.canvas);
    new ResizeObserver(([entry]) => {
      // The size is kept: to ask for it in every frame is a layout each time.
      this.#view.width = entry.contentRect.width;
      this.#view.height = entry.contentRect.height;
      this.draw();
    }).observe(root);
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

  /** Draws the strip, if its picture has changed, and the window in it. */
  draw() {
    const { pane } = this, v = this.#view, ratio = pane.ratio, { width, height } = v;
    if (width < 2 || height < 2) return;
    const pieces = pane.tiles.whole();
    if (pieces.length === 0) return;
    v.rows = pane.tiles.rows;
    v.span = pane.tiles.width || 1;
    v.fit();
    const w = Math.round(width * ratio), h = Math.round(height * ratio);
    if (this.canvas.width !== w || this.canvas.height !== h) {
      this.canvas.width = w;
      this.canvas.height = h;
      this.#drawn = null;
    }
    const d = this.#drawn;
    if (!d || d.tile !== pieces[0].tile || d.n !== pieces.length || d.step !== pane.step || d.palette !== pane.palette) {
      const same = d?.tile === pieces[0].tile && d.n === pieces.length;
      this.#drawn = { tile: pieces[0].tile, n: pieces.length, step: pane.step, palette: pane.palette };
      if (!same) this.#scene.build(pieces, v);
      this.drawing.draw(pieces, this.#scene, v, pane.step, pane.palette, ratio);
    }
    this.#place();
  }

  #place() {
    const v = this.#view, e = this.pane.view.extent;
    const left = Math.max(0, e.from / v.span), right = Math.min(1, e.to / v.span), top = Math.max(0, e.top / v.rows), bottom = Math.min(1, e.bottom / v.rows);
    const whole = right - left > 0.995 && bottom - top > 0.995, { style } = this.window;
    if (this.window.hidden !== whole) this.window.hidden = whole;
    if (whole) return;
    style.left = `${left * 100}%`;
    style.width = `max(5px, ${(right - left) * 100}%)`;
    style.top = `${top * 100}%`;
    style.height = `${(bottom - top) * 100}%`;
  }
}
