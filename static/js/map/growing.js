// The search behind a map: it is begun over the websocket, and says how far it has come.

import { ReconnectingSocket } from "../shared/reconnecting-socket.js";
import { busy, idle } from "../shared/idle.js";

/**
 * @typedef {object} State
 * @property {string} id
 * @property {string} key
 * @property {number} version
 * @property {"running" | "done" | "stopped" | "cancelled" | "failed"} state
 * @property {string} [reason]
 * @property {number} nodes
 * @property {number} entered
 * @property {number} leaves
 * @property {number} cut
 * @property {number} again
 * @property {number} events
 * @property {number} rows
 * @property {number} width
 * @property {number} seconds
 * @property {number} perSecond
 * @property {number} bytes
 * @property {number} maxBytes
 * @property {boolean} kept
 * @property {number} counted
 * @property {Record<string, number>} prunes
 * @property {string} [value]
 * @property {string} [line]
 * @property {number} [step]
 */

/** @typedef {{id: string, run: object, stop: string, came: (state: State) => void, failed: (text: string) => void, over: boolean, began: number}} Search */

/** The searches of the page. */
export class Growing {
  /** @type {Map<string, Search>} */
  #searches = new Map();
  #count = 0;
  #socket;

  constructor() {
    this.#socket = new ReconnectingSocket([1, 2, 5, 10], {
      opened: () => {
        for (const s of this.#searches.values()) if (!s.over) this.#send(s);
      },
      lost: () => {
        for (const s of this.#searches.values()) if (!s.over) s.failed("The connection is lost. The map so far stays; it is tried again.");
      },
      received: (m) => {
        const s = this.#searches.get(m.id);
        if (!s) return;
        if (m.type === "error") {
          this.#end(s);
          s.failed(m.message ?? m.error?.detail ?? m.detail ?? m.error ?? "The search has failed.");
        } else if (m.type === "map") {
          if (m.state !== "running") this.#end(s);
          // The socket leaves a number of many digits as a text.
          s.came({ ...m, width: Number(m.width), seconds: Number(m.seconds), perSecond: Number(m.perSecond) });
        }
      },
    });
  }

  /** Begins a search. @param {object} run @param {string} stop  the rule at whose first cut it stops, or "" @param {(state: State) => void} came @param {(text: string) => void} failed @returns its id */
  begin(run, stop, came, failed) {
    const id = `m${++this.#count}`, s = { id, run, stop, came, failed, over: false, began: performance.now() };
    this.#searches.set(id, s);
    busy(s);
    if (this.#socket.connected) this.#send(s);
    else this.#socket.open();
    return id;
  }

  #send(/** @type {Search} */ s) {
    this.#socket.send({ type: "map", id: s.id, ...s.run, ...(s.stop ? { stop: s.stop } : {}) });
  }

  #end(/** @type {Search} */ s) {
    s.over = true;
    idle(s);
  }

  /** Ends a search; the map so far stays. @param {string} id */
  cancel(id) {
    this.#socket.send({ type: "cancel", id });
  }

  /** Forgets a map. @param {string} id */
  release(id) {
    const s = this.#searches.get(id);
    if (!s) return;
    this.#searches.delete(id);
    this.#end(s);
    this.#socket.send({ type: "release", id });
  }
}
