// The moves of a chance node beside the picture: a field for each probability, their sum while
// they are typed, and a button that makes them equal.

import { addsUp, probabilityOf, sumWords, wrongProbability } from "./probability.js";

/** @typedef {import("./tree-model.js").Node} Node */
/** @typedef {import("./tree-model.js").TreeModel} TreeModel */
/** @typedef {import("./outbox.js").Edit} Edit */

/** Moves with a field of their own: more of them are edited as text, or one at a time at their edges. */
const most = 24;

/**
 * The probabilities of all moves of a chance node, by their places; null: they are not known here; pure.
 * @param {Node | undefined} chance @returns {string[] | null}
 */
const probabilitiesOf = (chance) => (chance?.chance ? chance.probs : null);

/** The chance node whose moves are meant at a node: itself, or its parent. @param {Node} node @param {TreeModel} model */
export function chanceAt(node, model) {
  if (node.chance) return node;
  const parent = model.get(node.parent);
  return parent?.chance ? parent : undefined;
}

/**
 * The probabilities of the moves beside a node, and its place among them; undefined: it does not follow a chance node; pure.
 * @param {Node} node @param {TreeModel} model
 */
export function among(node, model) {
  const parent = model.get(node.parent);
  if (!parent?.chance) return undefined;
  const before = parent.children.slice(0, Math.max(0, node.index)).map((id) => Math.max(1, model.get(id)?.run ?? 1));
  return { probs: parent.probs, place: before.reduce((a, b) => a + b, 0) };
}

export class Probabilities {
  #box = /** @type {HTMLElement} */ (document.getElementById("node-probs"));
  #list = /** @type {HTMLElement} */ (this.#box.querySelector("ul"));
  #sum = /** @type {HTMLElement} */ (this.#box.querySelector("[data-part=sum]"));
  #fault = /** @type {HTMLElement} */ (this.#box.querySelector("[data-part=fault]"));
  #equal = /** @type {HTMLButtonElement} */ (this.#box.querySelector("[data-part=equal]"));
  /** @type {{kid: Node, place: number, input: HTMLInputElement, was: string}[]} */
  #rows = [];
  /** @type {string[]} */
  #probs = [];
  #shown = "";
  #host;

  /**
   * @param {object} host
   * @param {() => TreeModel} host.model
   * @param {(edit: Edit) => {done: Promise<any>}} host.edit
   * @param {() => void} host.back  the focus goes to the tree
   */
  constructor(host) {
    this.#host = host;
    this.#box.addEventListener("input", () => this.#say());
    this.#box.addEventListener("change", (e) => this.#commit(e.target));
    this.#box.addEventListener("keydown", (e) => {
      const row = this.#rows.find((r) => r.input === e.target);
      if (!row || (e.key !== "Enter" && e.key !== "Escape")) return;
      e.preventDefault();
      if (e.key === "Escape") row.input.value = row.was;
      if (e.key === "Escape" || this.#commit(row.input)) host.back();
      this.#say();
    });
    this.#equal.addEventListener("click", () => host.edit({ op: "set", nodes: this.#rows.map((r) => r.kid.id), prob: null }));
  }

  /** Shows the moves of the chance node at the selected node. @param {Node | undefined} node */
  select(node) {
    const model = this.#host.model(), chance = node && !node.made ? chanceAt(node, model) : undefined, probs = probabilitiesOf(chance);
    this.#box.hidden = !chance || !probs;
    if (!chance || !probs) {
      this.#rows = [];
      this.#shown = "";
      return;
    }
    const kids = chance.children.flatMap((id) => model.get(id) ?? []);
    /** @type {{kid: Node, place: number}[]} */
    const drawn = [];
    let place = 0;
    for (const kid of kids) {
      if (kid.run === 0) drawn.push({ kid, place });
      place += Math.max(1, kid.run);
    }
    const whole = drawn.length === probs.length;
    this.#equal.hidden = !whole || probs.every((p) => p === "");
    this.#probs = probs;
    const few = drawn.length <= most ? drawn : drawn.filter(({ kid }) => kid.id === node?.id), shown = `${chance.id}:${few.map(({ kid }) => kid.id)}`;
    if (shown !== this.#shown) {
      this.#list.replaceChildren();
      this.#rows = few.map(({ kid, place }) => this.#row(kid, place));
      this.#shown = shown;
    }
    few.forEach(({ kid, place }, i) => {
      const row = this.#rows[i], is = probs[place];
      Object.assign(row, { kid, place });
      const name = /** @type {HTMLElement} */ (row.input.parentElement?.querySelector("span"));
      name.textContent = kid.action || kid.name;
      row.input.parentElement?.classList.toggle("current", kid.id === node?.id);
      row.input.placeholder = probs.every((p) => p === "") ? `1/${probs.length}` : "none";
      if (row.input.value === row.was) row.input.value = is; // what is being typed stays
      row.was = is;
    });
    this.#say();
  }

  /** @param {Node} kid @param {number} place */
  #row(kid, place) {
    const item = document.createElement("li"), label = document.createElement("label"), name = document.createElement("span"), input = document.createElement("input");
    label.className = "field";
    Object.assign(input, { type: "text", autocomplete: "off", spellcheck: false, inputMode: "text" });
    label.append(name, input);
    item.append(label);
    this.#list.append(item);
    return { kid, place, input, was: "" };
  }

  /** The texts of all moves, with what is being typed. */
  get #texts() {
    const texts = [...this.#probs];
    for (const { place, input } of this.#rows) texts[place] = input.value;
    return texts;
  }

  #say() {
    const texts = this.#texts, wrong = this.#rows.find((r) => wrongProbability(r.input.value) !== "");
    this.#sum.textContent = sumWords(texts);
    this.#sum.classList.toggle("off", !addsUp(texts));
    this.#fault.hidden = !wrong;
    this.#fault.textContent = wrong ? wrongProbability(wrong.input.value) : "";
    for (const { input } of this.#rows) input.setAttribute("aria-invalid", String(input === wrong?.input));
  }

  /** @param {EventTarget | null} target @returns {boolean} whether what is typed is valid */
  #commit(target) {
    const row = this.#rows.find((r) => r.input === target);
    if (!row || row.input.value === row.was) return true;
    const text = row.input.value;
    if (wrongProbability(text) !== "") return false;
    row.was = text;
    this.#host.edit({ op: "set", nodes: [row.kid.id], prob: probabilityOf(text) }).done.catch((why) => {
      this.#fault.hidden = false;
      this.#fault.textContent = `${why.answer?.errors?.[0]?.message ?? why.message}.`;
    });
    return true;
  }
}
