// The websocket of a draft: it opens the saved tree and receives its revisions.

import { busy, idle } from "../shared/idle.js";
import { ReconnectingSocket } from "../shared/reconnecting-socket.js";

/** Seconds before each try to connect again. */
const retryAfter = [0.3, 1, 2, 5, 10];
const id = "d1";
/** Milliseconds without an awaited message after which the connection is replaced. */
const patience = 10_000;
/** The code of a connection that was closed because a message was too large. */
const tooBig = 1009;

/**
 * @typedef {object} Fault
 * @property {number} id  of the node; 0: the header
 * @property {number} node
 * @property {string} field
 * @property {string} message
 */
/**
 * @typedef {object} Header
 * @property {string} [title]
 * @property {string} [kind]
 * @property {number} [players]
 * @property {import("../shared/exact.js").Score | null} [maxsum]
 * @property {import("../shared/scores.js").Limits} [minp]
 * @property {import("../shared/scores.js").Limits} [maxp]
 * @property {number | null} [delta]
 * @property {any} [outcomes]
 */
/**
 * A revision as it is sent.
 * @typedef {object} Draft
 * @property {number} revision
 * @property {string} [words]
 * @property {string} [op]
 * @property {number} [seq]       of the edit that it acknowledges
 * @property {number} [made]      the revision that this edit made; 0: it changed nothing
 * @property {boolean} [unread]   whether it is a text that cannot be read
 * @property {number[]} [created]
 * @property {number} [select]
 * @property {string} [svg]    the whole picture
 * @property {import("./patch.js").Change} [patch]  what changed of it since the last message
 * @property {number[]} [gone]    nodes that were deleted since the last message
 * @property {number[]} [folded]  nodes that are new, and come folded because there are many of them
 * @property {string | null} text
 * @property {number[] | null} [spans]
 * @property {{line: number, column: number, offset: number, message: string, base?: number} | null} [typedFault]  base: the revision that the text comes from
 * @property {{text: string, spans: number[]} | null} [readable]  the text of the tree, beside one that cannot be read; null: too long
 * @property {Header} header
 * @property {string} [notes]
 * @property {number} [nodes]
 * @property {number} [people]
 * @property {Fault[]} [faults]
 */
/**
 * @typedef {object} Listener
 * @property {(draft: Draft, first: boolean) => void} draft
 * @property {(message: {revision: number, html: string}) => void} results
 * @property {(message: any) => void} refused
 * @property {(message: any) => void} error
 * @property {(people: number) => void} people
 * @property {(message: any) => void} others  who else is here has changed
 * @property {(message: any) => void} map  about a map that was asked for
 * @property {() => void} silent  the browser has no network
 * @property {() => void} heard  any message has come
 * @property {() => void} tooLarge  a message was too large, and the connection is closed
 * @property {(connected: boolean) => void} connection
 */

export class DraftSocket {
  #socket;
  #fresh = false;
  #saved = "";
  #revision = 0; // the newest that has come
  #views = 0; // pictures that were asked for, and have not come
  /** @type {(() => void)[]} */
  #seeing = [];
  #listener;
  #view;

  /** @param {Listener} listener @param {() => {folded: number[], opened: number[]}} view  what is folded and opened */
  constructor(listener, view) {
    this.#listener = listener;
    this.#view = view;
    this.#socket = new ReconnectingSocket(retryAfter, {
      connecting: () => {
        busy(this);
        this.#expect();
      },
      opened: () => {
        this.#fresh = true;
        this.send({ type: "open", saved: this.#saved, patches: true, view: view() });
      },
      received: (message) => this.#receive(message),
      lost: (code) => this.#lost(code),
    });
    window.addEventListener("online", () => this.#socket.renew());
    window.addEventListener("offline", () => listener.silent());
  }

  /** @param {string} saved  the key of a saved tree */
  open(saved) {
    this.#saved = saved;
    this.#socket.open();
  }

  /** @param {number} code */
  #lost(code) {
    if (code === tooBig) this.#listener.tooLarge();
    this.#heard();
    busy(this);
    this.#seen(0); // the next connection begins with the picture as it is folded
    this.#listener.connection(false);
  }

  #silent = 0;
  /** A message of the server is awaited: a connection may be lost without an event. */
  #expect() {
    this.#silent ||= window.setTimeout(() => {
      this.#silent = 0;
      this.#socket.drop();
    }, patience);
  }

  #heard() {
    clearTimeout(this.#silent);
    this.#silent = 0;
  }

  /** @param {any} message */
  #receive(message) {
    this.#heard();
    this.#listener.heard();
    if (message.id && message.id !== id) return this.#listener.map(message);
    switch (message.type) {
      case "draft": {
        const first = this.#fresh, view = !first && !message.seq && message.revision === this.#revision; // an edit of another person is another revision
        this.#fresh = false;
        this.#revision = message.revision;
        this.#listener.draft(message, first);
        if (view) this.#seen(this.#views - 1);
        if (first) this.#listener.connection(true);
        idle(this);
        break;
      }
      case "results":
        this.#listener.results(message);
        break;
      case "refused":
        this.#listener.refused(message);
        break;
      case "people":
        this.#listener.people(message.people);
        break;
      case "others":
        this.#listener.others(message);
        break;
      case "error":
        this.#listener.error(message);
        break;
    }
  }

  /** @param {object} message */
  send(message) {
    if (!this.#socket.connected) return;
    this.#socket.send({ ...message, id });
    this.#expect();
  }

  /** Sends a message about something else than the draft, with an id of its own. @param {object} message */
  ask(message) {
    this.#socket.send(message);
  }

  /** Sends a message that need not be answered. @param {object} message */
  notify(message) {
    this.#socket.send({ ...message, id });
  }

  /** What is folded has changed. */
  view() {
    if (this.#socket.connected) {
      this.#views++;
      busy(this.#seeing);
    }
    this.send({ type: "view", ...this.#view() });
  }

  /** Whether a picture with another folding is awaited. */
  get unseen() {
    return this.#views > 0;
  }

  /** Resolves when it has come. */
  seen() {
    return this.unseen ? new Promise((/** @type {(v: void) => void} */ resolve) => this.#seeing.push(resolve)) : Promise.resolve();
  }

  /** @param {number} left  views that are still to come */
  #seen(left) {
    this.#views = Math.max(0, left);
    if (this.unseen) return;
    for (const resolve of this.#seeing.splice(0)) resolve();
    idle(this.#seeing);
  }

  close() {
    idle(this);
    this.#heard();
    this.#socket.close();
  }
}
