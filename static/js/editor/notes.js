// The notes on the tree: saved as they are typed, and merged with what others
// write there meanwhile.

import { busy, idle } from "../shared/idle.js";
import { places, retyped } from "./text-rebase.js";

/** @typedef {import("./outbox.js").Made} Made */
/** @typedef {import("./text-recovery.js").Unsent} Unsent */

/** Milliseconds of rest after which the notes are sent. */
const rest = 700;

export class Notes {
  #area;
  #send;
  /** What the server has, and its revision. */
  #known;
  #revision = 0;
  #outgoing = "";
  #sent = false;
  #token = ""; // of the edit that sends it
  #timer = 0;

  /**
   * @param {HTMLTextAreaElement} area
   * @param {(text: string, base: number) => {made: Made, done: Promise<any>}} send  resolves to the draft that answers
   */
  constructor(area, send) {
    this.#area = area;
    this.#send = send;
    this.#known = area.value;
    area.addEventListener("input", () => this.#soon());
    area.addEventListener("blur", () => this.flush());
  }

  get dirty() {
    return this.#area.value !== this.#known;
  }

  #soon() {
    clearTimeout(this.#timer);
    busy(this);
    this.#timer = window.setTimeout(() => this.flush(), rest);
  }

  /** Sends what was typed. One is under way at a time. */
  flush() {
    clearTimeout(this.#timer);
    idle(this);
    if (this.#sent || !this.dirty) return;
    this.#sent = true;
    this.#outgoing = this.#area.value;
    const { made, done } = this.#send(this.#outgoing, this.#revision);
    this.#token = made.token;
    this.#await(done);
  }

  /** What is here and not on the server, when the page is left; null: nothing. @returns {Unsent | null} */
  get unsent() {
    return this.#sent ? { token: this.#token, outgoing: this.#outgoing, typed: this.#area.value, known: this.#known, revision: this.#revision } : null;
  }

  /** It goes on where the page was left. @param {Unsent} unsent @param {Promise<any>} done  of the notes that are under way */
  resume({ outgoing, typed, known, revision }, done) {
    this.#area.value = typed;
    this.#known = known;
    this.#revision = revision;
    this.#outgoing = outgoing;
    this.#sent = true;
    this.#await(done);
  }

  /** @param {Promise<any>} done  of the notes that are under way */
  async #await(done) {
    try {
      const draft = await done;
      this.#exchange(retyped(this.#outgoing, this.#area.value, draft.notes ?? this.#outgoing));
      this.#known = draft.notes ?? this.#outgoing;
      this.#revision = draft.revision;
    } catch {
      this.#known = this.#outgoing; // the page shows why; it stays as it was typed
    }
    this.#sent = false;
    if (this.dirty) this.#soon();
  }

  /** Takes the notes of the newest revision. @param {{notes?: string, revision: number}} draft */
  take({ notes = "", revision }) {
    if (this.#sent || revision < this.#revision) return; // its answer has all
    this.#exchange(retyped(this.#known, this.#area.value, notes));
    this.#known = notes;
    this.#revision = revision;
  }

  /** Another text, the caret where it was. @param {string} text */
  #exchange(text) {
    const area = this.#area, was = area.value;
    if (was === text) return;
    const { selectionStart, selectionEnd } = area, place = places(was, text);
    area.value = text;
    if (document.activeElement === area) area.setSelectionRange(place(selectionStart), place(selectionEnd));
  }
}
