// A list of options in a dialog: typing narrows it, the arrow keys and the pointer choose, Enter takes the option.

/**
 * @typedef {object} Host
 * @property {(option: HTMLElement) => void} taken
 * @property {string} none  what is said where nothing fits
 * @property {(text: string) => void} [fill]  puts the options for a text in their order; without it those that are there are narrowed
 */

export class OptionList {
  #dialog;
  #host;
  #field;
  #none;

  /** @param {HTMLDialogElement} dialog  with a field, a listbox and a status @param {Host} host */
  constructor(dialog, host) {
    this.#dialog = dialog;
    this.#host = host;
    this.#field = /** @type {HTMLInputElement} */ (dialog.querySelector("[role=combobox]"));
    this.#none = /** @type {HTMLElement} */ (dialog.querySelector("[role=status]"));
    this.#field.addEventListener("input", () => this.filter());
    this.#field.addEventListener("keydown", (e) => {
      const shown = this.#shown, at = shown.indexOf(/** @type {HTMLElement} */ (this.#current)), last = shown.length - 1;
      const to = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1 }[e.key];
      if (to !== undefined) this.#choose(shown[to]);
      else if (e.key === "Enter" && this.#current) host.taken(this.#current);
      else if (e.key !== "Enter") return;
      e.preventDefault();
    });
    dialog.addEventListener("click", (e) => {
      const option = e.target instanceof Element ? /** @type {HTMLElement | null} */ (e.target.closest("[role=option]")) : null;
      if (option) host.taken(option);
      else if (e.target === dialog) dialog.close(); // beside it
    });
  }

  /** Opens the dialog with all options, or those for a text. */
  open(text = "") {
    this.#field.value = text;
    this.filter();
    this.#dialog.showModal();
    this.#field.focus();
  }

  get text() {
    return this.#field.value.trim();
  }

  /** @returns {HTMLElement[]} */
  get options() {
    return [...this.#dialog.querySelectorAll("[role=option]")].map((option) => /** @type {HTMLElement} */ (option));
  }

  get #shown() {
    return this.options.filter((option) => !option.hidden);
  }

  get #current() {
    return this.options.find((option) => option.ariaSelected === "true");
  }

  /** Every word that is typed occurs in an option that is shown, or in the name of its group. One that has all of them itself is chosen. */
  filter() {
    if (this.#host.fill) {
      this.#host.fill(this.text);
      this.#none.textContent = this.options.length === 0 ? this.#host.none : "";
      this.#choose(this.options[0]);
      return;
    }
    const words = this.#field.value.toLowerCase().split(/\s+/), fits = (/** @type {string} */ text) => words.every((word) => text.toLowerCase().includes(word));
    for (const option of this.options) option.hidden = !("any" in option.dataset) && !fits(`${option.closest("[role=group]")?.getAttribute("aria-label") ?? ""} ${option.textContent}`);
    const shown = this.#shown, can = shown.filter((option) => option.ariaDisabled !== "true");
    this.#none.textContent = shown.length === 0 ? this.#host.none : "";
    this.#choose(can.find((option) => "any" in option.dataset || fits(option.textContent ?? "")) ?? can[0] ?? shown[0]);
  }

  /** @param {HTMLElement | undefined} option */
  #choose(option) {
    for (const other of this.options) other.ariaSelected = String(other === option);
    if (option) this.#field.setAttribute("aria-activedescendant", option.id);
    else this.#field.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }
}
