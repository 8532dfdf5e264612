// The words on the pages of a room: while a question is open, nothing states a result.

import { busy, idle } from "../shared/idle.js";
import { takeWords } from "../run/words.js";

/** The pages of a class ask for their words at random times within this interval in milliseconds, to spread the load. */
const spread = 400;

export class Words {
  #form = /** @type {HTMLFormElement} */ (document.getElementById("run"));
  #wanted = "neutral" in this.#form.dataset;
  #said;
  #taking = false;

  /** @param {(neutral: boolean) => void} said  sentences of the run have to be taken again */
  constructor(said) {
    this.#said = said;
  }

  /** @param {boolean} neutral  a question is open */
  say(neutral) {
    this.#wanted = neutral;
    // What states a result goes at once; what comes in its place is written by the server.
    if (neutral) for (const place of /** @type {NodeListOf<HTMLElement>} */ (this.#form.querySelectorAll(".titles > *, .about"))) if (!("neutral" in this.#form.dataset)) place.textContent = "";
    if (this.#taking || neutral === "neutral" in this.#form.dataset) return;
    this.#taking = true;
    busy(this);
    setTimeout(() => this.#take(), Math.random() * spread);
  }

  async #take() {
    const words = await takeWords(location.href);
    this.#taking = false;
    idle(this);
    if (!words) return; // the next change of the room asks again
    this.#form.toggleAttribute("data-neutral", words.neutral);
    if ("judged" in this.#form.dataset) this.#said(words.neutral);
    if (words.neutral !== this.#wanted) this.say(this.#wanted);
  }
}
