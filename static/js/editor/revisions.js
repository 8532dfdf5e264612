// The dialog that lists the revisions of the tree. One to be restored is shown first
// (restore-preview.js).

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";

/** @typedef {{revision: number, time: string, words: string, op: string, of?: number, nodes: number}} Revision */

/** Revisions that are fetched at a time. */
const page = 50;

export class RevisionList {
  #dialog;
  #list;
  #more;
  #host;
  #oldest = 0;
  #asked = 0; // how often: only the last answer counts

  /**
   * @param {HTMLDialogElement} dialog
   * @param {object} host
   * @param {() => string} host.id  of the saved tree; empty: none
   * @param {() => Promise<void> | null} host.saved  resolves when the edits that wait are saved; null: none waits
   * @param {(revision: number) => void} host.preview  shows it before it is restored
   */
  constructor(dialog, host) {
    this.#dialog = dialog;
    this.#host = host;
    this.#list = /** @type {HTMLElement} */ (dialog.querySelector("ol"));
    this.#more = /** @type {HTMLButtonElement} */ (dialog.querySelector("[data-part=more]"));
    this.#more.addEventListener("click", () => this.#fetch());
  }

  close() {
    this.#dialog.close();
  }

  open() {
    this.#dialog.showModal();
    this.#begin();
    this.#host.saved()?.then(() => this.#dialog.open && this.#begin()); // what waited is a revision now
  }

  #begin() {
    this.#oldest = 0;
    this.#list.replaceChildren();
    this.#fetch();
  }

  async #fetch() {
    const id = this.#host.id(), number = ++this.#asked;
    const status = /** @type {HTMLElement} */ (this.#dialog.querySelector("[role=status]"));
    if (!id) {
      status.textContent = "Nothing is saved yet: the first edit saves the tree.";
      this.#more.hidden = true;
      return;
    }
    status.textContent = "Fetching the revisions…";
    const fetching = Symbol();
    busy(fetching);
    try {
      const answer = await fetch(under(`/api/v1/trees/${id}/revisions?count=${page}${this.#oldest ? `&before=${this.#oldest}` : ""}`));
      const body = await answer.json();
      if (number !== this.#asked) return;
      if (!answer.ok) throw new Error(body.detail);
      /** @type {Revision[]} */
      const revisions = body.revisions;
      this.#list.append(...revisions.map((r, i) => this.#row(r, this.#oldest === 0 && i === 0, id)));
      this.#oldest = revisions.at(-1)?.revision ?? 0;
      this.#more.hidden = revisions.length < page || this.#oldest <= 1;
      status.textContent = "";
    } catch (e) {
      if (number !== this.#asked) return;
      status.textContent = `The revisions cannot be fetched now. ${e instanceof Error ? e.message : ""}`;
    } finally {
      idle(fetching);
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
    number.append(`revision ${r.revision.toLocaleString("en")}, `, time);
    words.append(r.words, number);
    const look = document.createElement("a");
    look.href = under(`/t/${id}?revision=${r.revision}`);
    look.target = "_blank"; // the editor stays: nothing on that page leads back, since it must not have the key
    look.rel = "noreferrer";
    look.textContent = "Look at it";
    look.title = "Opens beside the editor";
    look.setAttribute("aria-label", `Look at revision ${r.revision}, in a new tab`);
    row.append(words, look);
    if (newest) {
      const now = document.createElement("em");
      now.textContent = "this is the newest";
      row.append(now);
    } else {
      const back = document.createElement("button");
      back.type = "button";
      back.textContent = "Restore…";
      back.title = "Shows first what would change";
      back.setAttribute("aria-label", `Restore… revision ${r.revision}`);
      back.addEventListener("click", () => this.#host.preview(r.revision));
      row.append(back);
    }
    return row;
  }
}
