// A run that a room leads: it goes to the step of the room, and plays when the room plays.
// Actions of the person at the page are passed to the owner.

import { parseJSON } from "../shared/exact.js";
import { busy, idle } from "../shared/idle.js";
import { Connection } from "../run/connection.js";
import { moment, unitsPlayed } from "./moment.js";
import { jitter, retryAfter, runOf } from "./room.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("./room.js").Value} Value */

/**
 * The owner of a led run.
 * @typedef {object} Owner
 * @property {(room: Value) => boolean} follows  whether the run follows the room
 * @property {(step: number) => void} moved  the person has moved to a step
 * @property {(on: boolean) => void} played  the person has started or stopped the playback
 * @property {() => void} shown  a step or its details were shown
 * @property {(node: number) => void} picked
 * @property {() => void} redrawn  another part of the tree is drawn
 */

export class LedRun {
  /** The last step to request at first; null: all steps, for a page that leads. @type {number | null} */
  until;
  /** A question is open: no sentence may state a result. */
  neutral;
  /** The last step that may be shown: the step of an open question. */
  #most = Infinity;
  /** The last requested limit, and the timeline that it was for. */
  #raised = "";
  /** @type {import("../run/timeline.js").Timeline | null} */
  #raisedOf = null;
  /** The room of the run. @type {Room | null} */
  room = null;
  #run;
  #owner;
  /** The first steps have arrived. */
  #begun = false;
  /** The current move was made by the room. */
  #led = false;
  #timer = 0;
  #playing = {}; // for busy

  /** @param {import("../run/page.js").LedRun} run @param {number | null} until @param {Owner} owner @param {boolean} neutral */
  constructor(run, until, owner, neutral) {
    this.neutral = neutral;
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

  /** The step of the room, limited to those that may be shown. */
  get wanted() {
    const value = this.room?.value;
    if (!value || !this.room) return this.step;
    const { step } = moment(value.show, this.#run.steps.timeline, this.#run.steps.over, this.room.now);
    return Math.min(step, this.#most);
  }

  /** The room has changed, or steps have arrived. */
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

  /** Limits what may be shown to a step, and drops later steps. @param {number} most */
  limit(most) {
    this.#most = most;
    const { timeline, raising } = this.#run.steps, known = raising > 0 ? Infinity : timeline.length > 0 ? timeline.length - 1 : this.until;
    if (this.until === null || known === null || most >= known) return;
    this.until = most;
    this.#raised = "";
    if (this.step > most) this.#lead(() => this.#run.cursor.to(most));
    this.#run.again(most);
  }

  /** Takes the steps again, with sentences for whether a question is open. @param {boolean} neutral */
  say(neutral) {
    if (this.neutral === neutral) return;
    this.neutral = neutral;
    this.#raised = "";
    this.#run.again(this.until);
  }

  /** A follower's page requests the steps up to that of the room, and during a playback those of the current unit. @param {Value} value */
  #raise({ show: { step, play }, state }) {
    const { steps } = this.#run, { timeline } = steps;
    if (this.until === null || !this.room || !steps.more || state !== "open") return;
    if (this.#raisedOf !== timeline) this.#raised = ""; // the run was restarted
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

  // The methods that the page calls.

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

  /** Draws the children of the node of a question. @param {import("./room.js").Question | null} q */
  openAsked(q) {
    if (q?.node !== null && q?.node !== undefined && !this.view.links.some(([, parent]) => parent === q.node)) this.#run.open(q.node);
  }

  /** @param {number} node */
  pick(node) {
    this.#owner.picked(node);
  }
}

/** A connection for the steps of the run. It does not report a lost connection, because the room does. @param {import("../run/connection.js").Listener} listener */
export function quietConnection(listener) {
  return new Connection({
    steps: (message) => listener.steps(message),
    end: (message) => listener.end(message),
    error: (message) => listener.error(message),
    details: (from, list) => listener.details(from, list),
    picture: (message) => listener.picture?.(message),
    calls: (message) => listener.calls?.(message),
    connection: () => {},
  }, retryAfter, jitter);
}

/** Whether the room shows the run of the page. @param {Value} value @param {HTMLFormElement} form */
export function runsHere({ show }, form) {
  return runOf(show) === JSON.stringify(parseJSON(form.dataset.run ?? "{}"));
}
