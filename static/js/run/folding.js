// Which part of a large tree is drawn. The picture holds the node at work, its
// ancestors and their siblings, and the nodes that a certificate names; the rest is
// folded. It stays as it is while a step needs nothing that it hides. Else the server
// draws another one, which is asked for ahead where the next steps will need it.

import { busy, idle } from "../shared/idle.js";
import { lastChild, legible, Rows, widthFor } from "./along.js";
import { frame } from "./frame.js";
import { redraw } from "./redraw.js";

/**
 * @typedef {object} Host
 * @property {() => import("./timeline.js").Timeline} timeline
 * @property {() => number} step
 * @property {(t: number) => import("./connection.js").Detail[]} details  those that a picture of a step shows, as far as they have come
 * @property {() => number[]} next  the steps that come next
 * @property {(wish: {step: number, named: number[], folded: number[], opened: number[], wide?: number, child?: number}) => void} ask  asks the server for a picture
 * @property {() => import("./stage.js").Stage["parts"]} stage
 * @property {(also: number) => void} refresh  shows the step in the new picture, and a node, if it is not negative
 */

const waits = "The search is below this node. The subtree folds when the search leaves it.";

export class Folding {
  /** What a person chose: nodes, what was opened last is last. */
  #folded;
  #opened;
  #view;
  #host;
  /** The picture is along the path to the node at work. */
  #along;
  /** @type {{step: number, markup: string} | null} a picture that came before its step */
  #ahead = null;
  /** What was asked for last: the step with all that its picture depends on. */
  #asked = "";
  /** The answers that are still to come. */
  #open = 0;
  /** The step whose picture is shown though the present one would do, and the node that was folded or opened. @type {{step: number, node: number} | null} */
  #turned = null;

  /** @param {import("./tree-view.js").TreeView} view @param {Host} host */
  constructor(view, host) {
    this.#view = view;
    this.#host = host;
    const { svg, follow } = host.stage();
    this.#along = "wide" in svg.dataset;
    follow.frame = this.#along ? (lists, picture, window, now) => frame(lists, picture, window, now, legible) : frame;
    if (this.#along) {
      follow.alongPath(legible);
      view.rows = new Rows(svg);
      new ResizeObserver(() => this.after(host.step())).observe(svg);
    }
    const address = new URLSearchParams(location.search);
    this.#folded = (address.get("fold") ?? "").split(",").filter(Boolean).map(Number);
    this.#opened = address.getAll("open").map(Number);
  }

