// The bar that finds nodes: what is typed leads to the first of them, Enter to
// the next. What is folded is searched, too.

import { under } from "../shared/base.js";
import { parseJSON } from "../shared/exact.js";
import { busy, idle } from "../shared/idle.js";
import { drawnEntries, entriesOf, finder } from "./find-nodes.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./find-nodes.js").Entry} Entry */

export class FindBar {
  #editor;
  #bar = /** @type {HTMLElement} */ (document.getElementById("find"));
  #field = /** @type {HTMLInputElement} */ (this.#bar.querySelector("input"));
  #said = /** @type {HTMLElement} */ (this.#bar.querySelector("[role=status]"));
  /** @type {Entry[]} */
  #found = [];
  #at = 0;
  #asked = 0; // how often: only the last answer counts
  /** @type {{revision: number, entries: Entry[]} | null} the whole tree, where some of it is folded */
  #whole = null;

  /** @param {Editor} editor */
  constructor(editor) {
    this.#editor = editor;
    this.#field.addEventListener("input", () => this.#search());
    this.#bar.addEventListener("keydown", (e) => {
      if (e.key === "Escape") this.close();
      else if (e.key === "Enter" && e.target === this.#field) this.#step(e.shiftKey ? -1 : 1);
      else if (e.key === "ArrowDown" || e.key === "ArrowUp") this.#step(e.key === "ArrowUp" ? -1 : 1);
      else return;
      e.preventDefault();
    });
    const buttons = { back: () => this.#step(-1), on: () => this.#step(1), all: () => this.#all(), close: () => this.close() };
    for (const [name, action] of Object.entries(buttons)) this.#bar.querySelector(`[data-part=${name}]`)?.addEventListener("click", action);
  }

  open() {
    this.#bar.hidden = false;
    this.#field.focus();
    this.#field.select();
    if (this.#field.value !== "") this.#search();
  }

  close() {
    this.#bar.hidden = true;
    this.#found = [];
    this.mark();
    this.#editor.focus();
  }

  /** Marks what was found, in a new picture again. */
  mark() {
    if (this.#bar.hidden && this.#editor.svg.querySelector(".found") === null) return;
    this.#editor.picture.mark(this.#found.map((entry) => entry.id), "found");
  }

  async #search() {
    const asked = ++this.#asked, is = finder(this.#field.value), search = Symbol();
    busy(search);
    const { entries, partial } = await this.#entries();
    idle(search);
    if (asked !== this.#asked || this.#bar.hidden) return;
    this.#found = is ? entries.filter(is) : [];
    this.mark();
    this.#at = 0;
    if (!is) this.#said.textContent = "";
    else if (this.#found.length === 0) this.#said.textContent = partial ? "None of what is drawn" : "None";
    else this.#show();
  }

  /** All nodes; partial: what is folded cannot be searched now. @returns {Promise<{entries: Entry[], partial: boolean}>} */
  async #entries() {
    const { picture, sync, text } = this.#editor, { id } = sync.persistence, { revision } = sync.draft;
    if (![...picture.model.nodes.values()].some((node) => node.hidden > 0)) return { entries: drawnEntries(picture.model), partial: false };
    if (this.#whole?.revision !== revision || revision === 0) {
      try {
        const answer = await (id ? fetch(under(`/api/v1/trees/${id}`)) : fetch(under("/api/v1/parse"), { method: "POST", body: JSON.stringify({ text: text.text }) }));
        const body = parseJSON(await answer.text());
        if (!answer.ok) throw new Error(body.detail);
        // A tree without an edit has its nodes numbered from 1 on.
        const ids = body.ids ?? Array.from({ length: body.nodes }, (_, n) => n + 1);
        this.#whole = { revision, entries: entriesOf(body.tree.root, ids) };
      } catch {
        return { entries: drawnEntries(picture.model), partial: true };
      }
    }
    return { entries: this.#whole.entries, partial: false };
  }

  /** @param {number} by */
  #step(by) {
    if (this.#found.length === 0) return;
    this.#at = (this.#at + by + this.#found.length) % this.#found.length;
    this.#show();
  }

  #show() {
    const { above } = this.#found[this.#at];
    this.#said.textContent = `${this.#at + 1} of ${this.#found.length}`;
    this.#editor.show(above);
  }

  /** Selects all that were found and are drawn. */
  #all() {
    const ids = this.#found.map((entry) => entry.id), drawn = ids.filter((id) => this.#editor.picture.model.get(id));
    if (ids.length === 0) return;
    this.close();
    this.#editor.selectNodes(drawn);
    if (drawn.length < ids.length) this.#editor.announce(`${drawn.length} of ${ids.length} nodes are selected: the others are folded.`);
  }
}
