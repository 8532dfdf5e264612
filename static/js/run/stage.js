// The picture of a run, and what explains it at a step.

import { busy, idle } from "../shared/idle.js";
import { Viewport } from "../shared/viewport.js";
import { AutoFollow, inSight } from "./auto-follow.js";
import { Certificate, shown } from "./certificate.js";
import { CrossHighlight } from "./cross-highlight.js";
import { Motion } from "./motion.js";
import { Panels } from "./panels.js";
import { fullText, TreeView } from "./tree-view.js";
import { walkByKeys } from "./tree-keys.js";

/** @typedef {import("./connection.js").Detail} Detail */
/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {import("./node-card.js").NodeCard} NodeCard */
/** What an event step-explained holds; again are the details of the re-searches under way. @typedef {{detail: Detail, at: number, earlier(t: number): Detail | undefined, again: Detail[]}} Explained */

export class Stage {
  /** @type {TreeView} */
  view;
  #svg;
  #viewport;
  #follow;
  #certificate;
  #motion;
  #panels;
  /** @type {NodeCard | undefined} */
  #card;
  #loadCard;
  /** @type {((node: number) => void) | undefined} */
  #turn;
  #highlight;

  /**
   * @param {SVGSVGElement} svg @param {() => Promise<NodeCard>} card  when a node is first opened
   * @param {() => import("./certificate.js").Drawing | Promise<import("./certificate.js").Drawing>} drawing  of certificates, when the first one may come
   * @param {number} first  the step that the server has drawn
   */
  constructor(svg, card, drawing, first) {
    this.#first = first;
    const view = (this.view = new TreeView(svg));
    this.#svg = svg;
    this.#viewport = new Viewport(svg);
    this.#follow = new AutoFollow(svg, this.#viewport);
    this.#certificate = new Certificate(svg, (n) => view.group(n), drawing);
    this.#motion = new Motion(svg, view);
    this.#panels = new Panels((n) => view.name(n));
    this.#loadCard = card;
    this.#highlight = new CrossHighlight(svg, (nodes) => view.light(nodes));
  }

  /** @param {Timeline} timeline @param {number} t @param {number} ms  how long the step moves; 0: it only shows */
  draw(timeline, t, ms) {
    this.view.show(timeline, t);
    this.#path = timeline.length > t ? timeline.path(t) : [];
    this.#holders = [];
    this.#see();
    if (this.#moves || t !== this.#first) { // at the first step, the certificate is there
      this.#certificate.prepare();
      this.#certificate.clear();
    }
    this.#moves = true;
    this.#panels.step(timeline, t);
    this.#card?.show(timeline, t);
    this.#motion.step(timeline, t, ms);
  }

  #first;
  /** Whether a step has been drawn. */
  #moves = false;

  /** @type {number[]} the path to the node at work */
  #path = [];

  /** @type {number[]} the nodes that the certificate of the step names */
  #holders = [];

  /** Keeps the node at work in sight, with those of its certificate, its path and some more, as far as they fit. @param {number[]} [more] */
  #see(more = []) {
    this.#follow.follow(inSight(this.view, this.#path, this.#holders, more));
  }

  /** Brings a node into sight together with the path, if it is drawn. @param {number} node */
  see(node) {
    if (node >= 0) this.#see([node]);
  }

  /** @param {Explained} explained */
  explain(explained) {
    const { event, certificate } = explained.detail;
    const again = explained.again.flatMap((detail) => detail.certificate ?? []);
    this.#panels.detail(explained.detail);
    if (certificate && shown(event.type)) this.#holders = certificate.holders.map(({ node }) => node);
    this.#see(event.cut);
    document.dispatchEvent(new CustomEvent("step-explained", { detail: explained }));
    this.#certificate.show(shown(event.type) ? certificate : undefined, this.view.links, again, this.#unlabelled(explained.detail), () => this.#motion.arcs(this.#certificate.arcs));
    this.#highlight.refresh();
  }

  /** The nodes that the sentence or the story names and the picture does not. @param {Detail} detail @returns {Map<number, string>} */
  #unlabelled({ text }) {
    if (this.#svg.dataset.wide) return new Map(); // along a path, the moves are there
    const inStory = [...document.querySelectorAll("#story-text [data-node]")].map((part) => Number(part.getAttribute("data-node")));
    const named = new Map();
    for (const n of [...text.map((part) => part.n ?? -1), ...inStory]) {
      if (n > 0 && this.view.group(n)?.querySelector(".name") === null) named.set(n, this.view.name(n));
    }
    return named;
  }

  /** The sentence of the step is still to come: the one that is shown is of another. @param {boolean} on */
  wait(on) {
    document.getElementById("sentence")?.setAttribute("aria-busy", String(on));
    (on ? busy : idle)(this);
  }

  /** Keeps a node of the path in sight, with the path to it if that fits; what is below it matters less. @param {number} node */
  follow(node) {
    const path = this.#path.slice(0, this.#path.indexOf(node) + 1);
    this.#follow.follow([path, [node]].map((list) => list.flatMap((n) => this.view.group(n) ?? [])));
  }

  /** Marks a line of the program. @param {number} line */
  showLine(line) {
    this.#panels.showLine(line);
  }

  fit() {
    this.#follow.fit();
  }

  /** @param {number} by */
  zoom(by) {
    this.#viewport.zoom(by);
  }

  /**
   * @param {(node: number, byKey: boolean) => void} picked
   * @param {(node: number) => void} [turn]  folds what is below a node, or opens it
   */
  listen(picked, turn) {
    const pick = (/** @type {number} */ node, /** @type {boolean} */ byKey) => (turn && !this.view.draws(node) ? turn(node) : picked(node, byKey));
    walkByKeys(this.#svg, (node) => pick(node, true), turn);
    this.#svg.addEventListener("click", (e) => {
      const at = e.target instanceof Element ? e.target.closest("g.node") : null;
      if (!at || (!turn && at.querySelector("a"))) return; // the link opens it
      e.preventDefault();
      pick(Number(at.getAttribute("data-node")), false);
    });
    this.#turn = turn;
  }

  /** What shows the tree, for another picture of it. */
  get parts() {
    return { svg: this.#svg, view: this.view, follow: this.#follow, certificate: this.#certificate };
  }

  /** Whether a node is a leaf that is drawn. @param {number} node */
  isLeaf(node) {
    return (this.view.group(node)?.querySelector(".value") ?? null) !== null;
  }

  /** Opens the card of a node, if the page has one. @param {number} node @param {Timeline} timeline @param {() => number} step */
  async open(node, timeline, step) {
    if (!document.getElementById("card")) return;
    if (!this.#card) {
      busy(this.#loadCard);
      const card = await this.#loadCard();
      if (!this.#card && this.#turn) card.folds(this.#turn);
      this.#card ??= card;
      idle(this.#loadCard);
    }
    this.#card.open(node, this.view.name(node), fullText(this.view.group(node)?.querySelector(".value") ?? null) ?? null, timeline, step());
  }
}
