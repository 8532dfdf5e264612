// Why a key or a button did nothing, seen at the node that it was meant for, until
// the next action. The status line informs a screen reader; the words at the
// node are drawn by the style sheet, so that they are said once.

const gap = 8;

export class Refusal {
  #box;
  /** @type {(() => Element | null | undefined) | null} the node that it is about */
  #at = null;

  /** @param {HTMLElement} box */
  constructor(box) {
    this.#box = box;
  }

  /** @param {string} words @param {() => Element | null | undefined} at  the box of the node, in the picture as it is then */
  show(words, at) {
    if (!at()) return this.hide();
    this.#box.dataset.words = words;
    this.#box.hidden = false;
    this.#at = at;
    this.place();
  }

  hide() {
    if (!this.#at) return;
    this.#at = null;
    this.#box.hidden = true;
  }

  /** The picture has moved. */
  place() {
    if (!this.#at) return;
    const mark = this.#at()?.getBoundingClientRect(), canvas = this.#box.offsetParent?.getBoundingClientRect();
    if (!mark || !canvas) return this.hide();
    const w = this.#box.offsetWidth, h = this.#box.offsetHeight, above = mark.top - gap - h, left = mark.left + mark.width / 2 - w / 2 - canvas.left;
    this.#box.style.left = `${Math.max(4, Math.min(left, canvas.width - w - 4))}px`;
    this.#box.style.top = `${(above >= canvas.top ? above : mark.bottom + gap) - canvas.top}px`;
  }
}
