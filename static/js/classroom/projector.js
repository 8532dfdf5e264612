// What the page that is held does with the projector's window: its black screen, and the
// code to join with.

/** Milliseconds in which another window of this browser answers. */
const answerTime = 500;

/**
 * @typedef {object} Owner
 * @property {() => boolean} projects  whether this page is in present mode
 * @property {() => (() => void) | null} halt  stops what the room plays; returns a function that continues it
 * @property {(text: string) => void} say
 * @property {(on: boolean) => void} card  shows the code to join with, or hides it
 */

export class Projector {
  #windows;
  #owner;
  /** Until the projector's window answers. */
  #unanswered = 0;
  /** Continues what was stopped. @type {(() => void) | null} */
  #resume = null;

  /** @param {string} code @param {Owner} owner */
  constructor(code, owner) {
    this.#owner = owner;
    this.#windows = new BroadcastChannel(`espalier-room:${code}`); // those of this browser that show the room
    this.#windows.onmessage = ({ data }) => {
      if (typeof data === "object" && "card" in data) owner.card(data.card);
      else if (data === "black" && owner.projects()) document.dispatchEvent(new KeyboardEvent("keydown", { key: "b" }));
      else if (data !== "black" && !owner.projects()) this.#changed(data.dark);
    };
    const black = /** @type {HTMLElement} */ (document.getElementById("black"));
    new MutationObserver(() => this.#covered(!black.hidden)).observe(black, { attributeFilter: ["hidden"] });
  }

  /** Has the other windows of this browser show the code to join with, or hide it. @param {boolean} on */
  card(on) {
    this.#windows.postMessage({ card: on });
  }

  /** Makes the projector's window black, or shows its picture again. It answers. */
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

  /** This window has become black, or shows its picture again. No step passes unseen meanwhile. @param {boolean} dark */
  #covered(dark) {
    this.#windows.postMessage({ dark });
    if (!dark) this.#resume?.();
    this.#resume = dark ? this.#owner.halt() : null;
  }
}
