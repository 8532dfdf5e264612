// Find in the text: the browser's own search does not reach well into a text area.

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Find {
  #text;
  #paint;
  #see;
  #bar = byId("find-bar");
  #field = /** @type {HTMLInputElement} */ (byId("find-text"));
  #count = byId("find-count");
  /** @type {[number, number][]} */
  #places = [];
  #at = -1;

  /** @param {HTMLTextAreaElement} text @param {import("./paint.js").Paint | null} paint @param {(offset: number) => void} see  brings a place into sight */
  constructor(text, paint, see) {
    this.#text = text;
    this.#paint = paint;
    this.#see = see;
    this.#field.addEventListener("input", () => this.#search());
    this.#field.addEventListener("keydown", (e) => {
      if (e.key === "Enter") {
        e.preventDefault();
        this.next(e.shiftKey ? -1 : 1);
      } else if (e.key === "Escape") {
        e.preventDefault();
        this.close();
      }
    });
    byId("find-next").addEventListener("click", () => this.next(1));
    byId("find-back").addEventListener("click", () => this.next(-1));
    byId("find-close").addEventListener("click", () => this.close());
  }

  open() {
    const selected = this.#text.value.slice(this.#text.selectionStart, this.#text.selectionEnd);
    this.#bar.hidden = false;
    if (selected && !selected.includes("\n")) this.#field.value = selected;
    this.#field.focus();
    this.#field.select();
    this.#search();
  }

  close() {
    this.#bar.hidden = true;
    this.#paint?.mark("found", []);
    this.#paint?.mark("found-now", []);
    this.#text.focus();
  }

  /** The text has changed. */
  update() {
    if (!this.#bar.hidden) this.#search();
  }

  /** @param {1 | -1} direction */
  next(direction) {
    if (this.#places.length === 0) return;
    this.#at = (this.#at + direction + this.#places.length) % this.#places.length;
    this.#show();
  }

  #search() {
    const wanted = this.#field.value.toLowerCase(), text = this.#text.value.toLowerCase();
    this.#places = [];
    for (let at = wanted ? text.indexOf(wanted) : -1; at >= 0; at = text.indexOf(wanted, at + wanted.length)) this.#places.push([at, at + wanted.length]);
    const from = this.#text.selectionStart;
    this.#at = Math.max(0, this.#places.findIndex(([at]) => at >= from));
    this.#show();
  }

  #show() {
    const now = this.#places[this.#at];
    this.#paint?.mark("found", this.#places);
    this.#paint?.mark("found-now", now ? [now] : []);
    this.#count.textContent = !this.#field.value ? "" : now ? `${this.#at + 1} of ${this.#places.length}` : "not found";
    if (!now) return;
    this.#text.setSelectionRange(...now);
    this.#see(now[0]);
  }
}
