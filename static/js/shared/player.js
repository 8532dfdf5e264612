// The player of a run, of runs side by side and of a map: the step that is shown, and play.
// Every control moves it, and nothing else moves the page.

import { busy, idle } from "./idle.js";

/**
 * @typedef {object} PlayerListener
 * @property {() => void} step  another step is shown
 * @property {(playing: boolean) => void} playing
 * @property {() => boolean} [more]  whether steps are still under way
 * @property {(to: number) => number} [gate]  how far towards a step the player may go; a question may have to be answered first
 */

/**
 * What moves a player that plays. From begin on it calls tick with the step to show, or with undefined if that has not
 * come yet, until tick returns false.
 * @typedef {{begin(player: Player, tick: (to: number | undefined) => boolean): void, end(): void}} Clock
 */

export class Player {
  step = 0;
  /** The last step there is, so far. */
  last = 0;
  playing = false;
  speed = 1;
  /** The step that is shown is the next one, not one that was jumped to: its change may be seen as motion. */
  moves = false;
  #listener;
  #clock;

  /** @param {PlayerListener} listener @param {Clock} clock */
  constructor(listener, clock) {
    this.#listener = listener;
    this.#clock = clock;
  }

  /** Starts at a step, without a call of the listener. @param {number} step */
  startAt(step) {
    this.step = step;
  }

  /** @param {number} step */
  go(step) {
    this.#move(step);
    if (this.playing) this.#begin();
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
    this.#clock.end();
    this.playing = false;
    idle(this);
    this.#listener.playing(false);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    if (this.playing) this.#begin();
  }

  #begin() {
    this.#clock.end();
    this.#clock.begin(this, (to) => {
      if (to !== undefined) this.advance(() => this.#move(to));
      if (this.playing && this.step >= this.last && !this.#listener.more?.()) this.pause();
      return this.playing;
    });
  }

  /** @param {number} step */
  #move(step) {
    const wanted = Math.max(0, Math.min(this.last, Math.round(step)));
    const to = this.#listener.gate?.(wanted) ?? wanted;
    if (to < wanted) this.pause();
    if (to === this.step) return;
    this.step = to;
    this.#listener.step();
  }
}

/** Milliseconds that a step stays at speed 1. */
const pace = 900;

/** Shows each step for the same time, which the speed divides. @implements {Clock} */
export class EqualSteps {
  #next;
  #timer = 0;

  /** @param {(step: number) => number | undefined} next  the step to play after one; undefined: it has not come yet */
  constructor(next) {
    this.#next = next;
  }

  /** @type {Clock["begin"]} */
  begin(player, tick) {
    let due = performance.now();
    // A step that is shown late shortens the time to the next one, so that the pace is kept.
    const schedule = () => {
      const now = performance.now();
      due = Math.max(now, due + pace / player.speed);
      this.#timer = window.setTimeout(() => {
        if (tick(this.#next(player.step))) schedule();
      }, due - now);
    };
    schedule();
  }

  end() {
    clearTimeout(this.#timer);
  }
}
