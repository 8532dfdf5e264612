// The edits that the server has not acknowledged. They are data, not functions:
// kept for this tab, they survive a lost connection and a reload, and are sent
// again under the same token, which the server applies once. An edit may name a
// node that an earlier one is still making.

import { parseJSON } from "../shared/exact.js";
import { busy, idle } from "../shared/idle.js";

/** @typedef {Record<string, any>} Edit  as it is sent; nodes and revisions may be Made */
/** @typedef {{token: string, edit: Edit, base?: number, since?: number, made: Made, seq: number, old: boolean, promise: Promise<any>, done: (message: any) => void, failed: (why: Refusal) => void}} Entry */

/** Why an edit is refused, by the server or because of an edit before it. */
class Refusal extends Error {
  /** @param {string} message @param {any} [answer] */
  constructor(message, answer) {
    super(message);
    this.answer = answer;
  }
}

/** What an edit is going to make: a node, and a revision; 0: none, or not yet. */
export class Made {
  id = 0;
  revision = 0;
  answered = false; // what is 0 now stays 0
  failed = false;

  /** @param {string} token */
  constructor(token) {
    this.token = token;
  }
}

/** Ops that leave every node where it is. */
const still = ["set", "header", "notes"];

/** A random token. randomUUID would need https. */
function newToken() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/**
 * An edit with what it names filled in: null while something is still being
 * made, a Refusal where it will never be; pure.
 * @param {Edit} edit @returns {Edit | null | Refusal}
 */
function resolved(edit) {
  /** @type {Edit} */
  const out = {};
  for (const [key, value] of Object.entries(edit)) {
    const list = Array.isArray(value) ? value : [value];
    for (const v of list) {
      if (!(v instanceof Made)) continue;
      if (v.failed) return new Refusal("the edit that it builds on was refused");
      if ((key === "revision" ? v.revision : v.id) !== 0) continue;
      return v.answered ? new Refusal(key === "revision" ? "the edit that it takes back changed nothing" : "the node that it names was not made") : null;
    }
    const name = (/** @type {any} */ v) => (!(v instanceof Made) ? v : key === "revision" ? v.revision : v.id);
    out[key] = Array.isArray(value) ? value.map(name) : name(value);
  }
  return out;
}

/** Bytes of an edit as it is sent. @param {Edit} edit */
const sizeOf = (edit) => utf8.encode(JSON.stringify(edit)).length;

const utf8 = new TextEncoder();

export class Outbox {
  /** @type {Entry[]} */
  #entries = [];
  /** @type {Map<string, Made>} */
  #made = new Map();
  #seq = 0;
  #connected = false;
  #name;
  #send;
  #changed;
  #most;
  /** @type {(() => void)[]} */
  #settling = [];
  /** @type {(() => void)[]} */
  #emptying = [];

  #newest;