  /** A step is about to be shown: if it needs another picture that is there already, it comes first. @param {number} t */
  before(t) {
    if (this.#ahead?.step === t && !this.#serves(t)) this.#take(this.#ahead.markup);
  }

  /** A step is shown, or more is known of it. @param {number} t */
  after(t) {
    if (this.#host.timeline().length <= t) return;
    if (!this.#serves(t)) {
      if (this.#along && !this.#hasAlong(t)) this.#close(); // a picture that only has another width keeps what is open
      return this.#ask(t);
    }
    const next = this.#host.next().find((s) => !this.#serves(s));
    if (next !== undefined && this.#ahead?.step !== next) this.#ask(next);
  }

  /** A picture has come. @param {{step: number, svg: string}} message */
  came({ step, svg }) {
    this.#open = Math.max(0, this.#open - 1);
    if (this.#open === 0) idle(this);
    const now = this.#host.step(), turned = this.#turned?.step === now ? this.#turned.node : -1;
    if (step === now && (turned >= 0 || !this.#serves(now))) {
      this.#take(svg, turned);
      this.#host.refresh(turned);
      this.after(now);
    } else this.#ahead = { step, markup: svg };
  }

  /** The run begins again: what was asked for does not come. */
  restart() {
    this.#asked = "";
    this.#open = 0;
    this.#ahead = null;
    idle(this);
  }

  /**
   * Opens a folded node, or folds what is below one. Returns why that has to wait, or nothing.
   * @param {number} node @param {boolean} [folds]  what to do; if it is left out, the other than the picture has
   */
  turn(node, folds = this.#view.draws(node)) {
    const others = (/** @type {number[]} */ list) => list.filter((n) => n !== node);
    if (this.#along) return this.#turnAlong(node);
    const now = this.#host.step(), needed = this.#needed(now), parent = this.#view.parent(node) ?? -1;
    this.#folded = folds ? [...others(this.#folded), node] : others(this.#folded);
    this.#opened = others(this.#opened);
    if (!folds) this.#opened.push(node);
    else if (parent >= 0 && !needed.has(parent) && !this.#opened.includes(parent)) this.#opened.push(parent); // only the node goes
    this.#ahead = null;
    this.#remember();
    if (folds && needed.has(node)) return waits;
    this.#turned = { step: now, node };
    this.#ask(now);
    return "";
  }

  /** The same in a picture along the path: one thing is open at a time beside it, until the search needs another picture. @param {number} node */
  #turnAlong(node) {
    const now = this.#host.step(), opens = !this.#view.draws(node);
    if (!opens && this.#needed(now).has(node)) return waits;
    this.#opened = opens ? [node] : [];
    this.#ahead = null;
    this.#remember();
    this.#turned = { step: now, node };
    this.#ask(now);
    return "";
  }

  /** The search goes on: nothing is open beside the path any more. */
  #close() {
    if (this.#opened.length === 0) return;
    this.#opened = [];
    this.#remember();
  }

  /** Whether a picture along the path has all that a step needs. @param {number} t */
  #hasAlong(t) {
    const timeline = this.#host.timeline();
    const line = this.#host.details(t).flatMap(({ event }) => event.line ?? []); // the line of play at the end
    const own = [...this.#named(t), lastChild(timeline, t)].filter((n) => n >= 0);
    return timeline.path(t).every((n) => this.#view.draws(n)) && [...line, ...own].every((n) => this.#view.group(n)?.matches(":not(.others)"));
  }

  /** Whether the picture is as wide as fits its window. */
  get #fits() {
    const { svg } = this.#host.stage();
    return widthFor(svg) === Number(svg.dataset.wide);
  }

  /** The nodes that the certificates of a step name. @param {number} t */
  #named(t) {
    return this.#host.details(t).flatMap(({ certificate: c }) => (c ? [c.at, ...[...c.holders, ...c.outcomes].map(({ node }) => node)] : []));
  }

  /** The nodes that must be drawn at a step, and those above them. @param {number} t */
  #needed(t) {
    const needed = new Set(this.#host.timeline().path(t).filter((n) => n >= 0)), parents = new Map(this.#view.links);
    for (const named of this.#named(t)) {
      for (let n = named; n >= 0 && !needed.has(n); n = parents.get(n) ?? -1) needed.add(n);
    }
    return needed;
  }

  /** Whether the picture has all that a step needs, and nothing that a person has folded and the step does not need. @param {number} t */
  #serves(t) {
    if (this.#along) return this.#hasAlong(t) && this.#fits;
    const needed = this.#needed(t);
    for (const n of needed) if (!this.#view.draws(n)) return false;
    return this.#folded.every((n) => needed.has(n) || !this.#view.draws(n));
  }

  /** @param {number} step */
  #ask(step) {
    const wish = { step, named: this.#named(step), folded: this.#folded, opened: this.#opened, ...(this.#along ? this.#wishAlong(step) : {}) }, key = JSON.stringify(wish);
    if (key === this.#asked) return; // it is on its way, or cannot show all
    this.#asked = key;
    this.#open++;
    busy(this);
    this.#host.ask(wish);
  }

  /** @param {number} step */
  #wishAlong(step) {
    const child = lastChild(this.#host.timeline(), step), wide = widthFor(this.#host.stage().svg);
    return child < 0 ? { wide } : { wide, child };
  }

  /** @param {string} markup @param {number} [turned]  the node that was folded or opened */
  #take(markup, turned = -1) {
    const path = this.#host.timeline().path(this.#host.step());
    this.#ahead = null;
    this.#turned = null;
    redraw(this.#host.stage(), markup, turned >= 0 ? turned : path.at(-1) ?? 0);
  }

  /** Writes what is folded and opened to the address, and to what the form sends. */
  #remember() {
    const url = new URL(location.href), form = this.#host.stage().svg.closest("form");
    /** @type {[string, string][]} */
    const list = this.#opened.map((n) => ["open", String(n)]);
    if (this.#folded.length > 0) list.push(["fold", this.#folded.join()]);
    for (const name of ["open", "fold"]) {
      url.searchParams.delete(name);
      for (const field of form?.querySelectorAll(`input[type=hidden][name=${name}]`) ?? []) field.remove();
    }
    for (const [name, value] of list) {
      url.searchParams.append(name, value);
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name, value });
      form?.prepend(field);
    }
    history.replaceState(history.state, "", url);
  }
}
