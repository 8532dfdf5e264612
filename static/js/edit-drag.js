// Drags a node, or the selected ones, onto another or between two: by mouse at
// once, by finger after a long press, since a finger also scrolls.

import { pull, seen } from "./camera.js";
import { half, landing } from "./edit-drop.js";
import { busy, idle } from "./idle.js";

/** @typedef {import("./edit-drop.js").Landing} Landing */
/** @typedef {import("./edit-picture.js").Picture} Picture */

/** Pixels that a pointer may tremble before a click becomes a drag, and milliseconds of a long press. */
const slop = 5, press = 420;
/** A move of the window that nobody sees, in units of the picture. */
const nothing = 0.01;
const svgNamespace = "http://www.w3.org/2000/svg";

/**
 * @typedef {object} Dragging
 * @property {number[]} ids
 * @property {SVGElement} ghost
 * @property {SVGElement} mark
 * @property {Picture["model"] | null} model  of the picture that the rest is about
 * @property {Map<number, number>} halves
 * @property {Landing | null} landing
 * @property {Picture["port"]["box"]} box  the window then
 * @property {{box: Picture["port"]["box"], touched: boolean} | null} before  the window before it went along; null: it has not
 */

/**
 * @typedef {object} Host
 * @property {(id: number) => number[]} dragged  what is dragged by this node
 * @property {() => boolean} copies  a drag copies without a key
 * @property {(ids: number[], landing: Landing, copy: boolean) => void} drop
 */

export class Drag {
  #picture;
  #host;
  #words;
  /** @type {{id: number, pointer: number, x: number, y: number, timer: number} | null} a pointer is down on a node */
  #down = null;
  /** @type {Dragging | null} */
  #at = null;
  #last = { x: 0, y: 0, copy: false };

