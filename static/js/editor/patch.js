// Takes a new picture in: a whole one, or what changed of the one on the
// page. An edge or a node that stays is the same element before and after, so
// that it keeps the focus; one that looks as before is not touched at all: the
// layout of a thousand texts would take longer than all the rest.

/** @typedef {{edge: SVGPathElement | null, group: SVGGElement}} Part  a node, and the edge into it */
/**
 * What changed of a picture, as the server sends it.
 * @typedef {object} Change
 * @property {string} [head]     its tag, where it is another one
 * @property {number[]} [order]  the ids of all nodes, where they are others
 * @property {number[]} places   id, x, y, and the ends x1, y1, x2, y2 of the edge, of each that has another place
 * @property {string} pieces     the markup of edges and nodes that are new, or look different
 */
/** @typedef {{x: number, y: number, ends: number[]}} Place */
/**
 * @typedef {object} News
 * @property {Element | null} head
 * @property {number[]} order
 * @property {Map<number, Place>} places
 * @property {Map<number, Part>} fresh
 */

/** @param {Element | null} group */
export const nodeId = (group) => Number(group?.getAttribute("data-id"));

/** Classes of a group that the server gives; the others are marks of this page. */
const given = ["leaf", "bare", "more", "fault"];
/** Attributes of a group that this page sets itself. */
const own = ["class", "tabindex", "aria-selected", "opacity"];

/** @param {string} markup */
function read(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content.firstElementChild;
}

/**
 * The nodes of a picture, each with its edge.
 * @param {Element} svg @returns {Map<number, Part>}
 */
export function partsOf(svg) {
  const parts = new Map();
  for (const group of /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll("g.node"))) {
    const before = group.previousElementSibling;
    parts.set(nodeId(group), { edge: before instanceof SVGPathElement && before.classList.contains("edge") ? before : null, group });
  }
  return parts;
}

export class Patch {
  #svg;
  #parts;
  /** @type {number[]} */
  #order;

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.#svg = svg;
    this.#parts = partsOf(svg);
    this.#order = [...this.#parts.keys()];
  }

  /**
   * Reads a new picture. Nothing is changed yet.
   * @param {string | Change} picture  markup of the whole, or what changed @returns {News}
   */
  read(picture) {
    if (typeof picture === "string") {
      const head = read(picture), fresh = head ? partsOf(head) : new Map();
      return { head, order: [...fresh.keys()], places: new Map(), fresh };
    }
    const { head, order = this.#order, places: moved, pieces } = picture;
    /** @type {Map<number, Place>} */
    const places = new Map();
    for (let i = 0; i < moved.length; i += 7) places.set(moved[i], { x: moved[i + 1], y: moved[i + 2], ends: moved.slice(i + 3, i + 7) });
    const svg = read(`<svg>${pieces}</svg>`);
    return { head: head ? read(`${head}</svg>`) : null, order, places, fresh: svg ? partsOf(svg) : new Map() };
  }

  /**
   * Makes the picture show the current nodes, each as it looks now. It does not
   * move those that look as before.
   * @param {News} news @returns {Map<number, Part>} in the order of the nodes
   */
  take({ order, fresh }) {
    /** @type {Map<number, Part>} */
    const parts = new Map();
    for (const id of order) {
      const old = this.#parts.get(id), now = fresh.get(id);
      const part = old && now ? adopted(old, now) : old ?? now;
      if (part) parts.set(id, part);
    }
    for (const [id, { edge, group }] of this.#parts) {
      if (parts.has(id)) continue;
      edge?.remove();
      group.remove();
    }
    let at = this.#svg.firstElementChild;
    for (const { edge, group } of parts.values()) {
      for (const element of [edge, group]) {
        if (!element) continue;
        if (element === at) at = at.nextElementSibling;
        else put(this.#svg, element, at);
      }
    }
    this.#parts = parts;
    this.#order = order;
    return parts;
  }
}

/** Moves an element; it keeps the focus, where the browser supports that. @param {Element} parent @param {Element} element @param {Element | null} before */
function put(parent, element, before) {
  if (element.parentNode === parent && "moveBefore" in parent) /** @type {any} */ (parent).moveBefore(element, before);
  else parent.insertBefore(element, before);
}

/**
 * The elements of the picture, updated to look like the new ones.
 * @param {Part} old @param {Part} now @returns {Part}
 */
function adopted(old, now) {
  const { group } = old;
  for (const name of given) group.classList.toggle(name, now.group.classList.contains(name));
  attributes(group, now.group);
  group.replaceChildren(...now.group.childNodes);
  if (!old.edge || !now.edge) {
    old.edge?.remove();
    return { edge: now.edge, group };
  }
  attributes(old.edge, now.edge);
  return { edge: old.edge, group };
}

/** @param {Element} old @param {Element} now */
function attributes(old, now) {
  for (const { name } of [...old.attributes]) if (!own.includes(name) && !now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (!own.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
}
