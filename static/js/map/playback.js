// The step of a map, and play: a sweep over all events in a given time, or at a number of events per second.

import { busy, idle } from "../shared/idle.js";

export class Playback {
  step = 0;
  /** The last event. */
  last = 0;
  playing = false;
  #frame = 0;
  #from = 0;
  #began = 0;
  /** The end is shown while it grows, unless somebody has gone elsewhere. */
  following = true;

  /** @param {() => void} changed @param {() => number} speed  events a second */
  constructor(changed, speed) {
    this.changed = changed;
    this.speed = speed;
  }

  /** @param {number} last */
  grown(last) {
    if (last === this.last) return;
    this.last = last;
    if (this.following) this.step = last;
    this.changed();
  }

  /** @param {number} step */
  go(step) {
    this.following = false;
    this.#set(step);
    if (this.playing) this.#restart();
  }

  end() {
    this.go(this.last);
    this.following = true;
  }

  #set(/** @type {number} */ step) {
    const s = Math.min(this.last, Math.max(0, Math.round(step)));
    if (s === this.step) return;
    this.step = s;
    this.changed();
  }

  #restart() {
    this.#from = this.step;
    this.#began = performance.now();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.step >= this.last) this.step = 0;
    this.following = false;
    this.playing = true;
    busy(this);
    this.#restart();
    const move = (/** @type {number} */ now) => {
      if (!this.playing) return;
      this.#set(this.#from + (Math.max(0, now - this.#began) / 1000) * this.speed());
      if (this.step >= this.last) this.pause();
      else this.#frame = requestAnimationFrame(move);
    };
    this.#frame = requestAnimationFrame(move);
    this.changed();
  }

  /** The speed was changed: from here on. */
  renew() {
    this.#restart();
  }

  pause() {
    this.playing = false;
    cancelAnimationFrame(this.#frame);
    idle(this);
    this.changed();
  }
}
