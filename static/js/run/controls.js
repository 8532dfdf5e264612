// The controls of a run: the bar of its player, the size of a step, and the form around them.

import { chooseRound, onChoice, PlayerBar } from "../shared/player-bar.js";
import { drawMarks } from "./marks.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Controls {
  #size = /** @type {HTMLSelectElement} */ (byId("by"));
  #cursor;
  bar;

  /** @param {import("./cursor.js").Cursor} cursor @param {import("./stage.js").Stage} stage @param {import("../shared/keys.js").Actions} more */
  constructor(cursor, stage, more) {
    this.#cursor = cursor;
    const resize = () => (cursor.size = /** @type {import("./timeline.js").StepSize} */ (this.#size.value));
    this.bar = new PlayerBar({
      "play": () => cursor.toggle(),
      "back": () => cursor.by(-1),
      "forward": () => cursor.by(1),
      "mark-back": () => cursor.toMark(-1),
      "mark-forward": () => cursor.toMark(1),
      "first": () => cursor.to(0),
      "last": () => cursor.toLast(),
      "size": () => {
        chooseRound(this.#size);
        resize();
      },
      "fit": () => stage.fit(),
      "zoom-in": () => stage.zoom(1.4),
      "zoom-out": () => stage.zoom(1 / 1.4),
      ...more,
    }, { scrub: (step) => this.bar.at(cursor.scrub(step)), speed: (speed) => cursor.setSpeed(speed) });
    onChoice(this.#size, resize);
    resize();
  }

  /** A range that was moved before this script ran moves the cursor. */
  catchUp() {
    const { early } = this.bar;
    if (early !== undefined) this.#cursor.to(early);
  }

  /** @param {EventTarget | null} input */
  has(input) {
    return input === this.#size || this.bar.has(input);
  }

  /** What is disabled is not sent. @param {boolean} on */
  disable(on) {
    this.bar.disable(on);
    this.#size.disabled = on && this.#size.selectedIndex === 0; // an address has no more than it needs
  }

  /** Marks the cuts and the second searches. @param {import("./timeline.js").Timeline} timeline */
  mark(timeline) {
    drawMarks(/** @type {SVGElement} */ (/** @type {unknown} */ (byId("marks"))), timeline);
  }
}
