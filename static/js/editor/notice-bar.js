// The bar of notices over the picture. A notice goes with the next edit. What was
// typed and not accepted stays there, with the reason, until it is closed.

export class NoticeBar {
  #box;
  #words = document.createElement("span");
  #closed;

  /** @param {HTMLElement} box @param {() => void} closed  the focus goes back to the tree */
  constructor(box, closed) {
    this.#box = box;
    this.#closed = closed;
    this.#words.textContent = box.textContent;
    box.replaceChildren(this.#words);
  }

  /** @param {string} text @param {string} [typed]  what is not taken */
  show(text, typed = "") {
    if (typed === "") this.#words.textContent = text;
    else {
      this.#words.textContent = "";
      this.#keep(text, typed);
    }
    this.#words.hidden = this.#words.textContent === "";
    const here = this.#box.contains(document.activeElement);
    this.#box.hidden = this.#words.hidden && this.#box.childElementCount === 1;
    if (this.#box.hidden && here) this.#closed();
  }

  /** Moves the focus here: the next keys must not become actions in the tree. */
  focus() {
    const last = /** @type {HTMLElement | null} */ (this.#box.lastElementChild?.querySelector("textarea, a"));
    (last ?? this.#box).focus();
  }

  /** @param {string} text @param {string} typed */
  #keep(text, typed) {
    const row = document.createElement("span"), close = document.createElement("button");
    row.className = "kept";
    close.type = "button";
    close.textContent = "Close";
    close.addEventListener("click", () => {
      row.remove();
      this.show("");
      this.#closed();
    });
    row.append(text, " ", typedText(typed), " ", close);
    this.#box.append(row);
  }
}

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
