// The picture of the tree that is edited: it takes each new one in, moves what
// kept its id, keeps the window and the focus, and marks nodes.

import { Viewport } from "./zoom.js";
import { first, follow, intoSight, roomy, seen } from "./camera.js";
import { Model } from "./edit-model.js";
import { Motion } from "./edit-motion.js";
import { attributesOf, Patch, split } from "./edit-patch.js";

/** @typedef {import("./edit-model.js").Node} Node */

/** How long a change by somebody else is marked, in milliseconds. */
const flash = 1600;

export class Picture {
  svg;
  model;
  port;
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
    this.port = new Viewport(svg);
    this.#motion = new Motion(this.port, moved);
    this.#patch = new Patch(svg);
    this.model = this.#old = new Model(svg);
    this.#measure();
    this.#prepare();
    this.#settleIn();
    new ResizeObserver(() => {
      const { w, h } = this.#window;
      this.#measure();
      if (w !== this.#window.w || h !== this.#window.h) this.#settleIn();
      moved();
    }).observe(svg);
    // The window may move without a new picture.
    new MutationObserver(() => moved()).observe(svg, { attributeFilter: ["viewBox"] });
  }

  /** The window has its size: it shows the picture, unless somebody has chosen a part of it. */
  #settleIn() {
    const size = this.#size(), root = this.model.get(this.model.root);
    this.port.resize(roomy(size, this.#window));
    if (!this.port.touched) this.port.show(first(size, this.#window, root ?? { x: 0, y: 0 }));
  }

  #measure() {
    this.#window = { w: this.svg.clientWidth, h: this.svg.clientHeight };
  }

  /** The size that the server has drawn it in. */
  #size() {
    return { w: Number(this.svg.dataset.w ?? this.svg.viewBox.baseVal.width), h: Number(this.svg.dataset.h ?? this.svg.viewBox.baseVal.height) };
  }

  /** What an editable picture has besides the server's. */
  #prepare() {
    this.svg.setAttribute("aria-multiselectable", "true");
    this.svg.setAttribute("aria-orientation", "horizontal");
  }

  /**
   * Takes a new picture in.
   * @param {string} markup  from the server, which has escaped every label
   * @param {number} anchor  the node that keeps its place on the screen
   * @param {boolean} foreign  somebody else has made the change
   */
  take(markup, anchor, foreign) {
    const old = (this.#old = this.model);
    /** @type {Map<number, {x: number, y: number}>} */
    const before = new Map();
    for (const node of old.nodes.values()) before.set(node.id, this.#motion.shown(node));
    this.#motion.stop();
    const focused = document.activeElement?.closest?.("g.node");
    const hadFocus = focused && this.svg.contains(focused) ? Number(focused.getAttribute("data-id")) : 0;

    const { tag, pieces } = split(markup), head = attributesOf(tag);
    const whole = (head.get("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    const size = { w: whole[2], h: whole[3] };
    const typed = [...this.#typed];
    this.settle(0); // the pieces are compared with what the server has said
    this.#patch.take(pieces);
    this.svg.setAttribute("class", head.get("class") ?? "tree draft");
    this.svg.dataset.w = String(size.w);
    this.svg.dataset.h = String(size.h);
    this.svg.setAttribute("aria-label", head.get("aria-label") ?? "");
    this.model = new Model(this.svg);

    const fixed = this.nearest(anchor);
    const from = before.get(fixed), to = this.model.get(fixed);
    this.port.resize(roomy(size, this.#window));
    const was = this.port.box;
    const then = from && to
      ? follow({ box: was, window: this.#window, picture: size, from, to, touched: this.port.touched })
      : this.port.touched ? was : roomy(size, this.#window);
    for (const [id, { text }] of typed) this.typed(id, text);
    this.#motion.run(before, this.model, was, then);
    if (foreign) this.#flash(old);
    this.#changed();
    if (hadFocus && !this.svg.contains(document.activeElement)) this.focus(this.model.get(hadFocus) ? hadFocus : anchor);
  }

  /** The nearest node, from the given one upwards, that stands in this picture and in the one before. @param {number} id */
  nearest(id) {
    const now = this.model, old = this.#old;
    for (let n = now.get(id) ?? old.get(id); n; n = now.get(n.parent) ?? old.get(n.parent)) {
      if (old.get(n.id) && now.get(n.id)) return n.id;
    }
    return now.root;
  }

  /** Marks what is not as it was. @param {Model} old */
  #flash(old) {
    const look = (/** @type {Node} */ n) => JSON.stringify([n.label, n.player, n.value, n.low, n.up, n.static, n.cost, n.leaf, n.hidden, n.parent]);
    for (const node of this.model.nodes.values()) {
      const was = old.get(node.id);
      if (was && look(was) === look(node)) continue;
      const { group } = node;
      group.classList.add("changed");
      setTimeout(() => group.classList.remove("changed"), flash);
    }
  }

  /** @param {number} id */
  focus(id) {
    const node = this.model.get(id);
    if (!node) return;
    for (const other of this.svg.querySelectorAll('g.node[tabindex="0"]')) other.setAttribute("tabindex", "-1");
    node.group.setAttribute("tabindex", "0");
    node.group.focus({ preventScroll: true });
  }

  /** Moves the window so far that the node is in sight. @param {number} id */
  reveal(id) {
    const node = this.model.get(id);
    if (!node || this.#window.w <= 0) return;
    const box = this.#motion.target, to = intoSight(box, seen(box, this.#window), node);
    const off = Math.abs(to.x - box.x) + Math.abs(to.y - box.y);
    // Only what is out of sight moves the window, not what is near the rim.
    const view = seen(box, this.#window), near = 24;
    const out = node.x < view.x + near || node.y < view.y + near || node.x > view.x + view.w - near || node.y > view.y + view.h - near;
    if (off > 0 && out) this.#motion.look(to);
  }

  /**
   * A leaf's value as it is being typed stands at the node at once.
   * @param {number} id @param {string | null} text  null: as it was
   */
  typed(id, text) {
    const place = this.model.get(id)?.group.querySelector(".value");
    if (!place) return;
    const ground = place.parentElement?.matches(".bare") ? place.parentElement.querySelector("rect.box") : null;
    const label = place.parentElement?.querySelector("text.name");
    const drawn = this.#typed.get(id) ?? {
      text: "", was: place.textContent ?? "", half: -Number(ground?.getAttribute("x") ?? 0), name: Number(label?.getAttribute("x") ?? 0),
    };
    if (text === null) this.#typed.delete(id);
    else this.#typed.set(id, { ...drawn, text });
    place.textContent = text ?? drawn.was;
    if (!ground || !(place instanceof SVGTextElement)) return;
    const half = Math.max(18, place.getComputedTextLength() / 2 + 7);
    ground.setAttribute("x", String(-half));
    ground.setAttribute("width", String(2 * half));
    // The label stands beside the value, however wide that is.
    label?.setAttribute("x", String(drawn.name - (text === null ? 0 : half - drawn.half)));
  }

  /**
   * The server's picture says what was typed; what is still being typed stays.
   * @param {number} except
   */
  settle(except) {
    for (const id of [...this.#typed.keys()]) if (id !== except) this.typed(id, null);
  }

  /** @param {number[]} ids @param {string} name of a class */
  mark(ids, name) {
    for (const marked of this.svg.querySelectorAll(`.${name}`)) marked.classList.remove(name);
    for (const id of ids) this.model.get(id)?.group.classList.add(name);
  }
}
