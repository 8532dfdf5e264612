// The certificate of a prune or of a second search, drawn on the tree: every
// node that supplies a bound is highlighted, with its score and origin beside
// it, and an arc to the node where children are cut, or to the one that is
// re-searched; at the cut, the sum and the limit.

/** @typedef {import("./connection.js").Certificate} Reason */
/** @typedef {{x: number, y: number}} Point */

const svgNamespace = "http://www.w3.org/2000/svg";

/** How far an arc may bend, as parts of its length: the first that fits best is used. */
const bows = [0.3, -0.3, 0.18, -0.18, 0.45, -0.45, 0.6, -0.6, 0.8, -0.8];
/** Points of an arc that are tested against the texts of the picture. */
const samples = 24;
/** A text that an arc runs over counts as several edges. */
const textHit = 3;
/** Edges are avoided in trees of up to this many nodes. */
const mostEdges = 200;
/** The distance of the points of an edge that are avoided, and the side of their boxes. */
const apart = 10, dot = 8;

/** Whether the certificate of an event of this type is drawn. @param {string} type */
export const shown = (type) => type === "prune" || type === "research";

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** Boxes along an edge, from a node to its child; pure. @param {Point} from @param {Point} to @returns {Box[]} */
function along(from, to) {
  const count = Math.floor(Math.hypot(to.x - from.x, to.y - from.y) / apart);
  return Array.from({ length: Math.max(0, count - 1) }, (_, i) => {
    const t = (i + 1) / count;
    return { x: from.x + t * (to.x - from.x) - dot / 2, y: from.y + t * (to.y - from.y) - dot / 2, width: dot, height: dot };
  });
}

/**
 * The arc between two points that runs over the fewest boxes of texts and of
 * edges; pure.
 * @param {Point} from @param {Point} to @param {Box[]} boxes @param {Box[]} edges
 */
function arc(from, to, boxes, edges) {
  const dx = to.x - from.x, dy = to.y - from.y;
  let best = "", least = Infinity;
  for (const bow of bows) {
    const mx = (from.x + to.x) / 2 - dy * bow, my = (from.y + to.y) / 2 + dx * bow;
    let hits = 0;
    for (let i = 3; i < samples - 2; i++) {
      const t = i / samples, s = 1 - t;
      const x = s * s * from.x + 2 * s * t * mx + t * t * to.x, y = s * s * from.y + 2 * s * t * my + t * t * to.y;
      const within = (/** @type {Box} */ b) => x > b.x && x < b.x + b.width && y > b.y && y < b.y + b.height;
      for (const b of boxes) if (within(b)) hits += textHit;
      for (const b of edges) if (within(b)) hits++;
    }
    if (hits < least) {
      least = hits;
      best = `M${from.x} ${from.y}Q${mx} ${my} ${to.x} ${to.y}`;
    }
  }
  return best;
}

/**
 * The place for a text of this size beside a node that runs over the fewest
 * boxes and least out of the picture: left of it or right of it, a line lower
 * there, right under it, under its texts, or above; pure.
 * @param {Box} node @param {number} middle  of the node's square, across
 * @param {number} width @param {number} height @param {Box[]} boxes @param {Box} picture
 * @returns {Point} its top left corner
 */
