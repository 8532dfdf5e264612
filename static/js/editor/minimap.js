// A small picture of the whole tree in a corner, with a rectangle around what is in
// sight, while the tree is larger than its window. A click or a drag there moves the
// view. It is for the mouse: keys have their ways through the tree.
//
// It is drawn on a canvas and after a frame, so that no key waits for it.

import { afterPaint } from "../shared/after-paint.js";
import { sizes } from "./sizes.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./tree-model.js").TreeModel} TreeModel */

/** Pixels of its sides, at most, and of each at least: a wide tree is drawn higher than it is. */
const widest = 200, highest = 120, least = 56;
/** Pixels of a node, of the line around the view, and of such a view at least. */
const dot = 1.6, line = 2, smallest = 8;
/** A window of a phone, as in the style sheet, has no room for it. */
const phone = matchMedia("(max-width: 800px)");

/** @param {number} n @param {number} from @param {number} to */
const within = (n, from, to) => Math.max(from, Math.min(to, n));

export class Minimap {
  #canvas;
  #picture;
  #current;
  #waits = false;
  #tree = document.createElement("canvas");
  /** @type {TreeModel | null} what #tree shows; null: it is drawn again */
  #drawn = null;
  #w = 0; // in pixels
  #h = 0;
  /** @type {{view: string, tree: string} | null} null: they are read again */
  #colors = null;
  /** @type {{x: number, y: number} | null} from the middle of the view to the pointer that drags it, in pixels */
  #held = null;

  /**
   * @param {HTMLCanvasElement} canvas @param {Picture} picture
   * @param {() => {x: number, y: number} | undefined} current  the node that it must not cover
   */
  constructor(canvas, picture, current) {
    this.#canvas = canvas;
    this.#picture = picture;
    this.#current = current;
    const again = () => {
      this.#drawn = this.#colors = null;
      this.later();
    };
    new MutationObserver(again).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) matchMedia(query).addEventListener("change", again);
    phone.addEventListener("change", again);
    canvas.addEventListener("pointerdown", (e) => this.#down(e));
    canvas.addEventListener("pointermove", (e) => this.#held && this.#to(e, this.#held));
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (this.#held = null));
  }

  /** The picture, or what is seen of it, has changed. */
  later() {
    if (this.#waits || (phone.matches && this.#canvas.hidden)) return;
    this.#waits = true;
    afterPaint(() => {
      this.#waits = false;
      this.#draw();
    });
  }

  #draw() {
    const { size, sight, model } = this.#picture, beside = sizes.box;
    const whole = !sight || (sight.x <= beside && sight.y <= beside && sight.x + sight.w >= size.w - beside && sight.y + sight.h >= size.h - beside);
    this.#canvas.hidden = (whole && !this.#held) || phone.matches; // it does not go away under a drag
    if (this.#canvas.hidden || !sight) return;
    if (this.#drawn !== model) this.#drawTree();
    const context = this.#canvas.getContext("2d"), [x, y, w, h] = this.#view(sight);
    if (!context) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.drawImage(this.#tree, 0, 0);
    context.scale(devicePixelRatio, devicePixelRatio);
    context.fillStyle = context.strokeStyle = this.#colors?.view ?? "";
    context.globalAlpha = 0.14;
    context.fillRect(x, y, w, h);
    context.globalAlpha = 1;
    context.lineWidth = line;
    context.strokeRect(x + line / 2, y + line / 2, w - line, h - line);
    this.#keepClear(sight);
  }

  /** Where the view is in it, in pixels. @param {import("../shared/viewport.js").Box} sight @returns {[number, number, number, number]} */
  #view(sight) {
    const { size } = this.#picture, kx = this.#w / size.w, ky = this.#h / size.h;
    const side = (/** @type {number} */ from, /** @type {number} */ length, /** @type {number} */ most) => {
      const to = within(from + length, smallest, most), begin = within(from, 0, to - smallest);
      return [begin, to - begin];
    };
    const [x, w] = side(sight.x * kx, sight.w * kx, this.#w), [y, h] = side(sight.y * ky, sight.h * ky, this.#h);
    return [x, y, w, h];
  }

  #drawTree() {
    const { size, model } = this.#picture, canvas = this.#canvas, scale = Math.min(widest / size.w, highest / size.h);
    const w = Math.round(Math.max(least, size.w * scale)), h = Math.round(Math.max(least, size.h * scale)), dense = devicePixelRatio;
    for (const one of [canvas, this.#tree]) [one.width, one.height] = [Math.round(w * dense), Math.round(h * dense)];
    [canvas.style.width, canvas.style.height] = [`${w}px`, `${h}px`];
    [this.#w, this.#h, this.#drawn] = [w, h, model];
    const { tree } = (this.#colors ??= this.#readColors()), context = this.#tree.getContext("2d"), kx = w / size.w, ky = h / size.h;
    if (!context) return;
    context.scale(dense, dense);
    context.fillStyle = context.strokeStyle = tree;
    context.lineWidth = 0.5;
    context.beginPath();
    for (const node of model.nodes.values()) {
      const parent = model.get(node.parent);
      if (parent) {
        context.moveTo(parent.x * kx, parent.y * ky);
        context.lineTo(node.x * kx, node.y * ky);
      }
      context.fillRect(node.x * kx - dot / 2, node.y * ky - dot / 2, dot, dot);
    }
    context.stroke();
  }

  #readColors() {
    const style = getComputedStyle(this.#canvas);
    return { view: style.accentColor, tree: style.color }; // a canvas knows no variables
  }

  /** It goes to the other corner if it would cover the current node. @param {import("../shared/viewport.js").Box} sight */
  #keepClear(sight) {
    const node = this.#current(), { window } = this.#picture, { dataset } = this.#canvas;
    if (!node || this.#held) return;
    const unit = window.w / sight.w, x = (node.x - sight.x) * unit, y = (node.y - sight.y) * unit, beside = 2 * sizes.box * unit;
    if (y < window.h - this.#h - beside) return;
    if (x > window.w - this.#w - beside) dataset.side = "left";
    else if (x < this.#w + beside) dataset.side = "right";
  }

  /** @param {PointerEvent} e */
  #down(e) {
    const { sight } = this.#picture;
    if (e.button !== 0 || !sight) return;
    e.preventDefault(); // the focus stays in the tree
    this.#canvas.setPointerCapture(e.pointerId);
    const [x, y, w, h] = this.#view(sight), { offsetX, offsetY } = e;
    const inside = offsetX >= x && offsetX <= x + w && offsetY >= y && offsetY <= y + h;
    this.#held = inside ? { x: offsetX - x - w / 2, y: offsetY - y - h / 2 } : { x: 0, y: 0 };
    if (!inside) this.#to(e, this.#held);
  }

  /** Moves the view to the pointer. @param {PointerEvent} e @param {{x: number, y: number}} held */
  #to({ offsetX, offsetY }, held) {
    const { size } = this.#picture;
    this.#picture.centre(within((offsetX - held.x) / this.#w, 0, 1) * size.w, within((offsetY - held.y) / this.#h, 0, 1) * size.h);
  }
}
