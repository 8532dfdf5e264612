// The note of the current scene, under the picture. The server decides how much of it the class may read, so the page
// asks again when the scene changes, and when a question about it is asked, revealed or ended.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";
import { questionHere } from "./room.js";

/** The pages of a class ask for the note at random times within this interval in milliseconds, to spread the load. */
const spread = 400;

export class SceneNote {
  #code;
  /** What the note on the page, or the one that was asked for, depends on. */
  #of = document.getElementById("scene-note")?.dataset.of ?? "";
  #timer = 0;

  /** @param {string} code  of the room */
  constructor(code) {
    this.#code = code;
  }

  /** @param {import("./room.js").Value} value */
  changed(value) {
    const { lesson } = value, q = questionHere(value), of = lesson ? `${lesson.id} ${lesson.scene} ${q !== null && !("correct" in q)}` : "";
    if (of === this.#of) return;
    this.#of = of;
    // What may be left out from now on goes at once.
    /** @type {HTMLElement} */ (document.getElementById("scene-note")).hidden = true;
    clearTimeout(this.#timer);
    busy(this);
    this.#timer = window.setTimeout(() => this.#take(of), Math.random() * spread);
  }

  /** @param {string} of */
  async #take(of) {
    try {
      const answer = await fetch(under(`/c/${this.#code}/note`)), place = document.getElementById("scene-note");
      const note = answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("scene-note") : null;
      if (of !== this.#of) return; // a later one is on its way
      if (note && place) place.replaceWith(note);
      else this.#of = "?"; // the next change asks again
    } catch {
      if (of === this.#of) this.#of = "?";
    }
    idle(this);
  }
}
