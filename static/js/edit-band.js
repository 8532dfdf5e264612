// What the page has to say above the picture. A notice goes with the next edit;
// what was typed and is not taken stays in it until somebody closes it.

import { keepsake } from "./edit-doors.js";

export class Band {
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
    this.#words.textContent = text;
    if (typed !== "") this.#keep(typed);
    this.#box.hidden = text === "" && this.#box.childElementCount === 1;
  }

  /** @param {string} typed */
  #keep(typed) {
    const kept = keepsake(typed), close = document.createElement("button");
    close.type = "button";
    close.textContent = "Close";
    close.addEventListener("click", () => {
      kept.remove();
      close.remove();
      this.say("");
      this.#closed();
    });
    this.#box.append(" ", kept, " ", close);
  }
}
