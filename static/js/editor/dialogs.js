// The dialogs and menus of the editor, and the buttons that open them.

import { showHelp } from "../shared/keys.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const dialog = (id) => /** @type {HTMLDialogElement} */ (byId(id));

/**
 * @param {Record<string, () => void>} actions  of other buttons, by their ids
 * @param {() => void} back  the focus goes to the tree
 */
export function connectDialogs(actions, back) {
  const page = byId("edit");
  const all = { ...actions, "show-start": () => dialog("start").showModal(), "show-help": showHelp };
  for (const [name, action] of Object.entries(all)) byId(name).addEventListener("click", action);
  for (const close of page.querySelectorAll("dialog [data-close]")) close.addEventListener("click", () => close.closest("dialog")?.close());
  // A menu closes when the focus or a click goes elsewhere.
  for (const menu of /** @type {NodeListOf<HTMLDetailsElement>} */ (page.querySelectorAll("details.menu"))) {
    document.addEventListener("pointerdown", (e) => {
      if (!menu.open || !(e.target instanceof Node) || menu.contains(e.target)) return;
      const at = document.activeElement;
      if (at instanceof HTMLElement && menu.contains(at)) {
        at.blur(); // what is typed there is committed first
        back();
      }
      menu.open = false;
    });
    menu.addEventListener("focusout", (e) => e.relatedTarget instanceof Node && !menu.contains(e.relatedTarget) && (menu.open = false));
    menu.addEventListener("keydown", (e) => {
      if (e.key !== "Escape") return;
      menu.open = false;
      back();
    });
  }
  document.addEventListener("keydown", (e) => {
    const field = e.target instanceof Element && e.target.closest("input, textarea, select, dialog");
    if (e.key !== "?" || e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || field) return;
    e.preventDefault();
    showHelp();
  });
}
