// The websocket of a page: runs, credit, and the details of steps.

import { connect, disconnect } from "../shared/reconnecting-socket.js";

/** How many events the server may send beyond those that were taken in. */
const credit = 200_000;
/** The credit that every run starts with, by the contract. */
const firstCredit = 10_000;
/** Seconds before another try, after a connection was lost. */
const retryAfter = [0.5, 1, 2, 5, 10];

/** @typedef {{t: string, p?: number, n?: number, s?: boolean}} Span */
/** @typedef {{score: number, node: number, child: number} | null} Bound */
/** @typedef {{node: number, player: number, text: string}} Holder */
/** @typedef {{value: string, player: number, name: string, why: string, node: number, at: string}} Outcome */
/** @typedef {{who: string, sum: string, limit: string, short: string, tie: string, holders: Holder[], outcomes: Outcome[]}} Certificate */
/** @typedef {{event: any, text: Span[], bounds: Bound[], certificate?: Certificate}} Detail */

/**
 * @typedef {object} Listener
 * @property {(message: any) => void} steps   some steps have come
 * @property {(message: any) => void} end     the run is over
 * @property {(message: any) => void} error   the run was refused, or failed
 * @property {(from: number, details: Detail[]) => void} details
 * @property {(connected: boolean) => void} connection
 */

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #runs = 0;
  #id = "";
  /** @type {object | null} */
  #request = null;
  /** @type {Listener} */
  #listener;
  #over = false;

  /** @param {Listener} listener */
  constructor(listener) {
    this.#listener = listener;
  }

  /**
   * Starts a run; one that is under way is cancelled. After a lost connection
   * the run starts again by itself: it is deterministic.
   * @param {object} request  the body of a run
   */
  run(request) {
    this.#request = request;
    this.#over = false;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#start();
    else this.#open();
  }

  /** @param {number} from @param {number} to */
  details(from, to) {
    this.#send({ type: "details", id: this.#id, from, to });
  }

  #open() {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    const socket = (this.#socket = connect());
    socket.onopen = () => {
      this.#tries = 0;
      this.#listener.connection(true);
      this.#start();
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = () => {
      this.#listener.connection(false);
      const seconds = retryAfter[Math.min(this.#tries++, retryAfter.length - 1)];
      setTimeout(() => this.#over || this.#open(), seconds * 1000);
    };
  }

  /** Closes the connection for good; the server then ends its searches. */
  close() {
    this.#over = true;
    disconnect(this.#socket);
    this.#socket = null;
  }

  #start() {
    if (!this.#request) return;
    if (this.#id) this.#send({ type: "release", id: this.#id });
    this.#id = `r${++this.#runs}`;
    this.#send({ ...this.#request, type: "run", id: this.#id, page: true });
    this.#send({ type: "credit", id: this.#id, events: credit - firstCredit });
  }

  /** @param {any} message */
  #receive(message) {
    if (message.id && message.id !== this.#id) return; // of a run that was given up
    switch (message.type) {
      case "steps":
        this.#listener.steps(message);
        this.#send({ type: "credit", id: this.#id, events: message.count });
        break;
      case "end":
        this.#listener.end(message);
        break;
      case "details":
        this.#listener.details(message.from, message.steps);
        break;
      case "error":
        this.#listener.error(message);
        break;
    }
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}
