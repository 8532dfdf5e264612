// The list of all commands: typing finds one, Enter does it.

import { offer, perform } from "./command-item.js";

/** @typedef {import("./editor.js").Editor} Editor */

export class Palette {
  #editor;
  #dialog = /** @type {HTMLDialogElement} */ (document.getElementById("palette"));
  #field = /** @type {HTMLInputElement} */ (this.#dialog.querySelector("input"));
  #none = /** @type {HTMLElement} */ (this.#dialog.querySelector("[role=status]"));
  #options = /** @type {HTMLElement[]} */ ([...this.#dialog.querySelectorAll("[role=option]")]);
  #press;

  /** @param {Editor} editor @param {(command: string) => void} press */
  constructor(editor, press) {
    this.#editor = editor;
    this.#press = press;
    this.#field.addEventListener("input", () => this.#filter());
    this.#field.addEventListener("keydown", (e) => {
      const shown = this.#shown, at = shown.indexOf(/** @type {HTMLElement} */ (this.#current)), last = shown.length - 1;
      const to = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1 }[e.key];
      if (to !== undefined) this.#choose(shown[to]);
      else if (e.key === "Enter" && this.#current) this.#run(this.#current);
      else if (e.key !== "Enter") return;
      e.preventDefault();
    });
    this.#dialog.addEventListener("click", (e) => {
      const option = e.target instanceof Element ? /** @type {HTMLElement | null} */ (e.target.closest("[role=option]")) : null;
      if (option) this.#run(option);
      else if (e.target === this.#dialog) this.#dialog.close(); // beside it
    });
  }

  open() {
    for (const option of this.#options) offer(option, this.#editor);
    this.#field.value = "";
    this.#filter();
    this.#dialog.showModal();
    this.#field.focus();
  }

  get #shown() {
    return this.#options.filter((option) => !option.hidden);
  }

  get #current() {
    return this.#options.find((option) => option.ariaSelected === "true");
  }

  /** Every word that is typed occurs in a command that is shown. */
  #filter() {
    const words = this.#field.value.toLowerCase().split(/\s+/);
    for (const option of this.#options) {
      const text = (option.textContent ?? "").toLowerCase();
      option.hidden = !words.every((word) => text.includes(word));
    }
    this.#none.textContent = this.#shown.length === 0 ? "There is no such command." : "";
    this.#choose(this.#shown.find((option) => option.ariaDisabled !== "true") ?? this.#shown[0]);
  }

  /** @param {HTMLElement | undefined} option */
  #choose(option) {
    for (const other of this.#options) other.ariaSelected = String(other === option);
    if (option) this.#field.setAttribute("aria-activedescendant", option.id);
    else this.#field.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  /** @param {HTMLElement} option */
  #run(option) {
    this.#dialog.close();
    this.#editor.focus();
    if (option.ariaDisabled === "true") this.#editor.announce(`${option.title}.`);
    else perform(option, this.#press);
  }
}
