// Another value for a leaf: number fields in the node's card, and at once the
// results of every algorithm with it. The page and its step stay.

import { under } from "../shared/base.js";
import { changes, compare, inPrint, inWords, Rejected, same } from "./comparison.js";
import { editKey } from "../shared/own-trees.js";
import { recordEdit } from "../shared/undo-storage.js";
import { exact, jsonOf, scoreText, zero } from "../shared/exact.js";
import { left, limitOf, misfit, spreadScores } from "../shared/scores.js";
import { raise, stepped } from "./score-steps.js";

/** @typedef {import("./comparison.js").Comparison} Comparison */
/** @typedef {import("./comparison.js").Change} Change */
/** @typedef {import("./tree-view.js").TreeView} TreeView */

/** Milliseconds without another change before the server is asked. */
const pause = 120;
const svgNamespace = "http://www.w3.org/2000/svg";

/**
 * A node of a tree document by its number in preorder; pure.
 * @param {any} root @param {number} wanted
 */
function nodeOf(root, wanted) {
  const open = [root];
  for (let n = 0; open.length > 0; n++) {
    const node = open.pop();
    if (n === wanted) return node;
    for (const child of [...(node.children ?? [])].reverse()) open.push(child);
  }
  return null;
}

export class WhatIf {
  #box = /** @type {HTMLElement} */ (document.getElementById("what-if"));
  #fields = /** @type {HTMLInputElement[]} */ ([...this.#box.querySelectorAll("input")]);
  #fault = /** @type {HTMLElement} */ (document.getElementById("what-if-fault"));
  /** @type {any} the body of the page's run */
  #request;
  /** @type {TreeView} */
  #view;
  #node = -1;
  /** @type {string[]} what the leaf's scores are on the page */
  #own = [];
  /** @type {Promise<Comparison> | null} what the algorithms say without a change */
  #before = null;
  #timer = 0;
  /** Who gave way to the last step up, in words. */
  #gaveWay = "";
  /** @type {AbortController | null} */
  #asking = null;
  /** @type {(() => void)[]} what puts the picture back as it was */
  #undo = [];

