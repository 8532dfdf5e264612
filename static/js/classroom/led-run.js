// A run that a room leads: it goes to the step that the room shows, and plays when
// the room does. What the person at the page does goes to its owner.

import { busy, idle } from "../shared/idle.js";
import { Connection } from "../run/connection.js";
import { moment } from "./moment.js";
import { jitter, retryAfter, runOf } from "./room.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("./room.js").Value} Value */

/**
 * What the owner of a led run has to say.
 * @typedef {object} Owner
 * @property {(room: Value) => boolean} follows  whether the run goes where the room is
 * @property {(step: number) => void} moved  the person has moved to a step
 * @property {(on: boolean) => void} played  the person has started or stopped the playback
 * @property {() => void} shown  a step, or its details, are shown
 * @property {(node: number) => void} picked
 * @property {() => void} redrawn  another part of the tree is drawn
 */

export class LedRun {
  /** @type {number | null} */
  until;
  /** The room that is followed. @type {Room | null} */
  room = null;
  #run;
  #owner;
  /** The steps have begun to come. */
  #begun = false;
  /** The move that is made now is that of the room. */
  #led = false;
  #timer = 0;
  #playing = {}; // for busy

  /** @param {import("../run/page.js").LedRun} run @param {number | null} until @param {Owner} owner */
  constructor(run, until, owner) {
    this.#run = run;
    this.until = until;
    this.#owner = owner;
  }

  get step() {
    return this.#run.cursor.step;
  }

  get cursor() {
    return this.#run.cursor;
  }

  get steps() {
    return this.#run.steps;
  }

  get view() {
    return this.#run.view;
  }

  /** The step that the room shows now, of those that may be shown. */
  get wanted() {
    const value = this.room?.value;
    if (!value || !this.room) return this.step;
    const { step } = moment(value.show, this.#run.steps.timeline, this.#run.steps.over, this.room.now);
    return Math.min(step, this.until ?? Infinity);
  }

  /** The room shows something else, or a step has come. */
  sync() {
    clearTimeout(this.#timer);
    const value = this.room?.value, { cursor, steps } = this.#run;
    if (!this.room || !value || !this.#begun || !this.#owner.follows(value)) return idle(this.#playing);
    const wanted = Math.min(this.wanted, steps.timeline.last);
    this.#lead(() => {
      if (cursor.playing) cursor.pause();
      if (wanted === cursor.step + 1) cursor.advance(() => cursor.go(wanted));
      else if (wanted !== cursor.step) cursor.go(wanted);
    });
    const { next } = moment(value.show, steps.timeline, steps.over, this.room.now);
    if (next === Infinity || wanted === this.until) return idle(this.#playing);
    busy(this.#playing);
    this.#timer = window.setTimeout(() => this.sync(), Math.max(1, Math.ceil(next)));
  }

  /** Points at nodes. @param {number[]} nodes */
  point(nodes) {
    for (const node of this.view.nodes) this.view.group(node)?.classList.toggle("pointed", nodes.includes(node));
  }

  /** Asks for the steps up to another one; those past it are dropped. @param {number | null} until */
  limit(until) {
    if (until === this.until) return;
    this.until = until;
    if (until !== null && this.step > until) this.#lead(() => this.#run.cursor.to(until));
    this.#run.again(until);
  }

  /** @param {() => void} move */
  #lead(move) {
    const before = this.#led;
    this.#led = true;
    move();
    this.#led = before;
  }

  // What the page calls.

  arrived() {
    this.#begun = true;
    this.room?.arrived();
    this.sync();
    this.#owner.shown();
  }

  explained() {
    this.#owner.shown();
  }

  /** @param {number} t */
  moved(t) {
    if (this.#begun && !this.#led) this.#owner.moved(t);
    this.#owner.shown();
  }

  /** @param {boolean} on */
  playing(on) {
    if (this.#begun && !this.#led) this.#owner.played(on);
  }

  redrawn() {
    this.#owner.redrawn();
  }

  /** Draws the children of the node that is asked about. @param {import("./room.js").Question | null} q */
  openAsked(q) {
    if (q?.node !== null && q?.node !== undefined && !this.view.links.some(([, parent]) => parent === q.node)) this.#run.open(q.node);
  }

  /** @param {number} node */
  pick(node) {
    this.#owner.picked(node);
  }
}

/** A connection for the steps of the run. That it is lost is not said: the room says so of its own. @param {import("../run/connection.js").Listener} listener */
export function quietConnection(listener) {
  return new Connection({
    steps: (message) => listener.steps(message),
    end: (message) => listener.end(message),
    error: (message) => listener.error(message),
    details: (from, list) => listener.details(from, list),
    picture: (message) => listener.picture?.(message),
    connection: () => {},
  }, retryAfter, jitter);
}

/** Whether the room shows what the page runs. @param {Value} value @param {HTMLFormElement} form */
export function runsHere({ show }, form) {
  return runOf(show) === JSON.stringify(JSON.parse(form.dataset.run ?? "{}"));
}
