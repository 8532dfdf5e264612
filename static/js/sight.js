// Where the window of a tree that is played stands. A tree that can be read as
// a whole is shown as a whole. Of a larger one the window shows what is around
// the node at work, and goes along when that leaves it, until somebody moves
// the window himself.

import { around, between, crowded, seen } from "./camera.js";
import { busy, idle } from "./idle.js";

/** @typedef {import("./zoom.js").Box} Box */
/** @typedef {import("./zoom.js").Viewport} Viewport */

/** Milliseconds of a move of the window. */
const duration = 240;
/** Windows away from which a move would only flicker. */
const far = 2;
/** A node nearer to the rim than this is not in sight. */
const rim = 40;
const less = matchMedia("(prefers-reduced-motion: reduce)");

export class Sight {
  #svg;
  #port;
  #picture;
  #window = { w: 0, h: 0 };
  /** @type {Element | null} the node at work */
  #at;
  /** All is shown. */
  #all = false;
  #frame = 0;
  /** @type {Box} where the window is, or is going to */
  #target;

  /** @param {SVGSVGElement} svg @param {Viewport} port */
  constructor(svg, port) {
    this.#svg = svg;
    this.#port = port;
    this.#picture = { w: svg.viewBox.baseVal.width, h: svg.viewBox.baseVal.height };
    this.#target = port.box;
    this.#at = svg.querySelector("g.node.now") ?? svg.querySelector("g.node");
    new ResizeObserver(() => this.#settle()).observe(svg);
    this.#settle();
    svg.addEventListener("focusin", (e) => {
      const group = e.target instanceof Element ? e.target.closest("g.node") : null;
      if (group?.matches(":focus-visible") && this.#large) this.#see(group);
    });
  }

  get #large() {
    return crowded(this.#picture, this.#window);
  }

  /** The window has its size. */
  #settle() {
    this.#window = { w: this.#svg.clientWidth, h: this.#svg.clientHeight };
    if (this.#large) this.#svg.classList.add("large"); // a phone gives more of its height to it
    if (this.#large && !this.#all && !this.#port.touched) this.#show(around(this.#picture, this.#window, place(this.#at)));
  }

  /** All of the tree; the next time, where it is large, the node at work again. */
  fit() {
    cancelAnimationFrame(this.#frame);
    idle(this);
    this.#all = !this.#large || !this.#all || this.#port.touched;
    this.#port.fit();
    this.#settle();
  }

  /** Another node is at work. @param {Element | undefined} group  undefined: it is not drawn */
  follow(group) {
    if (!group) return;
    this.#at = group;
    if (this.#large && !this.#all && !this.#port.touched) this.#see(group);
  }

  /** Moves the window so far that a node is in sight, at the scale that it has. @param {Element} group */
  #see(group) {
    const from = this.#port.touched ? this.#port.box : this.#target, at = place(group);
    const view = seen(from, this.#window), there = around(this.#picture, { w: view.w, h: view.h }, at, 1);
    const out = (/** @type {number} */ p, /** @type {number} */ start, /** @type {number} */ size) => p < start + rim || p > start + size - rim;
    const x = out(at.x, view.x, view.w) ? there.x : view.x, y = out(at.y, view.y, view.h) ? there.y : view.y;
    if (x !== view.x || y !== view.y) this.#go({ x, y, w: view.w, h: view.h });
  }

  /** @param {Box} to */
  #go(to) {
    const from = this.#port.box;
    cancelAnimationFrame(this.#frame);
    if (less.matches || Math.abs(to.x - from.x) > far * to.w || Math.abs(to.y - from.y) > far * to.h) return this.#show(to);
    this.#target = to;
    const begun = performance.now();
    busy(this);
    let shown = from;
    const next = () => {
      if (this.#port.box !== shown) return idle(this); // taken over
      const left = 1 - Math.min(1, (performance.now() - begun) / duration);
      shown = left === 0 ? to : between(from, to, left ** 3);
      this.#port.show(shown);
      if (left > 0) this.#frame = requestAnimationFrame(next);
      else idle(this);
    };
    this.#frame = requestAnimationFrame(next);
  }

  /** @param {Box} box */
  #show(box) {
    this.#target = box;
    idle(this);
    this.#port.show(box);
  }
}

/** Where a node stands in the picture. @param {Element | null} group */
function place(group) {
  const matrix = group instanceof SVGGraphicsElement ? group.transform.baseVal.consolidate()?.matrix : undefined;
  return { x: matrix?.e ?? 0, y: matrix?.f ?? 0 };
}