  /** @param {TreeView} view @param {object} request */
  constructor(view, request) {
    this.#view = view;
    this.#request = request;
    const box = this.#box;
    // A change here must not reach the page's form, which would load another page.
    box.addEventListener("change", (e) => e.stopPropagation());
    box.addEventListener("input", (e) => (spreadScores(this.#fields, e.target), this.#changed()));
    box.addEventListener("keydown", (e) => this.#key(e));
    document.getElementById("tried")?.addEventListener("submit", (e) => e.preventDefault());
    for (const button of box.querySelectorAll("button[data-by]")) {
      button.addEventListener("click", () => {
        const field = button.parentElement?.querySelector("input");
        if (field) this.#step(field, button.getAttribute("data-by") === "1" ? 1 : -1);
      });
    }
    this.#part("fill")?.addEventListener("click", () => this.#fill());
    this.#part("back")?.addEventListener("click", () => this.#giveBack());
    this.#part("keep")?.addEventListener("click", () => this.#keep());
    document.querySelector('#card [data-part="close"]')?.addEventListener("click", () => this.close());
  }

  /** @param {string} name */
  #part(name) {
    return /** @type {HTMLElement | null} */ (this.#box.querySelector(`[data-part="${name}"]`));
  }

  /**
   * Shows the fields, if the node is a leaf.
   * @param {number} node @param {boolean} byKey  then the first field has the focus
   */
  open(node, byKey) {
    if (node === this.#node && !this.#box.hidden) {
      if (byKey) this.#fields[0].focus();
      return;
    }
    this.close();
    const leaf = nodeOf(this.#request.tree.root, node);
    if (!leaf || leaf.children?.length) return;
    this.#node = node;
    const value = leaf.value === undefined ? leaf.alternatives?.[0] ?? null : leaf.value;
    const scores = Array.isArray(value) ? value : [value];
    this.#own = this.#fields.map((_, i) => (scores[i] === null || scores[i] === undefined ? "" : scoreText(scores[i])));
    this.#fields.forEach((field, i) => (field.value = this.#own[i]));
    this.#box.hidden = false;
    this.#announce("Type a value, or use + and −.");
    this.#fillable();
    this.#before ??= compare(this.#body(null));
    this.#before.catch(() => (this.#before = null)); // asked again at the next change
    if (byKey) {
      this.#fields[0].focus();
      this.#fields[0].select();
    }
    this.#box.closest("#card")?.scrollIntoView({ block: "nearest" });
  }

  close() {
    this.#forget();
    this.#node = -1;
    this.#box.hidden = true;
  }

  /** @param {KeyboardEvent} e */
  #key(e) {
    if (!(e.target instanceof HTMLInputElement) || e.ctrlKey || e.metaKey || e.altKey) return;
    const i = this.#fields.indexOf(e.target);
    if (i < 0) return;
    if (e.key === "ArrowUp") this.#step(e.target, 1);
    else if (e.key === "ArrowDown") this.#step(e.target, -1);
    else if (e.key === "Enter") this.#ask();
    else if (e.key === "Escape") this.#giveBack();
    else return;
    e.preventDefault();
  }

  /** @param {HTMLInputElement} field @param {1 | -1} direction */
  #step(field, direction) {
    const { tree } = this.#request, by = tree.delta || 1, i = this.#fields.indexOf(field);
    if (direction > 0 && (tree.kind ?? "maxn") === "maxn") return this.#raise(i, by);
    const signed = tree.kind === "minimax" || this.#scores().some((text) => /^[-−]/.test(text));
    field.value = stepped(field.value, by, direction, limitOf(tree.minp, i) ?? (signed ? undefined : 0));
    this.#changed();
  }

  /** @param {number} field @param {import("../shared/exact.js").Score} by */
  #raise(field, by) {
    const { tree } = this.#request, { scores, gave, full } = raise(this.#scores(), field, by, tree);
    this.#fields.forEach((f, i) => (f.value = scores[i]));
    this.#changed();
    if (full) this.#gaveWay = `Player ${field + 1} has ${scores[field]}, the maximum.`;
    else if (gave.length > 0) this.#gaveWay = `Scores lowered to keep the sum at ${scoreText(tree.maxsum)}: player ${inWords(gave.map((i) => String(i + 1)))}.`;
    this.#announce(this.#gaveWay);
  }

  #scores() {
    return this.#fields.map((f) => f.value.trim());
  }

  #fillable() {
    const button = this.#part("fill");
    if (!button) return;
    const rest = left(this.#scores().slice(0, -1), this.#box.dataset.maxsum ?? "", limitOf(this.#request.tree.minp, this.#fields.length - 1));
    button.setAttribute("aria-disabled", String(rest === null));
    return rest;
  }

  #fill() {
    const rest = this.#fillable();
    if (typeof rest !== "string") return;
    this.#fields[this.#fields.length - 1].value = rest;
    this.#changed();
  }

