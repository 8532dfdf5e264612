// The bar of a player: its buttons, the range of steps, the speed, the step in words, and the keys of the page.

import { listenToKeys, showHelp } from "./keys.js";

/** @typedef {import("./keys.js").Actions} Actions */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {HTMLElement} at @param {string} name @param {string} value */
function set(at, name, value) {
  if (at.getAttribute(name) !== value) at.setAttribute(name, value);
}

export class PlayerBar {
  #scrub = /** @type {HTMLInputElement} */ (byId("scrub"));
  #speed = /** @type {HTMLSelectElement} */ (byId("speed"));
  /** Leaves the keys to others. */
  close;

  /**
   * @param {Actions} acts  each is called by its keys, and by the button with its name as id
   * @param {{scrub(step: number): void, speed(speed: number): void}} moves
   */
  constructor(acts, moves) {
    const speed = () => moves.speed(Number(this.#speed.value));
    const faster = (/** @type {1 | -1} */ direction) => {
      if (chooseNext(this.#speed, direction)) speed();
    };
    /** @type {Actions} */
    const all = { faster: () => faster(1), slower: () => faster(-1), "show-help": showHelp, ...acts };
    for (const [id, action] of Object.entries(all)) {
      const button = document.getElementById(id);
      if (!(button instanceof HTMLButtonElement)) continue;
      button.type = "button"; // without scripts some of them send the form
      button.addEventListener("click", action);
    }
    this.close = listenToKeys(all);
    this.#scrub.addEventListener("input", () => moves.scrub(Number(this.#scrub.value)));
    onChoice(this.#speed, speed);
    speed();
  }

  get last() {
    return Number(this.#scrub.max);
  }

  set last(step) {
    if (this.last !== step) this.#scrub.max = String(step);
  }

  /** The step of a range that was moved before the script ran. */
  get early() {
    return this.#scrub.value === this.#scrub.defaultValue ? undefined : Number(this.#scrub.value);
  }

  /** @param {EventTarget | null} input */
  has(input) {
    return input === this.#scrub || input === this.#speed;
  }

  /** Shows a step on the range. @param {number} step */
  at(step) {
    if (this.#scrub.value !== String(step)) this.#scrub.value = String(step);
  }

  /** What is disabled is not sent. @param {boolean} on */
  disable(on) {
    this.#scrub.disabled = on;
  }

  /** @param {boolean} on */
  playing(on) {
    const button = byId("play");
    button.textContent = on ? "Pause" : "Play";
    button.classList.toggle("on", on);
  }

  /** @param {number} step @param {number} last @param {string} text  the step in words */
  show(step, last, text) {
    const output = byId("step");
    if (output.textContent !== text) output.textContent = text;
    this.at(step);
    set(this.#scrub, "aria-valuetext", text);
    for (const id of ["first", "back"]) set(byId(id), "aria-disabled", String(step === 0));
    for (const id of ["forward", "last"]) set(byId(id), "aria-disabled", String(step >= last));
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
function chooseNext(list, direction) {
  const to = list.selectedIndex + direction;
  if (to < 0 || to >= list.length) return false;
  list.selectedIndex = to;
  return true;
}

/** Chooses the next entry of a list, after the last one the first. @param {HTMLSelectElement} list */
export function chooseRound(list) {
  if (!chooseNext(list, 1)) list.selectedIndex = 0;
}
