// The menus that the right button opens, or the key of the keyboard for it: at a
// node, or where there is none.

import { offer, perform } from "./command-item.js";

/** @typedef {import("./editor.js").Editor} Editor */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {HTMLElement} menu */
const itemsOf = (menu) => /** @type {HTMLButtonElement[]} */ ([...menu.querySelectorAll("[role=menuitem]")]);

/** @param {Editor} editor @param {(command: string) => void} press */
export function connectCommandMenus(editor, press) {
  const menus = ["node-menu", "canvas-menu"].map(byId);
  for (const menu of menus) {
    menu.addEventListener("click", (e) => {
      const item = e.target instanceof Element ? /** @type {HTMLElement | null} */ (e.target.closest("[role=menuitem]")) : null;
      if (!item || item.ariaDisabled === "true") return;
      menu.hidePopover();
      editor.focus();
      perform(item, press);
    });
    menu.addEventListener("keydown", (e) => {
      const items = itemsOf(menu).filter((i) => !i.hidden), at = items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)), last = items.length - 1;
      const to = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, Home: 0, End: last }[e.key];
      if (to !== undefined) items[to].focus();
      else if (e.key === "Tab" || e.key === "Escape") {
        menu.hidePopover();
        editor.focus();
      } else return;
      e.preventDefault();
      e.stopPropagation();
    });
  }

  /** @param {HTMLElement} menu @param {number} x @param {number} y  in pixels of the window */
  const open = (menu, x, y) => {
    for (const item of itemsOf(menu)) offer(item, editor);
    menu.showPopover();
    // It stays inside the window.
    menu.style.left = `${Math.max(4, Math.min(x, innerWidth - menu.offsetWidth - 4))}px`;
    menu.style.top = `${Math.max(4, Math.min(y, innerHeight - menu.offsetHeight - 4))}px`;
    itemsOf(menu)[0].focus();
  };

  byId("more").addEventListener("click", () => {
    const { left, bottom } = byId("more").getBoundingClientRect();
    open(menus[1], left, bottom + 4);
  });
  editor.canvas.addEventListener("contextmenu", (e) => {
    const at = e.target instanceof Element ? e.target : null;
    if (e.defaultPrevented || e.shiftKey && e.button === 2 || at?.closest(".node-panel")) return; // Shift opens the browser's own
    e.preventDefault();
    const group = at?.closest("g.node"), id = Number(group?.getAttribute("data-id"));
    if (!group) return open(menus[1], e.clientX, e.clientY);
    if (!editor.selection.ids.includes(id)) editor.interaction.run({ pick: id, how: "only" });
    const box = group.getBoundingClientRect(), byKey = e.clientX === 0 || e.button !== 2;
    open(menus[0], byKey ? box.right : e.clientX, byKey ? box.bottom : e.clientY);
  });
}
