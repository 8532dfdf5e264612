// The notes on the tree: kept as they are typed, and never set back by what
// somebody else writes there meanwhile.

import { places, retyped } from "./edit-splice.js";

/** Milliseconds of rest after which the notes are sent. */
const rest = 700;

export class Notes {
  #area;
  #send;
  /** What the server has, and the revision that says so. */
  #known;
  #revision = 0;
  #outgoing = "";
  #sent = false;
  #timer = 0;

  /**
   * @param {HTMLTextAreaElement} area
   * @param {(text: string, base: number) => Promise<any>} send  resolves to the draft that answers
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
    this.#timer = window.setTimeout(() => this.flush(), rest);
  }

  /** Sends what was typed. One is under way at a time. */
  async flush() {
    clearTimeout(this.#timer);
    if (this.#sent || !this.dirty) return;
    this.#sent = true;
    this.#outgoing = this.#area.value;
    try {
      const draft = await this.#send(this.#outgoing, this.#revision);
      this.#exchange(retyped(this.#outgoing, this.#area.value, draft.notes ?? this.#outgoing));
      this.#known = draft.notes ?? this.#outgoing;
      this.#revision = draft.revision;
    } catch {
      this.#known = this.#outgoing; // the page says why; it stays as it was typed
    }
    this.#sent = false;
    if (this.dirty) this.#soon();
  }

  /** What the newest revision says. @param {{notes?: string, revision: number}} draft */
  take({ notes = "", revision }) {
    if (this.#sent || revision < this.#revision) return; // its answer says all
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
