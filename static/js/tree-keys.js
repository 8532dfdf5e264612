// The tree for the keyboard: one node can be tabbed to, ↑ and ↓ go to the
// node before and after it in preorder, Enter opens a silhouette. ← and →
// stay with the player: they step, here as everywhere.

/** @param {SVGSVGElement} svg @param {(node: number) => void} focused */
export function walkByKeys(svg, focused) {
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
    else if (e.key === "Enter") at.querySelector("a")?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    else return;
    e.preventDefault();
  });
  svg.addEventListener("focusin", (e) => {
    const at = e.target instanceof Element ? e.target.closest("g.node") : null;
    if (at) focused(Number(at.getAttribute("data-node")));
  });
}
