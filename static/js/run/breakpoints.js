// Breakpoints: each number of a line is a button that sets one. One of the numbers can be reached by Tab, and the
// arrow keys go to the others.

export class Breakpoints {
  #list;
  #changed;
  /** @type {Set<number>} */
  #lines = new Set();

  /** @param {HTMLElement} list  of lines @param {() => void} [changed] */
  constructor(list, changed) {
    this.#list = list;
    this.#changed = changed;
    this.number();
    list.addEventListener("click", (e) => {
      const button = e.target instanceof Element ? e.target.closest("button.stop") : null;
      if (button) this.toggle(this.#lineOf(button));
    });
    list.addEventListener("keydown", (e) => {
      const at = e.target instanceof HTMLButtonElement ? this.#lineOf(e.target) : 0;
      const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[e.key];
      if (!at || to === undefined) return;
      e.preventDefault();
      e.stopPropagation();
      this.#button(Math.max(1, Math.min(list.children.length, to)))?.focus();
    });
    list.addEventListener("focusin", (e) => {
      const button = e.target instanceof Element ? e.target.closest("button.stop") : null;
      if (button) this.#reach(button);
    });
  }

  /** The lines, from 1, in order. */
  get lines() {
    return [...this.#lines].sort((a, b) => a - b);
  }

  /** Gives each line its button. */
  number() {
    [...this.#list.children].forEach((line, i) => {
      if (line.querySelector(":scope > button.stop")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "stop";
      button.title = "Set or take away a breakpoint";
      button.tabIndex = i === 0 ? 0 : -1;
      line.prepend(button);
      this.#label(button, i + 1);
    });
  }

  /** @param {number} line */
  toggle(line) {
    if (!this.#lines.delete(line)) this.#lines.add(line);
    const button = this.#button(line);
    if (button) this.#label(button, line);
    this.#changed?.();
  }

  /** Lines were put in after a line, or taken away (less than 0). @param {number} after @param {number} count */
  shift(after, count) {
    if (this.#lines.size === 0 || count === 0) return;
    const moved = [...this.#lines].flatMap((line) => (line <= after ? [line] : line + count > after ? [line + count] : []));
    this.#lines = new Set(moved);
    [...this.#list.children].forEach((_, i) => {
      const button = this.#button(i + 1);
      if (button) this.#label(button, i + 1);
    });
  }

  /** @param {Element} button @param {number} line */
  #label(button, line) {
    const on = this.#lines.has(line);
    button.setAttribute("aria-label", `Breakpoint at line ${line}`);
    button.setAttribute("aria-pressed", String(on));
  }

  /** @param {number} line */
  #button(line) {
    return /** @type {HTMLButtonElement | null} */ (this.#list.children[line - 1]?.querySelector("button.stop") ?? null);
  }

  /** @param {Element} button */
  #lineOf(button) {
    return [...this.#list.children].indexOf(/** @type {Element} */ (button.parentElement)) + 1;
  }

  /** @param {Element} button  the one that Tab reaches from now on */
  #reach(button) {
    for (const other of this.#list.querySelectorAll('button.stop[tabindex="0"]')) if (other instanceof HTMLElement) other.tabIndex = -1;
    if (button instanceof HTMLElement) button.tabIndex = 0;
  }
}
