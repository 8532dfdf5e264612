// What the server says of a step: the sentence, the bounds, the counts, and the path of the
// node at work. One question is under way at a time; the newest step is asked next.

import { ask, givenUp } from "./ask.js";
import { busy, idle } from "../shared/idle.js";

/** Milliseconds between two questions while the step moves. */
const pause = 60;

export class Moment {
  #wanted = -1;
  #asked = -1;
  #going = false;
  #timer = 0;

  /** @param {() => {key: string, form: string}} of @param {(at: import("./ask.js").At) => void} came @param {(text: string) => void} failed */
  constructor(of, came, failed) {
    this.of = of;
    this.came = came;
    this.failed = failed;
  }

  /** @param {number} step @param {boolean} [anew]  also if it was the last one that was asked for */
  want(step, anew = false) {
    if (step === this.#wanted && !anew) return;
    this.#wanted = step;
    if (anew) this.#asked = -1;
    busy(this);
    if (!this.#going && !this.#timer) this.#ask();
  }

  async #ask() {
    const { key, form } = this.of(), step = this.#wanted;
    if (!key) {
      idle(this);
      return;
    }
    this.#going = true;
    this.#asked = step;
    try {
      this.came(await ask(key, "at", { step, form }));
    } catch (error) {
      if (!givenUp(error)) this.failed(`The step is shown without its sentence: ${error instanceof Error ? error.message : error}`);
    }
    this.#going = false;
    if (this.#wanted === this.#asked) {
      idle(this);
      return;
    }
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.#ask();
    }, pause);
  }
}
