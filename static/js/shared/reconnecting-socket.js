// A websocket of the server that the page comes from. It connects again when
// the connection is lost, until it is closed.

import { under } from "./base.js";
import { parseJSON } from "./exact.js";

/**
 * @typedef {object} Handlers
 * @property {() => void} [connecting]
 * @property {() => void} opened
 * @property {(message: any) => void} received
 * @property {(message: ArrayBuffer) => void} [binary]  a binary message has come
 * @property {(code: number) => void} [lost]  the connection is lost, and is tried again; code: of the close event
 */

export class ReconnectingSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  #wanted = false;
  #tries = 0;
  #timer = 0;
  #retryAfter;
  #jitter;
  #handlers;

  /**
   * @param {number[]} retryAfter  seconds before each try to connect again; the last one counts for all further ones
   * @param {Handlers} handlers
   * @param {number} [jitter]  a try waits longer by up to this part, so that many pages do not come back in one moment
   */
  constructor(retryAfter, handlers, jitter = 0) {
    this.#retryAfter = retryAfter;
    this.#handlers = handlers;
    this.#jitter = jitter;
  }

  get connected() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  open() {
    this.#wanted = true;
    this.retry();
  }

  /** Connects at once, unless it is connected, connecting or closed for good. */
  retry() {
    if (!this.#wanted || (this.#socket && this.#socket.readyState <= WebSocket.OPEN)) return;
    const address = new URL(under("/ws"), location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.#socket = new WebSocket(address));
    socket.binaryType = "arraybuffer";
    this.#handlers.connecting?.();
    socket.onopen = () => {
      this.#tries = 0;
      this.#handlers.opened();
    };
    socket.onmessage = ({ data }) => (data instanceof ArrayBuffer ? this.#handlers.binary?.(data) : this.#handlers.received(parseJSON(data)));
    socket.onclose = (event) => socket === this.#socket && this.#lost(event.code);
  }

  /** The network is back: a connection from before it went may be dead without a sign, so another one is made at once. */
  renew() {
    if (!this.#wanted) return;
    clearTimeout(this.#timer);
    this.#tries = 0;
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) {
      this.#release();
      this.#handlers.lost?.(0);
    }
    this.retry();
  }

  /** @param {number} code */
  #lost(code) {
    this.#handlers.lost?.(code);
    const seconds = this.#retryAfter[Math.min(this.#tries++, this.#retryAfter.length - 1)] * (1 + this.#jitter * Math.random());
    this.#timer = window.setTimeout(() => this.retry(), seconds * 1000);
  }

  /** Sends a message, if it is connected. @param {object} message */
  send(message) {
    if (this.connected) this.#socket?.send(JSON.stringify(message));
  }

  /** Gives up a connection that does not answer; it is tried again. */
  drop() {
    if (!this.#wanted || !this.#socket) return;
    clearTimeout(this.#timer);
    this.#release();
    this.#lost(0);
  }

  /** Closes the connection, until it is opened again. */
  close() {
    this.#wanted = false;
    clearTimeout(this.#timer);
    this.#release();
  }

  /** A socket that is still connecting is closed later: a browser would write a warning. */
  #release() {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onmessage = socket.onclose = socket.onerror = null;
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  }
}
