// The bar of notices over the picture: one line, which opens. A notice goes with
// the next edit. One with what was typed and not accepted, or with something to
// do, stays until it is closed.

/** @typedef {{name: string, run: () => void}} Offer  something that can be done, by a button */
/** @typedef {{text: string, offers: Offer[]}} Part  a sentence, with what can be done about it */

/** Characters of a notice that have room in the line. */
const line = 100;

export class NoticeBar {
  #box;
  #words = document.createElement("span");
  #more = document.createElement("button");
  /** @type {Map<string, HTMLElement>} rows that are replaced or removed by their key */
  #keyed = new Map();
  #closed;
  #open = false;

  /** @param {HTMLElement} box @param {() => void} closed  the focus goes back to the tree */
  constructor(box, closed) {
    this.#box = box;
    this.#closed = closed;
    this.#words.className = "row";
    this.#words.textContent = box.textContent;
    this.#more.type = "button";
    this.#more.addEventListener("click", () => {
      this.#open = !this.#open;
      this.#arrange();
    });
    box.replaceChildren(this.#words, this.#more);
    this.#arrange();
  }

  /** @param {string} text @param {string} [typed]  what is not taken */
  show(text, typed = "") {
    this.#words.textContent = typed === "" ? written(text) : "";
    if (typed !== "") this.#keep({ text, part: typedText(typed) });
    this.#arrange();
  }

  /** A notice that stays, with what can be done, if anything. @param {string} key  one with the same key goes @param {string} text @param {(Offer | undefined)[]} offers */
  offer(key, text, ...offers) {
    this.offerParts(key, [{ text, offers: offers.flatMap((offer) => offer ?? []) }]);
  }

  /** The same with several sentences, each with what can be done about it. @param {string} key @param {Part[]} parts */
  offerParts(key, parts) {
    this.drop(key);
    this.#keyed.set(key, this.#keep(...parts.map(({ text, offers }) => ({ text, part: this.#buttons(key, offers) }))));
    this.#arrange();
  }

  /** @param {string} key @param {Offer[]} offers */
  #buttons(key, offers) {
    const buttons = document.createElement("span");
    buttons.className = "offers";
    for (const offer of offers) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = offer.name;
      button.addEventListener("click", () => {
        this.drop(key);
        this.#closed();
        offer.run();
      });
      buttons.append(button, " ");
    }
    return buttons;
  }

  /** A notice does not matter any more. @param {string} key */
  drop(key) {
    const row = this.#keyed.get(key);
    this.#keyed.delete(key);
    row?.remove();
    this.#arrange();
  }

  /** Moves the focus here: the next keys must not become actions in the tree. */
  focus() {
    this.#open = true;
    this.#arrange();
    const last = /** @type {HTMLElement | null} */ ([...this.#rows].at(-1)?.querySelector("textarea, a"));
    (last ?? this.#box).focus();
  }

  /** @returns {NodeListOf<HTMLElement>} */
  get #rows() {
    return this.#box.querySelectorAll(":scope > .kept");
  }

  /** @param {{text: string, part: HTMLElement}[]} parts */
  #keep(...parts) {
    const row = document.createElement("span"), close = document.createElement("button");
    row.className = "row kept";
    for (const { text, part } of parts) {
      const words = document.createElement("span"), both = document.createElement("span");
      both.className = "part";
      words.textContent = written(text);
      both.append(words, " ", part);
      row.append(both, " ");
    }
    close.type = "button";
    close.textContent = "Close";
    close.addEventListener("click", () => {
      row.remove();
      this.show("");
      this.#closed();
    });
    row.append(close);
    this.#box.append(row);
    return row;
  }

  /** Shows the newest notice in one line, or the first sentence of it; open: all of them, with what was typed. */
  #arrange() {
    const rows = [...this.#rows], words = this.#words.textContent ?? "", here = this.#box.contains(document.activeElement);
    const count = rows.length + (words === "" ? 0 : 1), front = words === "" ? rows.at(-1) : this.#words;
    if (count === 0) this.#open = false;
    this.#words.hidden = words === "";
    for (const row of rows) {
      row.hidden = !this.#open && row !== front;
      for (const typed of row.querySelectorAll("label")) typed.hidden = !this.#open;
    }
    const further = count > 1 || (front?.querySelectorAll(".part").length ?? 0) > 1 || (front?.textContent ?? "").length > line || Boolean(front?.querySelector("label"));
    this.#more.hidden = !further;
    this.#more.textContent = this.#open ? "Less" : count > 1 ? `All ${count}` : "More";
    this.#more.setAttribute("aria-expanded", String(this.#open));
    this.#box.classList.toggle("open", this.#open);
    this.#box.hidden = count === 0;
    if (this.#box.hidden && here) this.#closed();
  }
}

/** A text as pages write it: the server's errors have max^n. @param {string} text */
const written = (text) => text.replaceAll("max^n", "maxⁿ");

/** Characters of a text that the bar shows; a longer one is offered as a file. */
const shownLength = 20_000;

/**
 * What was typed and not accepted, to be copied or downloaded.
 * @param {string} typed
 */
function typedText(typed) {
  if (typed.length > shownLength) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([typed], { type: "text/plain" }));
    link.download = "typed.txt";
    link.textContent = "What was typed, as a file";
    return link;
  }
  const label = document.createElement("label"), area = document.createElement("textarea");
  area.value = typed;
  area.readOnly = true;
  area.rows = Math.min(4, typed.split("\n", 4).length);
  label.append("What was typed: ", area);
  return label;
}
