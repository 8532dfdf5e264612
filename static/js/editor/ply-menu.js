// The menu of edits of a whole ply: who moves in it, or that chance does, how many children it has.

/** @typedef {import("./tree-model.js").Node} Node */
/** @typedef {import("./tree-model.js").TreeModel} TreeModel */
/** @typedef {import("./draft-socket.js").Header} Header */
/** @typedef {import("./outbox.js").Edit} Edit */

/**
 * @param {object} host
 * @param {() => Node | undefined} host.node  the node whose ply is meant
 * @param {() => TreeModel} host.model
 * @param {() => Header} host.header
 * @param {(edit: Edit) => void} host.edit
 */
export function plyMenu(host) {
  const menu = /** @type {HTMLElement} */ (document.getElementById("ply-menu"));
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (menu.querySelector(`[data-part="${name}"]`));
  menu.addEventListener("toggle", () => {
    const node = host.node(), header = host.header();
    const row = node ? host.model().level(node.level) : [];
    part("which").textContent = node ? `Level ${node.level + 1}: ${row.length} ${row.length === 1 ? "node" : "nodes"} drawn` : "Select a node first: this menu changes all nodes of its level.";
    const names = header.kind === "minimax" ? ["Max", "Min"] : Array.from({ length: header.players ?? 3 }, (_, i) => String(i + 1));
    part("movers").replaceChildren(...names.map((name, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.className = `p p${i + 1}`;
      button.setAttribute("aria-label", `Player ${name} moves on the whole level`);
      button.addEventListener("click", () => {
        const at = host.node();
        if (at) host.edit({ op: "ply", level: at.level, player: i + 1 });
      });
      return button;
    }));
    const inner = row.filter((n) => !n.leaf), all = inner.length > 0 && inner.every((n) => n.chance);
    const chance = document.createElement("button");
    chance.type = "button";
    chance.textContent = "chance";
    chance.setAttribute("aria-label", "Chance decides on the whole level");
    chance.setAttribute("aria-pressed", String(all));
    chance.addEventListener("click", () => {
      const at = host.node();
      if (at) host.edit({ op: "ply", level: at.level, chance: !all });
    });
    if (header.kind !== "path") part("movers").append(chance);
    for (const button of menu.querySelectorAll("button")) if (button !== part("rotate-all")) button.disabled = !node;
  });
  part("rotate-all").addEventListener("click", () => host.edit({ op: "rotate", by: 1 }));
  part("rotate-below").addEventListener("click", () => {
    const node = host.node();
    if (node) host.edit({ op: "rotate", by: 1, node: node.id });
  });
  part("branch").addEventListener("click", () => {
    const node = host.node(), count = /** @type {HTMLInputElement} */ (part("branching"));
    if (node && count.reportValidity()) host.edit({ op: "branching", level: node.level, count: count.valueAsNumber });
  });
}
