// How a certificate is drawn on the tree: the arcs from the nodes that supply a bound, around the
// texts and edges, and the texts beside nodes. It is loaded when the first one is drawn.

/** @typedef {import("./connection.js").Certificate} Reason */
/** @typedef {{x: number, y: number}} Point */

const svgNamespace = "http://www.w3.org/2000/svg";

/** How far an arc may bend, as parts of its length: the first that fits best is used. */
const bows = [0.3, -0.3, 0.18, -0.18, 0.45, -0.45, 0.6, -0.6, 0.8, -0.8, 1, -1, 1.3, -1.3, 0.37, -0.37, 0.52, -0.52, 0.24, -0.24];
/** The same for a route beside edges. */
const sideBows = [0.2, -0.2, 0.3, -0.3, 0.12, -0.12];
/** Parts of an arc that are tested. */
const samples = 40;
/** What a route should avoid: to cross an edge, a point over a text, one that is nearer to a text than textGap, one over another route or out of sight. */
const edgeHit = 400, textHit = 300, nearHit = 8, outsideHit = 1;
const textGap = 4;
/** Edges are avoided in trees of up to this many nodes. */
const mostEdges = 200;
/** The distance of the points of an edge that are avoided, and the side of their boxes. */
const apart = 10, dot = 8;
/** In a row, how far below the middle of a node a text beside the stem begins, and how far from the stem (web/draw/rows.go). */
const belowNode = 23, apartFrom = 10;
/** The weight of a text over an arc: an edge behind it disturbs less. */
const overArc = 4;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {[Point, Point]} Line */
/** @typedef {{from: Point, to: Point, bow: number}} Arc */
/** What a route should avoid; the boxes at its ends hide a part of it. @typedef {{texts: Box[], edges: Line[], routes: Box[], ends: [Box, Box], picture: Box}} Obstacles */

/** Boxes along an edge; pure. @param {Line} edge @returns {Box[]} */
function along([from, to]) {
  const count = Math.floor(Math.hypot(to.x - from.x, to.y - from.y) / apart);
  return Array.from({ length: Math.max(0, count - 1) }, (_, i) => {
    const t = (i + 1) / count;
    return { x: from.x + t * (to.x - from.x) - dot / 2, y: from.y + t * (to.y - from.y) - dot / 2, width: dot, height: dot };
  });
}

/** The control point of an arc. @param {Arc} arc @returns {Point} */
function bend({ from, to, bow }) {
  return { x: (from.x + to.x) / 2 - (to.y - from.y) * bow, y: (from.y + to.y) / 2 + (to.x - from.x) * bow };
}

/** Points along an arc, its ends included. @param {Arc} arc @returns {Point[]} */
function points(arc) {
  const { from, to } = arc, { x, y } = bend(arc);
  return Array.from({ length: samples + 1 }, (_, i) => {
    const t = i / samples, s = 1 - t;
    return { x: s * s * from.x + 2 * s * t * x + t * t * to.x, y: s * s * from.y + 2 * s * t * y + t * t * to.y };
  });
}

/** @param {Box} b @param {Point} p */
const has = (b, p) => p.x > b.x && p.x < b.x + b.width && p.y > b.y && p.y < b.y + b.height;

/** @param {Box} b @param {Point} p */
const near = ({ x, y, width, height }, p) => has({ x: x - textGap, y: y - textGap, width: width + 2 * textGap, height: height + 2 * textGap }, p);

/** A number whose sign is the side of the line on which a point is. @param {Line} line @param {Point} p */
const side = ([a, b], p) => (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);

/** @param {Point} p @param {Point} q */
const same = (p, q) => p.x === q.x && p.y === q.y;

/** Whether two lines have a point in common; not where both begin, or both end. @param {Line} l @param {Line} m */
function crosses(l, m) {
  return !same(l[0], m[0]) && !same(l[1], m[1]) &&
    Math.max(l[0].x, l[1].x) >= Math.min(m[0].x, m[1].x) && Math.min(l[0].x, l[1].x) <= Math.max(m[0].x, m[1].x) &&
    side(l, m[0]) * side(l, m[1]) <= 0 && side(m, l[0]) * side(m, l[1]) <= 0;
}