  /** @param {HTMLElement} canvas @param {HTMLElement} words  what would happen, beside the pointer @param {Picture} picture @param {Host} host */
  constructor(canvas, words, picture, host) {
    this.#picture = picture;
    this.#host = host;
    this.#words = words;
    canvas.addEventListener("pointerdown", (e) => this.#press(e), { capture: true });
    window.addEventListener("pointermove", (e) => this.#move(e));
    window.addEventListener("pointerup", (e) => this.#up(e));
    window.addEventListener("pointercancel", (e) => e.pointerId === this.#down?.pointer && this.#end());
    // A finger that drags a node does not scroll the page.
    canvas.addEventListener("touchmove", (e) => this.#at && e.preventDefault(), { passive: false });
    canvas.addEventListener("contextmenu", (e) => this.#down && e.preventDefault());
    canvas.addEventListener("click", (e) => this.#swallow && e.stopPropagation(), { capture: true });
    window.addEventListener("keydown", (e) => {
      if (!this.#at) return;
      if (e.key === "Escape") {
        e.preventDefault();
        e.stopPropagation();
        this.#giveUp();
      } else if (e.key === "Control" || e.key === "Alt") this.#show(this.#last.x, this.#last.y, true);
    }, { capture: true });
    window.addEventListener("keyup", (e) => this.#at && (e.key === "Control" || e.key === "Alt") && this.#show(this.#last.x, this.#last.y, false));
  }

  #swallow = false;

  /** @param {PointerEvent} e */
  #press(e) {
    if (!e.isPrimary) return this.#at ? undefined : this.#end(); // two fingers zoom
    this.#swallow = false;
    const group = e.target instanceof Element ? e.target.closest("g.node") : null;
    if (!group || e.button !== 0) return;
    const id = Number(group.getAttribute("data-id"));
    if ((this.#picture.model.get(id)?.run ?? 1) > 0) return; // several subtrees: it is opened first
    this.#down = { id, pointer: e.pointerId, x: e.clientX, y: e.clientY, timer: 0 };
    if (e.pointerType === "touch") {
      busy(this);
      this.#down.timer = window.setTimeout(() => this.#begin(), press);
    } else {
      e.stopPropagation(); // else the window of the picture would move
      this.#picture.port.forget();
    }
  }

  /** @param {PointerEvent} e */
  #move(e) {
    const down = this.#down;
    if (!down || e.pointerId !== down.pointer) return;
    if (!this.#at) {
      if (Math.hypot(e.clientX - down.x, e.clientY - down.y) < slop) return;
      if (e.pointerType === "touch") return this.#end(); // it scrolls, or moves the window
      this.#begin();
    }
    this.#show(e.clientX, e.clientY, e.ctrlKey || e.altKey || e.metaKey);
  }

  #begin() {
    const down = this.#down, model = this.#picture.model;
    idle(this);
    if (!down || !model.get(down.id)) return;
    this.#picture.port.forget();
    const ids = this.#host.dragged(down.id);
    const make = (/** @type {string} */ tag, /** @type {string} */ name) => {
      const element = /** @type {SVGElement} */ (document.createElementNS(svgNamespace, tag));
      element.setAttribute("class", name);
      element.setAttribute("aria-hidden", "true");
      this.#picture.svg.append(element);
      return element;
    };
    const mark = make("path", "drop-mark"), ghost = make("g", "ghost");
    const source = /** @type {Element} */ (model.get(down.id)?.group);
    for (const part of source.children) if (!part.matches("title, .stroke")) ghost.append(part.cloneNode(true));
    ghost.setAttribute("data-player", source.getAttribute("data-player") ?? "0");
    const at = (this.#at = { ids, ghost, mark, model: null, halves: new Map(), landing: null, box: this.#picture.port.box, before: null });
    document.body.classList.add("dragging");
    this.#words.hidden = false;
    this.#show(down.x, down.y, false);
    this.#drift(at, performance.now());
  }

  /**
   * Takes in the picture as it is now.
   * @param {Dragging} at @returns {boolean} whether what is dragged is still there
   */
  #read(at) {
    const { model } = this.#picture;
    if (!at.ids.every((id) => model.get(id))) return false;
    if (at.model) at.before = null; // that window was of another picture
    at.model = model;
    at.halves = new Map([...model.nodes.values()].map((n) => [n.id, half(n)]));
    for (const n of model.nodes.values()) n.group.classList.toggle("dragged", at.ids.some((d) => model.within(n.id, d)));
    return true;
  }

  /**
   * Frame by frame: the window goes along where a node is held at its rim, and
   * what would happen is said anew where the picture has changed.
   * @param {Dragging} at @param {number} last  the time of the last frame
   */
  #drift(at, last) {
    const now = performance.now(), { svg, port, model } = this.#picture, matrix = svg.getScreenCTM();
    if (at !== this.#at || !matrix) return;
    const frame = svg.getBoundingClientRect(), { x, y, copy } = this.#last;
    const view = seen(port.box, { w: frame.width, h: frame.height }), w = Number(svg.dataset.w), h = Number(svg.dataset.h); // of the picture
    const units = Math.min(50, now - last) / 1000 / matrix.a;
    const dx = pull(x, frame.left, frame.right, view.x, w - view.x - view.w, units);
    const dy = pull(y, frame.top, frame.bottom, view.y, h - view.y - view.h, units);
    if (Math.abs(dx) + Math.abs(dy) > nothing) {
      at.before ??= { box: port.box, touched: port.touched };
      port.touched = true;
      port.show({ ...port.box, x: port.box.x + dx, y: port.box.y + dy });
    }
    if (at.model !== model || at.box !== port.box) this.#show(x, y, copy);
    requestAnimationFrame(() => this.#drift(at, now));
  }

  /** @param {number} x @param {number} y in the window @param {boolean} key */
  #show(x, y, key) {
    const at = this.#at, matrix = this.#picture.svg.getScreenCTM();
    if (!at || !matrix) return;
    const { model } = this.#picture;
    if (at.model !== model && !this.#read(at)) return this.#end();
    at.box = this.#picture.port.box;
    const copy = key || this.#host.copies();
    this.#last = { x, y, copy };
    const p = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    at.ghost.setAttribute("transform", `translate(${p.x + 12} ${p.y + 22}) scale(0.8)`);
    const land = (at.landing = landing(model, at.halves, at.ids, copy, p));
    at.mark.classList.toggle("refused", Boolean(land?.why));
    const w = land ? (at.halves.get(land.to) ?? 20) + 8 : 0;
    at.mark.setAttribute("d", !land ? "" : land.into ? `M${land.x - w} ${land.y - 28}h${2 * w}v56h${-2 * w}z` : `M${land.x} ${land.y - 30}v60M${land.x - 6} ${land.y - 30}h12M${land.x - 6} ${land.y + 30}h12`);
    this.#words.textContent = this.#say(land, copy);
    const canvas = this.#words.offsetParent?.getBoundingClientRect();
    this.#words.style.left = `${Math.min(x - (canvas?.left ?? 0) + 22, (canvas?.width ?? Infinity) - this.#words.offsetWidth - 6)}px`;
    this.#words.style.top = `${y - (canvas?.top ?? 0) + 48}px`;
  }

  /** @param {Landing | null} land @param {boolean} copy */
  #say(land, copy) {
    const what = copy ? "Copy" : "Move", model = this.#picture.model;
    if (!land) return `${what}: onto a node, or between two${copy ? "" : "; with Ctrl a copy"}`;
    if (land.why) return land.why[0].toUpperCase() + land.why.slice(1);
    const to = model.get(land.to);
    // A leaf's value becomes its first child.
    if (land.into) return `${what} below ${to?.name}${to?.leaf && to.value ? ", after its value" : ""}`;
    const next = model.get(to?.children[land.at] ?? 0);
    return next ? `${what} before ${next.name}` : `${what} to the end, below ${to?.name}`;
  }

  /** @param {PointerEvent} e */
  #up(e) {
    if (!this.#down || e.pointerId !== this.#down.pointer) return;
    const { x, y, copy } = this.#last;
    if (this.#at && this.#at.model !== this.#picture.model) this.#show(x, y, copy);
    const at = this.#at;
    this.#end();
    if (!at) return;
    this.#swallow = true; // the drag's end is no click
    if (at.landing && !at.landing.why) this.#host.drop(at.ids, at.landing, copy);
  }

  /** Nothing is dropped, and the window is where it was. */
  #giveUp() {
    const before = this.#at?.before, { port } = this.#picture;
    this.#end();
    if (!before) return;
    port.touched = before.touched;
    port.show(before.box);
  }

  #end() {
    if (this.#down) clearTimeout(this.#down.timer);
    this.#down = null;
    idle(this);
    if (!this.#at) return;
    this.#at.ghost.remove();
    this.#at.mark.remove();
    this.#at = null;
    this.#words.hidden = true;
    document.body.classList.remove("dragging");
    for (const n of this.#picture.svg.querySelectorAll(".dragged")) n.classList.remove("dragged");
  }
}
