// Handing in a tree. The follower edits its text.

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const closed = "The room is closed. You cannot hand in any more trees.";

export class HandIn {
  /** The text that was sent but not yet acknowledged. */
  #pending = "";
  #over = false;
  #send;

  /** @param {(message: {text: string}) => void} send */
  constructor(send) {
    this.#send = send;
    const field = /** @type {HTMLTextAreaElement} */ (byId("hand-text"));
    field.addEventListener("change", (e) => e.stopPropagation()); // it must not submit the form of the run
    byId("hand-form").addEventListener("submit", (e) => {
      e.preventDefault();
      if (this.#over) return this.#say(closed);
      this.#pending = field.value;
      this.#say("Sending …");
      this.again();
    });
  }

  /** The connection is back: sends again what may be lost. */
  again() {
    if (this.#pending) this.#send({ text: this.#pending });
  }

  kept() {
    this.#pending = "";
    this.#say("Your tree is handed in. You can hand in another one.");
  }

  /** The room is closed. */
  end() {
    this.#over = true;
    this.#say(closed);
  }

  /** A message was refused; returns whether it was a hand-in. @param {string} detail */
  refused(detail) {
    if (!this.#pending) return false;
    this.#pending = "";
    this.#say(detail);
    return true;
  }

  /** @param {string} text */
  #say(text) {
    byId("hand-state").textContent = text;
  }
}
