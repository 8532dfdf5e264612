// A run that a room leads: it goes to the step that the room shows, and plays when
// the room does. What the person at the page does goes to its owner.

import { busy, idle } from "../shared/idle.js";
import { Connection } from "../run/connection.js";
import { moment, unitsPlayed } from "./moment.js";
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
  /** The last step to ask for first; null: all may be asked for, by a page that leads. @type {number | null} */
  until;
  /** The last step that may be shown: that of an open question. */
  #most = Infinity;
  /** The limit that was asked for last, and of which steps. */
  #raised = "";
  /** @type {import("../run/timeline.js").Timeline | null} */
  #raisedOf = null;
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
    return Math.min(step, this.#most);
  }

  /** The room shows something else, or a step has come. */
  sync() {
    clearTimeout(this.#timer);
    const value = this.room?.value, { cursor, steps } = this.#run;
    if (!this.room || !value || !this.#begun) return idle(this.#playing);
    this.#raise(value);
    const follows = this.#owner.follows(value), wanted = Math.min(this.wanted, steps.timeline.last);
    if (follows) {
      this.#lead(() => {
        if (cursor.playing) cursor.pause();
        if (wanted === cursor.step + 1) cursor.advance(() => cursor.go(wanted));
        else if (wanted !== cursor.step) cursor.go(wanted);
      });
    } else if (this.until === null) return idle(this.#playing);
    const { next } = moment(value.show, steps.timeline, steps.over && !steps.more, this.room.now);
    if (next === Infinity || wanted === this.#most) return idle(this.#playing);
    busy(this.#playing);
    this.#timer = window.setTimeout(() => this.sync(), Math.max(1, Math.ceil(next)));
  }

  /** Points at nodes. @param {number[]} nodes */
  point(nodes) {
    for (const node of this.view.nodes) this.view.group(node)?.classList.toggle("pointed", nodes.includes(node));
  }

  /** Nothing past a step may be shown any more; what is known of it is dropped. @param {number} most */
  limit(most) {
    this.#most = most;
    const { timeline, raising } = this.#run.steps, known = raising > 0 ? Infinity : timeline.length > 0 ? timeline.length - 1 : this.until;
    if (this.until === null || known === null || most >= known) return;
    this.until = most;
    this.#raised = "";
    if (this.step > most) this.#lead(() => this.#run.cursor.to(most));
    this.#run.again(most);
  }

  /** A page that follows asks for the steps that the room has shown, and while it plays for those of the unit that plays. @param {Value} value */
  #raise({ show: { step, play }, state }) {
    const { steps } = this.#run, { timeline } = steps;
    if (this.until === null || !this.room || !steps.more || state !== "open") return;
    if (this.#raisedOf !== timeline) this.#raised = ""; // the run has begun anew
    this.#raisedOf = timeline;
    /** @type {{until: number, by?: string, units?: number}} */
    let limit = { until: Math.min(step, this.#most) };
    if (play) limit = { until: play.from, by: play.by, units: unitsPlayed(play, this.room.now) + 1 };
    const text = JSON.stringify(limit);
    if (text === this.#raised || (!play && timeline.length > limit.until)) return;
    this.#raised = text;
    steps.raise(limit);
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
