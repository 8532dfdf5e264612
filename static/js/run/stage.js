// The picture of a run, and what explains it at a step.

import { busy, idle } from "../shared/idle.js";
import { Viewport } from "../shared/viewport.js";
import { AutoFollow } from "./auto-follow.js";
import { Certificate, shown } from "./certificate.js";
import { CrossHighlight } from "./cross-highlight.js";
import { Motion } from "./motion.js";
import { NodeCard } from "./node-card.js";
import { Panels } from "./panels.js";
import { TreeView } from "./tree-view.js";
import { walkByKeys } from "./tree-keys.js";

/** @typedef {import("./connection.js").Detail} Detail */
/** @typedef {import("./timeline.js").Timeline} Timeline */
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
  #card;
  #highlight;

  /** @param {SVGSVGElement} svg @param {(step: number) => void} go */
  constructor(svg, go) {
    const view = (this.view = new TreeView(svg));
    this.#svg = svg;
    this.#viewport = new Viewport(svg);
    this.#follow = new AutoFollow(svg, this.#viewport);
    this.#certificate = new Certificate(svg, (n) => view.group(n));
    this.#motion = new Motion(svg, view);
    this.#panels = new Panels((n) => view.name(n));
    this.#card = document.getElementById("card") && new NodeCard(go);
    this.#highlight = new CrossHighlight(svg, (nodes) => view.light(nodes));
  }

  /** @param {Timeline} timeline @param {number} t @param {number} ms  how long the step moves; 0: it only shows */
  draw(timeline, t, ms) {
    this.view.show(timeline, t);
    if (timeline.length > t) this.#follow.follow(this.view.group(timeline.node[t]));
    this.#certificate.clear();
    this.#panels.step(timeline, t);
    this.#card?.show(timeline, t);
    this.#motion.step(timeline, t, ms);
  }

  /** @param {Explained} explained */
  explain(explained) {
    const { event, certificate } = explained.detail;
    const again = explained.again.flatMap((detail) => detail.certificate ?? []);
    this.#panels.detail(explained.detail);
    document.dispatchEvent(new CustomEvent("step-explained", { detail: explained }));
    this.#certificate.show(shown(event.type) ? certificate : undefined, this.view.links, again, this.#unlabelled(explained.detail));
    this.#motion.arcs(this.#certificate.arcs);
    this.#highlight.refresh();
  }

  /** The nodes that the sentence or the story names and the picture does not. @param {Detail} detail @returns {Map<number, string>} */
  #unlabelled({ text }) {
    const told = [...document.querySelectorAll("#told [data-node]")].map((part) => Number(part.getAttribute("data-node")));
    const named = new Map();
    for (const n of [...text.map((part) => part.n ?? -1), ...told]) {
      if (n > 0 && this.view.group(n)?.querySelector(".name") === null) named.set(n, this.view.name(n));
    }
    return named;
  }

  /** The sentence of the step is still to come: the one that is shown is of another. @param {boolean} on */
  wait(on) {
    document.getElementById("sentence")?.setAttribute("aria-busy", String(on));
    (on ? busy : idle)(this);
  }

  fit() {
    this.#follow.fit();
  }

  /** @param {number} by */
  zoom(by) {
    this.#viewport.zoom(by);
  }

  /** @param {(node: number, byKey: boolean) => void} picked */
  listen(picked) {
    walkByKeys(this.#svg, (node) => picked(node, true));
    this.#svg.addEventListener("click", (e) => {
      const at = e.target instanceof Element ? e.target.closest("g.node") : null;
      if (at && !at.querySelector("a")) picked(Number(at.getAttribute("data-node")), false);
    });
  }

  /** Opens the card of a node; returns whether it is a leaf. @param {number} node @param {Timeline} timeline @param {number} t */
  open(node, timeline, t) {
    const value = this.view.group(node)?.querySelector(".value")?.textContent ?? null;
    this.#card?.open(node, this.view.name(node), value, timeline, t);
    return value !== null;
  }
}
