// The moves through a run. A move may come before its step has: it is made once
// the step is there.

import { busy, idle } from "../shared/idle.js";
import { Playback } from "./playback.js";

/**
 * What a cursor calls: another step is shown; more have come after it; the cursor
 * stays at one; it plays. end is what is known of the last step before any has come.
 * @typedef {{draw(t: number): void, refresh(t: number): void, rest(t: number): void, playing(on: boolean): void, end: number}} CursorListener
 */

export class Cursor extends Playback {
  /** A step is shown. */
  #begun = false;
  #first;
  /** The step to show first: a move may change it. */
  #wanted;
  /** @type {-1 | 0 | 1} the direction of a mark whose step is to come */
  #sought = 0;
  #timer = 0;
  #steps;
  #quiz;
  #listener;

  /** @param {number} first @param {import("./steps.js").Steps} steps @param {import("./quiz.js").Quiz | undefined} quiz @param {CursorListener} listener */
  constructor(first, steps, quiz, listener) {
    super({
      step: (t) => {
        listener.draw(t);
        this.#rest(t);
      },
      playing: (on) => listener.playing(on),
      more: () => !steps.over,
      gate: quiz && ((t) => quiz.gate(t)),
    });
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
      this.step = begin;
      this.#listener.draw(begin);
      if (this.#quiz) this.go(this.#wanted);
      else if (begin !== this.#first) this.#rest(begin);
    }
    this.#seek();
  }

  /** @param {number} t */
  to(t) {
    this.#sought = 0;
    this.pause();
    if (this.#begun) this.go(t);
    else this.#wanted = Math.max(0, Math.min(this.#end, Math.round(t)));
  }

  /** @param {number} steps */
  by(steps) {
    this.to((this.#begun ? this.step : this.#wanted) + steps);
  }

  toLast() {
    this.to(this.#end);
  }

  /** Goes to the next prune or second search in a direction. @param {1 | -1} direction */
  toMark(direction) {
    this.#sought = direction;
    this.#seek();
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

  /** Goes to the mark that was asked for, once it is known which that is. */
  #seek() {
    if (this.#sought === 0 || !this.#begun) return;
    const { timeline, over } = this.#steps, mark = timeline.mark(this.step, this.#sought);
    if (this.#sought < 0 || over || mark < timeline.last || timeline.marks.at(-1) === mark) this.to(mark);
  }
}
