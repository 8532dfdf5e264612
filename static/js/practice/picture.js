// The picture of an exercise: zoom, clicks and keys.

import { Viewport } from "../shared/viewport.js";
import { AutoFollow } from "../run/auto-follow.js";
import { widest } from "../run/frame.js";
import { walkByKeys } from "../run/tree-keys.js";

/**
 * Lets the picture of the page be moved and zoomed. If the picture is too large to be read as
 * a whole, the path from the root to the current node is shown above it: a phone cannot show
 * both. redraw writes the path again.
 * @param {(node: number, byKey: boolean) => void} picked
 * @param {string} [start]  the node to show first; default: the first leaf, where the search begins
 */
export function picture(picked, start) {
  const svg = /** @type {SVGSVGElement} */ (document.querySelector("#stage svg.tree"));
  const viewport = new Viewport(svg), follow = new AutoFollow(svg, viewport), groups = [...svg.querySelectorAll("g.node")];
  follow.frame = widest;
  /** @type {Element[]} */
  let way = [];
  const bar = /** @type {HTMLElement} */ (document.getElementById("way"));
  const redraw = () => {
    bar.hidden = !svg.classList.contains("large");
    bar.replaceChildren(...way.map(stop));
  };
  const level = (/** @type {Element} */ group) => Number(group.getAttribute("aria-level"));
  /** Moves a node into view, with its children and the path to it if they fit. @param {Element} group */
  const see = (group) => {
    const at = groups.indexOf(group), path = [group], kids = [];
    for (const other of groups.slice(0, at).reverse()) if (level(other) < level(path[0])) path.unshift(other); // the groups are in preorder
    for (let i = at + 1; i < groups.length && level(groups[i]) > level(group); i++) if (level(groups[i]) === level(group) + 1) kids.push(groups[i]);
    way = path;
    redraw();
    follow.follow([[...kids, ...path], path, [...kids, group], path.slice(-2), [group]]);
  };
  bar.addEventListener("click", (e) => {
    const at = e.target instanceof Element ? e.target.closest("button") : null;
    if (at) pick(svg.getElementById(`n${at.dataset.node}`), false);
  });
  new ResizeObserver(redraw).observe(svg);
  const first = svg.querySelector(start === undefined ? "g.node.leaf" : `#n${start}`);
  if (first) see(first);
  const on = (/** @type {string} */ id, /** @type {() => void} */ then) => document.getElementById(id)?.addEventListener("click", then);
  on("zoom-in", () => viewport.zoom(1.4));
  on("zoom-out", () => viewport.zoom(1 / 1.4));
  on("fit", () => follow.fit());
  /** @param {Element | null} group @param {boolean} byKey */
  const pick = (group, byKey) => {
    if (!group) return;
    see(group);
    picked(Number(group.getAttribute("data-node")), byKey);
  };
  walkByKeys(svg, (node) => pick(svg.getElementById(`n${node}`), true));
  svg.addEventListener("click", (e) => pick(e.target instanceof Element ? e.target.closest("g.node") : null, false));
  for (const only of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-script]"))) only.hidden = false;
  return { svg, redraw, see };
}

/** The players of a tree of kind minimax. */
const sides = new Map([["max", 1], ["min", 2]]);

/** A node of the path: its name, its mover, and what the student has given it. @param {Element} group */
function stop(group) {
  const button = document.createElement("button"), name = document.createElement("b"), mover = group.querySelector(".mover")?.textContent ?? "";
  const text = group.querySelector(".bound, .value"), lines = [...(text?.children ?? [])].map((line) => line.textContent); // α and β may be in two lines
  const given = lines.join(", ") || (text?.textContent ?? ""), said = document.createElement("span");
  button.type = "button";
  button.dataset.node = group.getAttribute("data-node") ?? "";
  name.textContent = group.querySelector(".name")?.textContent ?? "";
  if (mover) said.className = `p p${sides.get(mover) ?? mover}`;
  said.textContent = mover;
  button.append(name, " ", said, given && ` ${given}`);
  return button;
}
