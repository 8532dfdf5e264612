// Moves: what stays in the picture goes from where it was seen to its new
// place, what is new fades in, and the window moves along. A move that is
// interrupted goes on from where it is.

import { between } from "./camera.js";
import { busy, idle } from "./idle.js";

/** @typedef {import("./edit-model.js").Model} Model */
/** @typedef {import("./edit-model.js").Node} Node */
/** @typedef {import("./zoom.js").Box} Box */
/** @typedef {import("./zoom.js").Viewport} Viewport */
/** @typedef {{node: Node, dx: number, dy: number}} Move */
/** @typedef {{path: SVGPathElement, ends: number[], above: Move | undefined, below: Move | undefined}} Edge */

/** Milliseconds of a move: long enough to be followed, short enough not to be waited for. */
const duration = 180;
/** Milliseconds of a frame with which nobody can follow a move. */
const slow = 70;
/** How much of what is new is seen at once. */
const faint = 0.4;
const less = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  /** @type {Map<number, Move>} */
  #moves = new Map();
  /** @type {Edge[]} */
  #edges = [];
  /** @type {Element[]} */
  #fresh = [];
  /** @type {{from: Box, to: Box, shown: Box} | null} */
  #camera = null;
  #port;
  #moved;
  #start = 0;
  #last = 0; // the last frame
  #left = 0; // how much of the way is left, from 1 to 0
  #frame = 0;

  /** @param {Viewport} port @param {() => void} moved  something is elsewhere on the screen */
  constructor(port, moved) {
    this.#port = port;
    this.#moved = moved;
  }

  /** Where a node is seen now. @param {Node} node */
  shown(node) {
    const move = this.#moves.get(node.id);
    return move ? { x: node.x + move.dx * this.#left, y: node.y + move.dy * this.#left } : { x: node.x, y: node.y };
  }

  /**
   * From the picture before to the one that stands now.
   * @param {Map<number, {x: number, y: number}>} before  where its nodes were seen
   * @param {Model} model @param {{has: (id: number) => boolean}} placed  what stands elsewhere than before
   * @param {Box} from @param {Box} to
   */
  run(before, model, placed, from, to) {
    for (const node of model.nodes.values()) {
      const was = before.get(node.id), parent = this.#moves.get(node.parent), path = node.edge;
      let move;
      if (was) move = Math.abs(was.x - node.x) + Math.abs(was.y - node.y) > 0.5 ? { node, dx: was.x - node.x, dy: was.y - node.y } : undefined;
      else {
        if (parent) move = { ...parent, node }; // what is new moves with its parent
        this.#fresh.push(node.group, ...(path ? [path] : []));
      }
      if (move) this.#moves.set(node.id, move);
      else if (placed.has(node.id)) node.group.setAttribute("transform", `translate(${node.x} ${node.y})`);
      if (path && (move || parent || placed.has(node.id))) this.#edges.push({ path, ends: node.ends, above: parent, below: move });
    }
    this.#camera = { from, to, shown: from };
    this.#begin();
  }

  /** Where the window is, or is going to. */
  get target() {
    return this.#camera?.to ?? this.#port.box;
  }

  /** The window goes elsewhere; what moves goes on. @param {Box} to */
  look(to) {
    const camera = this.#camera, k = this.#left;
    if (camera && k > 0.05) {
      // From here on towards the other place, without a jump.
      this.#camera = { from: between(camera.shown, to, 1 / k), to, shown: camera.shown };
      return;
    }
    this.stop();
    this.#camera = { from: this.#port.box, to, shown: this.#port.box };
    this.#begin();
  }

  #begin() {
    if (less.matches) {
      this.#draw(0);
      return;
    }
    this.#start = 0;
    this.#draw(1);
    busy(this);
    this.#frame = requestAnimationFrame(() => this.#next());
  }

  /** What moves stands at its place at once; the window stays. */
  stop() {
    cancelAnimationFrame(this.#frame);
    this.#camera = null;
    idle(this);
    if (this.#moves.size > 0 || this.#edges.length > 0 || this.#fresh.length > 0) this.#draw(0);
  }

  #next() {
    const now = performance.now();
    if (this.#start === 0) { // the picture as it was left is painted first, with what is new in it
      this.#start = this.#last = now;
      this.#frame = requestAnimationFrame(() => this.#next());
      return;
    }
    // Where the browser cannot keep up, the move is over: keys must not wait for it.
    const t = now - this.#last > slow ? 1 : Math.min(1, (now - this.#start) / duration);
    this.#last = now;
    this.#draw((1 - t) ** 3);
    if (t < 1) this.#frame = requestAnimationFrame(() => this.#next());
  }

  /** @param {number} k */
  #draw(k) {
    this.#left = k;
    for (const { node, dx, dy } of this.#moves.values()) node.group.setAttribute("transform", `translate(${node.x + dx * k} ${node.y + dy * k})`);
    for (const { path, ends, above, below } of this.#edges) {
      const [ax, ay] = above ? [above.dx * k, above.dy * k] : [0, 0], [bx, by] = below ? [below.dx * k, below.dy * k] : [0, 0];
      path.setAttribute("d", `M${ends[0] + ax} ${ends[1] + ay}L${ends[2] + bx} ${ends[3] + by}`);
    }
    for (const element of this.#fresh) {
      if (k === 0) element.removeAttribute("opacity");
      else element.setAttribute("opacity", String(1 - (1 - faint) * k));
    }
    if (this.#camera && this.#port.box === this.#camera.shown) {
      this.#camera.shown = k === 0 ? this.#camera.to : between(this.#camera.from, this.#camera.to, k);
      this.#port.show(this.#camera.shown);
    } else this.#camera = null; // somebody has taken the window over
    if (k === 0) {
      this.#moves.clear();
      this.#edges = [];
      this.#fresh = [];
      this.#camera = null;
      idle(this);
    }
    this.#moved();
  }
}
