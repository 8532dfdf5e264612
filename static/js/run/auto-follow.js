// Keeps the current node of a run visible. A tree that can be read as a whole is
// shown as a whole. Of a larger one the viewport shows what is around the current
// node, and follows it, until the user moves the viewport.

import { busy, idle } from "../shared/idle.js";
import { around, between, crowded, intoSight, readable, seen } from "../shared/viewport-math.js";

/** @typedef {import("../shared/viewport.js").Box} Box */
/** @typedef {import("../shared/viewport-math.js").Size} Size */
/** @typedef {import("../shared/viewport.js").Viewport} Viewport */

/** Milliseconds of a move of the viewport. */
const duration = 240;
/** From so many viewports away a move would only flicker. */
const far = 2;
/** A node nearer to the edge than this does not count as visible. */
const edge = 60;
const less = matchMedia("(prefers-reduced-motion: reduce)");

export class AutoFollow {
  #svg;
  #viewport;
  #picture;
  #window = { w: 0, h: 0 };
  /** @type {Element | null} the node at work */
  #at;
  /** @type {Element[][]} what is to be seen, as follow has it */
  #lists = [];
  /** All is shown. */
  #all = false;
  #frame = 0;
  /** @type {Box} where the viewport is, or is moving to */
  #target;

  /** @param {SVGSVGElement} svg @param {Viewport} viewport */
  constructor(svg, viewport) {
    this.#svg = svg;
    this.#viewport = viewport;
    this.#picture = { w: svg.viewBox.baseVal.width, h: svg.viewBox.baseVal.height };
    this.#target = viewport.box;
    this.#at = svg.querySelector("g.node.now") ?? svg.querySelector("g.node");
    new ResizeObserver(() => this.#resize()).observe(this.#canvas);
    this.#resize();
    svg.addEventListener("focusin", (e) => {
      const group = e.target instanceof Element ? e.target.closest("g.node") : null;
      if (group?.matches(":focus-visible") && this.#large) this.#see(group);
    });
  }

  get #large() {
    return crowded(this.#picture, this.#window, this.#least);
  }

  /** Pixels of a unit with which the picture can be read. */
  #least = readable;

  /** The picture is as wide as its window: where it is too high for it, all of its width is shown. @param {number} least  pixels of a unit with which it can be read */
  alongPath(least) {
    this.#least = least;
    this.#whole = true;
    this.#resize();
  }

  #whole = false;

  /** What holds the picture. */
  get #canvas() {
    return /** @type {HTMLElement} */ (this.#svg.parentElement);
  }

  /** The size of the window is known. The picture keeps it while the page tries other ones in a layout: each is a layout of every text. */
  #resize() {
    const { width, height } = this.#canvas.getBoundingClientRect(), { style } = this.#svg;
    style.setProperty("--canvas-width", `${width}px`);
    style.setProperty("--canvas-height", `${height}px`);
    const followed = this.#window.w > 0 && this.#large;
    this.#window = { w: this.#svg.clientWidth, h: this.#svg.clientHeight };
    if (this.#large) this.#svg.classList.add("large"); // it is higher on a phone
    if (this.#all || this.#viewport.touched) return;
    if (!this.#large) {
      if (!followed) return;
      this.#viewport.fit(); // the window has grown
      this.#target = this.#viewport.box;
      return;
    }
    const box = around(this.#picture, this.#window, place(this.#at), this.#whole ? this.#window.w / this.#picture.w : undefined);
    this.#show(this.frame?.(this.#lists, this.#picture, this.#window, box) ?? box);
  }

  /** Shows the whole tree; called again, where it is large, the current node. */
  fit() {
    cancelAnimationFrame(this.#frame);
    idle(this);
    this.#all = !this.#large || !this.#all || this.#viewport.touched;
    this.#viewport.fit();
    this.#resize();
  }

  /** Finds what to show of a large tree; null: what is around the current node. @type {((lists: Element[][], picture: Size, window: Size, now: Box) => Box | null) | undefined} */
  frame;

  /** Other nodes are to be seen: the first list whose nodes can be read together. The last one holds the current node alone, if it is drawn. @param {Element[][]} lists */
  follow(lists) {
    const group = lists.at(-1)?.[0];
    if (!group) return;
    this.#at = group;
    this.#lists = lists;
    if (this.#shown && this.#shown === this.#viewport.box) this.#slide(this.#shown);
    if (!this.#large || this.#all || this.#viewport.touched) return;
    const box = this.frame?.(lists, this.#picture, this.#window, this.#target);
    if (!box) this.#see(group);
    else if (box !== this.#target) this.#go(box);
  }

  /** The picture is another one. @param {Size} picture @param {(box: Box, window: Size) => Box} moved  where a box of the one before is in it */
  changed(picture, moved) {
    cancelAnimationFrame(this.#frame);
    idle(this);
    this.#picture = picture;
    this.#viewport.resize({ x: 0, y: 0, ...picture });
    if (this.#large) this.#svg.classList.add("large");
    const { touched, box } = this.#viewport;
    if (touched || (this.#large && !this.#all)) {
      const to = moved(box, this.#window), middle = { x: to.x + to.w / 2, y: to.y + to.h / 2 };
      return this.#show(this.#whole && !touched ? around(picture, this.#window, middle, this.#window.w / picture.w) : to);
    }
    this.#viewport.fit();
    this.#target = this.#viewport.box;
  }

  /** Moves the viewport so far that a node is visible, at the same scale. @param {Element} group */
  #see(group) {
    const from = this.#viewport.touched ? this.#viewport.box : this.#target, at = place(group);
    const view = seen(from, this.#window), there = around(this.#picture, { w: view.w, h: view.h }, at, 1);
    const out = (/** @type {number} */ p, /** @type {number} */ start, /** @type {number} */ size) => p < start + edge || p > start + size - edge;
    const x = out(at.x, view.x, view.w) ? there.x : view.x, y = out(at.y, view.y, view.h) ? there.y : view.y;
    if (x !== view.x || y !== view.y) this.#go({ x, y, w: view.w, h: view.h });
  }

  /** @param {Box} to */
  #go(to) {
    const from = seen(this.#viewport.box, this.#window);
    cancelAnimationFrame(this.#frame);
    if (less.matches || Math.abs(to.x - from.x) > far * to.w || Math.abs(to.y - from.y) > far * to.h) return this.#show(to);
    this.#target = to;
    const begun = performance.now();
    busy(this);
    this.#slide(from);
    const next = () => {
      if (this.#viewport.box !== this.#shown) return idle(this); // something else has moved the viewport
      const left = 1 - Math.min(1, (performance.now() - begun) / duration);
      if (left > 0) {
        this.#slide(between(from, to, left ** 3));
        this.#frame = requestAnimationFrame(next);
        return;
      }
      this.#shown = null;
      this.#viewport.slide(to, this.#window);
      idle(this);
    };
    this.#frame = requestAnimationFrame(next);
  }

  /** @type {Box | null} where the viewport is on its way */
  #shown = null;

  /** Moves the viewport on its way, with the current node in sight in each frame. @param {Box} box */
  #slide(box) {
    this.#shown = intoSight(box, box, place(this.#at));
    this.#viewport.slide(this.#shown, this.#window, false);
  }

  /** @param {Box} box */
  #show(box) {
    this.#target = box;
    idle(this);
    this.#viewport.show(box);
  }
}

/**
 * What to keep in sight at a step, best first: the nodes that its certificate names,
 * the path to the node at work and more nodes, as far as they fit together.
 * @param {import("./tree-view.js").TreeView} view @param {number[]} path @param {number[]} holders @param {number[]} [more]
 */
export function inSight(view, path, holders, more = []) {
  const now = path.slice(-1), least = [...holders, ...now], whole = [...holders, ...path];
  return [[...more, ...whole], whole, [...more, ...least], least, now].map((list) => list.flatMap((n) => view.group(n) ?? []));
}

/** The place of a node in the picture. @param {Element | null | undefined} group */
export function place(group) {
  const matrix = group instanceof SVGGraphicsElement ? group.transform.baseVal.consolidate()?.matrix : undefined;
  return { x: matrix?.e ?? 0, y: matrix?.f ?? 0 };
}
