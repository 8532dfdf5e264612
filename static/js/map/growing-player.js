// The player of a map: its end grows while the search runs, and play sweeps over all events in a given time.

import { Player } from "../shared/player.js";

/** @typedef {import("../shared/player.js").Clock} Clock */

export class GrowingPlayer extends Player {
  /** The end is shown while it grows, unless the user has gone elsewhere. */
  following = true;

  /** The search has more events. @param {number} last */
  grown(last) {
    this.last = last;
    if (this.following) this.startAt(last);
  }

  /** @param {number} step */
  go(step) {
    this.following = false;
    super.go(step);
  }

  play() {
    this.following = false;
    super.play();
  }

  end() {
    this.go(this.last);
    this.following = true;
  }
}

/** Sweeps over the steps, as far at each frame as the time says. @implements {Clock} */
export class Sweep {
  #rate;
  #frame = 0;

  /** @param {() => number} rate  steps a second */
  constructor(rate) {
    this.#rate = rate;
  }

  /** @type {Clock["begin"]} */
  begin(player, tick) {
    const from = player.step, began = performance.now();
    const move = (/** @type {number} */ now) => {
      if (tick(from + (Math.max(0, now - began) / 1000) * this.#rate())) this.#frame = requestAnimationFrame(move);
    };
    this.#frame = requestAnimationFrame(move);
  }

  end() {
    cancelAnimationFrame(this.#frame);
  }
}
