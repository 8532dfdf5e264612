// The same facts as a table, by ply and rule, for reading.

import { ask } from "./ask.js";
import { busy, idle } from "../shared/idle.js";
import { whole } from "./numbers.js";

/** @param {HTMLDetailsElement} details @param {() => {key: string, step: number | null}} of @param {(id: string) => string} ruleName  by its id */
export function listenToTable(details, of, ruleName) {
  const table = /** @type {HTMLTableElement} */ (details.querySelector("table")), note = /** @type {HTMLElement} */ (details.querySelector("[data-part=note]"));
  let shown = "", going = false, timer = 0;
  const show = async () => {
    const { key, step } = of();
    if (!details.open || !key || going || shown === `${key} ${step}`) return;
    going = true;
    busy(details);
    try {
      /** @type {import("./ask.js").Table} */
      const { rows, estimated } = await ask(key, "table", step === null ? {} : { step });
      shown = `${key} ${step}`;
      const rules = [...new Set(rows.flatMap((r) => Object.keys(r.rules ?? {})))];
      const line = (/** @type {string} */ tag, /** @type {(string | number)[]} */ cells) => {
        const tr = document.createElement("tr");
        cells.forEach((text, i) => {
          const cell = document.createElement(i === 0 || tag === "th" ? "th" : "td");
          if (cell.tagName === "TH") cell.setAttribute("scope", tag === "th" ? "col" : "row");
          cell.textContent = typeof text === "number" ? whole(text) : text;
          tr.append(cell);
        });
        return tr;
      };
      table.tHead?.replaceChildren(line("th", ["ply", "nodes", "entered", "leaves", "cut", "re-searched", ...rules.map((r) => ruleName(r))]));
      table.tBodies[0].replaceChildren(...rows.map((r) => line("td", [r.ply, r.nodes, r.entered, r.leaves, r.cut, r.again, ...rules.map((rule) => r.rules?.[rule] ?? 0)])));
      const at = step === null ? "" : `At step ${whole(step)}. `;
      note.textContent = at + (estimated?.length ? `Estimated: ${estimated.map((e) => (typeof e === "string" ? e : `ply ${e.ply}: ${whole(e.nodes)} nodes`)).join("; ")}.` : "");
    } catch (error) {
      note.textContent = error instanceof Error ? error.message : String(error);
    }
    going = false;
    idle(details);
  };
  details.addEventListener("toggle", show);
  /** Something has changed: it is shown again when that is at rest. */
  return () => {
    clearTimeout(timer);
    if (details.open) timer = window.setTimeout(show, 400);
  };
}
