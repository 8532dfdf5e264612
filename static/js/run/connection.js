// The runs of a page over the websocket: their steps, the credit for more of
// them, and the details of steps.

import { ReconnectingSocket } from "../shared/reconnecting-socket.js";
import { packedSteps } from "./packed-steps.js";

/** How many events the server may send beyond those that were processed. */
const credit = 200_000;
/** The credit that every run starts with, as the protocol defines it. */
const firstCredit = 10_000;
/** Seconds before each try to connect again. */
const retryAfter = [0.5, 1, 2, 5, 10];

/** @typedef {{t: string, p?: number, n?: number, s?: boolean}} Span */
/** @typedef {{score: import("../shared/exact.js").Score, node: number, child: number} | null} Bound */
/** @typedef {{node: number, player: number, text: string}} Holder */
/** @typedef {{value: string, player: number, name: string, why: string, node: number, at: string}} Outcome */
/** @typedef {{who: string, sum: string, limit: string, short: string, tie: string, at: number, holders: Holder[], outcomes: Outcome[]}} Certificate */
/** @typedef {{event: any, text: Span[], bounds: Bound[], certificate?: Certificate, program?: import("./calls.js").Program}} Detail */

/**
 * @typedef {object} Listener
 * @property {(steps: import("./packed-steps.js").PackedSteps) => void} steps   some steps have come
 * @property {(message: any) => void} end     the run is over
 * @property {(message: any) => void} error   the run was refused, or failed
 * @property {(from: number, details: Detail[]) => void} details
 * @property {(message: any) => void} [picture]  another part of the tree
 * @property {(message: any) => void} [calls]  where a move in a program leads
 * @property {(connected: boolean) => void} connection
 */

export class Connection {
  #socket;
  #runs = 0;
  #id = "";
  /** @type {object | null} */
  #request = null;
  /** The limit of the run was raised to this. @type {object | null} */
  #raised = null;
  #listener;

  /** @param {Listener} listener @param {number[]} [again] @param {number} [jitter]  see ReconnectingSocket */
  constructor(listener, again = retryAfter, jitter) {
    this.#listener = listener;
    this.#socket = new ReconnectingSocket(again, {
      opened: () => {
        listener.connection(true);
        this.#start();
      },
      received: (message) => this.#receive(message),
      binary: (message) => this.#take(packedSteps(message)),
      lost: () => listener.connection(false),
    }, jitter);
  }

  /**
   * Starts a run; one that is under way is cancelled. After a lost connection
   * the run starts again by itself: it is deterministic.
   * @param {object} request  the body of a run
   */
  run(request) {
    this.#request = request;
    this.#raised = null;
    if (this.#socket.connected) this.#start();
    else this.#socket.open();
  }

  /** @param {number} from @param {number} to */
  details(from, to) {
    this.#socket.send({ type: "details", id: this.#id, from, to });
  }

  /** Raises the limit of a run that was asked for up to a step. @param {object} limit */
  raise(limit) {
    this.#raised = limit;
    this.#socket.send({ ...limit, type: "until", id: this.#id });
  }

  /** Asks for the part of the tree around a step. @param {object} wish */
  picture(wish) {
    this.#socket.send({ ...wish, type: "picture", id: this.#id });
  }

  /** Moves from line to line of a program. @param {object} wish */
  calls(wish) {
    this.#socket.send({ ...wish, type: "calls", id: this.#id });
  }

  /** Closes the connection for good; the server then ends its searches. */
  close() {
    this.#socket.close();
  }

  #start() {
    if (!this.#request) return;
    if (this.#id) this.#socket.send({ type: "release", id: this.#id });
    this.#id = `r${++this.#runs}`;
    this.#socket.send({ ...this.#request, type: "run", id: this.#id, page: true });
    this.#socket.send({ type: "credit", id: this.#id, events: credit - firstCredit });
    if (this.#raised) this.#socket.send({ ...this.#raised, type: "until", id: this.#id });
  }

  /** @param {import("./packed-steps.js").PackedSteps} steps */
  #take(steps) {
    if (steps.id !== this.#id) return; // of a run that was cancelled
    this.#listener.steps(steps);
    this.#socket.send({ type: "credit", id: this.#id, events: steps.count });
  }

  /** @param {any} message */
  #receive(message) {
    if (message.id && message.id !== this.#id) return; // of a run that was cancelled
    switch (message.type) {
      case "end":
        this.#listener.end(message);
        break;
      case "details":
        this.#listener.details(message.from, message.steps);
        break;
      case "picture":
        this.#listener.picture?.(message);
        break;
      case "calls":
        this.#listener.calls?.(message);
        break;
      case "error":
        this.#listener.error(message);
        break;
    }
  }
}
