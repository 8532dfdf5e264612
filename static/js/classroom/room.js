// Folder classroom: the pages of a room. It imports shared/ and run/.
//
// This module is the connection to a room. It enters the room again after a lost connection,
// and has the newest state of the room and the clock of the server.

import { ReconnectingSocket } from "../shared/reconnecting-socket.js";

/** Seconds before each reconnection. In the first minutes a class is back within two seconds of the server's return. */
export const retryAfter = [0.2, 0.5, ...Array(180).fill(0.9), 5];
/** Each wait is extended by a random part up to this factor, so that a class does not reconnect all at once. */
export const jitter = 1;
/** The id of the room on this connection. */
const id = "room";

/** @typedef {{speed: number, by: import("../run/timeline.js").StepSize, from: number, since: number}} Play */
/** @typedef {{step: number, play: Play | null, point: number[], theme: string | null, [run: string]: any}} Show */
/** @typedef {{id: string, kind: string, node: number | null, text: string, value?: any, choices?: string[], other?: string, step: number, shown?: number, state: string, away?: boolean, ends?: number, tally: any, answer: any, correct?: any, at?: number | null, why?: string, results?: {before: Result, after: Result}, show?: Show}} Question */
/** The person's answer; right: whether it is right, null: no answer is right. @typedef {{question: string, answer: any, right?: boolean | null}} Mine */
/** @typedef {{value: any, truth?: any}} Result */
/** @typedef {{code: string, revision: number, epoch: string, state: string, now: number, names?: boolean, show: Show, question: Question | null, you?: string, mine?: Mine, lesson?: {id: string, scene: number, open: number[]}}} Value */

/**
 * @typedef {object} RoomListener
 * @property {(value: Value) => void} changed
 * @property {(on: boolean) => void} connected
 * @property {(message: any) => void} [other]  any other message about the room
 * @property {(title: string, detail: string) => void} refused
 */

export class Room {
  /** @type {Value | null} */
  value = null;
  /** Converts the node numbers of the room to those of the page; null: they are the same. @type {import("./numbering.js").Numbering | null} */
  numbering = null;
  /** The newest state as it was sent. @type {any} */
  #sent = null;
  #listener;
  /** How far the server's clock is ahead of ours, in milliseconds. */
  #ahead = -Infinity;
  #socket;
  #enter;
  #entered = false;

  /** @param {() => object} enter  the message that enters @param {RoomListener} listener */
  constructor(enter, listener) {
    this.#enter = enter;
    this.#listener = listener;
    this.#socket = new ReconnectingSocket(retryAfter, {
      opened: () => {
        this.#entered = false;
        this.send(this.#enter());
      },
      received: (message) => this.#receive(message, listener),
      lost: () => listener.connected(false),
    }, jitter);
    this.#socket.open();
    window.addEventListener("online", () => this.#socket.retry());
    window.addEventListener("offline", () => this.#socket.drop()); // a dead connection can go unnoticed for minutes
    window.addEventListener("pagehide", () => this.#socket.close());
    window.addEventListener("pageshow", (e) => e.persisted && this.#socket.open());
  }

  /** The server's clock now, in milliseconds. */
  get now() {
    return Date.now() + (this.#ahead === -Infinity ? 0 : this.#ahead);
  }

  /** @param {object} message  without its id */
  send(message) {
    this.#socket.send({ ...(this.numbering?.toRoom(message, this.value?.question?.kind) ?? message), id });
  }

  /** Steps of the run have arrived, which give numbers to more nodes. */
  arrived() {
    if (!this.numbering?.read() || !this.#sent) return;
    this.value = this.#here(this.#sent);
    if (this.value) this.#listener.changed(this.value);
  }

  /** A message with the node numbers of the page. @param {any} message */
  #here(message) {
    return this.numbering?.fromRoom(message, this.value?.question?.kind) ?? message;
  }

  /** Leaves the room for good. */
  close() {
    this.#socket.close();
  }

  /** @param {any} message @param {RoomListener} listener */
  #receive(message, listener) {
    if (message.id !== id) return;
    if (message.type === "error") {
      listener.refused(message.title, message.detail);
      return;
    }
    if (message.type !== "room") {
      listener.other?.(this.#here(message));
      return;
    }
    this.#ahead = Math.max(this.#ahead, message.now - Date.now()); // that of the fastest message
    const old = this.value && this.value.epoch === message.epoch && message.revision < this.value.revision;
    if (!old) {
      this.#sent = message;
      this.value = this.#here(message);
    }
    if (!this.#entered) {
      this.#entered = true;
      listener.connected(true);
    }
    if (!old && this.value) listener.changed(this.value);
  }
}

/** The members of a show that define the run, as one text. @param {Show} show */
export function runOf(show) {
  const { step: _step, play: _play, point: _point, theme: _theme, ...run } = show;
  return JSON.stringify(run);
}

/** The question, if it is about the run that the room shows; null: there is none, the room has left its scene, or its node is not known yet. @param {Value} value */
export function questionHere({ question: q, show }) {
  return q && (!q.show || runOf(q.show) === runOf(show)) && q.node !== -1 && (!q.away || "correct" in q) ? q : null;
}
