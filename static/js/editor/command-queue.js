// Actions in the order in which they were asked for. One that needs the picture
// as it will be waits for it, and those behind it wait too, clicks on nodes
// among them: what is typed fast goes where it was meant to go.

import { commands } from "./commands.js";

/** @typedef {import("./keys.js").Action} Action */

/**
 * @typedef {object} Host
 * @property {() => boolean} here  the focus is in the tree, or nowhere else
 * @property {() => boolean} unsettled  the picture is going to change
 * @property {() => boolean} unsaved  anything is going to change
 * @property {() => boolean} unseen  only what is folded in it is going to change
 * @property {() => Promise<void>} settled
 * @property {(action: Action) => void} perform
 */

export class CommandQueue {
  /** @type {{action: Action, byButton: boolean}[]} */
  #queue = [];
  #host;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  /** Whether an action waits. */
  get waiting() {
    return this.#queue.length > 0;
  }

  /** Performs an action now, or after those that wait. @param {Action} action @param {boolean} byButton */
  add(action, byButton) {
    if (this.#queue.length > 0 || this.#mustWait(action)) {
      this.#queue.push({ action, byButton });
      if (this.#queue.length === 1) this.#host.settled().then(() => this.#drain());
    } else this.#host.perform(action);
  }

  /** @param {Action} action */
  #mustWait(action) {
    if ("move" in action) return this.#host.unsettled();
    if ("command" in action && ["copy", "cut"].includes(action.command)) return this.#host.unsaved(); // the text must have what was typed
    if ("typed" in action || ("command" in action && action.command === "edit")) return this.#host.unseen(); // nothing is typed at a folded node
    return "command" in action && commands[action.command].settled === true && this.#host.unsettled();
  }

  #drain() {
    /** @type {Element | null} where the focus has gone meanwhile: an action of a key must not fetch it back */
    let away = null;
    while (this.#queue.length > 0) {
      const [{ action, byButton }] = this.#queue;
      if (this.#mustWait(action)) {
        this.#host.settled().then(() => this.#drain());
        break;
      }
      this.#queue.shift();
      if (byButton) away = null;
      else if (!this.#host.here()) away = document.activeElement;
      this.#host.perform(action);
    }
    if (away instanceof HTMLElement) away.focus({ preventScroll: true });
  }
}
