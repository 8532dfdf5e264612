// Folder treelist: the page "Your trees". It imports shared/ only.
//
// This module shows the list that the browser keeps, and the two buttons for all
// of it; what can be done to one tree is in card.js.

import { leaveDesk, refresh } from "../shared/desk.js";
import { busy, idle } from "../shared/idle.js";
import { ownTrees, whenTreesChange } from "../shared/own-trees.js";
import { forgetEdits } from "../shared/undo-storage.js";
import { TreeCard } from "./card.js";
import { archive } from "./export.js";

/** @typedef {import("../shared/own-trees.js").OwnTree} OwnTree */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const list = byId("own-list"), said = byId("own-status");
const exportAll = /** @type {HTMLButtonElement} */ (byId("export-all")), forgetAll = byId("forget-all");
const forgetDialog = /** @type {HTMLDialogElement} */ (byId("own-forget"));

/** @type {Map<string, TreeCard>} by the ids of their trees */
const cards = new Map();

/** What was done, and a button that belongs to it. @param {string} text @param {HTMLButtonElement} [button] */
function say(text, button) {
  /** @type {HTMLElement} */ (said.firstElementChild).textContent = text;
  said.replaceChildren(...[said.firstElementChild, button].filter((part) => part instanceof HTMLElement));
}

/** Shows the list as it is kept now. */
function show() {
  const kept = ownTrees(), trees = kept ?? [];
  for (const [id, card] of cards) {
    if (trees.some((tree) => tree.id === id)) continue;
    card.remove();
    cards.delete(id);
  }
  for (const tree of trees) {
    const card = cards.get(tree.id) ?? new TreeCard(tree, { show, say });
    card.show(tree);
    cards.set(tree.id, card);
  }
  const order = trees.map((tree) => /** @type {TreeCard} */ (cards.get(tree.id)).element);
  // An element that is moved loses the focus: those in their place stay.
  order.forEach((element, i) => list.children[i] !== element && list.insertBefore(element, list.children[i] ?? null));
  byId("own-none").hidden = trees.length > 0;
  for (const none of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-none]"))) none.hidden = none.dataset.none !== (kept ? "empty" : "forbidden");
  exportAll.hidden = forgetAll.hidden = trees.length === 0;
}

exportAll.addEventListener("click", async () => {
  const trees = ownTrees() ?? [];
  exportAll.disabled = true;
  busy(archive);
  try {
    const { blob, missing } = await archive(trees, (done) => say(`Fetching the trees: ${done} of ${trees.length}…`));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = "your-trees.zip";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the download has begun by then
    const got = trees.length - missing.length, without = missing.length > 0 ? ` Not in it, since the server does not have them any more: ${missing.join(", ")}.` : "";
    say(`${got === 1 ? "1 tree is" : `${got} trees are`} in your-trees.zip, each as text and as JSON, without its edit address. “New…” in the editor opens both.${without}`);
  } catch (e) {
    say(`Nothing was exported. ${e instanceof Error ? e.message : e}`);
  }
  idle(archive);
  exportAll.disabled = false;
});

forgetAll.addEventListener("click", () => forgetDialog.showModal());
forgetDialog.querySelector("[value=forget]")?.addEventListener("click", () => {
  for (const { id } of ownTrees() ?? []) forgetEdits(id);
  leaveDesk();
  forgetDialog.close();
  show();
  say("This device no longer has your desk, the list or the edit addresses.");
  /** @type {HTMLElement} */ (document.querySelector(".own-new")).focus();
});

const themed = () => cards.forEach((card) => card.paint());
new MutationObserver(themed).observe(document.documentElement, { attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", themed);
whenTreesChange(show);
window.addEventListener("pageshow", (e) => e.persisted && show());
show();
// Trees of another machine with the same desk.
busy(refresh);
refresh().then(show, () => {}).finally(() => idle(refresh));
