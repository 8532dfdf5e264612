// The certificate of a prune or of a second search, drawn on the tree: every
// node that supplies a bound is highlighted, with its score and origin beside
// it, and an arc to the node where children are cut, or to the one that is
// re-searched; at the cut, the sum and the limit. The drawing itself is in
// certificate-drawing.js, which a page needs at its first certificate.

import { busy, idle } from "../shared/idle.js";

/** @typedef {import("./connection.js").Certificate} Reason */
/** @typedef {typeof import("./certificate-drawing.js").Drawing} Drawing */

const svgNamespace = "http://www.w3.org/2000/svg";

/** Whether the certificate of an event of this type is drawn. @param {string} type */
export const shown = (type) => type === "prune" || type === "research";

export class Certificate {
  #host;
  /** @type {Element[]} what the server has drawn for the first step */
  #served;
  #load;
  /** @type {InstanceType<Drawing> | undefined} */
  #drawing;
  /** @type {Promise<void> | undefined} until the drawing has come */
  #coming;
  /** @type {(() => void) | undefined} what is drawn then */
  #waiting;

  /** @type {SVGPathElement[]} the arcs of the step itself */
  arcs = [];

  /** @param {SVGSVGElement} svg @param {(node: number) => Element | undefined} group @param {() => Drawing | Promise<Drawing>} load */
  constructor(svg, group, load) {
    const { x, y, width, height } = svg.viewBox.baseVal;
    const [behind, before] = [0, 1].map(() => {
      const layer = document.createElementNS(svgNamespace, "g");
      layer.setAttribute("class", "certificate");
      layer.setAttribute("aria-hidden", "true"); // the sentence has the same content
      return layer;
    });
    this.#load = load;
    this.#served = [...svg.querySelectorAll(":scope > .certificate")];
    this.#host = { svg, group, picture: { x, y, width, height }, behind, before, lit: [...svg.querySelectorAll(".holds, .decides")] };
    this.#put();
  }

  #put() {
    this.#host.svg.prepend(this.#host.behind);
    this.#host.svg.append(this.#host.before);
  }

  /** Gets the drawing, before it is needed. */
  prepare() {
    if (this.#drawing || this.#coming) return;
    const drawing = this.#load();
    if (drawing instanceof Promise) this.#coming = drawing.then((D) => this.#came(D));
    else this.#drawing = new drawing(this.#host);
  }

  /** @param {Drawing} D */
  #came(D) {
    this.#drawing = new D(this.#host);
    const draw = this.#waiting;
    this.#waiting = undefined;
    draw?.();
    idle(this);
  }

  /** The picture is another one. @param {{x: number, y: number, width: number, height: number}} picture */
  read(picture) {
    this.#host.picture = picture;
    this.#host.lit.length = 0;
    this.#served = [];
    this.clear();
    this.#put();
  }

  clear() {
    this.arcs = [];
    if (this.#waiting) idle(this);
    this.#waiting = undefined;
    for (const layer of this.#served.splice(0)) layer.remove();
    for (const layer of [this.#host.behind, this.#host.before]) if (layer.childNodes.length > 0) layer.replaceChildren();
    for (const group of this.#host.lit.splice(0)) group.classList.remove("holds", "decides");
  }

  /**
   * @param {Reason | undefined} now  of the step
   * @param {[number, number][]} links  the nodes of the picture with their parents
   * @param {Reason[]} again  of the re-searches under way, the latest first
   * @param {Map<number, string>} named  the nodes that a text names and the picture does not
   * @param {() => void} drawn  called when the arcs are there
   */
  show(now, links, again, named, drawn) {
    if (now && this.#served.length > 0 && again.length === 0 && named.size === 0) return; // the server has drawn it
    if (!now && again.length === 0 && named.size === 0) {
      this.clear();
      return drawn();
    }
    this.prepare();
    const draw = () => {
      this.clear();
      this.arcs = this.#drawing?.show(now, links, again, named) ?? [];
      drawn();
    };
    if (this.#drawing) return draw();
    busy(this); // what the server has drawn stays until then
    this.#waiting = draw;
  }
}
