// Undo, redo and the list of revisions. Every edit is a revision on the server;
// this tab remembers which ones were made here, and asks for their inverse.

import { Made } from "./edit-outbox.js";

/** @typedef {import("./edit-outbox.js").Edit} Edit */
/** @typedef {{revision: number} | Made} Mark */
/** @typedef {{revision: number, time: string, words: string, op: string, of?: number, nodes: number}} Revision */

/** Revisions that are fetched at a time. */
const page = 50;

/** @param {Mark} mark */
const numberOf = (mark) => mark.revision;

export class Undo {
  /** @type {Mark[]} */
  #undo = [];
  /** @type {Mark[]} */
  #redo = [];
  #name;
  #send;
  #changed;

  /**
   * @param {string} name  under which the stacks are kept for this tab
   * @param {(edit: Edit) => {made: Made, done: Promise<any>}} send
   * @param {() => void} changed
   */
  constructor(name, send, changed) {
    this.#name = name;
    this.#send = send;
    this.#changed = changed;
    try {
      const kept = JSON.parse(sessionStorage.getItem(name) ?? "{}");
      this.#undo = (kept.undo ?? []).map((/** @type {number} */ revision) => ({ revision }));
      this.#redo = (kept.redo ?? []).map((/** @type {number} */ revision) => ({ revision }));
    } catch {
      // Storage may be forbidden.
    }
  }

  get can() {
    return { undo: this.#undo.length > 0, redo: this.#redo.length > 0 };
  }

  /**
   * An edit was made here.
   * @param {Made} made @param {Promise<any>} done @param {number} before  the revision that was known then
   */
  made(made, done, before) {
    this.#redo = [];
    this.#follow(this.#undo, made, done, before);
  }

  /** @param {Mark[]} stack @param {Made} made @param {Promise<any>} done @param {number} before */
  #follow(stack, made, done, before) {
    stack.push(made);
    this.#changed();
    const drop = () => {
      const at = stack.indexOf(made);
      if (at >= 0) stack.splice(at, 1);
    };
    done.then(
      () => {
        // An edit that changed nothing names a revision that was there.
        const known = [...this.#undo, ...this.#redo].some((m) => m !== made && numberOf(m) === made.revision);
        if (made.revision <= before || known) drop();
        this.#keep();
        this.#changed();
      },
      () => {
        drop();
        this.#keep();
        this.#changed();
      },
    );
  }

  undo() {
    this.#back(this.#undo, this.#redo);
  }

  redo() {
    this.#back(this.#redo, this.#undo);
  }

  /** @param {Mark[]} from @param {Mark[]} to */
  #back(from, to) {
    const mark = from.pop();
    if (!mark) return;
    const { made, done } = this.#send({ op: "undo", revision: mark instanceof Made ? mark : numberOf(mark) });
    // What stands in the way stays in the way: the same undo is not offered again.
    this.#follow(to, made, done, 0);
  }

  /** @param {string} name */
  rename(name) {
    this.#name = name;
    this.#keep();
  }

  #keep() {
    const numbers = (/** @type {Mark[]} */ stack) => stack.map(numberOf).filter((n) => n > 0);
    try {
      sessionStorage.setItem(this.#name, JSON.stringify({ undo: numbers(this.#undo), redo: numbers(this.#redo) }));
    } catch {
      // As above.
    }
  }
}

export class History {
  #dialog;
  #list;
  #more;
  #host;
  #oldest = 0;

  /**
   * @param {HTMLDialogElement} dialog
   * @param {object} host
   * @param {() => string} host.id  of the saved tree; empty: none
   * @param {(revision: number) => void} host.restore
   */
  constructor(dialog, host) {
    this.#dialog = dialog;
    this.#host = host;
    this.#list = /** @type {HTMLElement} */ (dialog.querySelector("ol"));
    this.#more = /** @type {HTMLButtonElement} */ (dialog.querySelector("[data-part=more]"));
    this.#more.addEventListener("click", () => this.#fetch());
  }

  open() {
    this.#oldest = 0;
    this.#list.replaceChildren();
    this.#dialog.showModal();
    this.#fetch();
  }

  async #fetch() {
    const id = this.#host.id();
    const status = /** @type {HTMLElement} */ (this.#dialog.querySelector("[role=status]"));
    if (!id) {
      status.textContent = "Nothing is saved yet: the first edit saves the tree.";
      this.#more.hidden = true;
      return;
    }
    status.textContent = "Fetching the revisions…";
    try {
      const answer = await fetch(`/api/v1/trees/${id}/revisions?count=${page}${this.#oldest ? `&before=${this.#oldest}` : ""}`);
      const said = await answer.json();
      if (!answer.ok) throw new Error(said.detail);
      /** @type {Revision[]} */
      const revisions = said.revisions;
      this.#list.append(...revisions.map((r, i) => this.#row(r, this.#oldest === 0 && i === 0, id)));
      this.#oldest = revisions.at(-1)?.revision ?? 0;
      this.#more.hidden = revisions.length < page || this.#oldest <= 1;
      status.textContent = "";
    } catch (e) {
      status.textContent = `The revisions cannot be fetched now. ${e instanceof Error ? e.message : ""}`;
    }
  }

  /** @param {Revision} r @param {boolean} newest @param {string} id */
  #row(r, newest, id) {
    const row = document.createElement("li");
    row.value = r.revision;
    const time = document.createElement("time");
    time.dateTime = r.time;
    time.textContent = new Date(r.time).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });
    const words = document.createElement("span");
    const number = document.createElement("small");
    number.textContent = `revision ${r.revision.toLocaleString("en")}`;
    words.append(r.words, number);
    const look = document.createElement("a");
    look.href = `/t/${id}?revision=${r.revision}`;
    look.textContent = "Look at it";
    look.setAttribute("aria-label", `Look at revision ${r.revision}`);
    row.append(words, time, look);
    if (newest) {
      const now = document.createElement("em");
      now.textContent = "this is the newest";
      row.append(now);
    } else {
      const back = document.createElement("button");
      back.type = "button";
      back.textContent = "Go back to this one";
      back.setAttribute("aria-label", `Go back to revision ${r.revision}`);
      back.addEventListener("click", () => {
        this.#dialog.close();
        this.#host.restore(r.revision);
      });
      row.append(back);
    }
    return row;
  }
}
