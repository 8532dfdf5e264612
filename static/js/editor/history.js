// Undo and redo. Every edit is a revision on the server; this tab remembers
// which ones were made here, and requests their inverse.

import { Made } from "./outbox.js";
import { readStacks, writeStacks } from "../shared/undo-storage.js";

/** @typedef {import("./outbox.js").Edit} Edit */
/** @typedef {import("./places.js").Place} Place */
/** @typedef {{revision: number} | Made} Mark */

/** Statuses that are not about the edit: the library is full or unavailable, or this address has edited too much. */
const passing = [429, 503, 507];

export class History {
  /** @type {Mark[]} */
  #undo = [];
  /** @type {Mark[]} */
  #redo = [];
  /** @type {WeakMap<Mark, Place>} where the user was before each */
  #places = new WeakMap();
  #name;
  #host;

  /**
   * @param {string} name  under which the stacks are kept for this tab
   * @param {object} host
   * @param {(edit: Edit) => {made: Made, done: Promise<any>}} host.send
   * @param {(token: string) => {made: Made, done: Promise<any>} | null} host.pending  an edit that still waits
   * @param {() => void} host.changed
   * @param {() => Place} host.place  where the user is
   * @param {(place: Place) => void} host.restore  goes there
   * @param {(text: string) => void} host.notice
   */
  constructor(name, host) {
    this.#name = name;
    this.#host = host;
    const kept = readStacks(name);
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
    // An edit that changes nothing, or is refused, leaves the redo stack as it was.
    const answered = () => made.revision === 0 && none.unshift(...before);
    done.then(answered, answered);
    this.#places.set(made, this.#host.place());
    this.#follow(this.#undo, made, done);
    this.#keep();
    this.#host.changed();
  }

  /**
   * Keeps the edit on a stack as long as it may have made a revision.
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

  /** @param {Mark[]} from @param {Mark[]} to @param {string} nothing  the notice if nothing changes */
  #back(from, to, nothing) {
    const mark = from.pop();
    if (!mark) return;
    const depth = from.length, place = this.#places.get(mark), here = this.#host.place();
    const { made, done } = this.#host.send({ op: "undo", revision: mark instanceof Made ? mark : mark.revision });
    this.#places.set(made, here);
    this.#follow(to, made, done);
    this.#keep();
    this.#host.changed();
    done.then(
      () => {
        if (made.revision === 0) this.#host.notice(nothing);
        else if (place) this.#host.restore(place);
      },
      (why) => {
        if (mark instanceof Made && mark.answered && mark.revision === 0) this.#host.notice(nothing);
        // The reason will not go away: the same undo is not offered again.
        if (!passing.includes(why.answer?.status)) return;
        from.splice(depth, 0, mark);
        this.#keep();
        this.#host.changed();
      },
    );
  }

  /** @param {string} name */
  rename(name) {
    writeStacks(this.#name, null);
    this.#name = name;
    this.#keep();
  }

  #keep() {
    const kept = (/** @type {Mark[]} */ stack) => stack.map((m) => m.revision || (m instanceof Made ? m.token : 0)).filter((m) => m !== 0);
    writeStacks(this.#name, { undo: kept(this.#undo), redo: kept(this.#redo) });
  }
}
