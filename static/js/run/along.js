// A picture along a path: a ply is a row, and the picture is as wide as its window. What it
// needs at a step, which width it asks for, and what its rows show otherwise than other pictures.

import { brief } from "../shared/brief.js";
import { EXIT, ENTER } from "./timeline.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */

/** Pixels of a unit, at least: the smallest text has 16 units (web/draw/rows.go), and 9 pixels. At most, on a desk and on a phone. */
export const legible = 9 / 16;
const most = 1, mostNarrow = 0.8;
/** A window of this width is a phone's. */
const narrow = 600;
/** The widths that the server draws (web/draw/rows.go), and the units of a width. */
const least = 320, widest = 4000, unit = 20;
/** A picture that differs from its window by less than this part is scaled. */
const near = 0.12;

/** The width of the picture that fits its window. @param {SVGSVGElement} svg */
export function widthFor(svg) {
  const { clientWidth: w, clientHeight: h } = svg, high = Number(svg.dataset.high), drawn = Number(svg.dataset.wide);
  if (!(w > 0 && h > 0)) return drawn;
  const scale = Math.max(legible, Math.min(h / high, w < narrow ? mostNarrow : most));
  const wide = Math.min(widest, Math.max(least, Math.floor(w / scale / unit) * unit));
  return w / drawn >= legible && Math.abs(drawn - wide) < near * wide ? drawn : wide;
}

/** The child whose search has ended last below the node of a step, in its present visit; -1: none. @param {Timeline} timeline @param {number} t */
export function lastChild(timeline, t) {
  const node = timeline.node[t];
  if (timeline.type[t] === ENTER) return -1;
  for (let s = t - 1; s >= 0 && !(timeline.type[s] === ENTER && timeline.node[s] === node); s--) {
    if (timeline.type[s] === EXIT && timeline.parentAt(s) === node) return timeline.node[s];
  }
  return -1;
}

/** The sizes of a text in a sloping box (web/draw/rows.go), and the pixels below which it is left out. */
const boundSize = 17, leastFitted = 9, readable = 8;

/** The size at which a text fits a width. @param {string} text @param {number} room */
function fittedSize(text, room) {
  let ems = 0;
  for (const c of text) ems += "(),. ".includes(c) ? 0.25 : c === "∞" ? 0.75 : 0.5;
  return ems * boundSize <= room ? boundSize : Math.max(leastFitted, Math.floor(2 * room / ems) / 2);
}

/** @param {string} phase */
const isCut = (phase) => phase === "cut" || phase === "later";

/** What the rows show, as the server draws them (web/draw/rows.go). */
export class Rows {
  #svg;
  /** @type {WeakMap<Element, number[]>} the siblings that sums stand for */
  #kids = new WeakMap();
  /** Pixels of a unit. */
  #scale = 1;

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.#svg = svg;
  }

  /** A step is about to be shown: how large the picture is now. */
  measure() {
    const { clientWidth, clientHeight, dataset } = this.#svg;
    this.#scale = Math.max(legible, Math.min(clientWidth / Number(dataset.wide), clientHeight / Number(dataset.high)));
  }

  /** A sum says what has become of its siblings. Its state is that of its first node if all are cut, it is the best if one of them is, and its probability is the sum of theirs. Undefined: it is no sum. @param {Element} group @param {Timeline} timeline @param {number} t */
  sum(group, timeline, t) {
    const list = group.getAttribute("data-kids");
    if (list === null) return undefined;
    const kids = this.#kids.get(group) ?? list.split(" ").map(Number);
    this.#kids.set(group, kids);
    const states = kids.map((n) => timeline.state(n, t)), cut = states.filter((s) => isCut(s.phase)).length;
    const searched = states.filter((s) => s.phase === "done" || s.phase === "nil").length;
    const words = cut === kids.length ? `${cut} cut` : cut > 0 ? `${cut} of them cut` : searched > 0 ? `${searched} searched` : "";
    const text = group.querySelector(".tally");
    if (text && text.textContent !== words) text.textContent = words;
    return { ...(cut === kids.length ? states[0] : timeline.state(-1, t)), best: states.some((s) => s.best), share: states.reduce((all, s) => all + s.share, 0) };
  }

  /** Writes what is at a node. In a sloping box it is as large as fits; what would be too small is seen when the box is opened. @param {Element} part @param {string} text */
  write(part, text) {
    const written = this.#short(part, text), room = part.getAttribute("data-room"), size = fittedSize(written, Number(room));
    part.textContent = room === null || size * this.#scale >= readable ? written : "…";
    if (room === null) return;
    part.setAttribute("font-size", String(part.textContent === written ? size : boundSize));
    part.setAttribute("data-full", text);
  }

  /** Large scores are counted from a share of all points; what is shortened is kept in full. @param {Element} part @param {string} text */
  #short(part, text) {
    const share = Number(this.#svg.dataset.share ?? 0);
    part.setAttribute("data-full", text);
    if (share === 0) return brief(text);
    return text.replace(/(−?\d+)(?:\.(\d+)|\/(\d+))?/g, (_, /** @type {string} */ whole, decimals = "", /** @type {string | undefined} */ of) => {
      const n = Number(`${whole}${decimals}`.replace("−", "-")) - share * (of ? Number(of) : 10 ** decimals.length);
      const digits = String(Math.abs(n)).padStart(decimals.length + 1, "0"), point = digits.length - decimals.length;
      const size = decimals ? `${digits.slice(0, point)}.${digits.slice(point)}` : of ? `${digits}/${of}` : digits;
      return `${n > 0 ? "+" : n < 0 ? "−" : ""}${size}`;
    });
  }
}
