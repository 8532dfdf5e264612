// One run with its picture, its sentence and its counters.

import { AutoFollow, inSight } from "../run/auto-follow.js";
import { Certificate, shown } from "../run/certificate.js";
import { Drawing } from "../run/certificate-drawing.js";
import { Connection } from "../run/connection.js";
import { Motion } from "../run/motion.js";
import { elements } from "../run/sentence.js";
import { Timeline } from "../run/timeline.js";
import { walkByKeys } from "../run/tree-keys.js";
import { TreeView } from "../run/tree-view.js";
import { Viewport } from "../shared/viewport.js";
import { parseJSON } from "../shared/exact.js";
import { busy, idle } from "../shared/idle.js";

/** @typedef {import("../run/connection.js").Detail} Detail */

/** Steps fetched around the one that is shown. */
const behind = 32, ahead = 96;

/**
 * @typedef {object} Host
 * @property {(node: number) => void} light
 * @property {(text: string) => void} notice
 * @property {() => number[]} next  the steps of this run that come next
 * @property {typeof import("../run/folding.js").Folding | null} Folding  of a large tree
 * @property {(node: number, folds: boolean) => void} turn  folds what is below a node in all runs, or opens it
 */

export const lost = "The connection to the server is lost. Reconnecting …";

export class Lane {
  timeline = new Timeline();
  /** @type {Map<number, Detail>} */
  #details = new Map();
  #asked = -1;
  #step = 0;
  #box;
  #over = false;
  #motion;
  #follow;
  #folding;

