// The picture of the tree that is edited: it takes each new one in, moves the
// nodes that stay, keeps the viewport and the focus, and marks nodes.

import { afterPaint } from "../shared/after-paint.js";
import { Viewport } from "../shared/viewport.js";
import { around, balanced, crowded, enclosing, first, follow, intoSight, roomy, seen } from "../shared/viewport-math.js";
import { TreeModel } from "./tree-model.js";
import { Motion } from "./motion.js";
import { nodeId, partsOf, Patch } from "./patch.js";
import { leafHalf, sizes } from "./sizes.js";

/** @typedef {import("./tree-model.js").Node} Node */
/** @typedef {import("./patch.js").Change} Change */
/** @typedef {{box: import("../shared/viewport.js").Box, touched: boolean, id: number, x: number, y: number}} View */

/** The kinds of trees that look different from a max^n tree, and the layout from left to right. */
const kinds = ["minimax", "path", "sideways"];
/** Pixels of what a finger can hit, and of a window that is a phone’s. */
const fingertip = 24, phone = 600;
/** Milliseconds for which a change by another person is marked. */
const flash = 1600;

export class Picture {
  svg;
  model;
  viewport;
  /** @type {(() => void) | null} cancels what waits for the picture to be painted */
  #painting = null;
  #focusNext = 0; // the node that has the focus once it is
  /** @type {SVGGElement | undefined} the node that Tab reaches; undefined: not known */
  #stopAt;
  #old; // the model of the picture before
  #motion;
  #patch;
  #window = { w: 0, h: 0 };
  /** @type {Map<number, {text: string, was: string, half: number, name: number}>} values as they are being typed, and as they are drawn: half as wide as this, with the label there */
  #typed = new Map();
  #changed;

