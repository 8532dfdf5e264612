// The player of a map, whose end grows while the search runs.

import { Player } from "../shared/player.js";

export class GrowingPlayer extends Player {
  /** The end is shown while it grows, unless the user has gone elsewhere. */
  following = true;

  /** The search has more events. @param {number} last @returns {boolean} whether that changes what is shown */
  grown(last) {
    const another = this.reach(last);
    if (another && this.following) this.startAt(last);
    return another;
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