  #giveBack() {
    this.#fields.forEach((field, i) => (field.value = this.#own[i]));
    this.#gaveWay = "";
    this.#forget();
    this.#fillable();
    this.#announce("The leaf has its own value again.");
  }

  async #keep() {
    const wrong = misfit(this.#scores(), this.#request.tree);
    if (wrong || !this.#fault.hidden) {
      if (wrong) this.#refuse(wrong);
      this.#fields.find((f) => f.getAttribute("aria-invalid") === "true")?.focus();
      return;
    }
    const url = new URL(location.href);
    url.searchParams.set(`v${this.#node}`, this.#scores().join(","));
    url.searchParams.delete("step"); // of the run that is left
    const { id = "", revision = "" } = this.#box.dataset, key = editKey(id);
    if (key) {
      try {
        await this.#edit(key, id, revision);
      } catch (e) {
        return this.#refuse({ field: -1, message: e instanceof Rejected ? e.message : "The server does not answer. The value is not saved yet." });
      }
      url.searchParams.delete(`v${this.#node}`);
    }
    location.assign(url);
  }

  /**
   * In a saved tree whose key this browser has it becomes an edit. It names the node by its id: others edit, too.
   * @param {string} key @param {string} id @param {string} revision  of the page
   */
  async #edit(key, id, revision) {
    const answer = await fetch(under(`/api/v1/trees/${id}?revision=${revision}`)), { ids, detail } = await answer.json();
    if (!answer.ok) throw new Rejected({ path: "", message: detail });
    const edit = `{"op":"set","nodes":[${ids[this.#node]}],"value":${this.#value(this.#scores())}}`;
    const made = await fetch(under(`/api/v1/trees/${key}/edits`), { method: "POST", body: `{"edit":${edit}}` }), result = await made.json();
    if (!made.ok) throw new Rejected({ path: "", message: result.errors?.[0]?.message ?? result.detail });
    if (result.made > 0) recordEdit(id, result.made);
  }

  #changed() {
    this.#gaveWay = "";
    clearTimeout(this.#timer);
    this.#asking?.abort(); // shown late, the answer would clear the timer
    this.#fillable();
    this.#timer = window.setTimeout(() => this.#ask(), pause);
  }

  /** @param {string[] | null} scores */
  #body(scores) {
    const root = this.#request.options?.root;
    const options = root ? { root } : {};
    const rest = JSON.stringify({ tree: this.#request.tree, options });
    if (!scores) return rest;
    return `${rest.slice(0, -1)},"values":{"${this.#node}":${this.#value(scores)}}}`;
  }

  /** Scores that are valid, as JSON. @param {string[]} scores */
  #value(scores) {
    const value = scores.map((text) => jsonOf(exact(text) ?? zero));
    return JSON.stringify(this.#request.tree.kind === "minimax" ? value[0] : value);
  }

  async #ask() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    const wrong = misfit(this.#scores(), this.#request.tree);
    if (wrong) return this.#refuse(wrong);
    const asking = (this.#asking = new AbortController()), scores = this.#scores();
    try {
      this.#before ??= compare(this.#body(null));
      const [before, after] = await Promise.all([this.#before, compare(this.#body(scores), asking.signal)]);
      if (!asking.signal.aborted) this.#show(scores, before, after);
    } catch (e) {
      if (asking.signal.aborted) return;
      if (!(e instanceof Rejected)) this.#before = null;
      const place = e instanceof Rejected ? /^values\.\d+\[(\d+)\]/.exec(e.path) : null;
      this.#refuse({ field: place ? Number(place[1]) : -1, message: e instanceof Rejected ? e.message : "The server does not answer; change the value to try again." });
    }
  }

  /** @param {{field: number, message: string}} fault  field -1: the value as a whole */
  #refuse({ field, message }) {
    this.#fault.textContent = message;
    this.#fault.hidden = false;
    this.#fields.forEach((f, i) => f.setAttribute("aria-invalid", String(field < 0 || i === field)));
    this.#clear();
    this.#announce("");
    this.#part("table")?.replaceChildren();
  }

  /** Undoes all that a tried value has changed. */
  #forget() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#fault.hidden = true;
    for (const field of this.#fields) field.removeAttribute("aria-invalid");
    this.#clear();
    this.#announce("");
    this.#part("table")?.replaceChildren();
  }

  #clear() {
    for (const undo of this.#undo.splice(0).reverse()) undo();
  }

  /** @param {string[]} scores @param {Comparison} before @param {Comparison} after */
  #show(scores, before, after) {
    this.#forget();
    const value = this.#request.tree.kind === "minimax" ? scores[0] : scores;
    const list = changes(before, after);
    const mine = list.find((c) => same(c.after, this.#request));
    if (scores.join() !== this.#own.join()) this.#try(inPrint(value));
    this.#marks(mine);
    this.#announce(`${this.#gaveWay} ${this.#sentence(inPrint(value), before, after, list, mine)}`.trim());
    this.#part("table")?.replaceChildren(this.#table(list));
  }

  /** @param {string} text */
  #announce(text) {
    const answer = this.#part("answer");
    if (answer) answer.textContent = text.replaceAll("ax^n", "axⁿ");
  }

  /**
   * @param {string} value @param {Comparison} before @param {Comparison} after
   * @param {Change[]} list @param {Change | undefined} mine
   */
  #sentence(value, before, after, list, mine) {
    const name = this.#view.name(this.#node);
    const was = inPrint(before.truth), is = inPrint(after.truth);
    const parts = [was === is ? `With ${name} = ${value} the root stays ${is}.` : `With ${name} = ${value} the root changes from ${was} to ${is}.`];
    if (mine?.changes) parts.push(`${mine.after.name} goes from ${inPrint(mine.before.value)} to ${inPrint(mine.after.value)}.`);
    else if (mine && was !== is) parts.push(`${mine.after.name} still returns ${inPrint(mine.after.value)}.`);
    const wrong = list.filter((c) => c.wrong).map((c) => c.after.name);
    parts.push(wrong.length > 0 ? `Wrong with this value: ${inWords(wrong)}.` : "No algorithm is wrong with this value.");
    return parts.join(" ");
  }

  /** Shows the tried value in the picture, marked as such. @param {string} value */
  #try(value) {
    const group = this.#view.group(this.#node), text = group?.querySelector(".value");
    if (!group || !text) return;
    const old = text.textContent, label = group.getAttribute("aria-label") ?? "";
    text.textContent = value;
    group.classList.add("tried");
    group.setAttribute("aria-label", `${this.#view.name(this.#node)}, leaf, tried value ${value}`);
    const mark = this.#mark(group, "tried", Number(text.getAttribute("y") ?? 6) + 17);
    this.#undo.push(() => {
      text.textContent = old;
      group.classList.remove("tried");
      group.setAttribute("aria-label", label);
      mark.remove();
    });
  }

  /** A word at a node, beside its group: the node's name has the same. @param {Element} group @param {string} words @param {number} y */
  #mark(group, words, y) {
    const mark = document.createElementNS(svgNamespace, "text");
    mark.setAttribute("class", "tried-mark");
    mark.setAttribute("aria-hidden", "true");
    mark.setAttribute("transform", group.getAttribute("transform") ?? "");
    mark.setAttribute("y", String(y));
    mark.textContent = words;
    group.parentElement?.append(mark);
    return mark;
  }

  /** Cuts of the page's own run that come or go, on the tree. @param {Change | undefined} mine */
  #marks(mine) {
    for (const [nodes, name, words] of /** @type {[number[], string, string][]} */ ([[mine?.comes ?? [], "cut-comes", "now cut"], [mine?.goes ?? [], "cut-goes", "no longer cut"]])) {
      for (const node of nodes) {
        const group = this.#view.group(node);
        if (!group) continue;
        const label = group.getAttribute("aria-label") ?? "";
        group.classList.add(name);
        group.setAttribute("aria-label", `${label}, ${words}`);
        const mark = this.#mark(group, words, -24);
        mark.classList.add("cut-mark");
        this.#undo.push(() => {
          group.classList.remove(name);
          group.setAttribute("aria-label", label);
          mark.remove();
        });
      }
    }
  }

  /** @param {Change[]} list */
  #table(list) {
    const table = document.createElement("table");
    table.className = "compared";
    const head = table.createTHead().insertRow();
    for (const title of ["algorithm", "value then", "cuts"]) {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.textContent = title;
      head.append(cell);
    }
    const body = table.createTBody();
    for (const c of list) {
      const row = body.insertRow();
      row.classList.toggle("wrong", c.wrong);
      row.classList.toggle("here", same(c.after, this.#request));
      const name = document.createElement("th");
      name.scope = "row";
      name.append(c.after.name.replaceAll("ax^n", "axⁿ"));
      if (!c.after.sound) name.append(" ", small("unsound"));
      row.append(name);
      const value = row.insertCell();
      const print = c.after.error ? c.after.error.message : inPrint(c.after.value);
      value.append(c.changes ? `${inPrint(c.before.value)} → ${print}` : print);
      if (c.wrong) value.append(" ", small("wrong"));
      const cuts = row.insertCell();
      const differences = [c.comes.length > 0 && `${this.#names(c.comes)} then`, c.goes.length > 0 && `${this.#names(c.goes)} no more`];
      cuts.append(differences.filter(Boolean).join("; ") || "as before");
    }
    return table;
  }

  /** @param {number[]} nodes */
  #names(nodes) {
    return inWords(nodes.map((n) => this.#view.name(n)));
  }
}

/** @param {string} text */
function small(text) {
  const element = document.createElement("small");
  element.textContent = text;
  return element;
}
