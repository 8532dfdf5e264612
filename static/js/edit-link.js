// The websocket of a draft: it opens the saved tree, takes in its revisions,
// and tries again when the connection is lost.

import { connect, disconnect } from "./wire.js";
import { busy, idle } from "./idle.js";

/** Seconds before another try, after a connection was lost. */
const retryAfter = [0.3, 1, 2, 5, 10];
const id = "d1";
/** Milliseconds after which a connection that says nothing, though it should, is given up for another. */
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
 * @property {number | null} [maxsum]
 * @property {number | null} [maxp]
 * @property {number | null} [delta]
 * @property {any} [outcomes]
 */
/**
 * A revision as it travels.
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
 * @property {import("./edit-patch.js").Change} [patch]  what changed of it since the last message
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
 * @property {() => void} tooLarge  what was sent, which has ended the connection
 * @property {(connected: boolean) => void} connection
 */

export class Link {
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #over = false;
  #fresh = false;
  #saved = "";
  #revision = 0; // the newest that has come
  #views = 0; // pictures that were asked for, and have not come
  /** @type {(() => void)[]} */
  #seeing = [];
  #listener;
  /** @type {() => {folded: number[], opened: number[]}} */
  #view;

  /** @param {Listener} listener @param {() => {folded: number[], opened: number[]}} view  what is folded and opened */
  constructor(listener, view) {
    this.#listener = listener;
    this.#view = view;
    window.addEventListener("online", () => this.#again());
  }

  /** @param {string} saved  the key of a saved tree */
  open(saved) {
    this.#saved = saved;
    this.#over = false;
    this.#connect();
  }

  #again() {
    if (this.#saved && !this.#over && (this.#socket?.readyState ?? WebSocket.CLOSED) > WebSocket.OPEN) this.#connect();
  }

  #connect() {
    const socket = (this.#socket = connect());
    busy(this);
    this.#expect();
    socket.onopen = () => {
      this.#tries = 0;
      this.#fresh = true;
      this.send({ type: "open", saved: this.#saved, patches: true, view: this.#view() });
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.#over || socket !== this.#socket) return;
      if (event.code === tooBig) this.#listener.tooLarge();
      this.#lost();
    };
  }

  #lost() {
    this.#heard();
    busy(this);
    this.#seen(0); // the next connection begins with the picture as it is folded
    this.#listener.connection(false);
    const seconds = retryAfter[Math.min(this.#tries++, retryAfter.length - 1)];
    setTimeout(() => this.#again(), seconds * 1000);
  }

  #silent = 0;
  /** The server is to say something: it may be far away without anybody saying so. */
  #expect() {
    this.#silent ||= window.setTimeout(() => {
      this.#silent = 0;
      if (this.#over) return;
      disconnect(this.#socket);
      this.#socket = null;
      this.#lost();
    }, patience);
  }

  #heard() {
    clearTimeout(this.#silent);
    this.#silent = 0;
  }

  /** @param {any} message */
  #receive(message) {
    this.#heard();
    if (message.id && message.id !== id) return;
    switch (message.type) {
      case "draft": {
        const first = this.#fresh, view = !first && !message.seq && message.revision === this.#revision; // what others do is another revision
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
      case "error":
        this.#listener.error(message);
        break;
    }
  }

  /** @param {object} message */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ ...message, id }));
    this.#expect();
  }

  /** What is folded has changed. */
  view() {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#views++;
      busy(this.#seeing);
    }
    this.send({ type: "view", ...this.#view() });
  }

  /** Whether a picture is on its way that is folded otherwise. */
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
    for (const tell of this.#seeing.splice(0)) tell();
    idle(this.#seeing);
  }

  close() {
    this.#over = true;
    idle(this);
    this.#heard();
    disconnect(this.#socket);
  }
}
