// Handing in a tree: the text of the tree, edited by the follower.

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const closed = "The room is closed. You cannot hand in any more trees.";

export class HandIn {
  /** The text that was sent and is not known to be kept. */
  #pending = "";
  #over = false;
  #send;

  /** @param {(message: {text: string}) => void} send */
  constructor(send) {
    this.#send = send;
    const field = /** @type {HTMLTextAreaElement} */ (byId("hand-text"));
    field.addEventListener("change", (e) => e.stopPropagation()); // the form of the run is not sent
    byId("hand-form").addEventListener("submit", (e) => {
      e.preventDefault();
      if (this.#over) return this.#say(closed);
      this.#pending = field.value;
      this.#say("Sending …");
      this.again();
    });
  }

  /** The connection is there again: what may be lost is sent again. */
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

  /** Something that was sent is refused; returns whether it was a hand-in. @param {string} detail */
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
