// The list of all commands: typing finds one, Enter does it.

import { OptionList } from "../shared/option-list.js";
import { offer, perform } from "./command-item.js";

/** @typedef {import("./editor.js").Editor} Editor */

export class Palette {
  #editor;
  #dialog = /** @type {HTMLDialogElement} */ (document.getElementById("palette"));
  #list = new OptionList(this.#dialog, { taken: (option) => this.#run(option), none: "There is no such command." });
  #press;

  /** @param {Editor} editor @param {(command: string) => void} press */
  constructor(editor, press) {
    this.#editor = editor;
    this.#press = press;
  }

  open() {
    for (const option of this.#list.options) offer(option, this.#editor);
    this.#list.open();
  }

  /** @param {HTMLElement} option */
  #run(option) {
    this.#dialog.close();
    this.#editor.focus();
    if (option.ariaDisabled === "true") this.#editor.announce(`${option.title}.`);
    else perform(option, this.#press);
  }
}
