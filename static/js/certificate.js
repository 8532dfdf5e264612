// The certificate of a prune, drawn on the tree: an arc from every ancestor
// that supplies a bound to the node where children are cut, its score at the
// ancestor, and the sum against the limit at the cut.

/** @typedef {{player: number, node: number, score: number, from: string}} Term */
/** @typedef {{node: number, terms: Term[], sum: number | null, limit: number | null, rule: string}} Prune */
/** @typedef {{x: number, y: number}} Point */

const svgNamespace = "http://www.w3.org/2000/svg";

/** How far an arc may bow, as parts of its length: the first that fits best is taken. */
const bows = [0.3, -0.3, 0.18, -0.18, 0.45, -0.45, 0.6, -0.6];
/** Points of an arc that are held against the texts of the picture. */
const samples = 24;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * The arc between two points that runs over the fewest boxes; pure.
 * @param {Point} from @param {Point} to @param {Box[]} boxes
 */
export function arc(from, to, boxes) {
  const dx = to.x - from.x, dy = to.y - from.y;
  let best = "", least = Infinity;
  for (const bow of bows) {
    const mx = (from.x + to.x) / 2 - dy * bow, my = (from.y + to.y) / 2 + dx * bow;
    let hits = 0;
    for (let i = 3; i < samples - 2; i++) {
      const t = i / samples, s = 1 - t;
      const x = s * s * from.x + 2 * s * t * mx + t * t * to.x, y = s * s * from.y + 2 * s * t * my + t * t * to.y;
      for (const b of boxes) if (x > b.x && x < b.x + b.width && y > b.y && y < b.y + b.height) hits++;
    }
    if (hits < least) {
      least = hits;
      best = `M${from.x} ${from.y}Q${mx} ${my} ${to.x} ${to.y}`;
    }
  }
  return best;
}

export class Certificate {
  /** @type {SVGGElement} arcs run behind the nodes, and so seem to end at their boxes */
  #behind;
  /** @type {SVGGElement} the sum stands before them */
  #before;
  /** @type {(node: number) => Element | undefined} */
  #group;

  /** @param {SVGSVGElement} svg @param {(node: number) => Element | undefined} group */
  constructor(svg, group) {
    this.#group = group;
    [this.#behind, this.#before] = [0, 1].map(() => {
      const layer = document.createElementNS(svgNamespace, "g");
      layer.setAttribute("class", "certificate");
      layer.setAttribute("aria-hidden", "true"); // the sentence says the same
      return layer;
    });
    svg.prepend(this.#behind);
    svg.append(this.#before);
  }

  clear() {
    for (const layer of [this.#behind, this.#before]) if (layer.childNodes.length > 0) layer.replaceChildren();
  }

  /**
   * @param {Prune} prune
   * @param {number[]} nodes  the nodes of the picture
   */
  show(prune, nodes) {
    this.clear();
    const at = this.#place(prune.node);
    if (!at) return;
    for (const term of prune.terms) {
      const holder = term.player > 0 && term.node !== prune.node ? this.#place(term.node) : null;
      if (!holder) continue;
      const boxes = nodes.filter((n) => n !== prune.node && n !== term.node).map((n) => this.#box(n));
      const line = this.#add(this.#behind, "path", { d: arc(holder, at, boxes), class: "arc", "data-node": String(term.node) });
      line.classList.add(`p${term.player}`);
    }
    if (prune.sum !== null && prune.sum !== undefined) {
      const text = this.#add(this.#before, "text", { x: String(at.x + 30), y: String(at.y + 34), class: "sum", "text-anchor": "start" });
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

  /** @param {number} node @returns {Box} */
  #box(node) {
    const place = this.#place(node), group = this.#group(node);
    if (!place || !(group instanceof SVGGraphicsElement)) return { x: 0, y: 0, width: 0, height: 0 };
    const { x, y, width, height } = group.getBBox();
    return { x: place.x + x, y: place.y + y, width, height };
  }

  /** @param {SVGGElement} layer @param {string} tag @param {Record<string, string>} attributes */
  #add(layer, tag, attributes) {
    const element = document.createElementNS(svgNamespace, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    layer.append(element);
    return element;
  }
}