  /** @param {SVGSVGElement} svg @param {() => void} moved @param {() => void} changed  there is another picture */
  constructor(svg, moved, changed) {
    this.svg = svg;
    this.#changed = changed;
    const { width, height } = svg.viewBox.baseVal; // the server's, until the viewport is moved
    svg.dataset.w = String(width);
    svg.dataset.h = String(height);
    this.viewport = new Viewport(svg);
    this.#motion = new Motion(this.viewport, moved);
    this.#patch = new Patch(svg);
    this.model = this.#old = new TreeModel(partsOf(svg), this.#sideways);
    this.#measure();
    this.#orient();
    this.#showAtFirst();
    new ResizeObserver(() => {
      const before = this.#window;
      this.#measure();
      if (before.w !== this.#window.w || before.h !== this.#window.h) this.#resized(before);
      moved();
    }).observe(svg);
    // The viewport may move without a new picture.
    new MutationObserver(() => moved()).observe(svg, { attributeFilter: ["viewBox", "style"] });
  }

  /**
   * The window has another size. A tree that fits is fitted again. Of a larger one the
   * part that was in sight stays, at its scale: a node that was found there, say.
   * @param {{w: number, h: number}} before
   */
  #resized(before) {
    const now = this.#window, crowd = crowded(this.size, now);
    if (before.w <= 0 || now.w <= 0 || this.viewport.touched || !crowd || !crowded(this.size, before)) return this.#showAtFirst();
    const view = seen(this.#motion.target, before), unit = view.w / before.w;
    this.viewport.resize(roomy(this.size, now));
    this.#motion.stop();
    this.viewport.show({ x: view.x + (view.w - now.w * unit) / 2, y: view.y, w: now.w * unit, h: now.h * unit });
  }

  /** The size of the window is known: it shows the picture, unless the user has chosen a part of it. */
  #showAtFirst() {
    const size = this.size, root = this.model.get(this.model.root);
    this.viewport.resize(roomy(size, this.#window));
    if (!this.viewport.touched) this.viewport.show(first(size, this.#window, root ?? { x: 0, y: 0 }));
  }

  #measure() {
    this.#window = { w: this.svg.clientWidth, h: this.svg.clientHeight };
  }

  /** The size that the server has drawn it in. */
  get size() {
    return { w: Number(this.svg.dataset.w), h: Number(this.svg.dataset.h) };
  }

  /**
   * Takes a new picture in.
   * @param {string | Change} given  from the server, which has escaped every label
   * @param {number} anchor  the node that keeps its place on the screen
   * @param {"me" | "other" | "server"} by  who made the change; only one's own moves the viewport to the anchor
   * @param {Map<number, {x: number, y: number}>} [came]  where nodes have been seen that this picture is the first to have
   */
  take(given, anchor, by, came) {
    const old = (this.#old = this.model), news = this.#patch.read(given);
    this.#leave(news.order, anchor);
    const focused = this.#focused;
    /** @type {Map<number, {x: number, y: number}>} */
    const before = new Map(came);
    for (const node of old.nodes.values()) before.set(node.id, this.#motion.shown(node));
    this.#motion.stop();

    const typed = [...this.#typed].filter(([id]) => news.fresh.has(id));
    for (const [id] of typed) this.typed(id, null);
    const parts = this.#patch.take(news);
    if (news.head) this.#head(news.head);
    this.model = new TreeModel(parts, this.#sideways, { before: old, ...news });

    const size = this.size, fixed = this.nearest(anchor) || this.model.root;
    const from = before.get(fixed), to = this.model.get(fixed);
    this.viewport.resize(roomy(size, this.#window));
    const was = this.viewport.box;
    const following = from && to
      ? follow({ box: was, window: this.#window, picture: size, from, to, touched: this.viewport.touched, own: by === "me" })
      : this.viewport.touched ? was : roomy(size, this.#window);
    // What comes when the page is opened may be folded: nobody has a place in it yet.
    const then = (by === "server" && !this.viewport.touched && this.#window.w > 0 && balanced(following, this.#window, size)) || following;
    for (const [id, { text }] of typed) this.typed(id, text);
    this.#motion.run(before, this.model, news.places, was, then);
    if (by === "other") this.#flash(old);
    this.#changed();
    this.#settling();
    // The whole tree may be new, or the browser cannot move an element that has the focus.
    if (focused && !this.#focused) this.#focusNext = this.model.get(nodeId(focused)) ? nodeId(focused) : fixed;
    this.#stopAt = undefined; // a new root comes as one
    this.#stop(focused ? nodeId(focused) : fixed);
  }

  /** The node that has the focus. */
  get #focused() {
    const group = document.activeElement?.closest?.("g.node");
    return group && this.svg.contains(group) ? group : null;
  }

  /** Makes a node the one that Tab reaches. @param {number} id */
  #stop(id) {
    const group = this.model.get(id)?.group ?? this.model.get(this.model.root)?.group;
    // The server draws one at the root; a search for it takes as long as a frame may where many nodes are drawn.
    const others = this.#stopAt?.isConnected ? [this.#stopAt] : this.svg.querySelectorAll('g.node[tabindex="0"]');
    for (const other of others) if (other !== group) other.setAttribute("tabindex", "-1");
    if (group?.getAttribute("tabindex") !== "0") group?.setAttribute("tabindex", "0");
    this.#stopAt = group;
  }

  /** Takes in the attributes of the new picture's tag. @param {Element} head */
  #head(head) {
    const [, , w, h] = (head.getAttribute("viewBox") ?? "0 0 1 1").split(" ");
    this.svg.dataset.w = w;
    this.svg.dataset.h = h;
    this.svg.setAttribute("aria-label", head.getAttribute("aria-label") ?? "");
    for (const kind of kinds) this.svg.classList.toggle(kind, head.classList.contains(kind));
    this.#orient();
  }

  /** Whether the root is at the left. */
  get #sideways() {
    return this.svg.classList.contains("sideways");
  }

  /** Which arrows lead along a level. */
  #orient() {
    this.svg.setAttribute("aria-orientation", this.#sideways ? "vertical" : "horizontal");
  }

  /**
   * Moves the focus from a node that is going to be removed, while that is cheap:
   * after the picture has changed, it would need a layout of all of it.
   * @param {number[]} order  of the nodes to come @param {number} anchor
   */
  #leave(order, anchor) {
    const focused = this.#focused, staying = new Set(order);
    if (!focused || staying.has(nodeId(focused))) return;
    for (const id of [anchor, nodeId(focused)]) {
      for (let n = this.model.get(id); n; n = this.model.get(n.parent)) if (staying.has(n.id)) return this.#take(n);
    }
    const other = this.model.get(order.find((id) => this.model.get(id)) ?? 0);
    if (other) this.#take(other);
  }

  /** The nearest node, from the given one upwards, that is in this picture and in the one before; 0: none. @param {number} id */
  nearest(id) {
    const now = this.model, old = this.#old;
    for (let n = now.get(id) ?? old.get(id); n; n = now.get(n.parent) ?? old.get(n.parent)) {
      if (old.get(n.id) && now.get(n.id)) return n.id;
    }
    return 0;
  }

  /** @type {WeakMap<Element, number>} when their mark ends */
  #flashes = new WeakMap();

  /** Marks the nodes that have changed. @param {TreeModel} old */
  #flash(old) {
    const look = (/** @type {Node} */ n) => JSON.stringify([n.label, n.player, n.value, n.alternatives, n.low, n.up, n.static, n.cost, n.chance, n.action, n.prob, n.infoset, n.leaf, n.hidden, n.parent]);
    for (const node of this.model.nodes.values()) {
      const was = old.get(node.id);
      if (was && look(was) === look(node)) continue;
      const { group } = node;
      clearTimeout(this.#flashes.get(group));
      group.classList.remove("changed");
      // A mark that is there already starts again with the next frame.
      requestAnimationFrame(() => group.classList.add("changed"));
      this.#flashes.set(group, window.setTimeout(() => group.classList.remove("changed"), flash));
    }
  }

  /**
   * A new picture is painted before the focus moves in it, since moving the focus
   * needs a layout of everything.
   */
  #settling() {
    this.#painting?.();
    this.#painting = afterPaint(() => {
      this.#painting = null;
      const id = this.#focusNext;
      this.#focusNext = 0;
      const here = document.activeElement;
      if (id > 0 && (here === document.body || this.svg.contains(here))) this.focus(id);
    });
  }

  /** @param {number} id */
  focus(id) {
    const node = this.model.get(id);
    if (!node) return;
    if (this.#painting && this.svg.contains(document.activeElement)) this.#focusNext = id;
    else this.#take(node);
  }

  /** @param {Node} node */
  #take({ id, group }) {
    this.#focusNext = 0;
    this.#stop(id);
    if (group !== document.activeElement) group.focus({ preventScroll: true });
  }

  /** Where the viewport is, or is moving to, and a node in it. @param {number} id @returns {View} */
  view(id) {
    const { x = 0, y = 0 } = this.model.get(id) ?? {};
    return { box: this.#motion.target, touched: this.viewport.touched, id, x, y };
  }

  /** Moves the viewport back to where it was seen from. @param {View} view */
  restore({ box, touched, id, x, y }) {
    if (this.#window.w <= 0) return;
    const node = this.model.get(id), size = this.size;
    const to = node ? { ...box, x: box.x + node.x - x, y: box.y + node.y - y } : box;
    this.viewport.touched = touched;
    const view = seen(to, this.#window), whole = view.x <= 0 && view.y <= 0 && view.x + view.w >= size.w && view.y + view.h >= size.h;
    this.#motion.look(touched || whole || crowded(size, this.#window) ? to : roomy(size, this.#window));
  }

  /** Shows the whole tree, or what is around a node if it is too large to be read. The user’s own part of the picture stays. @param {number} id */
  showAround(id) {
    const node = this.model.get(id) ?? this.model.get(this.model.root), size = this.size;
    if (this.viewport.touched || this.#window.w <= 0 || !node) return;
    this.#motion.look(crowded(size, this.#window) ? around(size, this.#window, node) : roomy(size, this.#window));
  }

  /** Where the tree would be in the middle of its window; null: it is, or the user has chosen a part of it. */
  get #middle() {
    return this.viewport.touched || this.#window.w <= 0 ? null : balanced(this.#motion.target, this.#window, this.size);
  }

  /** Whether much of the window is empty beside the tree. */
  get unbalanced() {
    return this.#middle !== null;
  }

  /** Moves the tree to the middle of its window. */
  balance() {
    const middle = this.#middle;
    if (middle) this.#motion.look(middle);
  }

  /** Moves the viewport so far that the node is visible. @param {number} id */
  reveal(id) {
    const node = this.model.get(id);
    if (node) this.look(node);
  }

  /** Moves the viewport so far that a place is visible. @param {{x: number, y: number}} node @param {number} [covered]  pixels at the bottom that something else covers */
  look(node, covered = 0) {
    if (this.#window.w <= 0) return;
    const box = this.#motion.target, whole = seen(box, this.#window), view = { ...whole, h: whole.h - (covered * whole.w) / this.#window.w };
    const to = intoSight(box, view, node), off = Math.abs(to.x - box.x) + Math.abs(to.y - box.y);
    // Only a node that is not visible moves the viewport, not one near the edge.
    const near = 24;
    const out = node.x < view.x + near || node.y < view.y + near || node.x > view.x + view.w - near || node.y > view.y + view.h - near;
    if (off > 0 && out) this.#motion.look(to, this.#window);
  }

  /** Shows nodes, and what is below them, as large as they fit. @param {number[]} ids */
  zoomTo(ids) {
    const nodes = [...this.model.nodes.values()].filter((n) => ids.some((id) => this.model.within(n.id, id)));
    if (nodes.length === 0 || this.#window.w <= 0) return;
    this.#motion.stop();
    this.viewport.touched = true;
    this.viewport.show(enclosing(nodes, this.#window));
  }

  /** Where a node is seen now. @param {Node} node */
  shown(node) {
    return this.#motion.shown(node);
  }

  /** The pixels that it is seen in. */
  get window() {
    return this.#window;
  }

  /** What is seen of it; null: nothing. */
  get sight() {
    return this.#window.w > 0 ? seen(this.viewport.box, this.#window) : null;
  }

  /** Moves the view so that a place is in its middle. @param {number} x @param {number} y */
  centre(x, y) {
    const { box } = this.viewport;
    this.#motion.stop();
    this.viewport.touched = true;
    this.viewport.slide({ ...box, x: x - box.w / 2, y: y - box.h / 2 }, this.#window);
  }

  /** Pixels of a unit: 1 is the size of a figure. */
  get scale() {
    return this.#window.w > 0 ? this.#window.w / seen(this.viewport.box, this.#window).w : 1;
  }

  /** Whether no node is in sight. */
  get lost() {
    if (this.#window.w <= 0) return false;
    const { x, y, w, h } = seen(this.viewport.box, this.#window);
    for (const node of this.model.nodes.values()) if (Math.abs(node.x - x - w / 2) < w / 2 + sizes.box && Math.abs(node.y - y - h / 2) < h / 2 + sizes.box) return false;
    return true;
  }

  /** The nodes to fold at first: on a phone, where the boxes of the whole tree would be too small for a finger. @returns {number[]} */
  get toFold() {
    const { w, h } = this.#window, size = this.size, scale = Math.min(w / size.w, h / size.h);
    if (w <= 0 || w >= phone || scale >= fingertip / (2 * sizes.box) || (this.#sideways && !crowded(size, this.#window))) return [];
    return this.model.foldsToFit(Math.floor(((this.#sideways ? h : w) * 2 * sizes.box) / fingertip / (2 * sizes.more + sizes.gap)));
  }

  /** The node under a fingertip; 0: none. @param {number} clientX @param {number} clientY */
  near(clientX, clientY) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return 0;
    const p = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()), reach = fingertip / 2 / matrix.a;
    let nearest = 0, least = reach;
    for (const node of this.model.nodes.values()) {
      const far = Math.max(Math.abs(p.x - node.x), Math.abs(p.y - node.y));
      if (far <= least) [nearest, least] = [node.id, far];
    }
    return nearest;
  }

  /** Shows the tree as at first. */
  home() {
    this.#motion.stop();
    this.viewport.touched = false;
    this.#showAtFirst();
  }

  /**
   * Draws a leaf's value as it is being typed.
   * @param {number} id @param {string | null} text  null: as it was
   */
  typed(id, text) {
    const place = this.model.get(id)?.group.querySelector(".value");
    if (!place) {
      if (text === null) this.#typed.delete(id);
      return;
    }
    const ground = place.parentElement?.matches(".bare") ? place.parentElement.querySelector("rect.box") : null;
    const label = place.parentElement?.querySelector("text.name");
    const drawn = this.#typed.get(id) ?? {
      text: "", was: place.textContent ?? "", half: -Number(ground?.getAttribute("x") ?? 0), name: Number(label?.getAttribute("x") ?? 0),
    };
    if (text !== null && text === drawn.text && text === place.textContent) return;
    if (text === null) this.#typed.delete(id);
    else this.#typed.set(id, { ...drawn, text });
    place.textContent = text ?? drawn.was;
    if (!ground || !(place instanceof SVGTextElement)) return;
    const half = text === null ? drawn.half : leafHalf(place.getComputedTextLength() / 2);
    ground.setAttribute("x", String(-half));
    ground.setAttribute("width", String(2 * half));
    // The label is beside the value, however wide that is.
    label?.setAttribute("x", String(drawn.name - (text === null ? 0 : half - drawn.half)));
  }

  /**
   * Draws the server's values again; what is still being typed stays.
   * @param {number[]} except
   */
  restoreValues(except) {
    for (const id of [...this.#typed.keys()]) if (!except.includes(id)) this.typed(id, null);
  }

  /** @param {number[]} ids @param {string} name of a class */
  mark(ids, name) {
    for (const marked of this.svg.querySelectorAll(`.${name}`)) marked.classList.remove(name);
    for (const id of ids) this.model.get(id)?.group.classList.add(name);
  }
}
