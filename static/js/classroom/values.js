// Leaf values that a presenter sets for the class, in place of those of the figure.

import { valueInPrint } from "../shared/exact.js";
import { readValue } from "../shared/read-value.js";

/** @typedef {import("../run/tree-view.js").TreeView} TreeView */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class LeafValues {
  #view;
  #values;
  #show;
  #list = /** @type {HTMLSelectElement} */ (byId("value-node"));
  #field = /** @type {HTMLInputElement} */ (byId("value-text"));

  /** @param {TreeView} view @param {Record<string, any>} values  the changed values @param {(values: object) => void} show */
  constructor(view, values, show) {
    this.#view = view;
    this.#values = values;
    this.#show = show;
    byId("leaf-values").addEventListener("change", (e) => e.stopPropagation()); // it must not submit the form of the run
    byId("leaf-values").addEventListener("toggle", () => this.#fill(), { once: true });
    this.#list.addEventListener("change", () => this.#take());
    byId("value-form").addEventListener("submit", (e) => {
      e.preventDefault();
      const value = readValue(this.#field.value);
      if (value !== null) show({ ...values, [this.#list.value]: value });
      else this.#field.focus();
    });
    this.#listSet();
  }

  /** A node is clicked. If it is a leaf, its value can be changed. @param {number} node */
  pick(node) {
    this.#fill();
    if (![...this.#list.options].some((o) => o.value === String(node))) return;
    this.#list.value = String(node);
    this.#take();
  }

  #fill() {
    if (this.#list.length > 0) return;
    const leaves = this.#view.nodes.filter((n) => this.#view.group(n)?.querySelector(".value"));
    this.#list.replaceChildren(...leaves.map((n) => new Option(this.#view.name(n), String(n))));
    this.#take();
  }

  /** Fills the field with the current value of the leaf. */
  #take() {
    this.#field.value = this.#view.group(Number(this.#list.value))?.querySelector(".value")?.textContent ?? "";
  }

  /** Lists the changed values, each with a button to restore it. */
  #listSet() {
    byId("values-set").replaceChildren(...Object.entries(this.#values).map(([node, value]) => {
      const row = document.createElement("li"), back = document.createElement("button");
      back.type = "button";
      back.textContent = "Undo";
      back.addEventListener("click", () => {
        const { [node]: _gone, ...others } = this.#values;
        this.#show(others);
      });
      row.append(`${this.#view.name(Number(node))} = ${valueInPrint(value)} `, back);
      return row;
    }));
  }
}
