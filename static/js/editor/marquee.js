// A rectangle that is drawn around nodes to select them.

/** @typedef {import("./picture.js").Picture} Picture */

/** Pixels of a side below which it was a click. */
const least = 6;

export class Marquee {
  #box = document.createElement("div");
  #canvas;
  #picture;
  #from;
  #to;

  /** @param {HTMLElement} canvas @param {Picture} picture @param {number} x @param {number} y  in client coordinates */
  constructor(canvas, picture, x, y) {
    this.#canvas = canvas;
    this.#picture = picture;
    this.#from = this.#to = { x, y };
    this.#box.className = "marquee";
    canvas.append(this.#box);
  }

  /** @param {number} x @param {number} y */
  to(x, y) {
    this.#to = { x, y };
    const { left, top } = this.#canvas.getBoundingClientRect(), { style } = this.#box;
    style.left = `${Math.min(this.#from.x, x) - left}px`;
    style.top = `${Math.min(this.#from.y, y) - top}px`;
    style.width = `${Math.abs(x - this.#from.x)}px`;
    style.height = `${Math.abs(y - this.#from.y)}px`;
  }

  /** Whether it is more than a click. */
  get large() {
    return Math.abs(this.#to.x - this.#from.x) > least || Math.abs(this.#to.y - this.#from.y) > least;
  }

  /** The nodes whose middle is inside. */
  nodes() {
    const matrix = this.#picture.svg.getScreenCTM();
    if (!matrix) return [];
    const [a, b] = [this.#from, this.#to].map((p) => new DOMPoint(p.x, p.y).matrixTransform(matrix.inverse()));
    const inside = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to) => at >= Math.min(from, to) && at <= Math.max(from, to);
    return [...this.#picture.model.nodes.values()].filter((n) => inside(n.x, a.x, b.x) && inside(n.y, a.y, b.y)).map((n) => n.id);
  }

  remove() {
    this.#box.remove();
  }
}
