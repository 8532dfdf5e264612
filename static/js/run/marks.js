// The marks on the scrub bar: one for each cut and each second search, or, where a
// run has too many to distinguish, columns that show how many there are in each
// part of it. The server draws the same (web/play/marks.go).

import { RESEARCH } from "./timeline.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {{x: number, y: number, width: number, height: number, kind: string}} Mark */

const svgNamespace = "http://www.w3.org/2000/svg";
/** The size of the bar in its own units, and the least height of a column. */
const whole = 1000, tall = 10, least = 1;
const kinds = ["cut", "later", "again"];

/** Marks the cuts and the second searches. @param {SVGElement} bar @param {Timeline} timeline */
export function drawMarks(bar, { marks, last, type, extras }) {
  const kind = (/** @type {number} */ i) => (type[marks[i]] === RESEARCH ? 2 : extras[i] < 0 ? 1 : 0), steps = Math.max(1, last);
  const list = marks.length <= Number(bar.dataset.single)
    ? Array.from(marks, (t, i) => ({ x: (whole * t) / steps - 1.5, y: 0, width: 3, height: tall, kind: kinds[kind(i)] }))
    : columns(marks, steps, Number(bar.dataset.columns), kind);
  bar.replaceChildren(...list.map(({ kind, ...place }) => {
    const mark = document.createElementNS(svgNamespace, "rect");
    for (const [name, value] of Object.entries(place)) mark.setAttribute(name, value.toFixed(1));
    mark.setAttribute("class", kind);
    return mark;
  }));
}

/**
 * How many marks each part of the run has; pure.
 * @param {Int32Array} marks @param {number} steps @param {number} count  of the parts
 * @param {(i: number) => number} kind  of a mark @returns {Mark[]}
 */
function columns(marks, steps, count, kind) {
  const parts = Array.from({ length: count }, () => [0, 0, 0]), width = whole / count;
  const all = (/** @type {number[]} */ part) => part[0] + part[1] + part[2];
  marks.forEach((t, i) => parts[Math.min(count - 1, Math.floor((t * count) / steps))][kind(i)]++);
  const most = Math.max(...parts.map(all));
  return parts.flatMap((part, c) => {
    const height = Math.max(least, (tall * all(part)) / most);
    let y = tall;
    return part.flatMap((n, i) => {
      if (n === 0) return [];
      const share = (height * n) / all(part);
      y -= share;
      return [{ x: c * width, y, width, height: share, kind: kinds[i] }];
    });
  });
}
