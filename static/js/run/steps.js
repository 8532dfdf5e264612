// The steps of a run and their details, as they come from the source.

import { busy, idle } from "../shared/idle.js";
import { Timeline } from "./timeline.js";

/** @typedef {import("./connection.js").Detail} Detail */

/** Where the steps of a run come from. @typedef {{run(request: object): void, details(from: number, to: number): void, picture?(wish: object): void, calls?(wish: object): void, raise?(limit: object): void, close(): void}} Source */
/** @typedef {(listener: import("./connection.js").Listener) => Source} Connect */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Steps fetched around the one that is shown. */
const behind = 32, ahead = 96;
/** Steps whose details are kept: far more than are visited at a time. */
const kept = 20_000;
/** Milliseconds between two times that the listener is notified of more steps: a long run comes in a message each millisecond. */
const pause = 50;

const lost = "The connection to the server is lost. Reconnecting …";

export class Steps {
  timeline = new Timeline();
  /** No more steps will come by themselves. */
  over = false;
  /** They will if the limit of the run is raised. */
  more = false;
  /** How often it was raised without an answer yet. */
  raising = 0;
  /** @type {Map<number, Detail>} */
  #details = new Map();
  #asked = [0, 0]; // the steps whose details were asked for last
  /** @type {Set<number>} steps whose details were asked for one by one */
  #single = new Set();
  /** @type {Set<number>} starts of re-searches whose details were asked for */
  #begun = new Set();
  #listener;
  /** When the listener was last notified, and the timer by which it will be; 0: none. */
  #notified = -Infinity;
  #timer = 0;
  source;

  /**
   * The listener is called when steps, the last one, a failure or details have come.
   * @param {Connect} connect @param {{arrived(): void, ended(): void, failed(): void, explained(): void, restarted(): void, pictured(message: any): void, called(message: any): void}} listener
   */
  constructor(connect, listener) {
    this.#listener = listener;
    this.source = connect(this);
    busy(this); // until the last step has come
  }

  /** @param {number} t */
  detail(t) {
    return this.#details.get(t);
  }

  /**
   * The details of the starts of the re-searches under way at a step, the latest first; those that are missing are asked for.
   * @param {number} t @returns {Detail[]}
   */
  again(t) {
    return this.timeline.underWay(t).flatMap((s) => {
      if (!this.#details.has(s) && !this.#begun.has(s)) {
        this.#begun.add(s);
        this.source.details(s, s + 1);
      }
      return this.#details.get(s) ?? [];
    });
  }

  /** Asks for the details around a step, unless they are there. @param {number} t */
  ask(t) {
    const { length, last } = this.timeline;
    if ([t, Math.min(t + ahead / 2, last), Math.max(0, t - behind / 2)].every((s) => this.#details.has(s))) return;
    const from = Math.max(0, t - behind), to = Math.min(length, t + ahead);
    if (to <= from || (this.#asked[0] === from && this.#asked[1] === to)) return;
    this.#asked = [from, to];
    this.source.details(from, to);
  }

  /** Asks for the details of some steps that lie apart, and of the step before each. @param {number[]} list */
  askFor(list) {
    for (const t of list) {
      if ((this.#details.has(t) && this.#details.has(Math.max(0, t - 1))) || this.#single.has(t)) continue;
      this.#single.add(t);
      this.source.details(Math.max(0, t - 1), t + 1);
    }
  }

  /** Raises the limit of a run that was asked for up to a step. @param {{until: number, by?: string, units?: number}} limit */
  raise(limit) {
    this.raising++;
    busy(this);
    this.source.raise?.(limit);
  }

  /** Nothing more is asked for, or taken. */
  close() {
    this.source.close();
    window.clearTimeout(this.#timer);
    idle(this);
  }

  // What the source calls.

  /** @param {import("./packed-steps.js").PackedSteps} steps */
  steps(steps) {
    if (steps.from === 0 && this.timeline.length > 0) this.#restart();
    this.timeline.append(steps);
    if (performance.now() - this.#notified >= pause) this.#notify();
    else this.#timer ||= window.setTimeout(() => this.#notify(), pause);
  }

  /** Notifies the listener of what has come since the last time. */
  #notify() {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#listener.arrived();
    this.#notified = performance.now();
  }

  /** @param {any} message */
  end({ truncated, stats, more }) {
    this.#stop();
    this.more = more ?? false;
    this.raising = Math.max(0, this.raising - 1);
    if (truncated && stats) {
      notice(`The run is too long to record: only ${this.timeline.length.toLocaleString("en")} steps are kept. The whole search entered ${stats.nodes.toLocaleString("en")} nodes.`);
    }
    this.#listener.ended();
  }

  /** @param {any} message */
  error({ title, detail }) {
    this.#stop();
    this.#listener.failed();
    notice(`${title}: ${detail}`);
  }

  /** @param {number} from @param {Detail[]} list */
  details(from, list) {
    if (this.#details.size + list.length > kept) this.#forget();
    list.forEach((d, i) => this.#details.set(from + i, d));
    this.#listener.explained();
  }

  /** @param {any} message */
  picture(message) {
    this.#listener.pictured(message);
  }

  /** @param {any} message */
  calls(message) {
    this.#listener.called(message);
  }

  /** @param {boolean} on */
  connection(on) {
    if (!on) notice(lost);
    else if (byId("notice").textContent === lost) notice("");
  }

  /** A run comes from its first step: the same one after a lost connection, or another one. */
  #restart() {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#notified = -Infinity;
    this.timeline = new Timeline();
    this.over = false;
    busy(this);
    this.#asked = [0, 0];
    this.#forget();
    this.#listener.restarted();
  }

  #forget() {
    this.#details.clear();
    this.#single.clear();
    this.#begun.clear();
  }

  #stop() {
    if (this.#timer) this.#notify();
    this.over = true;
    idle(this);
  }
}

/** @param {string} text */
function notice(text) {
  const box = byId("notice");
  box.textContent = text;
  box.hidden = text === "";
  delete box.dataset.of;
}
