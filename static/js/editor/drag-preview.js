// What is seen while a node, or the plus for a new one, is dragged: a faded copy at the
// pointer, a mark where it would land, and words for what would happen. The picture
// scrolls while the pointer is held near its edge.

import { pull, seen } from "../shared/viewport-math.js";
import { half, landing } from "./drop-target.js";

/** @typedef {import("./drop-target.js").Landing} Landing */
/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("../shared/viewport.js").Box} Box */

/** A move of the viewport that is too small to be seen, in units of the picture. */
const nothing = 0.01;
const svgNamespace = "http://www.w3.org/2000/svg";

/** @param {SVGSVGElement} svg @param {string} tag @param {string} name  of its class */
function add(svg, tag, name) {
  const element = /** @type {SVGElement} */ (document.createElementNS(svgNamespace, tag));
  element.setAttribute("class", name);
  element.setAttribute("aria-hidden", "true");
  svg.append(element);
  return element;
}

export class DragPreview {
  ids;
  /** Whether a new node is made where it lands. */
  plants;
  /** @type {Landing | null} where the nodes would land */
  landing = null;
  /** Whether they would be copied. */
  copy = false;
  #picture;
  #words;
  #host;
  #mark;
  #ghost;
  #pointer = { x: 0, y: 0 };
  #removed = false;
  /** @type {Picture["model"] | null} of the picture that the rest is about */
  #model = null;
  /** @type {Map<number, number>} half the width of each node's box */
  #halves = new Map();
  /** @type {Box} the viewport when the mark was drawn */
  #box;
  /** @type {{box: Box, touched: boolean} | null} the viewport before it scrolled; null: it has not */
  #before = null;

  /**
   * @param {Picture} picture @param {HTMLElement} words @param {Element} source  what is under the pointer @param {number[] | null} ids  of all nodes that are dragged; null: a new one is
   * @param {object} host
   * @param {() => boolean} host.copies  a drag copies without a key
   * @param {() => void} host.gone  a node that is dragged is no longer in the picture
   */
  constructor(picture, words, source, ids, host) {
    this.ids = ids ?? [];
    this.plants = ids === null;
    this.#picture = picture;
    this.#words = words;
    this.#host = host;
    this.#box = picture.viewport.box;
    this.#mark = add(picture.svg, "path", "drop-mark");
    this.#ghost = add(picture.svg, "g", "ghost");
    for (const part of source.children) if (!part.matches("title, .stroke")) this.#ghost.append(part.cloneNode(true));
    this.#ghost.setAttribute("data-player", source.getAttribute("data-player") ?? "0");
    this.#ghost.classList.toggle("handle", this.plants);
    document.body.classList.add("dragging");
    words.hidden = false;
  }

