// The buttons of the commands above the picture.

import { commands } from "./commands.js";

/** @typedef {import("./editor.js").Editor} Editor */

export class Toolbar {
  #editor;
  #buttons;

  /** @param {Editor} editor @param {(command: string) => void} press */
  constructor(editor, press) {
    this.#editor = editor;
    this.#buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (editor.page.querySelectorAll("button[data-command]"));
    for (const button of this.#buttons) {
      button.addEventListener("pointerdown", (e) => e.preventDefault()); // the focus stays where it is
      button.addEventListener("click", () => press(button.dataset.command ?? ""));
    }
  }

  /** Shows which commands cannot be given now, and why. */
  refresh() {
    for (const button of this.#buttons) {
      const why = commands[button.dataset.command ?? ""].why(this.#editor);
      button.setAttribute("aria-disabled", String(why !== ""));
      button.title = why === "" ? button.dataset.does ?? "" : `${button.dataset.does}. Not now: ${why}`;
    }
  }
}
