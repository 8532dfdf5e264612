// Pan and zoom of an SVG by its view box. Coordinates: client (CSS pixels of
// the window) and picture (units of the view box).

import { busy, idle } from "./idle.js";
import { seen } from "./viewport-math.js";

/** @typedef {{x: number, y: number, w: number, h: number}} Box */

/** How far one can zoom in, and how far out of the whole picture; always until this width is seen. */
const closest = 12, farthest = 1.6, readable = 500;
/** Where less than this of the picture's width is visible, a finger moves the picture; else it scrolls the page. */
const part = 0.99;
/** Pixels that a pointer may tremble before a click becomes a drag. */
const slop = 4;
/** Milliseconds after the last move of a picture that slides, until it is laid out where it is. */
const rest = 160;

/**
 * The box after zooming by a factor about a point of the picture; pure.
 * @param {Box} box @param {number} factor @param {number} px @param {number} py @returns {Box}
 */
function zoomed(box, factor, px, py) {
  return { x: px - (px - box.x) / factor, y: py - (py - box.y) / factor, w: box.w / factor, h: box.h / factor };
}

export class Viewport {
  /** @type {SVGSVGElement} */
  #svg;
  /** @type {Box} the whole picture */
  #whole;
  /** @type {Box} */
  #box;
  /** @type {Box} what the picture is laid out for; it slides from there */
  #laidOut;
  #resting = 0;
  #slides = false;
  /** @type {Map<number, {x: number, y: number}>} pointers that are down */
  #pointers = new Map();
  #dragged = false;
  /** Whether the user has zoomed or moved the picture since it was fitted. */
  touched = false;

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.#svg = svg;
    const { x, y, width, height } = svg.viewBox.baseVal;
    this.#whole = { x, y, w: width, h: height };
    this.#box = this.#laidOut = { ...this.#whole };
    svg.addEventListener("wheel", (e) => this.#wheel(e), { passive: false });
    svg.addEventListener("pointerdown", (e) => this.#down(e));
    svg.addEventListener("pointermove", (e) => this.#move(e));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
      svg.addEventListener(end, (e) => this.#pointers.delete(e.pointerId));
    }
    // A drag that ends over a node is not a click on it.
    svg.addEventListener("click", (e) => this.#dragged && e.stopPropagation(), { capture: true });
  }

  fit() {
    this.touched = false;
    this.#set({ ...this.#whole });
  }

  /** What is visible; a new box after every move. */
  get box() {
    return this.#box;
  }

  /**
   * The picture has another size.
   * @param {Box} whole
   */
  resize(whole) {
    this.#whole = whole;
    this.#mark();
  }

  /** The pointers that are down do not move the picture: something else uses them. */
  forget() {
    this.#pointers.clear();
    this.#dragged = false;
  }

  /** @param {Box} box */
  show(box) {
    this.#set(box);
  }

  /**
   * Moves the picture. Another view box means a layout of every text in the
   * picture, so its element is transformed, until it rests. Its style has
   * overflow: visible, which shows what comes in.
   * @param {Box} box @param {import("./viewport-math.js").Size} size  of the element, in pixels
   * @param {boolean} [rests]  false: it is moved on, however late that is
   */
  slide(box, size, rests = true) {
    this.#box = box;
    const { style } = this.#svg, from = seen(this.#laidOut, size), to = seen(box, size), k = from.w / to.w, unit = size.w / to.w;
    const x = (from.x - to.x + (from.w - to.w) / 2) * unit, y = (from.y - to.y + (from.h - to.h) / 2) * unit;
    style.transform = `translate(${x}px, ${y}px) scale(${k})`;
    // What the window is of the element, as it is now.
    const inset = (/** @type {number} */ length, /** @type {number} */ by) => (length - (length - 2 * by) / k) / 2;
    style.clipPath = `inset(${inset(size.h, -y)}px ${inset(size.w, x)}px ${inset(size.h, y)}px ${inset(size.w, -x)}px)`;
    clearTimeout(this.#resting);
    busy(this);
    this.#slides = true;
    if (rests) this.#resting = window.setTimeout(() => this.#set(this.#box), rest);
  }

  /** @param {number} factor */
  zoom(factor) {
    const { x, y, w, h } = this.#box;
    this.#zoomAt(factor, x + w / 2, y + h / 2);
  }

  /** @param {number} factor @param {number} px @param {number} py */
  #zoomAt(factor, px, py) {
    const w = this.#box.w / factor;
    if (w < Math.min(this.#whole.w / closest, readable) || w > this.#whole.w * farthest) return;
    this.touched = true;
    this.#set(zoomed(this.#box, factor, px, py));
  }

  /** @param {Box} box */
  #set(box) {
    this.#box = box;
    if (this.#slides) this.#rests();
    const { x, y, w, h } = this.#laidOut;
    if (x !== box.x || y !== box.y || w !== box.w || h !== box.h) this.#svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
    this.#laidOut = { ...box };
    this.#mark();
  }

  /** The picture does not slide any more. */
  #rests() {
    clearTimeout(this.#resting);
    this.#slides = false;
    for (const name of ["transform", "clip-path"]) this.#svg.style.removeProperty(name);
    idle(this);
  }

  get #zoomed() {
    return this.#box.w < this.#whole.w * part;
  }

  #mark() {
    this.#svg.classList.toggle("zoomed", this.#zoomed);
  }

  /** @param {number} clientX @param {number} clientY */
  #toPicture(clientX, clientY) {
    const matrix = this.#svg.getScreenCTM();
    return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : new DOMPoint();
  }

  // A plain wheel scrolls the page, as everywhere; with Ctrl (or a pinch on a
  // touchpad, which browsers report so) it zooms.
  /** @param {WheelEvent} e */
  #wheel(e) {
    if (!e.ctrlKey && !e.metaKey) return;
    e.preventDefault();
    this.#set(this.#box); // a transform is no part of the matrix in every browser
    const p = this.#toPicture(e.clientX, e.clientY);
    this.#zoomAt(Math.exp(-e.deltaY / 300), p.x, p.y);
  }

  /** @param {PointerEvent} e */
  #down(e) {
    if (e.button !== 0) return;
    this.#set(this.#box);
    this.#pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (this.#pointers.size === 1) this.#dragged = false;
  }

  /** @param {PointerEvent} e */
  #move(e) {
    const from = this.#pointers.get(e.pointerId);
    if (!from) return;
    const to = { x: e.clientX, y: e.clientY };
    if (!this.#dragged && Math.hypot(to.x - from.x, to.y - from.y) < slop) return;
    this.#dragged = true;
    if (!this.#svg.hasPointerCapture(e.pointerId)) this.#svg.setPointerCapture(e.pointerId);
    const other = [...this.#pointers].find(([id]) => id !== e.pointerId)?.[1];
    const a = this.#toPicture(from.x, from.y), b = this.#toPicture(to.x, to.y);
    if (other) {
      const before = Math.hypot(from.x - other.x, from.y - other.y), after = Math.hypot(to.x - other.x, to.y - other.y);
      const middle = this.#toPicture(other.x, other.y);
      if (before > 0) this.#zoomAt(after / before, middle.x, middle.y);
    } else if (e.pointerType !== "touch" || this.#zoomed) {
      this.touched = true;
      const { x, y } = this.#box, { clientWidth: w, clientHeight: h } = this.#svg;
      this.slide({ ...this.#box, x: x - (b.x - a.x), y: y - (b.y - a.y) }, { w, h });
    }
    this.#pointers.set(e.pointerId, to);
  }
}
