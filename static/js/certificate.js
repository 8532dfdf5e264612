// The certificate of a prune, drawn on the tree: an arc from every ancestor
// that supplies a bound to the node where children are cut, its score at the
// ancestor, and the sum against the limit at the cut.

/** @typedef {{player: number, node: number, score: number, from: string}} Term */
/** @typedef {{node: number, terms: Term[], sum: number | null, limit: number | null, rule: string}} Prune */
/** @typedef {{x: number, y: number}} Point */

const svgNamespace = "http://www.w3.org/2000/svg";

/**
 * The arc between two points, bowed away from the nodes between them; pure.
 * @param {Point} from @param {Point} to @param {Point[]} between
 */
export function arc(from, to, between) {
  const dx = to.x - from.x, dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  // The side of the line on which the path runs: the cross product's sign.
  const side = between.reduce((sum, p) => sum + (dx * (p.y - from.y) - dy * (p.x - from.x)), 0) > 0 ? -1 : 1;
  const bow = side * Math.min(0.45 * length, 140);
  const middle = { x: (from.x + to.x) / 2 - (dy / length) * bow, y: (from.y + to.y) / 2 + (dx / length) * bow };
  return { path: `M${from.x} ${from.y}Q${middle.x} ${middle.y} ${to.x} ${to.y}`, middle };
}

export class Certificate {
  /** @type {SVGGElement} */
  #layer;
  /** @type {(node: number) => Element | undefined} */
  #group;

  /** @param {SVGSVGElement} svg @param {(node: number) => Element | undefined} group */
  constructor(svg, group) {
    this.#group = group;
    this.#layer = document.createElementNS(svgNamespace, "g");
    this.#layer.setAttribute("class", "certificate");
    this.#layer.setAttribute("aria-hidden", "true"); // the sentence says the same
    svg.append(this.#layer);
  }

  clear() {
    if (this.#layer.childNodes.length > 0) this.#layer.replaceChildren();
  }

  /**
   * @param {Prune} prune
   * @param {number[]} path  the nodes from the root to the cut
   */
  show(prune, path) {
    this.clear();
    const at = this.#place(prune.node);
    if (!at) return;
    for (const term of prune.terms) {
      const holder = term.player > 0 && term.node !== prune.node ? this.#place(term.node) : null;
      if (!holder) continue;
      const between = path.slice(path.indexOf(term.node) + 1, -1).map((n) => this.#place(n)).filter((p) => p !== null);
      const { path: d } = arc(holder, at, between);
      const line = this.#add("path", { d, class: "arc", "data-node": String(term.node) });
      line.classList.add(`p${term.player}`);
    }
    if (prune.sum !== null && prune.sum !== undefined) {
      const text = this.#add("text", { x: String(at.x + 30), y: String(at.y + 34), class: "sum", "text-anchor": "start" });
      const scores = prune.terms.map((t) => String(t.score));
      const total = scores.length > 1 ? ` = ${prune.sum}` : "";
      text.textContent = `${scores.join(" + ")}${total} ≥ ${prune.limit}`;
    }
  }

  /** @param {number} node @returns {Point | null} */
  #place(node) {
    const moved = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(this.#group(node)?.getAttribute("transform") ?? "");
    return moved ? { x: Number(moved[1]), y: Number(moved[2]) } : null;
  }

  /** @param {string} tag @param {Record<string, string>} attributes */
  #add(tag, attributes) {
    const element = document.createElementNS(svgNamespace, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    this.#layer.append(element);
    return element;
  }
}
