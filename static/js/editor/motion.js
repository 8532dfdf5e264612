// The animation to a new picture: nodes that stay move from where they were seen
// to their new places, new ones fade in, and the viewport moves along. A move
// that is interrupted goes on from where it is.

import { busy, idle } from "../shared/idle.js";
import { between } from "../shared/viewport-math.js";

/** @typedef {import("./tree-model.js").TreeModel} TreeModel */
/** @typedef {import("./tree-model.js").Node} Node */
/** @typedef {import("../shared/viewport.js").Box} Box */
/** @typedef {import("../shared/viewport.js").Viewport} Viewport */
/** @typedef {{node: Node, dx: number, dy: number}} Move */
/** @typedef {{path: SVGPathElement, ends: number[], above: Move | undefined, below: Move | undefined}} Edge */

/** Milliseconds of a move: long enough to be followed, short enough not to be waited for. */
const duration = 180;
/** Milliseconds of a frame that is too slow for an animation. */
const slow = 70;
/** The opacity at which new nodes begin. */
const faint = 0.4;
const less = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  /** @type {Map<number, Move>} */
  #moves = new Map();
  /** @type {Edge[]} */
  #edges = [];
  /** @type {Element[]} */
  #fresh = [];
  /** @type {{from: Box, to: Box, shown: Box, size?: import("../shared/viewport-math.js").Size} | null} size: the picture slides in a window of so many pixels */
  #viewportMove = null;
  #viewport;
  #moved;
  #start = 0;
  #last = 0; // the last frame
  #left = 0; // how much of the way is left, from 1 to 0
  #frame = 0;

  /** @param {Viewport} viewport @param {() => void} moved  something is elsewhere on the screen */
  constructor(viewport, moved) {
    this.#viewport = viewport;
    this.#moved = moved;
  }

  /** Where a node is seen now. @param {Node} node */
  shown(node) {
    const move = this.#moves.get(node.id);
    return move ? { x: node.x + move.dx * this.#left, y: node.y + move.dy * this.#left } : { x: node.x, y: node.y };
  }

  /**
   * Moves from the picture before to the current one.
   * @param {Map<number, {x: number, y: number}>} before  where its nodes were seen
   * @param {TreeModel} model @param {{has: (id: number) => boolean}} placed  nodes with another place than before
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
    this.#viewportMove = { from, to, shown: from };
    this.#begin();
  }

  /** Where the viewport is, or is moving to. */
  get target() {
    return this.#viewportMove?.to ?? this.#viewport.box;
  }

  /**
   * Moves the viewport elsewhere; other moves go on.
   * @param {Box} to @param {import("../shared/viewport-math.js").Size} [size]  of the window, where the picture slides
   */
  look(to, size) {
    const move = this.#viewportMove, k = this.#left;
    if (move && k > 0.05) {
      // From here on towards the other place, without a jump.
      this.#viewportMove = { ...move, from: between(move.shown, to, 1 / k), to };
      return;
    }
    this.stop();
    this.#viewportMove = { from: this.#viewport.box, to, shown: this.#viewport.box, size };
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

  /** Ends all moves at their final places; the viewport stays. */
  stop() {
    cancelAnimationFrame(this.#frame);
    this.#viewportMove = null;
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
    if (this.#viewportMove && this.#viewport.box === this.#viewportMove.shown) {
      const { from, to, size } = this.#viewportMove;
      this.#viewportMove.shown = k === 0 ? to : between(from, to, k);
      if (size) this.#viewport.slide(this.#viewportMove.shown, size);
      else this.#viewport.show(this.#viewportMove.shown);
    } else this.#viewportMove = null; // something else has moved the viewport
    if (k === 0) {
      this.#moves.clear();
      this.#edges = [];
      this.#fresh = [];
      this.#viewportMove = null;
      idle(this);
    }
    this.#moved();
  }
}
