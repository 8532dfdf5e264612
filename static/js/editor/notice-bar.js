// What the page has to say over the picture. A notice goes with the next edit;
// what was typed and is not taken stays, with the reason, until somebody closes it.

import { keepsake } from "./dialogs.js";

export class NoticeBar {
  #box;
  #words = document.createElement("span");
  #closed;

  /** @param {HTMLElement} box @param {() => void} closed  the focus goes back to the tree */
  constructor(box, closed) {
    this.#box = box;
    this.#closed = closed;
    this.#words.textContent = box.textContent;
    box.replaceChildren(this.#words);
  }

  /** @param {string} text @param {string} [typed]  what is not taken */
  say(text, typed = "") {
    if (typed === "") this.#words.textContent = text;
    else {
      this.#words.textContent = "";
      this.#keep(text, typed);
    }
    this.#words.hidden = this.#words.textContent === "";
    const here = this.#box.contains(document.activeElement);
    this.#box.hidden = this.#words.hidden && this.#box.childElementCount === 1;
    if (this.#box.hidden && here) this.#closed();
  }

  /** Whoever was typing is here now: the next keys must not mean something in the tree. */
  focus() {
    const last = /** @type {HTMLElement | null} */ (this.#box.lastElementChild?.querySelector("textarea, a"));
    (last ?? this.#box).focus();
  }

  /** @param {string} text @param {string} typed */
  #keep(text, typed) {
    const row = document.createElement("span"), close = document.createElement("button");
    row.className = "kept";
    close.type = "button";
    close.textContent = "Close";
    close.addEventListener("click", () => {
      row.remove();
      this.say("");
      this.#closed();
    });
    row.append(text, " ", keepsake(typed), " ", close);
    this.#box.append(row);
  }
}
