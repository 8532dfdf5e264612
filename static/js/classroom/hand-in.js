// Handing in a tree: the text of the tree, edited by the follower.

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class HandIn {
  /** The text that was sent and is not known to be kept. */
  #pending = "";
  #send;

  /** @param {(message: {text: string}) => void} send */
  constructor(send) {
    this.#send = send;
    const field = /** @type {HTMLTextAreaElement} */ (byId("hand-text"));
    field.addEventListener("change", (e) => e.stopPropagation()); // the form of the run is not sent
    byId("hand-form").addEventListener("submit", (e) => {
      e.preventDefault();
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
    this.#say("It is handed in. You can hand in another one.");
  }

  /** The room is closed. */
  end() {
    this.#pending = "";
    /** @type {HTMLButtonElement} */ (document.querySelector("[form=hand-form]:is(button)")).disabled = true;
    this.#say("The room is closed: nothing can be handed in any more.");
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
