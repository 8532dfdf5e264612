// Edits and folding leave the current node where it is, so that the tree may end up
// at one side of its window. When nothing else moves, it goes back to the middle.

import { busy, idle } from "../shared/idle.js";

/** Milliseconds without a key, a press or a new picture: whoever edits is not disturbed. */
const calm = 800;

export class Refit {
  #picture;
  #quiet;
  #timer = 0;
  #last = 0; // when a key or a pointer was pressed

  /** @param {import("./picture.js").Picture} picture @param {() => boolean} quiet  nothing is being typed, dragged or sent */
  constructor(picture, quiet) {
    this.#picture = picture;
    this.#quiet = quiet;
    for (const type of ["keydown", "pointerdown"]) document.addEventListener(type, () => (this.#last = performance.now()), { capture: true, passive: true });
  }

  /** There is another picture, or nothing is typed any more. */
  later() {
    clearTimeout(this.#timer);
    idle(this);
    if (!this.#picture.unbalanced || !this.#quiet()) return;
    busy(this);
    this.#timer = window.setTimeout(() => this.#now(), calm);
  }

  #now() {
    if (performance.now() - this.#last < calm) return this.later();
    idle(this);
    if (this.#quiet()) this.#picture.balance();
  }
}