  /**
   * @param {string} name  under which the edits are kept
   * @param {(message: object) => void} send
   * @param {() => void} changed  the number of waiting edits has changed
   * @param {() => number} newest  the newest revision that has come
   * @param {number} [most]  bytes of a message that the server takes
   */
  constructor(name, send, changed, newest, most = Infinity) {
    this.#most = most;
    this.#newest = newest;
    this.#name = name;
    this.#send = send;
    this.#changed = changed;
    for (const kept of read(name)) {
      const made = this.#of(kept.token);
      const edit = Object.fromEntries(Object.entries(kept.edit).map(([k, v]) => [k, Array.isArray(v) ? v.map((x) => this.#thaw(x)) : this.#thaw(v)]));
      this.#enter(kept.token, edit, kept.base, made, true, kept.since);
    }
  }

  /** @param {string} token @param {Edit} edit @param {number | undefined} base @param {Made} made @param {boolean} [old]  from before a reload @param {number} [since] */
  #enter(token, edit, base, made, old = false, since) {
    /** @type {Entry} */
    const entry = { token, edit, base, since, made, seq: 0, old, promise: Promise.resolve(), done() {}, failed() {} };
    entry.promise = new Promise((resolve, reject) => {
      entry.done = resolve;
      entry.failed = reject;
    });
    entry.promise.catch(() => {}); // a rejection without a handler is no error
    this.#entries.push(entry);
    busy(this);
    return { made, done: entry.promise };
  }

  /**
   * An edit that waits still, perhaps from before a reload.
   * @param {string} token @returns {{made: Made, done: Promise<any>} | null}
   */
  pending(token) {
    const entry = this.#entries.find((e) => e.token === token);
    return entry ? { made: entry.made, done: entry.promise } : null;
  }

  /** @param {string} token */
  #of(token) {
    const made = this.#made.get(token) ?? new Made(token);
    this.#made.set(token, made);
    return made;
  }

  /** @param {any} v */
  #thaw(v) {
    return v && typeof v === "object" && typeof v.made === "string" ? this.#of(v.made) : v;
  }

  /** An edit is given up; old: it was made before a reload. @type {(edit: Edit, why: Refusal, old: boolean) => void} */
  lost = () => {};

  /** The edits that wait, in their order. @returns {{edit: Edit, made: Made}[]} */
  get edits() {
    return this.#entries;
  }

  /** How many edits wait for their acknowledgement. */
  get waiting() {
    return this.#entries.length;
  }

  /** Whether the picture is going to change its shape. */
  get unsettled() {
    return this.#entries.some((e) => !still.includes(e.edit.op));
  }

  /** Resolves when the picture has the shape that it will have. */
  settled() {
    return this.unsettled ? new Promise((/** @type {(v: void) => void} */ resolve) => this.#settling.push(resolve)) : Promise.resolve();
  }

  /** Resolves when the server has everything. */
  empty() {
    return this.waiting > 0 ? new Promise((/** @type {(v: void) => void} */ resolve) => this.#emptying.push(resolve)) : Promise.resolve();
  }

  /**
   * Whether an edit of this op waits.
   * @param {string} op
   */
  has(op) {
    return this.#entries.some((e) => e.edit.op === op);
  }

  /**
   * What the edits that wait set of a node, or of the header.
   * @param {"set" | "header"} op @param {number} [node] @returns {Record<string, any>}
   */
  fields(op, node) {
    /** @type {Record<string, any>} */
    const all = {};
    for (const { edit } of this.#entries) {
      if (edit.op !== op || (node !== undefined && !edit.nodes.some((/** @type {any} */ n) => (n instanceof Made ? n.id : n) === node))) continue;
      const { op: _, nodes, ...fields } = edit;
      Object.assign(all, fields);
    }
    return all;
  }

  /**
   * Adds an edit; `made` can be named by later ones at once.
   * @param {Edit} edit @param {number} [base]
   * @returns {{made: Made, done: Promise<any>}}
   */
  add(edit, base) {
    const token = newToken();
    const sent = this.#enter(token, edit, base, this.#of(token));
    this.#pump();
    this.#changed();
    return sent;
  }

  /** There is a connection: everything is sent, in order, what was sent before as well. */
  connected() {
    this.#connected = true;
    for (const e of this.#entries) e.seq = 0;
    this.#pump();
  }

  disconnected() {
    this.#connected = false;
  }

  #pump() {
    this.#sendReady();
    this.#keep();
  }

  #sendReady() {
    for (const entry of [...this.#entries]) {
      if (entry.seq > 0 || !this.#entries.includes(entry)) continue;
      const edit = resolved(entry.edit);
      if (edit instanceof Refusal) {
        this.#drop(entry, edit);
        continue;
      }
      if (edit === null || !this.#connected) return; // order is kept
      const bytes = sizeOf(edit);
      if (bytes > this.#most) {
        this.#drop(entry, new Refusal(`it has ${bytes.toLocaleString("en")} bytes; the server takes at most ${this.#most.toLocaleString("en")} at once`));
        continue;
      }
      entry.seq = ++this.#seq;
      entry.since ??= this.#newest(); // sent again, it is looked for among the revisions since then
      this.#send({ type: "edit", seq: entry.seq, token: entry.token, since: entry.since, ...this.#base(entry), edit });
    }
  }

  /** The revision that an edit is based on: it has all nodes that the edit names. @param {{edit: Edit, base?: number}} entry */
  #base({ edit, base }) {
    if (!base) return {};
    const made = Object.values(edit).flat().map((v) => (v instanceof Made ? v.revision : 0));
    return { base: Math.max(base, ...made) };
  }

  /**
   * A draft has come; it may acknowledge an edit. The page takes the draft in
   * between: first what it made is known, then its promise is resolved.
   * @param {any} message
   * @returns {{edit: Edit | null, notify: () => void}} null where it answers none; notify resolves the promise of the edit
   */
  acknowledged(message) {
    const entry = message.seq > 0 && this.#entries.find((e) => e.seq === message.seq);
    if (!entry) return { edit: null, notify() {} };
    this.#entries.splice(this.#entries.indexOf(entry), 1);
    entry.made.id = message.created?.[0] ?? message.select ?? 0;
    entry.made.revision = message.made;
    entry.made.answered = true;
    this.#pump();
    return {
      edit: entry.edit,
      notify: () => {
        entry.done(message);
        this.#notifyWaiting();
      },
    };
  }

  /** @param {any} message */
  refused(message) {
    const entry = this.#entries.find((e) => e.seq === message.seq);
    if (entry) this.#drop(entry, new Refusal(message.detail ?? message.title, message));
  }

  /** A proxy closed the connection since a message was too large: the largest of those that were sent. */
  tooLarge() {
    const sent = this.#entries.filter((e) => e.seq > 0);
    const [entry] = sent.sort((a, b) => sizeOf(b.edit) - sizeOf(a.edit));
    if (entry) this.#drop(entry, new Refusal(`it has ${sizeOf(entry.edit).toLocaleString("en")} bytes, which is more than the server takes at once`));
  }

  /** @param {Entry} entry @param {Refusal} why */
  #drop(entry, why) {
    this.#entries.splice(this.#entries.indexOf(entry), 1);
    entry.made.failed = true;
    this.#keep();
    entry.failed(why);
    this.lost(entry.edit, why, entry.old);
    this.#pump();
    this.#notifyWaiting();
  }

  #notifyWaiting() {
    this.#changed();
    if (!this.unsettled) for (const settled of this.#settling.splice(0)) settled();
    if (this.waiting === 0) for (const empty of this.#emptying.splice(0)) empty();
  }

  /**
   * The tree is saved now: what is kept is kept under its key.
   * @param {string} name
   */
  rename(name) {
    remove(this.#name);
    this.#name = name;
    this.#keep();
  }

  #keep() {
    const freeze = (/** @type {any} */ v) => (v instanceof Made ? v.id || { made: v.token } : v);
    const list = this.#entries.map(({ token, edit, base, since }) => ({
      token,
      since,
      ...this.#base({ edit, base }),
      // A known revision is given by its number, a node by its id.
      edit: Object.fromEntries(Object.entries(edit).map(([k, v]) => [k, k === "revision" && v instanceof Made ? v.revision || { made: v.token } : Array.isArray(v) ? v.map(freeze) : freeze(v)])),
    }));
    if (list.length > 0) return write(this.#name, list);
    remove(this.#name);
    idle(this);
  }
}

// Storage may be forbidden or full: the page then lasts as long as it is open.

/** @param {string} name @returns {any[]} */
function read(name) {
  try {
    return parseJSON(sessionStorage.getItem(name) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} name @param {any} value */
function write(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // As above.
  }
}

/** @param {string} name */
function remove(name) {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // As above.
  }
}