/** The weight of what a route runs over; pure. @param {Arc[]} arcs @param {Obstacles} obstacles */
function weight(arcs, { texts, edges, routes, ends, picture }) {
  let hits = 0;
  for (const arc of arcs) {
    const run = points(arc);
    for (let i = 1; i < run.length; i++) {
      const at = run[i];
      if (has(ends[0], at) || has(ends[1], at)) continue;
      for (const b of texts) {
        if (has(b, at)) hits += textHit;
        if (near(b, at)) hits += nearHit;
      }
      for (const b of routes) if (has(b, at)) hits += outsideHit;
      if (!has(picture, at)) hits += outsideHit;
      if (has(ends[0], run[i - 1])) continue; // edges begin under the box
      for (const e of edges) if (crosses([run[i - 1], at], e)) hits += edgeHit;
    }
  }
  return hits;
}

/**
 * The route with the least weight: one arc between the middles of two boxes; if
 * the second is below the first, also one that begins under the box of the first,
 * or arcs beside the edges between them; pure.
 * @param {Point} from @param {Point} to @param {Line[]} down  the edges from one down to the other
 * @param {Obstacles} obstacles @returns {Arc[]}
 */
function route(from, to, down, obstacles) {
  /** @type {Arc[]} */
  let best = [];
  let least = Infinity;
  const attempt = (/** @type {Arc[]} */ arcs) => {
    const hits = weight(arcs, obstacles);
    if (hits < least) [best, least] = [arcs, hits];
  };
  for (const bow of bows) attempt([{ from, to, bow }]);
  if (down.length === 0 || least === 0) return best;
  for (const bow of bows) attempt([{ from: down[0][0], to, bow }]);
  for (const bow of sideBows) attempt(down.map(([from, to]) => ({ from, to, bow })));
  return best;
}

/**
 * The place for a text of this size beside a node that runs over the fewest
 * boxes and least out of the picture: left of it or right of it, a line lower
 * there, right under it, under its texts, or above; pure.
 * @param {Box} node @param {number} middle  of the node's square, across
 * @param {number} width @param {number} height @param {Box[]} boxes @param {Box[]} arcs @param {Box} picture
 * @param {Point[]} first  places that are tried before
 * @returns {Point} its top left corner
 */
function beside(node, middle, width, height, boxes, arcs, picture, first) {
  const gap = 10, clear = 26, level = node.y + (node.height - height) / 2; // clear: of the edges to the children
  const spots = [
    ...first,
    { x: node.x - width - gap, y: level }, { x: node.x + node.width + gap, y: level },
    { x: node.x - width - gap, y: level + height }, { x: node.x + node.width + gap, y: level + height },
    { x: node.x + (node.width - width) / 2, y: node.y + node.height + gap / 2 }, // clear of its outline
    { x: middle - clear - width, y: node.y + node.height }, { x: middle + clear, y: node.y + node.height },
    { x: middle - clear - width, y: node.y + node.height + height }, { x: middle + clear, y: node.y + node.height + height },
    { x: node.x - width - gap, y: level - height }, { x: node.x + node.width + gap, y: level - height },
    { x: node.x + (node.width - width) / 2, y: node.y - height - gap / 2 },
  ];
  const shared = (/** @type {Point} */ p, /** @type {Box} */ b) =>
    Math.max(0, Math.min(p.x + width, b.x + b.width) - Math.max(p.x, b.x)) * Math.max(0, Math.min(p.y + height, b.y + b.height) - Math.max(p.y, b.y));
  const all = (/** @type {Point} */ p, /** @type {Box[]} */ list) => list.reduce((sum, b) => sum + shared(p, b), 0);
  const over = (/** @type {Point} */ p) => 2 * (width * height - shared(p, picture)) + all(p, boxes) + overArc * all(p, arcs);
  let best = spots[0], least = Infinity;
  for (const spot of spots) {
    const area = over(spot);
    if (area < least) [best, least] = [spot, area];
  }
  return best;
}

