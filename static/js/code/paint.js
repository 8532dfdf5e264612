// The colours of the text. A text area can have none, so the same text lies over it, line by line, and the colours are
// highlights of its parts (CSS Custom Highlight API): they make no elements, and a key changes those of its line.

import { tokensOf } from "./tokens.js";

/** @typedef {import("./tokens.js").Token} Token */
/** @typedef {{node: Text, text: string, open: string, after: string, tokens: Token[], ranges: [string, StaticRange][]}} Line */

const kinds = ["keyword", "builtin", "string", "comment", "number"];
const pairs = /** @type {Record<string, string>} */ ({ "(": ")", "[": "]", "{": "}" });

export class Paint {
  #text;
  #pre;
  /** @type {Line[]} */
  #lines = [];
  /** @type {Map<string, Highlight>} */
  #highlights = new Map();

  /** @param {HTMLTextAreaElement} text @param {HTMLElement} pre */
  constructor(text, pre) {
    this.#text = text;
    this.#pre = pre;
    for (const kind of [...kinds, "bracket", "bracket-alone", "found", "found-now", "fault"]) {
      const highlight = new Highlight();
      if (kind.startsWith("found") || kind === "fault") highlight.priority = 1;
      this.#highlights.set(kind, highlight);
      CSS.highlights.set(`code-${kind}`, highlight);
    }
    pre.replaceChildren();
    text.classList.add("painted");
    text.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.update();
  }

  /** The text has changed: the lines that differ are painted again. */
  update() {
    const texts = this.#text.value.split("\n"), lines = this.#lines;
    let from = 0, end = 0;
    while (from < texts.length && from < lines.length && lines[from].text === texts[from]) from++;
    while (end < texts.length - from && end < lines.length - from && lines[lines.length - 1 - end].text === texts[texts.length - 1 - end]) end++;
    const gone = lines.splice(from, lines.length - end - from), next = lines[from]?.node ?? null;
    for (const line of gone) this.#drop(line);
    // A line keeps its node: where nodes come and go while somebody types, the browser's undo has each letter by itself.
    const free = gone.map(({ node }) => node).reverse();
    const made = texts.slice(from, texts.length - end).map((text) => {
      const node = free.pop() ?? this.#pre.insertBefore(document.createTextNode(""), next);
      node.data = `${text}\n`;
      return /** @type {Line} */ ({ node, text, open: "?", after: "", tokens: [], ranges: [] });
    });
    for (const node of free) node.remove();
    lines.splice(from, 0, ...made);
    // A text of several lines may have begun or ended: what follows is another one.
    for (let i = from, open = from > 0 ? lines[from - 1].after : ""; i < lines.length && lines[i].open !== open; i++) {
      this.#colour(lines[i], open);
      open = lines[i].after;
    }
    this.#scrolled();
    this.brackets();
  }

  /** @param {Line} line */
  #drop(line) {
    for (const [kind, range] of line.ranges) this.#highlights.get(kind)?.delete(range);
  }

  /** @param {Line} line @param {string} open */
  #colour(line, open) {
    for (const [kind, range] of line.ranges) this.#highlights.get(kind)?.delete(range);
    const { tokens, open: after } = tokensOf(line.text, open);
    Object.assign(line, { open, after, tokens });
    line.ranges = tokens.filter(({ kind }) => kind !== "bracket").map(({ from, to, kind }) => [kind, rangeIn(line, from, to)]);
    for (const [kind, range] of line.ranges) this.#highlights.get(kind)?.add(range);
  }

  #scrolled() {
    this.#pre.style.transform = `translate(${-this.#text.scrollLeft}px, ${-this.#text.scrollTop}px)`;
  }

  /** Marks the bracket at the cursor, and the one that belongs to it. */
  brackets() {
    const pair = this.#highlights.get("bracket"), alone = this.#highlights.get("bracket-alone");
    pair?.clear();
    alone?.clear();
    if (this.#text.selectionStart !== this.#text.selectionEnd) return;
    const { line, column } = this.#placeOf(this.#text.selectionStart);
    const at = [column - 1, column].map((c) => this.#lines[line]?.tokens.find(({ from, kind }) => kind === "bracket" && from === c)).find((token) => token);
    if (!at) return;
    const own = this.#lines[line], other = this.#partner(line, at.from);
    (other ? pair : alone)?.add(rangeIn(own, at.from, at.to));
    if (other) pair?.add(rangeIn(this.#lines[other.line], other.column, other.column + 1));
  }

  /** @param {number} line @param {number} column */
  #partner(line, column) {
    const own = this.#lines[line].text[column], opens = pairs[own] !== undefined, step = opens ? 1 : -1;
    const close = opens ? pairs[own] : Object.keys(pairs).find((open) => pairs[open] === own);
    let depth = 0;
    for (let i = line; i >= 0 && i < this.#lines.length; i += step) {
      const tokens = this.#lines[i].tokens.filter(({ from, kind }) => kind === "bracket" && (i !== line || (opens ? from >= column : from <= column)));
      for (const { from } of opens ? tokens : tokens.reverse()) {
        const bracket = this.#lines[i].text[from];
        if (bracket === own) depth++;
        else if (bracket === close && --depth === 0) return { line: i, column: from };
      }
    }
    return undefined;
  }

  /** @param {number} offset */
  #placeOf(offset) {
    for (let line = 0; line < this.#lines.length; line++) {
      const { length } = this.#lines[line].text;
      if (offset <= length) return { line, column: offset };
      offset -= length + 1;
    }
    return { line: 0, column: 0 };
  }

  /** Marks places of the text, each from and to an offset. @param {"found" | "found-now" | "fault"} kind @param {[number, number][]} places */
  mark(kind, places) {
    const highlight = this.#highlights.get(kind);
    highlight?.clear();
    for (const [from, to] of places) {
      const start = this.#placeOf(from), end = this.#placeOf(to);
      highlight?.add(new StaticRange({ startContainer: this.#lines[start.line].node, startOffset: start.column, endContainer: this.#lines[end.line].node, endOffset: end.column }));
    }
  }
}

/** @param {Line} line @param {number} from @param {number} to */
const rangeIn = ({ node }, from, to) => new StaticRange({ startContainer: node, startOffset: from, endContainer: node, endOffset: to });
