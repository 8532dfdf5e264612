// The keys in the tree of a run: Tab reaches one node, ↑ and ↓ go to the node
// before and after it in preorder, Enter opens its card, or a collapsed subtree;
// in a large tree C folds what is below it.
// ← and → step the run, as elsewhere on the page.

import { actsOf } from "../shared/keys.js";

/** Makes a node the one that Tab reaches, and focuses it. @param {SVGSVGElement} svg @param {Element | undefined} item */
export function focus(svg, item) {
  if (!(item instanceof SVGGElement)) return;
  for (const other of svg.querySelectorAll('g.node[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  item.setAttribute("tabindex", "0");
  item.focus();
}

/** @param {SVGSVGElement} svg @param {(node: number) => void} picked @param {(node: number) => void} [fold] */
export function walkByKeys(svg, picked, fold) {
  const items = () => /** @type {SVGGElement[]} */ ([...svg.querySelectorAll("g.node")]);
  const move = (/** @type {SVGGElement | undefined} */ item) => focus(svg, item);
  svg.addEventListener("keydown", (e) => {
    const at = e.target instanceof Element ? e.target.closest("g.node") : null;
    if (!(at instanceof SVGGElement) || e.ctrlKey || e.metaKey || e.altKey) return;
    const all = items(), i = all.indexOf(at);
    if (e.key === "ArrowDown") move(all[i + 1]);
    else if (e.key === "ArrowUp") move(all[i - 1]);
    else if (e.key === "Enter") {
      const link = at.querySelector("a");
      if (link) link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      else picked(Number(at.getAttribute("data-node")));
    }
    else if (fold && actsOf(e).includes("fold") && !at.classList.contains("leaf")) fold(Number(at.getAttribute("data-node")));
    else return;
    e.preventDefault();
  });
}