/**
 * What is drawn on.
 * @typedef {object} Host
 * @property {SVGSVGElement} svg
 * @property {Box} picture  all of it, before any zoom
 * @property {SVGGElement} behind  arcs run behind the nodes, and so seem to end at their boxes
 * @property {SVGGElement} before  texts come before them
 * @property {Element[]} lit  highlighted nodes
 * @property {(node: number) => Element | undefined} group
 */

export class Drawing {
  #host;
  /** @type {SVGPathElement[]} */
  #drawn = [];

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  /**
   * Draws, and returns the arcs of the step itself.
   * @param {Reason | undefined} now  of the step
   * @param {[number, number][]} links  the nodes of the picture with their parents
   * @param {Reason[]} again  of the re-searches under way, the latest first
   * @param {Map<number, string>} named  the nodes that a text names and the picture does not
   */
  show(now, links, again = [], named = new Map()) {
    this.#drawn = [];
    const reasons = now ? [now, ...again] : again;
    if (reasons.length === 0 && named.size === 0) return this.#drawn;
    if (reasons.length === 0 && links.length > mostEdges) links = links.filter(([n, parent]) => named.has(n) || named.has(parent));
    const boxes = new Map(links.map(([n]) => [n, this.#box(n)])), parents = new Map(links);
    const edges = new Map(links.length > mostEdges ? [] : links.flatMap(([n]) => {
      const edge = this.#edge(n);
      return edge ? [/** @type {[number, Line]} */ ([n, edge])] : [];
    }));
    /** @type {Box[]} */
    const routes = [];
    /** @type {Map<number, {player: number, texts: string[]}>} one label a node, though it may hold several bounds */
    const holders = new Map();
    for (const reason of reasons) this.#arcs(reason, reason === now, { boxes, parents, edges, routes, holders });
    const rows = Boolean(this.#host.svg.dataset.wide);
    const taken = [...(rows ? links.flatMap(([n]) => [this.#square(n), ...this.#texts(n)]) : boxes.values()), ...[...edges.values()].flatMap(along)];
    const write = (/** @type {string} */ words, /** @type {string} */ className, /** @type {number} */ n) => {
      const text = this.#add(this.#host.before, "text", { class: className, "text-anchor": "start", "data-node": String(n) });
      text.textContent = words;
      const { width, height } = /** @type {SVGTextElement} */ (text).getBBox(), place = this.#place(n) ?? { x: 0, y: 0 };
      const spot = beside(boxes.get(n) ?? { ...place, width: 0, height: 0 }, place.x, width, height, taken, routes, this.#visible(), rows ? this.#below(n, width) : []);
      text.setAttribute("x", String(spot.x));
      text.setAttribute("y", String(spot.y + 0.8 * height));
      taken.push({ ...spot, width, height });
    };
    for (const [n, { player, texts }] of holders) if (texts.length > 0) write(texts.join(", "), `holder p${player}`, n);
    const [latest] = reasons;
    if (latest?.short && this.#place(latest.at)) write(latest.short, "sum", latest.at);
    for (const [n, name] of named) if (this.#place(n)) write(name, "named", n);
    return this.#drawn;
  }

  /**
   * @param {Reason} reason @param {boolean} now  its nodes are highlighted
   * @param {{boxes: Map<number, Box>, parents: Map<number, number>, edges: Map<number, Line>, routes: Box[], holders: Map<number, {player: number, texts: string[]}>}} picture
   */
  #arcs(reason, now, { boxes, parents, edges, routes, holders }) {
    const node = reason.at, at = this.#place(node);
    if (!at) return;
    for (const { node: n, player, text } of reason.holders) {
      const group = this.#host.group(n), place = this.#place(n);
      if (!group || !place) continue;
      if (now) group.classList.add("holds");
      if (!text) group.classList.add("decides"); // its heuristic
      this.#host.lit.push(group);
      const label = holders.get(n) ?? { player, texts: [] };
      if (text) label.texts.push(text);
      holders.set(n, label);
      if (n === node || !text) continue;
      const on = [node]; // the nodes of the route
      for (let m = node; m > n && edges.has(m); ) on.push((m = parents.get(m) ?? -1));
      const below = on.at(-1) === n;
      const down = below ? on.slice(0, -1).map((m) => /** @type {Line} */ (edges.get(m))).reverse() : [];
      if (!below) on.splice(1, Infinity, n);
      const texts = [...boxes].flatMap(([m, box]) => (on.includes(m) ? this.#texts(m) : [box]));
      const arcs = route(place, at, down, {
        texts, edges: [...edges.values()], routes, ends: [this.#square(n), this.#square(node)], picture: this.#visible(),
      });
      const d = arcs.map((arc) => `M${arc.from.x} ${arc.from.y}Q${bend(arc).x} ${bend(arc).y} ${arc.to.x} ${arc.to.y}`).join("");
      const path = this.#add(this.#host.behind, "path", { d, class: `arc p${player}`, "data-node": String(n) });
      if (now) this.#drawn.push(/** @type {SVGPathElement} */ (path));
      for (const arc of arcs) for (const { x, y } of points(arc).slice(1, -1)) routes.push({ x: x - dot / 2, y: y - dot / 2, width: dot, height: dot });
    }
  }

  /** What is in sight before any zoom: the picture, and what is free beside it. @returns {Box} */
  #visible() {
    const { x, y, width, height } = this.#host.picture, { clientWidth, clientHeight } = this.#host.svg; // whatever its transform is
    const scale = Math.min(clientWidth / width, clientHeight / height);
    if (!(scale > 0)) return this.#host.picture;
    const wide = clientWidth / scale, high = clientHeight / scale;
    return { x: x - (wide - width) / 2, y: y - (high - height) / 2, width: wide, height: high };
  }

  /** @param {number} node @returns {Point | null} */
  #place(node) {
    const moved = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(this.#host.group(node)?.getAttribute("transform") ?? "");
    return moved ? { x: Number(moved[1]), y: Number(moved[2]) } : null;
  }

  /** @param {number} node @returns {Box} */
  #box(node) {
    const place = this.#place(node), group = this.#host.group(node);
    if (!place || !(group instanceof SVGGraphicsElement)) return { x: 0, y: 0, width: 0, height: 0 };
    const { x, y, width, height } = group.getBBox();
    return { x: place.x + x, y: place.y + y, width, height };
  }

  /** In a row along a path: left and right of the stem below a node, beside its bound. Nothing else is there. @param {number} node @param {number} width @returns {Point[]} */
  #below(node, width) {
    const place = this.#place(node), bound = this.#host.group(node)?.querySelector(".bound");
    if (!place || !(bound instanceof SVGGraphicsElement)) return [];
    const { x, width: w } = bound.getBBox(), y = place.y + belowNode, free = w > 0 ? { left: Math.min(-apartFrom, x - apartFrom), right: Math.max(apartFrom, x + w + apartFrom) } : { left: -apartFrom, right: apartFrom };
    return [{ x: place.x + free.right, y }, { x: place.x + free.left - width, y }];
  }

  /** The box of its square or of its value. @param {number} node @returns {Box} */
  #square(node) {
    const place = this.#place(node), shape = this.#host.group(node)?.querySelector(".box");
    if (!place || !(shape instanceof SVGGraphicsElement)) return { x: 0, y: 0, width: 0, height: 0 };
    const { x, y, width, height } = shape.getBBox();
    return { x: place.x + x, y: place.y + y, width, height };
  }

  /** The edge into a node, as if it had no stem. @param {number} node @returns {Line | null} */
  #edge(node) {
    const edge = this.#host.svg.getElementById(`${this.#host.svg.dataset.prefix ?? ""}e${node}`);
    const ends = /^M(\S+) (\S+)L(\S+) ([-\d.]+)(?:.*V([-\d.]+))?$/.exec(edge?.getAttribute("d") ?? "");
    if (!ends) return null;
    const [x, y, toX, toY, stem = toY] = ends.slice(1).filter((end) => end !== undefined).map(Number);
    return [{ x, y }, { x: toX, y: stem }];
  }

  /** The boxes of the texts of a node. @param {number} node @returns {Box[]} */
  #texts(node) {
    const place = this.#place(node);
    return [...(this.#host.group(node)?.querySelectorAll("text") ?? [])].flatMap((text) => {
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
