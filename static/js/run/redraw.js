// Another part of a large tree in the picture of a run: its nodes are replaced, and
// what is looked at stays where it is.

import { around, seen } from "../shared/viewport-math.js";
import { place } from "./auto-follow.js";
import { focus } from "./tree-keys.js";

/** @typedef {import("../shared/viewport-math.js").Size} Size */
/** @typedef {import("../shared/viewport.js").Box} Box */

/**
 * Shows another part of the tree.
 * @param {import("./stage.js").Stage["parts"]} stage
 * @param {string} markup  from the server, which has escaped every label
 * @param {number} anchor  the node that stays where it is on the screen; if it is new, one above it
 */
export function redraw({ svg, view, follow, certificate }, markup, anchor) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  const fresh = template.content.firstElementChild;
  if (!(fresh instanceof SVGSVGElement)) return;
  const active = svg.contains(document.activeElement) ? document.activeElement?.closest("g.node") : null;
  const prefix = svg.dataset.prefix ?? ""; // where a page has several pictures
  if (prefix) for (const part of fresh.querySelectorAll("[id]")) part.id = prefix + part.id;
  const parents = new Map(view.links), before = new Map(view.nodes.map((n) => [n, view.group(n)]));
  for (const size of ["wide", "high"]) if (size in fresh.dataset) svg.dataset[size] = fresh.dataset[size];
  svg.replaceChildren(...fresh.childNodes);
  view.read();
  /** The nearest node, from one upwards, that both pictures have. @param {number} node */
  const common = (node) => {
    for (let n = node; n > 0; n = view.parent(n) ?? parents.get(n) ?? -1) if (before.has(n) && view.group(n)) return n;
    return 0;
  };
  const [, , w, h] = (fresh.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number), fixed = common(anchor);
  const from = place(before.get(fixed)), to = place(view.group(fixed)), picture = { w, h };
  certificate.read({ x: 0, y: 0, width: w, height: h });
  follow.changed(picture, (box, window) => {
    const now = seen({ ...box, x: box.x + to.x - from.x, y: box.y + to.y - from.y }, window);
    return around(picture, { w: now.w, h: now.h }, { x: now.x + now.w / 2, y: now.y + now.h / 2 }, 1);
  });
  if (active) focus(svg, view.group(common(Number(active.getAttribute("data-node")))));
}
