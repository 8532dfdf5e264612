// Undo, redo and the list of revisions. Every edit is a revision on the server;
// this tab remembers which ones were made here, and asks for their inverse.

import { Made } from "./edit-outbox.js";
import { keepStacks, stacks } from "./edit-stacks.js";
import { busy, idle } from "./idle.js";

/** @typedef {import("./edit-outbox.js").Edit} Edit */
/** @typedef {{revision: number} | Made} Mark */
/** @typedef {{revision: number, time: string, words: string, op: string, of?: number, nodes: number}} Revision */

/** Revisions that are fetched at a time. */
const page = 50;

/** Answers that say nothing against an edit: the library is full, or away. */
const passing = [503, 507];

export class Undo {
  /** @type {Mark[]} */
  #undo = [];
  /** @type {Mark[]} */
  #redo = [];
  #name;
  #host;

  /**
   * @param {string} name  under which the stacks are kept for this tab
   * @param {object} host
   * @param {(edit: Edit) => {made: Made, done: Promise<any>}} host.send
   * @param {(token: string) => {made: Made, done: Promise<any>} | null} host.pending  an edit that waits still
   * @param {() => void} host.changed
   * @param {(text: string) => void} host.notice
   */
  constructor(name, host) {
    this.#name = name;
    this.#host = host;
    const kept = stacks(name);
    this.#take(this.#undo, kept.undo);
    this.#take(this.#redo, kept.redo);
  }

  /** @param {Mark[]} stack @param {(number | string)[]} kept  revisions, and tokens of edits that had no answer */
  #take(stack, kept) {
    for (const one of kept) {
      if (typeof one === "number") {
        stack.push({ revision: one });
        continue;
      }
      const sent = this.#host.pending(one);
      if (sent) this.#follow(stack, sent.made, sent.done);
    }
  }

  get can() {
    return { undo: this.#undo.length > 0, redo: this.#redo.length > 0 };
  }

  /**
   * An edit was made here.
   * @param {Made} made @param {Promise<any>} done
   */
  made(made, done) {
    /** @type {Mark[]} */
    const none = [], before = this.#redo;
    this.#redo = none;
    // An edit that changes nothing, or is refused, leaves what can be made again.
    const answered = () => made.revision === 0 && none.unshift(...before);
    done.then(answered, answered);
    this.#follow(this.#undo, made, done);
    this.#keep();
    this.#host.changed();
  }

  /**
   * The edit stands on a stack for as long as it may have made a revision.
   * @param {Mark[]} stack @param {Made} made @param {Promise<any>} done
   */
  #follow(stack, made, done) {
    stack.push(made);
    const answered = () => {
      const at = stack.indexOf(made);
      if (made.revision === 0 && at >= 0) stack.splice(at, 1);
      this.#keep();
      this.#host.changed();
    };
    done.then(answered, answered);
  }

  undo() {
    this.#back(this.#undo, this.#redo, "Nothing changed: what this would undo is gone already.");
  }

  redo() {
    this.#back(this.#redo, this.#undo, "Nothing changed: what this would do again is there already, or gone for good.");
  }

  /** @param {Mark[]} from @param {Mark[]} to @param {string} nothing  said where nothing changes */
  #back(from, to, nothing) {
    const mark = from.pop();
    if (!mark) return;
    const depth = from.length;
    const { made, done } = this.#host.send({ op: "undo", revision: mark instanceof Made ? mark : mark.revision });
    this.#follow(to, made, done);
    this.#keep();
    this.#host.changed();
    done.then(
      () => made.revision === 0 && this.#host.notice(nothing),
      (why) => {
        if (mark instanceof Made && mark.answered && mark.revision === 0) this.#host.notice(nothing);
        // What stands in the way stays in the way: the same undo is not offered again.
        if (!passing.includes(why.answer?.status)) return;
        from.splice(depth, 0, mark);
        this.#keep();
        this.#host.changed();
      },
    );
  }

  /** @param {string} name */
  rename(name) {
    keepStacks(this.#name, null);
    this.#name = name;
    this.#keep();
  }

  #keep() {
    const kept = (/** @type {Mark[]} */ stack) => stack.map((m) => m.revision || (m instanceof Made ? m.token : 0)).filter((m) => m !== 0);
    keepStacks(this.#name, { undo: kept(this.#undo), redo: kept(this.#redo) });
  }
}

export class History {
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
      const answer = await fetch(`/api/v1/trees/${id}/revisions?count=${page}${this.#oldest ? `&before=${this.#oldest}` : ""}`);
      const said = await answer.json();
      if (number !== this.#asked) return;
      if (!answer.ok) throw new Error(said.detail);
      /** @type {Revision[]} */
      const revisions = said.revisions;
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
    look.href = `/t/${id}?revision=${r.revision}`;
    look.target = "_blank"; // the editor stays: nothing on that page leads back, since none may tell the key
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
