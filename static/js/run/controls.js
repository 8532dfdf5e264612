// The controls of a run: buttons, range of steps, size of a step, speed and keys;
// and the form around them.

import { autoSubmit } from "../shared/auto-submit.js";
import { listenToKeys } from "./keys.js";
import { drawMarks } from "./marks.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Controls {
  #scrub = /** @type {HTMLInputElement} */ (byId("scrub"));
  #size = /** @type {HTMLSelectElement} */ (byId("by"));
  #speed = /** @type {HTMLSelectElement} */ (byId("speed"));
  #cursor;

  /** @param {import("./cursor.js").Cursor} cursor @param {import("./stage.js").Stage} stage */
  constructor(cursor, stage) {
    this.#cursor = cursor;
    const first = () => cursor.to(0), last = () => cursor.toLast(), toggle = () => cursor.toggle();
    const fit = () => stage.fit(), help = () => /** @type {HTMLDialogElement} */ (byId("help")).showModal();
    /** @type {Record<string, () => void>} */
    const buttons = {
      first, last, fit,
      "play": toggle,
      "back": () => cursor.by(-1),
      "forward": () => cursor.by(1),
      "zoom-in": () => stage.zoom(1.4),
      "zoom-out": () => stage.zoom(1 / 1.4),
      "show-help": help,
    };
    for (const [id, action] of Object.entries(buttons)) {
      const button = /** @type {HTMLButtonElement} */ (byId(id));
      button.type = "button"; // without scripts some of them send the form
      button.addEventListener("click", action);
    }
    listenToKeys({
      first, last, fit, help, toggle,
      step: (by) => cursor.by(by),
      mark: (direction) => cursor.toMark(direction),
      speed: (direction) => {
        if (chooseNext(this.#speed, direction)) faster();
      },
      size: () => {
        if (!chooseNext(this.#size, 1)) this.#size.selectedIndex = 0;
        resize();
      },
    });
    this.#scrub.addEventListener("input", () => (this.#scrub.value = String(cursor.scrub(Number(this.#scrub.value)))));
    const faster = () => cursor.setSpeed(Number(this.#speed.value));
    const resize = () => (cursor.size = /** @type {import("./timeline.js").StepSize} */ (this.#size.value));
    onChoice(this.#speed, faster);
    onChoice(this.#size, resize);
    resize();
    faster();
  }

  /** A range that was moved before this script ran moves the cursor. */
  catchUp() {
    if (this.#scrub.value !== this.#scrub.defaultValue) this.#cursor.to(Number(this.#scrub.value));
  }

  get last() {
    return Number(this.#scrub.max);
  }

  set last(step) {
    this.#scrub.max = String(step);
  }

  /** @param {EventTarget | null} input */
  has(input) {
    return input === this.#scrub || input === this.#size || input === this.#speed;
  }

  /** What is disabled is not sent. @param {boolean} on */
  disable(on) {
    this.#scrub.disabled = on;
    this.#size.disabled = on && this.#size.selectedIndex === 0; // an address has no more than it needs
  }

  /** @param {boolean} on */
  playing(on) {
    const button = byId("play");
    button.textContent = on ? "Pause" : "Play";
    button.classList.toggle("on", on);
  }

  /** @param {number} t @param {number} last @param {string} of  the label of the last step */
  show(t, last, of) {
    const text = `step ${t.toLocaleString("en")}${of}`;
    byId("step").textContent = text;
    this.#scrub.value = String(t);
    this.#scrub.setAttribute("aria-valuetext", text);
    /** @param {string} id @param {boolean} off */
    const disable = (id, off) => byId(id).setAttribute("aria-disabled", String(off));
    disable("first", t === 0);
    disable("back", t === 0);
    disable("forward", t >= last);
    disable("last", t >= last);
  }

  /** Marks the cuts and the second searches. @param {import("./timeline.js").Timeline} timeline */
  mark(timeline) {
    drawMarks(/** @type {SVGElement} */ (/** @type {unknown} */ (byId("marks"))), timeline);
  }
}

/**
 * Calls a function at each choice in a list. After a choice with the mouse the keys
 * step the run again.
 * @param {HTMLSelectElement} list @param {() => void} chosen
 */
export function onChoice(list, chosen) {
  list.addEventListener("change", () => {
    chosen();
    if (!list.matches(":focus-visible")) list.blur();
  });
}

/** Chooses the next entry of a list, or the one before; returns whether there is one. @param {HTMLSelectElement} list @param {1 | -1} direction */
export function chooseNext(list, direction) {
  const to = list.selectedIndex + direction;
  if (to < 0 || to >= list.length) return false;
  list.selectedIndex = to;
  return true;
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
