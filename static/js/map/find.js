// Finding nodes by a label or by moves from the root.

import { ask, givenUp } from "./ask.js";
import { busy, idle } from "../shared/idle.js";
import { whole } from "./numbers.js";

/** Nodes that are listed at a time, and that are marked on the map: as many as the server names. */
const listed = 12, limit = 100;

/** Milliseconds after the last letter. */
const rest = 180;

/** @typedef {import("./ask.js").Place & {name: string, event: number}} FoundNode */

/** @param {HTMLFormElement} form @param {() => {key: string, form: string}} of @param {(node: FoundNode) => void} go @param {(nodes: FoundNode[]) => void} mark  with no node, when the search is left */
export function listenToFind(form, of, go, mark) {
  const input = /** @type {HTMLInputElement} */ (form.querySelector("input")), list = /** @type {HTMLElement} */ (form.querySelector("ul")), status = /** @type {HTMLElement} */ (form.querySelector("[role=status]"));
  const box = /** @type {HTMLElement} */ (form.querySelector(".map-found"));
  let timer = 0, asked = new AbortController();
  const close = () => (box.hidden = true);
  const search = async () => {
    asked.abort();
    const mine = (asked = new AbortController()), q = input.value.trim(), { key, form: as } = of();
    if (!q || !key) {
      idle(form);
      mark([]);
      return close();
    }
    try {
      /** @type {import("./ask.js").Found} */
      const { found, more } = await ask(key, "find", { q, limit, form: as }, mine.signal);
      const some = found.length > listed ? `, the first ${listed} in this list` : "";
      status.textContent = found.length === 0 ? "No such node." : found.length === 1 ? "One node." : `${more ? `More than ${found.length}` : found.length} nodes${more ? `; ${found.length} are marked` : " are marked"}${some}.`;
      mark(found);
      list.replaceChildren(...found.slice(0, listed).map((n) => {
        const li = document.createElement("li"), button = document.createElement("button"), small = document.createElement("small");
        button.type = "button";
        button.textContent = n.name || n.label;
        small.textContent = ` ply ${n.row}, event ${whole(n.event)}`;
        button.append(small);
        button.addEventListener("click", () => {
          close();
          input.focus();
          go(n);
        });
        li.append(button);
        return li;
      }));
      box.hidden = false;
    } catch (error) {
      if (givenUp(error)) return;
      status.textContent = error instanceof Error ? error.message : String(error);
      mark([]);
      list.replaceChildren();
      box.hidden = false;
    }
    if (asked === mine) idle(form);
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    busy(form);
    timer = window.setTimeout(search, rest);
  });
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    clearTimeout(timer);
    busy(form);
    await search();
    if (!box.hidden) list.querySelector("button")?.click();
  });
  form.addEventListener("keydown", (e) => {
    const buttons = [...list.querySelectorAll("button")], at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (e.key === "Escape" && !box.hidden) {
      close();
      input.focus();
      e.preventDefault();
    } else if (!box.hidden && (e.key === "ArrowDown" || e.key === "ArrowUp")) {
      const next = at + (e.key === "ArrowDown" ? 1 : -1);
      if (next < 0) input.focus();
      else buttons[Math.min(next, buttons.length - 1)]?.focus();
      e.preventDefault();
    }
  });
  document.addEventListener("pointerdown", (e) => !form.contains(/** @type {globalThis.Node} */ (e.target)) && close());
}
