// The panel of a node: its value, its bounds, and whether it is cut and why.

import { textOf, typedNumber, wrongNumber, zero } from "../shared/exact.js";
import { spreadScores } from "../shared/scores.js";

/** @typedef {import("./moves.js").Moves} Moves */
/** @typedef {import("./moves.js").TreeNode} TreeNode */

export class NodePanel {
  /** The node of the panel; -1: it is closed. */
  node = -1;
  #form;
  #nodes;
  #moves;
  #changed;
  #closed;

  /** @param {HTMLFormElement} form @param {TreeNode[]} nodes @param {Moves} moves @param {() => void} changed @param {(node: number) => void} closed */
  constructor(form, nodes, moves, changed, closed) {
    this.#form = form;
    this.#nodes = nodes;
    this.#moves = moves;
    this.#changed = changed;
    this.#closed = closed;
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      const kept = this.#part("bounds").contains(e.submitter ?? document.activeElement);
      if (kept) this.#keepBounds();
      else this.#setValue();
    });
    form.addEventListener("keydown", (e) => {
      if (e.key === "Escape") this.close();
      if (e.key !== "Enter" || !(e.target instanceof HTMLInputElement) || !this.#part("bounds").contains(e.target)) return;
      e.preventDefault(); // Enter would click the first button of the form, that of the value
      this.#keepBounds();
    });
    for (const of of ["value", "bounds"]) {
      this.#part(of).addEventListener("input", (e) => spreadScores(this.#fields(of), e.target));
    }
    this.#part("kids").addEventListener("click", (e) => {
      const button = e.target instanceof Element ? e.target.closest("button") : null;
      if (!button) return;
      this.#moves.values.set(this.node, button.dataset.value ?? "");
      this.#refresh();
    });
    this.#part("cut").addEventListener("click", () => this.cut(this.node));
    this.#part("because").addEventListener("change", () => {
      this.#moves.cuts.set(this.node, this.#fields("because").filter((f) => f.checked).map((f) => Number(f.value)));
      this.#changed();
    });
    this.#part("close").addEventListener("click", () => this.close());
  }

  /** @param {string} name */
  #part(name) {
    return /** @type {HTMLElement} */ (this.#form.querySelector(`[data-part="${name}"]`));
  }

  /** @param {string} of */
  #fields(of) {
    return /** @type {HTMLInputElement[]} */ ([...this.#part(of).querySelectorAll("input")]);
  }

  /** @param {number} node @param {boolean} byKey  the focus goes to the panel */
  open(node, byKey) {
    this.node = node;
    const at = this.#nodes[node];
    this.#part("name").textContent = at.name;
    this.#part("inner").hidden = at.value !== undefined;
    this.#part("below").hidden = node === 0;
    this.#form.hidden = false;
    this.#say("");
    this.#show();
    this.#changed();
    if (byKey) /** @type {HTMLElement | null} */ (this.#form.querySelector(at.value === undefined ? "[data-part=value] input" : "[data-part=cut]"))?.focus();
  }

  close() {
    const { node } = this;
    this.node = -1;
    this.#form.hidden = true;
    this.#changed();
    this.#closed(node);
  }

  /** Cuts a node, or removes the cut. @param {number} node */
  cut(node) {
    if (node <= 0) return;
    if (!this.#moves.cuts.delete(node)) this.#moves.cuts.set(node, []);
    this.#refresh();
  }

  #refresh() {
    this.#say("");
    if (this.node >= 0) this.#show();
    this.#changed();
  }

  /** Shows the steps at the node. A step can also be removed elsewhere. */
  #show() {
    const { node } = this, moves = this.#moves, value = moves.values.get(node)?.split(","), bounds = moves.bounds.get(node), cut = moves.cuts.get(node);
    this.#fields("value").forEach((f, i) => (f.value = value?.[i] ?? ""));
    this.#fields("bounds").forEach((f, i) => (f.value = bounds?.[i] ?? ""));
    this.#part("kids").replaceChildren(...moves.kids(node).flatMap((kid) => {
      const worth = moves.worth(kid);
      if (!worth || moves.cut(kid)) return [];
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.value = worth;
      button.textContent = `${moves.valueText(worth)} from ${this.#nodes[kid].name}`;
      return [button];
    }));
    this.#part("cut").setAttribute("aria-pressed", String(cut !== undefined));
    const because = this.#part("because"), [legend] = because.children;
    because.hidden = cut === undefined;
    because.replaceChildren(legend, ...moves.above(node).reverse().map((n) => this.#holder(n, cut?.includes(n) ?? false)));
  }

  /** @param {number} node @param {boolean} checked */
  #holder(node, checked) {
    const label = document.createElement("label"), input = document.createElement("input"), words = document.createElement("span");
    label.className = "chip";
    Object.assign(input, { type: "checkbox", value: String(node), checked });
    words.textContent = this.#nodes[node].name;
    label.append(input, words);
    return label;
  }

  #setValue() {
    const texts = this.#fields("value").map((f) => f.value.trim());
    if (texts.includes("") && texts.some(Boolean)) return this.#say("Enter a number for each player.");
    const wrong = texts.find((t) => t && wrongNumber(t));
    if (wrong) return this.#say(`${texts.length > 1 ? "Enter a number for each player" : "Enter a number"}: ${wrongNumber(wrong)}.`);
    if (texts.some(Boolean)) this.#moves.values.set(this.node, texts.map(plain).join(","));
    else this.#moves.values.delete(this.node);
    this.#refresh();
  }

  #keepBounds() {
    const texts = this.#fields("bounds").map((f) => f.value.trim());
    const wrong = texts.find((t) => t && wrongNumber(t));
    if (wrong) return this.#say(`Enter a number, or leave the field empty for no bound: ${wrongNumber(wrong)}.`);
    texts.forEach((text, i) => this.#moves.bound(this.node, i + 1, text && plain(text)));
    this.#refresh();
  }

  /** @param {string} text */
  #say(text) {
    this.#part("status").textContent = text;
  }
}

/** A score as the server writes it. @param {string} text */
const plain = (text) => textOf(typedNumber(text) ?? zero);
