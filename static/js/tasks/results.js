// The results of a task. The page asks for itself every few seconds, and takes over the rows that
// have changed: they are written in one place, on the server.

import { under } from "../shared/base.js";
import { forget } from "../shared/desk.js";
import { busy, idle } from "../shared/idle.js";
import { troubleOf } from "./own.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const id = byId("results").dataset.id ?? "", rows = byId("rows");
for (const only of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-script]"))) only.hidden = false;

/** The pause between two questions in ms. After a slow answer it is longer, so that a large class does not keep the server busy. */
const pause = 2_000, patience = 20;
let timer = 0, over = false;

/** @param {string} text */
function live(text) {
  if (byId("live").textContent !== text) byId("live").textContent = text;
}

/** @param {Document} page */
function take(page) {
  const before = new Map([...rows.children].map((row) => [/** @type {HTMLElement} */ (row).dataset.student, row]));
  const after = [...page.querySelectorAll("#rows > tr")];
  for (const [i, row] of after.entries()) {
    const old = before.get(/** @type {HTMLElement} */ (row).dataset.student);
    before.delete(/** @type {HTMLElement} */ (row).dataset.student);
    const now = old && old.outerHTML === row.outerHTML ? old : document.importNode(row, true);
    if (old && old !== now) {
      const at = document.activeElement?.parentElement, focused = at instanceof HTMLTableCellElement && at.parentElement === old;
      old.replaceWith(now);
      if (focused) now.children[at.cellIndex].querySelector("a")?.focus();
    }
    if (rows.children[i] !== now) rows.insertBefore(now, rows.children[i] ?? null);
  }
  for (const gone of before.values()) gone.remove();
  const count = page.getElementById("count")?.textContent ?? "";
  if (byId("count").textContent !== count) byId("count").textContent = count;
  byId("nobody").hidden = after.length > 0;
}

async function refresh() {
  const began = performance.now();
  try {
    const response = await fetch(location.href, { cache: "no-store" });
    if (response.ok) {
      take(new DOMParser().parseFromString(await response.text(), "text/html"));
      live("The table updates automatically.");
    } else if (response.status === 404) {
      over = true;
      live("The task has been deleted.");
    } else live("The server is busy. It is asked again.");
  } catch {
    live("The connection is lost. It is tried again.");
  }
  wait(Math.max(pause, patience * (performance.now() - began)));
}

/** @param {number} ms */
function wait(ms) {
  clearTimeout(timer);
  if (!over && !document.hidden) timer = setTimeout(refresh, ms);
}
document.addEventListener("visibilitychange", () => wait(0));
wait(0);

byId("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(byId("join").textContent ?? "");
    byId("copied").textContent = "The link is copied.";
  } catch {
    byId("copied").textContent = "This browser does not allow copying. Copy the link by hand.";
  }
});

const dialog = /** @type {HTMLDialogElement} */ (byId("delete-dialog"));
byId("delete").addEventListener("click", () => {
  dialog.returnValue = "";
  dialog.showModal();
});
dialog.addEventListener("close", async () => {
  if (dialog.returnValue !== "delete") return;
  busy(dialog);
  over = true;
  wait(0); // the rows of a deleted task are not asked for
  const answer = await fetch(under(`/api/v1/tasks/${id}`), { method: "DELETE" }).catch(() => null);
  idle(dialog);
  if (answer?.ok) {
    forget("task", id);
    location.assign(under("/tasks"));
    return;
  }
  over = false;
  wait(0);
  byId("change-state").textContent = answer ? troubleOf(await answer.json().catch(() => null)) : "The server cannot be reached. Try again.";
});
