// The choices of a question as its author writes them: a line each, and the right one is chosen by a click.

let lists = 0;

export class ChoiceList {
  #rows;
  #add;
  #none;
  #most;
  #longest;
  #name = `right-${++lists}`;

  /** @param {HTMLElement} box  as web/app writes it */
  constructor(box) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (box.querySelector(`[data-part=${name}]`));
    this.#rows = part("choice-rows");
    this.#add = part("add-choice");
    this.#none = /** @type {HTMLInputElement} */ (part("none-right"));
    this.#none.name = this.#name;
    this.#most = Number(box.dataset.most);
    this.#longest = Number(box.dataset.longest);
    this.#add.addEventListener("click", () => this.#append().focus());
    this.set();
  }

  /** @param {string[]} [choices] @param {number} [correct]  the right one; undefined: none is */
  set(choices = [], correct) {
    const texts = [...choices, "", ""].slice(0, Math.max(2, choices.length));
    this.#rows.replaceChildren(...texts.map((text, i) => this.#row(text, i === correct)));
    this.#none.checked = correct === undefined;
    this.#number();
  }

  /** @returns {HTMLInputElement[]} */
  get #texts() {
    return [...this.#rows.querySelectorAll("input")].filter((field) => field.type === "text");
  }

  /** Those that are not empty. */
  get choices() {
    return this.#texts.map((field) => field.value.trim()).filter(Boolean);
  }

  /** The right one of them; undefined: none is. */
  get correct() {
    const filled = this.#texts.filter((field) => field.value.trim()), at = filled.findIndex((field) => this.#right(field).checked);
    return at < 0 ? undefined : at;
  }

  /** @param {Element} field */
  #right(field) {
    return /** @type {HTMLInputElement} */ (field.closest("li")?.querySelector("[type=radio]"));
  }

  /** @param {string} text @param {boolean} right */
  #row(text, right) {
    const row = document.createElement("li"), label = document.createElement("label"), mark = document.createElement("input");
    const field = document.createElement("input"), remove = document.createElement("button");
    Object.assign(mark, { type: "radio", name: this.#name, checked: right, autocomplete: "off" });
    label.append(mark, "right");
    Object.assign(field, { type: "text", value: text, maxLength: this.#longest, autocomplete: "off" });
    Object.assign(remove, { type: "button", textContent: "×" });
    field.addEventListener("keydown", (e) => this.#key(e, row, field));
    field.addEventListener("paste", (e) => this.#paste(e, row, field));
    remove.addEventListener("click", () => this.#remove(row));
    row.append(label, field, remove);
    return row;
  }

  #append() {
    const row = this.#row("", false);
    this.#rows.append(row);
    this.#number();
    return /** @type {HTMLInputElement} */ (row.querySelector("[type=text]"));
  }

  get #full() {
    return this.#rows.childElementCount >= this.#most;
  }

  /** Enter goes to the next line, and an empty line is removed by Backspace. @param {KeyboardEvent} e @param {HTMLElement} row @param {HTMLInputElement} field */
  #key(e, row, field) {
    if (e.key === "Enter" && !e.isComposing) {
      const next = /** @type {HTMLInputElement | null} */ (row.nextElementSibling?.querySelector("[type=text]") ?? (this.#full ? null : this.#append()));
      next?.focus();
    } else if (e.key === "Backspace" && field.value === "" && this.#rows.childElementCount > 2) this.#remove(row);
    else return;
    e.preventDefault();
  }

  /** Several lines become several choices. @param {ClipboardEvent} e @param {HTMLElement} row @param {HTMLInputElement} field */
  #paste(e, row, field) {
    const lines = (e.clipboardData?.getData("text/plain") ?? "").split("\n").map((line) => line.trim()).filter(Boolean);
    if (lines.length < 2) return;
    e.preventDefault();
    field.value = lines[0].slice(0, this.#longest);
    let at = row;
    for (const line of lines.slice(1)) {
      if (this.#full) break;
      const next = this.#row(line.slice(0, this.#longest), false);
      at.after(next);
      at = next;
    }
    /** @type {HTMLElement} */ (at.querySelector("[type=text]")).focus();
    this.#changed();
  }

  /** @param {HTMLElement} row */
  #remove(row) {
    if (this.#rows.childElementCount <= 2) return;
    const near = /** @type {HTMLElement} */ (row.previousElementSibling ?? row.nextElementSibling);
    if (this.#right(row.children[1]).checked) this.#none.checked = true;
    row.remove();
    /** @type {HTMLElement} */ (near.querySelector("[type=text]")).focus();
    this.#changed();
  }

  #changed() {
    this.#number();
    this.#rows.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #number() {
    [...this.#rows.children].forEach((row, i) => {
      const [right, field, remove] = /** @type {HTMLElement[]} */ ([row.querySelector("[type=radio]"), row.querySelector("[type=text]"), row.querySelector("button")]);
      right.setAttribute("aria-label", `Choice ${i + 1} is right`);
      field.setAttribute("aria-label", `Choice ${i + 1}`);
      remove.setAttribute("aria-label", `Remove choice ${i + 1}`);
      remove.hidden = this.#rows.childElementCount <= 2;
    });
    this.#add.hidden = this.#full;
  }
}
