// The keys in the tree of a run: Tab reaches one node, ↑ and ↓ go to the node
// before and after it in preorder, Enter opens its card, or a collapsed subtree.
// ← and → step the run, as elsewhere on the page.

/** @param {SVGSVGElement} svg @param {(node: number) => void} picked */
export function walkByKeys(svg, picked) {
  const items = () => /** @type {SVGGElement[]} */ ([...svg.querySelectorAll("g.node")]);
  /** @param {SVGGElement | undefined} item */
  const move = (item) => {
    if (!item) return;
    for (const other of svg.querySelectorAll('g.node[tabindex="0"]')) other.setAttribute("tabindex", "-1");
    item.setAttribute("tabindex", "0");
    item.focus();
  };
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
    else return;
    e.preventDefault();
  });
}
