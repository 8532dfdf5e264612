// The cursor of time: every control sets it, and nothing else moves the page.

import { busy, idle } from "../shared/idle.js";

/** Milliseconds that a step stays at speed 1. */
const pace = 900;

/**
 * @typedef {object} PlaybackListener
 * @property {(step: number) => void} step       the cursor has moved
 * @property {(playing: boolean) => void} playing
 * @property {(step: number) => number | undefined} [next]  the step to play after one; undefined: it has not come yet
 * @property {() => boolean} [more]  whether steps are still under way
 * @property {(to: number) => number} [gate]  how far towards a step the cursor may go; a question may have to be answered first
 */

export class Playback {
  step = 0;
  /** The last step there is, so far. */
  last = 0;
  playing = false;
  speed = 1;
  /** The step that is shown is the next one, not one that was jumped to: its change may be seen as motion. */
  moves = false;
  #timer = 0;
  /** When the next step is to be shown. */
  #due = 0;
  /** @type {PlaybackListener} */
  #listener;

  /** @param {PlaybackListener} listener */
  constructor(listener) {
    this.#listener = listener;
  }

  /** Starts at a step; the listener is not told. @param {number} step */
  startAt(step) {
    this.step = step;
  }

  /** @param {number} step */
  go(step) {
    const wanted = Math.max(0, Math.min(this.last, Math.round(step)));
    const to = this.#listener.gate?.(wanted) ?? wanted;
    if (to < wanted) this.pause();
    if (to === this.step) return;
    this.step = to;
    this.#listener.step(to);
  }

  /** A move to the next step. @param {() => void} move */
  advance(move) {
    this.moves = true;
    move();
    this.moves = false;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.playing) return;
    if (this.step < this.last) {
      if (this.#listener.gate && this.#listener.gate(this.step + 1) <= this.step) return;
    } else if (!this.#listener.more?.()) this.go(0);
    this.playing = true;
    busy(this);
    this.#listener.playing(true);
    this.#begin();
  }

  pause() {
    if (!this.playing) return;
    clearTimeout(this.#timer);
    this.playing = false;
    idle(this);
    this.#listener.playing(false);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    if (!this.playing) return;
    this.#begin();
  }

  #begin() {
    clearTimeout(this.#timer);
    this.#due = performance.now();
    this.#schedule();
  }

  /** A step that is shown late shortens the time to the next one, so that the pace is kept. */
  #schedule() {
    const now = performance.now();
    this.#due = Math.max(now, this.#due + pace / this.speed);
    this.#timer = window.setTimeout(() => {
      const next = this.#listener.next ? this.#listener.next(this.step) : this.step + 1;
      if (next !== undefined) this.advance(() => this.go(next));
      if (!this.playing) return;
      if (this.step >= this.last && !this.#listener.more?.()) this.pause();
      else this.#schedule();
    }, this.#due - now);
  }
}