function beside(node, middle, width, height, boxes, picture) {
  const gap = 10, clear = 26, level = node.y + (node.height - height) / 2; // clear: of the edges to the children
  const spots = [
    { x: node.x - width - gap, y: level }, { x: node.x + node.width + gap, y: level },
    { x: node.x - width - gap, y: level + height }, { x: node.x + node.width + gap, y: level + height },
    { x: node.x + (node.width - width) / 2, y: node.y + node.height },
    { x: middle - clear - width, y: node.y + node.height }, { x: middle + clear, y: node.y + node.height },
    { x: middle - clear - width, y: node.y + node.height + height }, { x: middle + clear, y: node.y + node.height + height },
    { x: node.x - width - gap, y: level - height }, { x: node.x + node.width + gap, y: level - height },
    { x: node.x + (node.width - width) / 2, y: node.y - height - gap / 2 },
  ];
  const shared = (/** @type {Point} */ p, /** @type {Box} */ b) =>
    Math.max(0, Math.min(p.x + width, b.x + b.width) - Math.max(p.x, b.x)) * Math.max(0, Math.min(p.y + height, b.y + b.height) - Math.max(p.y, b.y));
  const over = (/** @type {Point} */ p) => boxes.reduce((sum, b) => sum + shared(p, b), 2 * (width * height - shared(p, picture)));
  let best = spots[0], least = Infinity;
  for (const spot of spots) {
    const area = over(spot);
    if (area < least) [best, least] = [spot, area];
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
  #svg;
  /** @type {Box} all of it, before any zoom */
  #picture;

  /** @param {SVGSVGElement} svg @param {(node: number) => Element | undefined} group */
  constructor(svg, group) {
    this.#svg = svg;
    this.#group = group;
    const { x, y, width, height } = svg.viewBox.baseVal;
    this.#picture = { x, y, width, height };
    [this.#behind, this.#before] = [0, 1].map(() => {
      const layer = document.createElementNS(svgNamespace, "g");
      layer.setAttribute("class", "certificate");
      layer.setAttribute("aria-hidden", "true"); // the sentence has the same content
      return layer;
    });
    svg.prepend(this.#behind);
    svg.append(this.#before);
  }

  clear() {
    for (const layer of [this.#behind, this.#before]) if (layer.childNodes.length > 0) layer.replaceChildren();
    for (const group of this.#lit.splice(0)) group.classList.remove("holds", "decides");
  }

  /** @type {Element[]} highlighted nodes */
  #lit = [];

  /**
   * @param {Reason | undefined} reason
   * @param {[number, number][]} links  the nodes of the picture with their parents
   * @param {Map<number, string>} named  the nodes that the sentence names and the picture does not
   */
  show(reason, links, named = new Map()) {
    this.clear();
    if (!reason && named.size === 0) return;
    if (!reason && links.length > mostEdges) links = links.filter(([n, parent]) => named.has(n) || named.has(parent));
    const boxes = new Map(links.map(([n]) => [n, this.#box(n)]));
    const edges = links.length > mostEdges ? [] : links.flatMap(([n, parent]) => {
      const from = this.#place(parent), to = this.#place(n);
      return from && to ? along(from, to) : [];
    });
    const taken = [...boxes.values(), ...edges];
    const write = (/** @type {string} */ words, /** @type {string} */ className, /** @type {number} */ n) => {
      const text = this.#add(this.#before, "text", { class: className, "text-anchor": "start", "data-node": String(n) });
      text.textContent = words;
      const { width, height } = /** @type {SVGTextElement} */ (text).getBBox(), place = this.#place(n) ?? { x: 0, y: 0 };
      const spot = beside(boxes.get(n) ?? { ...place, width: 0, height: 0 }, place.x, width, height, taken, this.#visible());
      text.setAttribute("x", String(spot.x));
      text.setAttribute("y", String(spot.y + 0.8 * height));
      taken.push({ ...spot, width, height });
      return text;
    };
    if (reason) this.#reason(reason, boxes, edges, taken, write);
    for (const [n, name] of named) if (this.#place(n)) write(name, "named", n);
  }

  /** @param {Reason} reason @param {Map<number, Box>} boxes @param {Box[]} edges @param {Box[]} taken @param {(words: string, className: string, node: number) => Element} write */
  #reason(reason, boxes, edges, taken, write) {
    const node = reason.at, at = this.#place(node);
    if (!at) return;
    /** @type {Map<number, {player: number, texts: string[]}>} one label a node, though it may hold several bounds */
    const labels = new Map();
    for (const { node: n, player, text } of reason.holders) {
      const group = this.#group(n), place = this.#place(n);
      if (!group || !place) continue;
      group.classList.add("holds");
      if (!text) group.classList.add("decides"); // its heuristic
      this.#lit.push(group);
      const label = labels.get(n) ?? { player, texts: [] };
      if (text) label.texts.push(text);
      labels.set(n, label);
      if (n === node || !text) continue;
      const line = this.#add(this.#behind, "path", { d: arc(place, at, [...boxes].filter(([m]) => m !== node && m !== n).map(([, b]) => b).concat(this.#texts(n), this.#texts(node)), edges), class: "arc", "data-node": String(n) });
      line.classList.add(`p${player}`);
      const path = /** @type {SVGPathElement} */ (line), length = path.getTotalLength();
      for (let i = 1; i < samples; i++) {
        const { x, y } = path.getPointAtLength((i / samples) * length);
        taken.push({ x: x - dot / 2, y: y - dot / 2, width: dot, height: dot });
      }
    }
    for (const [n, { player, texts }] of labels) if (texts.length > 0) write(texts.join(", "), "holder", n).classList.add(`p${player}`);
    if (reason.short) write(reason.short, "sum", node);
  }

  /** What is in sight before any zoom: the picture, and what is free beside it. @returns {Box} */
  #visible() {
    const { x, y, width, height } = this.#picture, window = this.#svg.getBoundingClientRect();
    const scale = Math.min(window.width / width, window.height / height);
    if (!(scale > 0)) return this.#picture;
    const wide = window.width / scale, high = window.height / scale;
    return { x: x - (wide - width) / 2, y: y - (high - height) / 2, width: wide, height: high };
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

  /** The boxes of the texts of a node. @param {number} node @returns {Box[]} */
  #texts(node) {
    const place = this.#place(node);
    return [...(this.#group(node)?.querySelectorAll("text") ?? [])].flatMap((text) => {
      const { x, y, width, height } = text.getBBox();
      return place && width > 0 ? [{ x: place.x + x, y: place.y + y, width, height }] : [];
    });
  }

  /** @param {SVGGElement} layer @param {string} tag @param {Record<string, string>} attributes */
  #add(layer, tag, attributes) {
    const element = document.createElementNS(svgNamespace, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    layer.append(element);
    return element;
  }
}
