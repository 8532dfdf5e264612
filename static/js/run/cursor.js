// The moves through a run. A move may come before its step has: it is made once
// the step is there.

import { busy, idle } from "../shared/idle.js";
import { EqualSteps, Player } from "../shared/player.js";

/** So many steps ahead have their details before they are shown, so that a fast playback has its sentences. */
const prepared = 8;

/**
 * What a cursor calls: another step is shown; more have come after it; the cursor
 * stays at one, or its size is another; it plays. end is what is known of the last step before any has come.
 * @typedef {{draw(t: number): void, refresh(t: number): void, rest(t: number): void, playing(on: boolean): void, end: number}} CursorListener
 */

/** @typedef {import("./timeline.js").StepSize} StepSize */

export class Cursor extends Player {
  /** A step is shown. */
  #begun = false;
  #first;
  /** The step to show first: a move may change it. */
  #wanted;
  /** @type {{direction: 1 | -1, size: StepSize} | null} a move to a step that is to come */
  #sought = null;
  /** @type {StepSize} */
  #size = "events";
  #timer = 0;
  #steps;
  #quiz;
  #listener;

  /** @param {number} first @param {import("./steps.js").Steps} steps @param {import("./quiz.js").Quiz | undefined} quiz @param {CursorListener} listener */
  constructor(first, steps, quiz, listener) {
    super({
      step: () => {
        listener.draw(this.step);
        this.#rest(this.step);
      },
      playing: (on) => listener.playing(on),
      more: () => !steps.over,
      gate: quiz && ((t) => quiz.gate(t)),
    }, new EqualSteps((t) => steps.timeline.stop(t, 1, this.#size, steps.over)));
    this.#first = this.#wanted = first;
    this.#steps = steps;
    this.#quiz = quiz;
    this.#listener = listener;
  }

  /** More steps have come. */
  arrived() {
    const { timeline } = this.#steps;
    this.last = timeline.last;
    const begin = this.#quiz ? this.#first : this.#wanted; // the questions before that step come first
    if (this.#begun) {
      this.#listener.refresh(this.step);
    } else if (timeline.length > begin) {
      this.#begun = true;
      this.startAt(begin);
      this.#listener.draw(begin);
      if (this.#quiz) this.go(this.#wanted);
      else if (begin !== this.#first) this.#rest(begin);
    }
    this.#seek();
  }

  /** @param {number} t */
  to(t) {
    this.#sought = null;
    this.pause();
    if (this.#begun) this.go(t);
    else this.#wanted = Math.max(0, Math.min(this.#end, Math.round(t)));
  }

  /** Goes to the step of the chosen size that is nearest to one; returns the step that is shown. @param {number} t */
  scrub(t) {
    this.to(this.#begun ? this.#steps.timeline.nearest(t, this.#size) : t);
    return this.#begun ? this.step : this.#wanted;
  }

  /** Goes one step of the chosen size. @param {1 | -1} direction */
  by(direction) {
    if (this.#size !== "events") return this.#goTo(direction, this.#size);
    const there = () => this.to((this.#begun ? this.step : this.#wanted) + direction);
    if (direction > 0) this.advance(there);
    else there();
  }

  get size() {
    return this.#size;
  }

  /** How far the steps go from now on. */
  set size(size) {
    this.#size = size;
    if (this.#begun) this.#rest(this.step);
  }

  /** The steps that come next, and the one before. @returns {number[]} */
  get stops() {
    const { timeline, over } = this.#steps;
    /** @type {number[]} */
    const list = [];
    for (let t = this.step, i = 0; i < prepared; i++) {
      const next = timeline.stop(t, 1, this.#size, over);
      if (next === undefined || next === t) break;
      list.push((t = next));
    }
    list.push(timeline.stop(this.step, -1, this.#size, over) ?? 0);
    return list;
  }

  toLast() {
    this.to(this.#end);
  }

  /** Goes to the next prune or second search in a direction. @param {1 | -1} direction */
  toMark(direction) {
    this.#goTo(direction, "cuts");
  }

  toggle() {
    if (!this.#begun && this.#wanted >= this.#end) this.#wanted = 0;
    super.toggle();
  }

  // The address is not written at every frame of a scrub: browsers reject more
  // than a hundred changes in half a minute.
  /** @param {number} t */
  #rest(t) {
    clearTimeout(this.#timer);
    busy("address");
    this.#timer = window.setTimeout(() => {
      idle("address");
      this.#listener.rest(t);
    }, 250);
  }

  /** The last step. */
  get #end() {
    return this.#begun ? this.#steps.timeline.last : this.#listener.end;
  }

  /** @param {1 | -1} direction @param {StepSize} size */
  #goTo(direction, size) {
    this.#sought = { direction, size };
    this.#seek();
  }

  /** Goes to the step that was asked for, once it is known which that is. */
  #seek() {
    if (!this.#sought || !this.#begun) return;
    const { direction, size } = this.#sought, stop = this.#steps.timeline.stop(this.step, direction, size, this.#steps.over);
    if (stop === undefined) return;
    if (direction > 0) this.advance(() => this.to(stop));
    else this.to(stop);
  }
}
