// How the presenter's own window controls the projector's window: the black screen, and the
// code to join.

/** Another window of this browser answers within this time, in milliseconds. */
const answerTime = 500;

/**
 * @typedef {object} Owner
 * @property {() => boolean} projects  whether this page is in present mode
 * @property {() => (() => void) | null} halt  stops the playback of the room; returns a function that continues it
 * @property {(text: string) => void} say
 * @property {(on: boolean) => void} card  shows the code to join, or hides it
 */

export class Projector {
  #windows;
  #owner;
  /** The timer for the answer of the projector's window. */
  #unanswered = 0;
  /** Continues the playback. @type {(() => void) | null} */
  #resume = null;

  /** @param {string} code @param {Owner} owner */
  constructor(code, owner) {
    this.#owner = owner;
    this.#windows = new BroadcastChannel(`espalier-room:${code}`); // the windows of this browser that show the room
    this.#windows.onmessage = ({ data }) => {
      if (typeof data === "object" && "card" in data) owner.card(data.card);
      else if (data === "black" && owner.projects()) document.dispatchEvent(new KeyboardEvent("keydown", { key: "b" }));
      else if (data !== "black" && !owner.projects()) this.#changed(data.dark);
    };
    const black = /** @type {HTMLElement} */ (document.getElementById("black"));
    new MutationObserver(() => this.#covered(!black.hidden)).observe(black, { attributeFilter: ["hidden"] });
  }

  /** Shows the code to join in the other windows of this browser, or hides it. @param {boolean} on */
  card(on) {
    this.#windows.postMessage({ card: on });
  }

  /** Makes the projector's window black, or shows its picture again. That window answers. */
  toggle() {
    this.#windows.postMessage("black");
    clearTimeout(this.#unanswered);
    this.#unanswered = window.setTimeout(() => this.#owner.say("No window of this browser projects the room, so nothing was blacked out."), answerTime);
  }

  /** The projector's window has become black, or shows its picture again. @param {boolean} dark */
  #changed(dark) {
    clearTimeout(this.#unanswered);
    this.#owner.say(dark ? "The projector is black. B shows the picture again." : "");
  }

  /** This window has become black, or shows its picture again. A playback stops while it is black. @param {boolean} dark */
  #covered(dark) {
    this.#windows.postMessage({ dark });
    if (!dark) this.#resume?.();
    this.#resume = dark ? this.#owner.halt() : null;
  }
}
