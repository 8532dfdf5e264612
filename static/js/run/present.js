// Present mode: the picture, the sentence and the bounds fill the screen. The
// rules of present.css do it by an attribute of the form; the run and its
// playback stay as they are. A presenter's remote sends Page Up and Page Down,
// and a key for a black screen. Where the page asks first, the question is beside
// the sentence, and the key that goes on shows its answer.

import { busy, idle } from "../shared/idle.js";
import { actsOf } from "../shared/keys.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement | null} */ (document.getElementById(id));

/**
 * Gives a page its present mode.
 * @param {HTMLFormElement} form @param {(on: boolean) => void} [remember]  writes the mode to the address
 */
export function presentable(form, remember) {
  if (byId("leave-present")) new PresentMode(form, remember);
}

class PresentMode {
  #form;
  #remember;
  #black = /** @type {HTMLElement} */ (byId("black"));
  /** What had the focus before. @type {Element | null} */
  #before = null;
  /** This mode has made the page full screen. */
  #full = false;
  /** The playback was stopped by the black screen. */
  #stopped = false;

  /** @param {HTMLFormElement} form @param {(on: boolean) => void} [remember] */
  constructor(form, remember) {
    this.#form = form;
    this.#remember = remember;
    byId("present")?.addEventListener("click", () => this.#enter());
    byId("leave-present")?.addEventListener("click", () => this.#leave());
    this.#black.addEventListener("click", () => this.#cover(false));
    document.addEventListener("keydown", (e) => this.#key(e), { capture: true });
    // The browser has a way out of its own, which the page sees afterwards.
    document.addEventListener("fullscreenchange", () => {
      if (this.#full && !document.fullscreenElement) this.#leave();
    });
    if (this.#on) this.#focus(); // the address asks for it; the full screen takes a gesture
  }

  get #on() {
    return "present" in this.#form.dataset;
  }

  /** @param {KeyboardEvent} e */
  #key(e) {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
    const action = this.#black.hidden ? this.#action(e) : () => this.#cover(false);
    if (!action) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    action();
  }

  /** @param {KeyboardEvent} e @returns {(() => void) | null} */
  #action(e) {
    const acts = actsOf(e);
    if (acts.includes("present")) return () => (this.#on ? this.#leave() : this.#enter());
    if (!this.#on) return null;
    if (e.key === "Escape") return document.querySelector(":popover-open") ? null : () => this.#leave(); // a card closes first
    if (acts.includes("black")) return () => this.#cover(true);
    if (acts.includes("remote-back")) return () => byId("back")?.click();
    if (!acts.includes("remote-forward")) return null;
    return () => {
      // A classroom goes on to the next scene where the run of this one is over.
      if (!document.dispatchEvent(new CustomEvent("remote-forward", { cancelable: true }))) return;
      (byId("ask-show")?.checkVisibility() ? byId("ask-show") : byId("forward"))?.click();
    };
  }

  #enter() {
    this.#before = document.activeElement;
    this.#form.dataset.present = "";
    this.#remember?.(true);
    this.#focus();
    if (!document.fullscreenElement) this.#fill();
  }

  /** Asks for the full screen. Where it is refused, the page fills its window. */
  async #fill() {
    busy(this);
    try {
      await document.documentElement.requestFullscreen();
      this.#full = true;
      if (!this.#on) await this.#unfill(); // left before the answer
    } catch {
      this.#full = false;
    }
    idle(this);
  }

  async #unfill() {
    if (!this.#full) return;
    this.#full = false;
    if (document.fullscreenElement) await document.exitFullscreen();
  }

  #leave() {
    if (!this.#on) return;
    this.#cover(false);
    delete this.#form.dataset.present;
    this.#remember?.(false);
    this.#unfill();
    const before = this.#before instanceof HTMLElement && this.#before !== document.body ? this.#before : byId("present");
    before?.focus({ preventScroll: true });
  }

  /** What had the focus may be hidden now. The keys go to the picture. */
  #focus() {
    const stage = byId("stage") ?? byId("lanes");
    if (!stage) return;
    stage.tabIndex = -1;
    stage.focus({ preventScroll: true });
  }

  /** Shows the black screen, or the picture again. The playback waits meanwhile. @param {boolean} on */
  #cover(on) {
    if (on === !this.#black.hidden) return;
    this.#black.hidden = !on;
    const play = byId("play");
    if (on) {
      this.#stopped = play?.classList.contains("on") ?? false;
      if (this.#stopped) play?.click();
      this.#black.focus({ preventScroll: true });
    } else {
      if (this.#stopped) play?.click();
      this.#focus();
    }
  }
}
