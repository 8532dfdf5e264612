// What a person has typed and not sent, which this browser keeps until it is. Storage may be forbidden: then nothing is kept.

/** @template T */
export class Draft {
  #name;

  /** @param {string} name  under which it is kept */
  constructor(name) {
    this.#name = name;
  }

  /** @returns {T | null} */
  read() {
    try {
      return JSON.parse(localStorage.getItem(this.#name) ?? "null");
    } catch {
      return null;
    }
  }

  /** @param {T} typed */
  keep(typed) {
    try {
      localStorage.setItem(this.#name, JSON.stringify(typed));
    } catch {
      // It is only not kept.
    }
  }

  drop() {
    try {
      localStorage.removeItem(this.#name);
    } catch {
      // As above.
    }
  }
}