  /** Follows the pointer. @param {number} x @param {number} y in the window @param {boolean} key  that copies */
  move(x, y, key) {
    const matrix = this.#picture.svg.getScreenCTM();
    if (this.#removed || !matrix) return;
    const { model } = this.#picture;
    if (this.#model !== model && !this.#read()) return this.#host.gone();
    this.#box = this.#picture.viewport.box;
    this.#pointer = { x, y };
    this.copy = !this.plants && (key || this.#host.copies());
    const p = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    this.#ghost.setAttribute("transform", `translate(${p.x + 12} ${p.y + 22}) scale(0.8)`);
    const land = (this.landing = landing(model, this.#halves, this.ids, this.copy, p));
    this.#mark.classList.toggle("refused", Boolean(land?.why));
    const w = land ? (this.#halves.get(land.to) ?? 20) + 8 : 0;
    this.#mark.setAttribute("d", !land ? "" : land.into ? `M${land.x - w} ${land.y - 28}h${2 * w}v56h${-2 * w}z` : model.sideways ? `M${land.x - 30} ${land.y}h60M${land.x - 30} ${land.y - 6}v12M${land.x + 30} ${land.y - 6}v12` : `M${land.x} ${land.y - 30}v60M${land.x - 6} ${land.y - 30}h12M${land.x - 6} ${land.y + 30}h12`);
    this.#words.textContent = this.#describe(land);
    const canvas = this.#words.offsetParent?.getBoundingClientRect();
    this.#words.style.left = `${Math.min(x - (canvas?.left ?? 0) + 22, (canvas?.width ?? Infinity) - this.#words.offsetWidth - 6)}px`;
    this.#words.style.top = `${y - (canvas?.top ?? 0) + 48}px`;
  }

  /** A key that copies is pressed or released: the pointer stays. @param {boolean} key */
  withKey(key) {
    this.move(this.#pointer.x, this.#pointer.y, key);
  }

  /** Reads the picture again, where it has changed since the pointer moved. */
  update() {
    if (this.#model !== this.#picture.model) this.withKey(this.copy);
  }

  /**
   * Takes in the picture as it is now.
   * @returns {boolean} whether what is dragged is still there
   */
  #read() {
    const { model } = this.#picture;
    if (!this.ids.every((id) => model.get(id))) return false;
    if (this.#model) this.#before = null; // that viewport was of another picture
    this.#model = model;
    this.#halves = new Map([...model.nodes.values()].map((n) => [n.id, half(n)]));
    for (const n of model.nodes.values()) n.group.classList.toggle("dragged", this.ids.some((d) => model.within(n.id, d)));
    return true;
  }

  /**
   * Frame by frame: the picture scrolls where a node is held near its edge, and
   * the mark is drawn again where the picture has changed.
   * @param {number} last  the time of the last frame
   */
  scroll(last = performance.now()) {
    const now = performance.now(), { svg, viewport, model } = this.#picture, matrix = svg.getScreenCTM();
    if (this.#removed || !matrix) return;
    const frame = svg.getBoundingClientRect(), { x, y } = this.#pointer;
    const view = seen(viewport.box, { w: frame.width, h: frame.height }), w = Number(svg.dataset.w), h = Number(svg.dataset.h); // of the picture
    const units = Math.min(50, now - last) / 1000 / matrix.a;
    const dx = pull(x, frame.left, frame.right, view.x, w - view.x - view.w, units);
    const dy = pull(y, frame.top, frame.bottom, view.y, h - view.y - view.h, units);
    if (Math.abs(dx) + Math.abs(dy) > nothing) {
      this.#before ??= { box: viewport.box, touched: viewport.touched };
      viewport.touched = true;
      viewport.show({ ...viewport.box, x: viewport.box.x + dx, y: viewport.box.y + dy });
    }
    if (this.#model !== model || this.#box !== viewport.box) this.withKey(this.copy);
    requestAnimationFrame(() => this.scroll(now));
  }

  /** @param {Landing | null} land */
  #describe(land) {
    const what = this.plants ? "New node" : this.copy ? "Copy" : "Move", model = this.#picture.model;
    if (!land) return `${what}: onto a node, or between two${this.copy || this.plants ? "" : "; with Ctrl a copy"}`;
    if (land.why) return land.why[0].toUpperCase() + land.why.slice(1);
    const to = model.get(land.to);
    // A leaf's value becomes its first child.
    if (land.into) return `${what} below ${to?.name}${to?.leaf && to.value ? ", after its value" : ""}`;
    const next = model.get(to?.children[land.at] ?? 0);
    return next ? `${what} before ${next.name}` : `${what} ${this.plants ? "at" : "to"} the end, below ${to?.name}`;
  }

  remove() {
    this.#removed = true;
    this.#ghost.remove();
    this.#mark.remove();
    this.#words.hidden = true;
    document.body.classList.remove("dragging");
    for (const n of this.#picture.svg.querySelectorAll(".dragged")) n.classList.remove("dragged");
  }

  /** The viewport goes back to where it was before it scrolled. */
  restoreViewport() {
    if (!this.#before) return;
    const { viewport } = this.#picture;
    viewport.touched = this.#before.touched;
    viewport.show(this.#before.box);
  }
}