  /** @param {HTMLElement} box @param {Host} host */
  constructor(box, { light, notice, next, Folding, turn }) {
    this.#box = box;
    const svg = /** @type {SVGSVGElement} */ (box.querySelector("svg.tree"));
    this.view = new TreeView(svg);
    this.#follow = new AutoFollow(svg, new Viewport(svg));
    this.certificate = new Certificate(svg, (n) => this.view.group(n), () => Drawing);
    this.#motion = new Motion(svg, this.view);
    this.#folding = Folding && new Folding(this.view, {
      timeline: () => this.timeline,
      step: () => this.#step,
      details: (t) => [this.#details.get(t) ?? []].flat(),
      next,
      ask: (wish) => this.connection.picture(wish),
      stage: () => ({ svg, view: this.view, follow: this.#follow, certificate: this.certificate }),
      refresh: (also) => {
        this.show(this.#step);
        if (also >= 0) this.#see([also]);
      },
    });
    this.#listen(svg, light, turn);
    this.connection = new Connection({
      steps: (steps) => {
        if (steps.from === 0 && this.timeline.length > 0) this.#restart();
        this.timeline.append(steps);
        if (this.timeline.length > this.#step) this.show(this.#step);
      },
      end: () => (this.#over = true),
      error: (message) => notice(`${message.title}: ${message.detail}`),
      details: (from, list) => {
        list.forEach((d, i) => this.#details.set(from + i, d));
        this.#explain();
        this.#folding?.after(this.#step);
      },
      picture: (message) => this.#folding?.came(message),
      connection: (on) => notice(on ? "" : lost),
    });
  }

  /** @param {SVGSVGElement} svg @param {Host["light"]} light @param {Host["turn"]} turn */
  #listen(svg, light, turn) {
    for (const area of [svg, this.#box.querySelector(".sentence")]) {
      const point = (/** @type {Event} */ e) => {
        const at = e.target instanceof Element ? e.target.closest("[data-node]") : null;
        light(at ? Number(at.getAttribute("data-node")) : -1);
      };
      area?.addEventListener("pointerover", point);
      area?.addEventListener("focusin", point);
      area?.addEventListener("pointerleave", () => light(-1));
      area?.addEventListener("focusout", () => light(-1));
    }
    if (!this.#folding) return walkByKeys(svg, light);
    const fold = (/** @type {number} */ node) => turn(node, this.view.draws(node));
    walkByKeys(svg, (node) => (this.view.draws(node) ? light(node) : fold(node)), fold);
    svg.addEventListener("click", (e) => {
      const more = e.target instanceof Element ? e.target.closest("g.node.more") : null;
      if (!more) return;
      e.preventDefault();
      fold(Number(more.getAttribute("data-node")));
    });
  }

  /** Folds what is below a node, or opens it. Returns why that has to wait, or nothing. @param {number} node @param {boolean} folds */
  turn(node, folds) {
    return this.#folding?.turn(node, folds) ?? "";
  }

  fit() {
    this.#follow.fit();
  }

  run() {
    const request = parseJSON(this.#box.dataset.request ?? "{}");
    this.connection.run({ ...request, ...(this.#folding ? { every: true } : { drawn: this.view.nodes }) });
  }

  /** Keeps the node at work in sight, with the nodes of its certificate and some more. @param {number[]} [more] */
  #see(more) {
    const certificate = this.#certificate();
    this.#follow.follow(inSight(this.view, this.timeline.path(this.#step), certificate?.holders.map(({ node }) => node) ?? [], more));
  }

  /** The certificate that is drawn at the step, once it has come. */
  #certificate() {
    const { event, certificate } = this.#details.get(this.#step) ?? {};
    return certificate && shown(event.type) ? certificate : undefined;
  }

  /** After a lost connection the same run comes again, from its first step. */
  #restart() {
    this.timeline = new Timeline();
    this.#asked = -1;
    this.#over = false;
    this.#folding?.restart();
  }

  /** @param {number} step @param {number} [ms]  how long the step moves; 0: it only shows */
  show(step, ms = 0) {
    this.#step = step;
    if (this.timeline.length <= step) {
      this.#box.querySelector(".sentence")?.setAttribute("aria-busy", "true");
      busy(this);
      return; // it is drawn when it has come
    }
    this.#folding?.before(step);
    this.view.show(this.timeline, step);
    this.#see();
    this.certificate.clear();
    this.#motion.step(this.timeline, step, ms);
    const { entered, leaves, cuts, again } = this.timeline.counts(step);
    for (const [name, count] of Object.entries({ nodes: entered, leaves, cut: cuts, again })) {
      const cell = this.#box.querySelector(`[data-part="${name}"]`);
      if (cell) cell.textContent = count.toLocaleString("en");
    }
    const alone = /** @type {HTMLAnchorElement | null} */ (this.#box.querySelector("a[data-alone]"));
    if (alone) {
      const url = new URL(alone.href);
      url.searchParams.set("step", String(step));
      alone.href = url.href;
    }
    this.#explain();
    this.#folding?.after(step);
  }

  /** @param {boolean} on */
  waits(on) {
    this.#box.classList.toggle("waits", on);
    const words = /** @type {HTMLElement | null} */ (this.#box.querySelector(".waiting"));
    if (words) words.hidden = !on;
  }

  #explain() {
    const t = this.#step, detail = this.#details.get(t);
    const sentence = /** @type {HTMLElement} */ (this.#box.querySelector(".sentence"));
    sentence.setAttribute("aria-busy", String(!detail)); // until then the sentence is of another step
    (detail ? idle : busy)(this);
    if (detail) {
      sentence.dataset.kind = detail.event.type;
      sentence.replaceChildren(...elements(detail.text));
      const certificate = this.#certificate();
      if (certificate) {
        this.#see(detail.event.cut);
        this.certificate.show(certificate, this.view.links, [], new Map(), () => this.#motion.arcs(this.certificate.arcs));
      }
    }
    const from = Math.max(0, t - behind), to = Math.min(this.timeline.length, t + ahead);
    const all = detail && this.#details.get(Math.min(t + ahead / 2, this.timeline.last)) && this.#details.get(from);
    if (all || to <= from || (this.#asked === t && !this.#over)) return;
    this.#asked = t;
    this.connection.details(from, to);
  }
}
