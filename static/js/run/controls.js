// The controls of a run: the bar of its player, the size of a step, and the form around them.

import { autoSubmit } from "../shared/auto-submit.js";
import { chooseRound, onChoice, PlayerBar } from "../shared/player-bar.js";
import { drawMarks } from "./marks.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Controls {
  #size = /** @type {HTMLSelectElement} */ (byId("by"));
  #cursor;
  bar;

  /** @param {import("./cursor.js").Cursor} cursor @param {import("./stage.js").Stage} stage @param {import("../shared/keys.js").Actions} more */
  constructor(cursor, stage, more) {
    this.#cursor = cursor;
    const resize = () => (cursor.size = /** @type {import("./timeline.js").StepSize} */ (this.#size.value));
    this.bar = new PlayerBar({
      "play": () => cursor.toggle(),
      "back": () => cursor.by(-1),
      "forward": () => cursor.by(1),
      "mark-back": () => cursor.toMark(-1),
      "mark-forward": () => cursor.toMark(1),
      "first": () => cursor.to(0),
      "last": () => cursor.toLast(),
      "size": () => {
        chooseRound(this.#size);
        resize();
      },
      "fit": () => stage.fit(),
      "zoom-in": () => stage.zoom(1.4),
      "zoom-out": () => stage.zoom(1 / 1.4),
      ...more,
    }, { scrub: (step) => this.bar.at(cursor.scrub(step)), speed: (speed) => cursor.setSpeed(speed) });
    onChoice(this.#size, resize);
    resize();
  }

  /** A range that was moved before this script ran moves the cursor. */
  catchUp() {
    const { early } = this.bar;
    if (early !== undefined) this.#cursor.to(early);
  }

  /** @param {EventTarget | null} input */
  has(input) {
    return input === this.#size || this.bar.has(input);
  }

  /** What is disabled is not sent. @param {boolean} on */
  disable(on) {
    this.bar.disable(on);
    this.#size.disabled = on && this.#size.selectedIndex === 0; // an address has no more than it needs
  }

  /** Marks the cuts and the second searches. @param {import("./timeline.js").Timeline} timeline */
  mark(timeline) {
    drawMarks(/** @type {SVGElement} */ (/** @type {unknown} */ (byId("marks"))), timeline);
  }
}

/**
 * Sends the form at each choice: another algorithm, option or value is another
 * page, which the server draws, and Back comes back.
 * @param {HTMLFormElement} form @param {Controls} controls
 * @param {boolean} fresh  the page is not one that the browser restores
 * @param {() => Promise<void>} leave  another run is about to be loaded
 * @param {() => void} [send]  what to do instead
 */
export function sendChoices(form, controls, fresh, leave, send) {
  let sameRun = false;
  const chosen = autoSubmit(form, send ?? (async () => {
    if (!sameRun) {
      await leave();
      controls.disable(true); // the step belongs to the run that is left; the speed is not part of the URL
    }
    form.submit();
  }));
  const choose = (/** @type {EventTarget | null} */ choice) => {
    // Whether the page asks first changes nothing of the run, so that its step stays.
    sameRun = choice instanceof HTMLInputElement && ["ask", "cuts"].includes(choice.name);
    if (!controls.has(choice) && form.reportValidity()) chosen(choice);
  };
  form.addEventListener("change", (e) => choose(e.target));
  const choices = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[type=radio], input[type=checkbox]")]).filter((c) => !controls.has(c));
  // A choice that was made before this script ran counts; one that the browser restores on Back does not.
  const early = fresh && choices.find((c) => c.checked !== c.defaultChecked && (c.checked || c.type === "checkbox"));
  if (early) choose(early);
  form.addEventListener("submit", (e) => e.preventDefault()); // Enter in a field: what it changes has been sent already
  // Tab goes to the chosen radio button alone, so opening the fold by a key goes to the first one in it.
  const more = form.querySelector(".more");
  more?.addEventListener("toggle", () => /** @type {HTMLElement | null} */ (more.querySelector(":focus-visible ~ * input"))?.focus());
  window.addEventListener("pageshow", (e) => {
    controls.disable(false);
    // Back comes to the page as it was left; its choices are those of its address.
    if (!fresh || e.persisted) for (const c of choices) c.checked = c.defaultChecked;
  });
}
