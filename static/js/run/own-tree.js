// The page of a run on a saved tree, in a browser that has the tree's edit key: it
// offers the editor. The key is in no link: it would be copied with the page, and
// a projector would show it.

import { under } from "../shared/base.js";
import { editKey, whenTreesChange } from "../shared/own-trees.js";

const modes = document.getElementById("own-modes");
if (modes) connect(modes.dataset.id ?? "");

/** @param {string} id  of the tree */
function connect(id) {
  const copy = /** @type {HTMLElement | null} */ (document.querySelector(".edit-copy"));
  function show() {
    const own = editKey(id) !== "";
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-own]"))) part.hidden = (part.dataset.own === "yes") !== own;
    if (copy) copy.hidden = own;
  }
  show();
  whenTreesChange(show); // it may be forgotten in another tab
  window.addEventListener("pageshow", (e) => e.persisted && show());
  for (const button of document.querySelectorAll("[data-to-editor]")) button.addEventListener("click", () => location.assign(editor(editKey(id))));
}

/** The address of the editor, with the run and the step of the page. @param {string} key */
function editor(key) {
  const to = new URL(under(`/edit/${key}`), location.href), step = /** @type {HTMLInputElement | null} */ (document.getElementById("scrub"));
  to.search = location.search;
  if (step) to.searchParams.set("step", step.value);
  return to;
}
