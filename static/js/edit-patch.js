// Takes a new picture in piece by piece: an edge or a node that says the same
// as before is left alone, one that only stands elsewhere gets its attributes,
// and only the others are read anew. To lay a thousand texts out again would
// take longer than all the rest.

/** @typedef {{markup: string, inside: string, attributes: Map<string, string> | null, element: Element}} Piece */

const begins = /(?=<path class="edge" |<g class="node)/;
const named = / id="(d[en]\d+)"/;
const attributes = / ([\w-]+)="([^"]*)"/g;

/** @type {Record<string, string>} */
const entities = { lt: "<", gt: ">", amp: "&", quot: '"', "#34": '"', "#39": "'" };
/** @param {string} text */
const plain = (text) => (text.includes("&") ? text.replace(/&(lt|gt|amp|quot|#34|#39);/g, (_, name) => entities[name]) : text);

/**
 * The markup of a picture in pieces: its own tag, and each edge and node; pure.
 * @param {string} markup
 */
export function split(markup) {
  const end = markup.indexOf(">") + 1;
  return { tag: markup.slice(0, end), pieces: markup.slice(end, markup.lastIndexOf("</svg>")).split(begins).filter((p) => p !== "") };
}

/**
 * Attributes of a tag; pure.
 * @param {string} tag @returns {Map<string, string>}
 */
export function attributesOf(tag) {
  return new Map([...tag.matchAll(attributes)].map(([, name, value]) => [name, plain(value)]));
}

/** The tag that a piece begins with, and what follows it. @param {string} markup */
function cut(markup) {
  const end = markup.indexOf(">") + 1;
  return [markup.slice(0, end), markup.slice(end)];
}

export class Patch {
  /** @type {Map<string, Piece>} */
  #pieces = new Map();
  #svg;

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.#svg = svg;
  }

  /** @param {string[]} pieces */
  take(pieces) {
    /** @type {Map<string, Piece>} */
    const next = new Map();
    /** @type {[string, string][]} */
    const fresh = [];
    for (const markup of pieces) {
      const name = named.exec(markup)?.[1] ?? "";
      const old = this.#pieces.get(name);
      const same = old && (old.markup === markup ? old : this.#adjusted(old, markup));
      if (same) next.set(name, same);
      else fresh.push([name, markup]);
    }
    const read = document.createElement("template");
    read.innerHTML = `<svg>${fresh.map(([, markup]) => markup).join("")}</svg>`;
    const elements = [...(read.content.firstElementChild?.children ?? [])];
    fresh.forEach(([name, markup], i) => next.set(name, { markup, inside: cut(markup)[1], attributes: null, element: elements[i] }));

    const kept = new Set([...next.values()].map((p) => p.element));
    for (const child of [...this.#svg.children]) if (!kept.has(child)) child.remove();
    let at = this.#svg.firstElementChild;
    for (const markup of pieces) {
      const element = /** @type {Piece} */ (next.get(named.exec(markup)?.[1] ?? "")).element;
      if (element === at) at = at.nextElementSibling;
      else this.#svg.insertBefore(element, at);
    }
    this.#pieces = next;
  }

  /**
   * Where only the tag of a piece has changed, its attributes do.
   * @param {Piece} old @param {string} markup @returns {Piece | null}
   */
  #adjusted(old, markup) {
    const [tag, inside] = cut(markup);
    if (old.inside !== inside) return null;
    const was = old.attributes ?? attributesOf(cut(old.markup)[0]), is = attributesOf(tag);
    for (const name of was.keys()) if (!is.has(name)) old.element.removeAttribute(name);
    // A node's place among the keys is the page's matter.
    for (const [name, value] of is) if (was.get(name) !== value && name !== "tabindex") old.element.setAttribute(name, value);
    return { markup, inside, attributes: is, element: old.element };
  }
}
