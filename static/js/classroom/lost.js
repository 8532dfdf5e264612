// The button "I’m lost" of a follower. The presenter sees how many are lost, but not who.

/** Milliseconds after which it is switched off, because followers forget it. */
const lasts = 180_000;

export class Lost {
  #button = /** @type {HTMLElement} */ (document.getElementById("lost"));
  #send;
  #timer = 0;

  /** @param {(message: {type: string, on: boolean}) => void} send */
  constructor(send) {
    this.#send = send;
    this.#button.addEventListener("click", () => this.#set(!this.#on));
  }

  get #on() {
    return this.#button.getAttribute("aria-pressed") === "true";
  }

  /** @param {boolean} on */
  #set(on) {
    clearTimeout(this.#timer);
    if (on) this.#timer = window.setTimeout(() => this.#set(false), lasts);
    this.#button.setAttribute("aria-pressed", String(on));
    this.#send({ type: "lost", on });
  }

  /** The connection is back, and the room has lost this state. */
  again() {
    if (this.#on) this.#send({ type: "lost", on: true });
  }

  /** The room is closed. */
  end() {
    clearTimeout(this.#timer);
    this.#button.hidden = true;
  }
}
